"""Scenario maps: an inch a square over several sheets, whole for a large printer, or small (M3)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.games.parabellum.data import Feature
from companion.games.parabellum.printables.look import (
    DRESS,
    INCH,
    OPTIONS,
    Bound,
    binder_of,
    drawn,
    edge,
    ground,
    modifiers,
    own,
    row,
    sign,
    state_of,
)
from companion.games.parabellum.state import (
    Binder,
    MapSheet,
    Objective,
    Scenario,
    State,
    letters,
    place,
    square_at,
)
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, Look, at_left, fullest, middle
from companion.press.options import INK as INK_OPTION
from companion.press.options import LARGE, TILED, Made, papers
from companion.press.page import PAPERS, Page, Size, margin_note
from companion.press.text import NUMERAL, STRONG, SUBTITLE, TITLE, Style, line, measure
from companion.press.tile import Borders, on_one_sheet, tiled

LETTERED = 3.2
"""Millimetres: the smallest bead whose letter is read; four of them span half an inch."""
GRID = Paint(stroke=(0.35,), width=0.2)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn: a scenario's map, its features, and what stands there on a live table.

    A map that will be printed `reduced` is lettered larger, and with less.
    """

    binder: Binder
    sheet: MapSheet
    scenario: Scenario
    look: Look
    features: Mapping[str, Feature]
    state: State | None = None
    reduced: float = 1.0


def at(square: str) -> Box:
    column, down = place(square)
    return Box(column * INCH, down * INCH, INCH, INCH)


def map_face(plan: Plan) -> Face:
    """The whole map; its edge is the border of its outer squares."""
    sheet = plan.sheet
    size = (sheet.columns * INCH, sheet.height * INCH)
    squares = [square_at(column, down) for down in range(sheet.height) for column in range(sheet.columns)]
    marks = (
        *(mark for square in squares for mark in _square(plan, square)),
        *_grid(size),
        *_edges(plan),
        *_objectives(plan),
        *(
            mark
            for square, feature in plan.features.items()
            for mark in feature_on(feature, at(square), plan.look)
        ),
        *(_standing(plan) if plan.state else ()),
        *_names(squares, plan),
    )
    return Face(*size, marks, name=f"map {sheet.id}", alt=_alt(plan))


def country(plan: Plan, across: int, down: int) -> Face:
    """The ground in the middle of a map without a word, so many squares of it: a picture of any size."""
    sheet, marks = plan.sheet, list[Mark]()
    left, top = (sheet.columns - across) // 2, (sheet.height - down) // 2
    for column, level in product(range(across), range(down)):
        terrain = plan.scenario.ground[sheet.terrain(square_at(left + column, top + level))]
        face = ground(terrain.id, terrain.glyph, plan.look, left + column, top + level)
        marks.append(Stamp(face, column * INCH, level * INCH))
    size = (across * INCH, down * INCH)
    return Face(*size, (*marks, *_grid(size)), name=f"country {sheet.id}")


def _alt(plan: Plan) -> str:
    stands = ", with the battle as it stands" if plan.state else ""
    held = ((each.name, " ".join(each.squares).upper()) for each in plan.scenario.objectives)
    objectives = ", ".join(f"{name} ({squares})" if squares else name for name, squares in held)
    squares = f"{plan.sheet.columns} by {plan.sheet.height} squares of terrain and features"
    return f"Map of {plan.sheet.name}{stands}: {squares}. Objectives: {objectives}."


def _square(plan: Plan, square: str) -> Iterator[Mark]:
    box, terrain = at(square), plan.scenario.ground[plan.sheet.terrain(square)]
    yield Stamp(ground(terrain.id, terrain.glyph, plan.look, *place(square)), box.x, box.y)
    glyph = plan.sheet.glyph(square)
    if glyph.isdigit():
        yield Stamp(_deployment(int(glyph), plan.look), box.x, box.y)
    elif plan.reduced == 1 and (signs := modifiers(terrain)):
        yield Stamp(_changes(signs), box.x, box.y)


