"""Making a setup binder by hand (C2): `design.json` holds its rooms and what they ask."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.campaign.design import Design, Ids, Plays, rooms_of
from companion.engine.form import Pick
from companion.engine.form.painted import RUBBER, Sign
from companion.engine.shape import LARGEST
from companion.games.parabellum.campaign.design import fields as ask
from companion.games.parabellum.campaign.design import new
from companion.games.parabellum.campaign.design.tree import led, redrawn, ways
from companion.games.parabellum.campaign.playing.trials import journal, objectives, players, trial
from companion.games.parabellum.data import (
    AIMS,
    CHOOSERS,
    DICE,
    FEATURE_NAMES,
    FEATURES,
    FOOTPRINTS,
    RESOURCE_NAMES,
    RESOURCES,
    ROLES,
    SEATS,
    STANDARD_TERRAIN,
    WORK_NAMES,
    WORKS,
)
from companion.games.parabellum.state.binder.faults import faults
from companion.games.parabellum.state.binder.to_sheets import binder_to_workbook
from companion.games.parabellum.state.naming import IDENTIFIER, SCENARIO_ID, spoken

PLAIN_ID = Ids(IDENTIFIER, "a letter a-z, then up to 31 of a-z, 0-9 and _")
USUAL_GROUND = {
    key: {
        "glyph": glyph,
        "cost": cost,
        "defense": defense,
        "attack": attack,
        "access": access and [*access],
    }
    for key, (glyph, cost, defense, attack, access) in STANDARD_TERRAIN.items()
}


def _spoken(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(each, spoken(each)) for each in names)


PICKS: Mapping[str, Any] = {
    "aims": _spoken(AIMS),
    "choosers": tuple(Pick(each, f"The {each}") for each in CHOOSERS),
    "classes": ask.named("classes"),
    "dice": tuple(Pick(sides, f"d{sides}") for sides in DICE),
    "footprints": _spoken(FOOTPRINTS),
    "maps": ask.named("maps"),
    "palette": ask.palette,
    "roles": _spoken(ROLES),
    "scenarios": ask.scenarios,
    "seats": tuple(Pick(n, f"Seat {n}") for n in SEATS),
    "terrains": ask.terrains,
    "units": ask.named("units"),
    "works": tuple(Pick(each, WORK_NAMES[each]) for each in WORKS),
    "yes_no": (Pick(True, "Yes"), Pick(False, "No")),
}
PAINTED: Mapping[str, Any] = {
    # Seats 1 and 2 face each other, and so do 3 and 4: what a mirrored map needs.
    "across": {"1": "2", "2": "1", "3": "4", "4": "3"},
    "feature signs": (
        *(Sign(each, FEATURE_NAMES[each], "", mark) for each, mark in zip(FEATURES, "▥⌒▲✱", strict=True)),
        Sign(RUBBER, "Nothing", "", ""),
    ),
    "grounds": ask.grounds,
    "own rows": ask.own_rows,
    "rows of the scenario": ask.scenario_rows,
}
ENTRIES: Mapping[str, Any] = {
    "for files": f"For files: {PLAIN_ID.words}.",
    "new class": lambda content: {"footprint": "small"},
    "new company": new.new_company,
    "new map": new.new_map,
    "new objective": new.new_objective,
    "new scenario": new.new_scenario,
    "new terrain": new.new_terrain,
    "new unit": new.new_unit,
    "plain id": PLAIN_ID,
    "typed id": Ids(SCENARIO_ID, "its round and perhaps a letter, such as 2a", typed=True),
    "usual goods": {each: {"name": spoken(RESOURCE_NAMES[each])} for each in RESOURCES},
    "usual ground": USUAL_GROUND,
}
DESIGN = Design(
    file="binder",
    rooms=rooms_of(
        Path(__file__).with_name("design.json"), {**PICKS, **PAINTED, **ENTRIES, "largest": LARGEST}
    ),
    faults=faults,
    write=binder_to_workbook,
    tree=ways,
    lead=led,
    style="parabellum/ground.css",
    follow=redrawn,
    plays=Plays(
        players=players,
        trial=trial,
        journal=journal,
        sides=lambda content: {pick.value: pick.label for pick in ask.named("companies")(content)},
        objectives=objectives,
    ),
    papers={"unit-cards": "units", "setup-binder": "", "map": "", "tree": ""},
)
