"""Scenario maps: one inch a square over several sheets, whole for a large printer, or small on one page."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import Feature
from companion.games.parabellum.printables.look import DRESS, INCH
from companion.games.parabellum.printables.map_sheet import Plan, map_face
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of
from companion.games.parabellum.state.binder import Binder, MapSheet, Scenario
from companion.press.document import Document
from companion.press.face import Face, Stamp
from companion.press.options import INK, LARGE, TILED, Made, free_text, leading, papers, pick, yes_or_no
from companion.press.page import PAPERS, Page, Size, margin_note
from companion.press.tile import Borders, on_one_sheet, tiled

AROUND = 15.0
"""Millimetres of blank paper around a map that is printed whole."""

SCENARIO = leading(
    free_text(
        "scenario", "Scenario", "Its number: 1, 2a. Empty: the one that the table plays, or the first.", 2
    )
)
SIZE = leading(
    pick(
        "size",
        "Size",
        "Miniatures stand on squares of exactly one inch; the small map is to look at.",
        (
            ("inch", "One inch a square, over several sheets"),
            ("page", "Small, on one page"),
            ("whole", "One inch a square, on one large sheet"),
        ),
    )
)
JOIN = pick(
    "join",
    "Sheets of a full map",
    "Sheets cut between squares lie edge to edge; overlapping sheets are glued.",
    (("edge", "Cut between the squares"), ("overlap", "Overlap")),
)
EVERY = leading(
    pick(
        "maps",
        "Maps",
        "A map at one inch a square is five sheets of A4; a campaign comes to four scenarios at most.",
        (
            ("one", "Of the scenario that is played, or of the first"),
            ("every", "Of every scenario in the binder"),
        ),
    )
)
"""Which maps there are to be: asked for the whole box too."""
LIVE = yes_or_no(
    "position",
    "What stands on it",
    "Draw units, caches and features of a live table as everybody sees them; else the empty map.",
    default=True,
)


def scenario_of(choices: Mapping[str, Json], scene: Scene[Any] | None, binder: Binder) -> Scenario:
    """The scenario asked for; `InvalidInput` at `scenario`, naming those there are."""
    state = state_of(scene)
    asked = choices["scenario"].strip().lower()
    played = state.scenario if state and state.binder is binder else binder.start
    if asked and asked not in binder.scenarios:
        known = ", ".join(binder.scenarios).upper()
        raise InvalidInput("scenario", f"There is no scenario {asked.upper()[:8]} here; there is {known}.")
    return binder.scenarios[asked or played]


def plan_of(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Plan:
    """The map as the booklet has it, or as the table's scenario stands now."""
    binder, state = binder_of(choices, scene), state_of(scene)
    scenario = scenario_of(choices, scene, binder)
    live = state if choices["position"] and state and state.binder is binder else None
    live = live if live and live.scenario == scenario.id else None
    features: Mapping[str, Feature] = live.features if live else scenario.features
    return Plan(binder, binder.maps[scenario.map], scenario, DRESS.look(choices), features, live)


def maps(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The map in the size that was asked for, or those of all scenarios one after the other."""
    binder = binder_of(choices, scene)
    asked = list(binder.scenarios) if choices["maps"] == "every" else [choices["scenario"]]
    plans = [plan_of({**choices, "scenario": each}, scene) for each in asked]
    pages = tuple(page for plan in plans for page in _pages(plan, choices))
    told = f"Parabellum {_title(plans[0])}: map" if len(plans) == 1 else f"Parabellum {binder.name}: maps"
    return Document(told, pages, choices["paper"], grey=choices["ink"] == "grey")


def _title(plan: Plan) -> str:
    return f"{plan.scenario.id.upper()}, {plan.sheet.name}"


def _pages(plan: Plan, choices: Mapping[str, Json]) -> Iterator[Page]:
    """One scenario's map."""
    paper, note = PAPERS[choices["paper"]], f"Parabellum {_title(plan)}"
    if choices["size"] == "page":
        plan = replace(plan, reduced=_reduction(plan.sheet, paper))
    face = map_face(plan)
    if choices["size"] == "page":
        yield on_one_sheet(face, paper, note=note)
    elif choices["size"] == "whole":
        yield _whole(face, note)
    else:
        across = [n * INCH for n in range(plan.sheet.columns + 1)]
        down = [n * INCH for n in range(plan.sheet.height + 1)]
        yield from tiled(face, paper, Borders(across, down), note=note, overlap=choices["join"] != "edge")


def _reduction(sheet: MapSheet, paper: Size) -> float:
    """How much smaller a map gets on one page: its type is set so much larger."""
    whole = Face(sheet.columns * INCH, sheet.height * INCH, ())
    return min(stamp.scale for stamp in on_one_sheet(whole, paper, note="").stamps)


def _whole(face: Face, note: str) -> Page:
    paper = Size(face.width + 2 * AROUND, face.height + 2 * AROUND)
    area = face.box("trim")._replace(x=AROUND, y=AROUND)
    strip = margin_note(paper, area, note) if face.width > 150 else ()
    return Page(*paper, (Stamp(face, AROUND, AROUND), *strip), "map")


MAPS: Mapping[str, Made] = {
    "map": (
        maps,
        (
            papers(*TILED),
            INK,
            SIZE,
            SCENARIO,
            EVERY,
            JOIN,
            LIVE,
            LARGE,
            BINDER,
        ),
    ),
}