@lru_cache(maxsize=32)
def _deployment(seat: int, look: Look) -> Face:
    """A seat's deployment square: its number, large and pale, in a dashed frame."""
    ink = look.strong(f"seat{seat}")
    style = Style(font=TITLE, size=46, leading=1, colour=(0.8,) if look.saver else blend(ink, 0.42))
    number = line(str(seat), style, INCH, "deployment")
    marks: tuple[Mark, ...] = (
        Rectangle(Box(1.5, 1.5, INCH - 3, INCH - 3), Paint(stroke=ink, width=0.7, dash=(2.4, 1.4)), 1.5),
        *number.at(0, (INCH - number.height) / 2, width=INCH, align=0.5),
    )
    return Face(INCH, INCH, marks, name=f"deployment {seat}")


@lru_cache(maxsize=64)
def _changes(signs: tuple[str, ...]) -> Face:
    """What a terrain changes, on a plate at the lower edge of its square."""
    style = Style(font=SUBTITLE, size=7.5, smallest=7, leading=1)
    words = "  ".join(signs)
    wide = min(INCH - 2, measure(words, style.font, style.size) + 1.6)
    box = Box((INCH - wide) / 2, INCH - 4.1, wide, 3.2)
    marks: tuple[Mark, ...] = (Rectangle(box, Paint(fill=WHITE), 0.8), *middle(words, style, box, "terrain"))
    return Face(INCH, INCH, marks, name="changes")


def _grid(size: tuple[float, float]) -> Iterator[Mark]:
    wide, high = size
    across = [((n * INCH, 0.0), (n * INCH, high)) for n in range(1, round(wide / INCH))]
    down = [((0.0, n * INCH), (wide, n * INCH)) for n in range(1, round(high / INCH))]
    if across or down:
        yield Path((*across, *down), GRID)
    yield Rectangle(Box(0, 0, wide, high), Paint(stroke=INK, width=0.5))


def _edges(plan: Plan) -> Iterator[Mark]:
    """Shores, and where a wood or a town ends: each line once, with all of its kind."""
    sheet, runs = plan.sheet, defaultdict[Paint, list[tuple[tuple[float, float], ...]]](list)
    for down in range(sheet.height):
        for column in range(sheet.columns):
            kind = sheet.terrain(square_at(column, down))
            box = at(square_at(column, down))
            left = column and edge(kind, sheet.terrain(square_at(column - 1, down)), plan.look)
            above = down and edge(kind, sheet.terrain(square_at(column, down - 1)), plan.look)
            if left:
                runs[left].append(((box.x, box.y), (box.x, box.bottom)))
            if above:
                runs[above].append(((box.x, box.y), (box.right, box.y)))
    yield from (Path(tuple(lines), paint) for paint, lines in runs.items())


def _names(squares: Sequence[str], plan: Plan) -> Iterator[Mark]:
    least = (9 if plan.look.large else 7.2) / plan.reduced
    style = Style(font=SUBTITLE, size=least, smallest=least, leading=1)
    for square in squares:
        box = at(square)
        block = line(square.upper(), style, INCH, "map")
        wide = measure(square.upper(), style.font, block.size) + 1.2
        yield Rectangle(Box(box.x + 0.7, box.y + 0.7, wide, block.height + 0.5), Paint(fill=WHITE), 0.6)
        yield from block.at(box.x + 1.3, box.y + 1.0)


def _objectives(plan: Plan) -> Iterator[Mark]:
    """A thick frame about every square to be held, and the objective's name in it."""
    for number, objective in enumerate(plan.scenario.objectives, 1):
        for square in objective.squares:
            box = at(square)
            ink = plan.look.strong("alarm")
            yield Rectangle(box.inset(0.9), Paint(stroke=WHITE, width=1.7), 0.6)
            yield Rectangle(box.inset(0.9), Paint(stroke=ink, width=1.1, dash=(4.2, 1.2)), 0.6)
            yield from _label(objective, number, Box(box.x + 2, box.y + 4.6, INCH - 4, 9.2), plan)


