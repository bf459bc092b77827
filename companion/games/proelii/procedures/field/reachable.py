"""Where a unit can go, by which way, and what it finds there (6.7)."""

from dataclasses import dataclass
from typing import Literal

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.proelii.data import LINE
from companion.games.proelii.procedures.asked import (
    USUAL,
    FieldOptions,
    FieldUnits,
    OnBoard,
    field_state,
)
from companion.games.proelii.procedures.field.binding import is_bound, stops
from companion.games.proelii.procedures.field.paths import Walk, Way, reached
from companion.games.proelii.state.ground import crosses
from companion.games.proelii.state.table import Id, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.7's input."""

    board: OnBoard
    options: FieldOptions = USUAL
    unit: Id
    mode: Literal["move", "escape"] = "move"
    red_line_used: bool = False
    units: FieldUnits


def resolve(question: Json) -> Resolution:
    """Procedure 6.7: every destination with its price, its way, whether it stops there."""
    said: Question = shape.read(Question, question)
    state = field_state(said.board, said.units, said.options)
    unit = state.units.get(said.unit)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {said.unit} on this field.")
    if unit.inactive or not unit.has_energy or (said.mode == "move" and is_bound(state, said.unit)):
        raise IllegalAction("unit", "It is inactive, has no 25 energy, or is bound.")
    mp = unit.kind.mp * (2 if said.mode == "escape" else 1)
    bonus = said.mode == "move" and "red_line" in unit.kind.abilities and not said.red_line_used
    found = reached(Walk(state, said.unit, mp))
    rows = [_row(state, said.unit, to, way, bonus=bonus) for to, way in found.items()]
    values = {"mp": mp, "places": len(rows), "stops": sum(row["stops"] for row in rows)}
    words = "{mp} movement points reach {places:# place|# places}; enemies with energy stop it at {stops}."
    result = {"unit": said.unit, "mode": said.mode, "mp": mp, "squares": rows}
    return Resolution(result, (Step("8.2.2", words, values),))


def _row(state: State, name: str, to: str, way: Way, *, bonus: bool) -> dict[str, Json]:
    unit = state.units[name]
    crossed = bonus and to != LINE and crosses(state.board.red_lines, unit.side, unit.at, to)
    halted = to not in (LINE, "escaped", "entry") and stops(state, unit, to)
    return {"to": to, "mp": way.mp, "stops": halted, "red_line": crossed, "path": list(way.path)}
