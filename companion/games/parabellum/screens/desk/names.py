"""What the sheets' file names and code says: choices out of the rules, written lines, house rules."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.engine.desk.sheets import Sheets
from companion.engine.form import Lines, Pick, Pool
from companion.engine.form.house_rule import house_rules
from companion.engine.form.place import look
from companion.engine.form.several import words
from companion.engine.whole_game import state_area
from companion.engine.wire import Json
from companion.games.parabellum.data import (
    DICE,
    FEATURE_NAMES,
    FEATURES,
    FOLDER,
    FOOTPRINTS,
    POSITIONS,
    STANDARD_TERRAIN,
)
from companion.games.parabellum.screens.desk import lines
from companion.games.parabellum.screens.desk.binders import ANY_BINDER, OWN_BINDER, unit_types
from companion.games.parabellum.state.options import HOUSE_RULES
from companion.games.parabellum.state.squares import SIDES

SIGNS = " · ".join(f"{sign} {name}" for name, (sign, *_) in STANDARD_TERRAIN.items())


def _die_of(path: str) -> Callable[[Json], int]:
    """The die that the question names at a path."""

    def sides(question: Json) -> int:
        found = look(question, path)
        return found if type(found) is int and found in DICE else 6

    return sides


PICKS: Mapping[str, Any] = {
    "features": tuple(Pick(each, FEATURE_NAMES[each]) for each in FEATURES),
    "footprints": tuple(Pick(each, each.capitalize()) for each in FOOTPRINTS),
    "positions": tuple(Pick(each, "Centre" if each == "c" else each.upper()) for each in POSITIONS),
    "sides of a square": (
        Pick(None, "Not yet moved"),
        *(Pick(side, f"By {side.upper()}") for side in SIDES),
    ),
    "terrains": tuple(Pick(name, name.capitalize()) for name in STANDARD_TERRAIN),
    "unit_types": unit_types,
}
LINES: Mapping[str, Any] = {
    "a row": str,
    "a roll": lines.roll,
    "roll in a line": lines.told_roll,
}
DICE_ASKED = tuple(f"{side}.{die}_die" for side in ("attacker", "defender") for die in ("attack", "defense"))
NAMES: Mapping[str, Any] = {
    **PICKS,
    **LINES,
    "rule enemy_sharing": (house_rules(HOUSE_RULES, ("enemy_sharing",)),),
    **{f"state {example}": (state_area(FOLDER, example),) for example in ("report-drill", "audit-clean")},
    "any binder": (ANY_BINDER,),
    "binder": (OWN_BINDER,),
    "most_credits": 999_999,
    "signs": f"{SIGNS}; 1 to 4 deployment squares.",
}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    own={
        "dice of shots": lines.dice_lines("artillery", "defense", single=True),
        "dice of combats": lines.dice_lines("attack", "defense"),
        "flags": partial(Lines, parse=words, tell=" ".join, empty=[]),
        "ledger": partial(Lines, parse=lines.entry, tell=lines.told_entry, empty=[]),
        **{path: partial(Pool, sides=_die_of(path)) for path in DICE_ASKED},
    },
)