def _label(objective: Objective, number: int, box: Box, plan: Plan) -> Iterator[Mark]:
    """An objective's name, or its number in the booklet where the name finds no room."""
    least = (9 if plan.look.large else 7) / plan.reduced
    small = Style(font=STRONG, size=least + 0.5, smallest=least, leading=1.05)
    short = objective.id.replace("_", " ")
    wordings: tuple[str, ...] = (
        f"{number} {objective.name}",
        f"{number} {short}",
        f"No. {number}",
        f"{number}",
    )
    wordings = wordings if plan.reduced == 1 else wordings[-2:]
    box = box if plan.reduced == 1 else box._replace(height=INCH / 2)
    block = fullest(wordings, small, box.inset(0.5), f"objectives.{objective.id}")
    plate = box._replace(height=block.height + 1)
    yield Rectangle(plate, Paint(fill=WHITE, stroke=plan.look.strong("alarm"), width=0.25), 0.7)
    yield from block.at(plate.x + 0.5, plate.y + 0.5, width=plate.width - 1, align=0.5)


def feature_on(feature: Feature, box: Box, look: Look) -> Iterator[Mark]:
    """A barricade, bridge, earthwork or mine on its square."""
    size = 13.0
    x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2 - 0.5
    ink = INK if feature != "mine" else look.strong("alarm")
    yield Rectangle(Box(x - 1, y - 1, size + 2, size + 2), Paint(fill=WHITE, stroke=INK, width=0.4), 1.5)
    yield Stamp(sign(feature, ink), x, y, scale=size / 10)


def _standing(plan: Plan) -> Iterator[Mark]:
    """What everybody sees on a live map: caches, and each unit's class, place, flag and layers."""
    assert plan.state
    for square, load in plan.state.caches.items():
        box = at(square)
        plate = Box(box.x + 4.2, box.y + 11.4, INCH - 8.4, 8.6)
        yield Rectangle(plate, Paint(fill=WHITE, stroke=INK, width=0.5), 0.8)
        half = plate.width / 2
        for n, (what, count) in enumerate((("fuel", load.fuel), ("ammunition", load.ammunition))):
            x = plate.x + n * half + 0.6
            yield Stamp(sign(what, plan.look.strong(what)), x, plate.y + 2.1, scale=0.44)
            style = Style(font=NUMERAL, size=12, smallest=7 / plan.reduced, leading=1)
            yield from at_left(str(count), style, Box(x + 4.6, plate.y, half - 4.8, plate.height), "caches")
    for unit, each in plan.state.units.items():
        if each.where == "map":
            yield from _unit(plan.state, unit, plan)


CORNERS: Mapping[str, tuple[float, float]] = {
    "c": (0.5, 0.5), "n": (0.5, 0.25), "s": (0.5, 0.75), "e": (0.75, 0.5), "w": (0.25, 0.5),
    "nw": (0.25, 0.25), "ne": (0.75, 0.25), "sw": (0.25, 0.75), "se": (0.75, 0.75),
}  # fmt: skip


def _unit(state: State, unit: str, plan: Plan) -> Iterator[Mark]:
    """A miniature on its place, in its owner's colour, its flag across it, a bar for each layer dug."""
    each, look = state.units[unit], plan.look
    assert each.square
    assert each.position
    box, (right, down) = at(each.square), CORNERS[each.position]
    turned = each.position in ("e", "w")
    face = drawn(state.card(unit).unit_class, state.footprint(unit), look)
    wide, high = (face.height, face.width) if turned else (face.width, face.height)
    x, y = box.x + right * INCH - wide / 2, box.y + down * INCH - high / 2
    seat = look.strong(f"seat{state.players[each.owner].seat}")
    yield Rectangle(Box(x, y, wide, high).inset(0.35), Paint(fill=WHITE, stroke=seat, width=0.7), 0.8)
    yield Stamp(face, x + wide * 0.05, y + high * 0.05, scale=0.9, turn=3 if turned else 0)
    bead = LETTERED / plan.reduced
    start = Box(x + (wide - bead * len(each.flag)) / 2, y + high - bead * 0.75, bead * len(each.flag), bead)
    yield from row(each.flag, letters(state.binder.palette), look, start)
    for n in range(each.entrench):
        yield Path(
            (((x + 1, y + 1.0 + n * 1.1), (x + wide - 1, y + 1.0 + n * 1.1)),), Paint(stroke=INK, width=0.6)
        )


AROUND = 15.0
"""Millimetres of blank paper around a map that is printed whole."""

EVERY = OPTIONS["maps"]
"""Which maps there are to be: asked for the whole box too."""


class Maps(Bound):
    size: str
    scenario: str
    maps: str
    join: str
    position: bool


def scenario_of(choices: Maps, scene: Scene[State] | None, binder: Binder) -> Scenario:
    """The scenario asked for; `InvalidInput` at `scenario`, naming those there are."""
    state = state_of(scene)
    name = choices["scenario"].strip().lower()
    played = state.scenario if state and state.binder is binder else binder.start
    if name and name not in binder.scenarios:
        names = ", ".join(binder.scenarios).upper()
        raise InvalidInput("scenario", f"There is no scenario {name.upper()[:8]} here; there is {names}.")
    return binder.scenarios[name or played]


def plan_of(choices: Maps, scene: Scene[State] | None) -> Plan:
    """The map as the booklet has it, or as the table's scenario stands now."""
    binder, state = binder_of(choices, scene), state_of(scene)
    scenario = scenario_of(choices, scene, binder)
    live = state if choices["position"] and state and state.binder is binder else None
    live = live if live and live.scenario == scenario.id else None
    features: Mapping[str, Feature] = live.features if live else scenario.features
    return Plan(binder, binder.maps[scenario.map], scenario, DRESS.look(choices), features, live)


def maps(choices: Maps, scene: Scene[State] | None) -> Document:
    """The map in the size that was asked for, or those of all scenarios one after the other."""
    binder = binder_of(choices, scene)
    names = list(binder.scenarios) if choices["maps"] == "every" else [choices["scenario"]]
    plans = [plan_of({**choices, "scenario": each}, scene) for each in names]
    pages = tuple(page for plan in plans for page in _pages(plan, choices))
    title = f"Parabellum {_title(plans[0])}: map" if len(plans) == 1 else f"Parabellum {binder.name}: maps"
    return Document(title, pages, choices["paper"], grey=choices["ink"] == "grey")


def _title(plan: Plan) -> str:
    return f"{plan.scenario.id.upper()}, {plan.sheet.name}"


def _pages(plan: Plan, choices: Maps) -> Iterator[Page]:
    paper, note = PAPERS[choices["paper"]], f"Parabellum {_title(plan)}"
    if choices["size"] == "page":
        # How much smaller a map gets on one page: its type is set so much larger.
        whole = Face(plan.sheet.columns * INCH, plan.sheet.height * INCH, ())
        plan = replace(plan, reduced=min(stamp.scale for stamp in on_one_sheet(whole, paper, note="").stamps))
    face = map_face(plan)
    if choices["size"] == "page":
        yield on_one_sheet(face, paper, note=note)
    elif choices["size"] == "whole":
        yield _whole(face, note)
    else:
        across = [n * INCH for n in range(plan.sheet.columns + 1)]
        down = [n * INCH for n in range(plan.sheet.height + 1)]
        yield from tiled(face, paper, Borders(across, down), note=note, overlap=choices["join"] != "edge")


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
            INK_OPTION,
            *own("size", "scenario", "maps", "join", "position"),
            LARGE,
            *own("binder"),
        ),
    )
}
