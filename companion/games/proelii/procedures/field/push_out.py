"""Where elephants drive an enemy (6.9)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.games.proelii.data import UNITS
from companion.games.proelii.procedures.asked import (
    USUAL,
    FieldOptions,
    FieldUnits,
    OnBoard,
    field_state,
)
from companion.games.proelii.procedures.field.binding import beside, is_bound
from companion.games.proelii.procedures.field.pushing import push
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.ground import is_square
from companion.games.proelii.state.table import Id

MP = UNITS["war_elephants"].mp


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.9's input."""

    board: OnBoard
    options: FieldOptions = USUAL
    unit: Id
    target: Id
    mp_used: Annotated[int, Between(0, MP)] = 0
    units: FieldUnits


def resolve(question: Json) -> Resolution:
    """Procedure 6.9: where the target is now, and whether the elephants may go on."""
    said: Question = shape.read(Question, question)
    state = field_state(said.board, said.units, said.options)
    unit, target = state.units.get(said.unit), state.units.get(said.target)
    if unit is None or "push_out" not in unit.kind.abilities or not is_square(unit.at) or said.mp_used >= MP:
        raise IllegalAction("unit", "War elephants on a square, with a movement point left, are wanted.")
    if target is None or said.target not in beside(state, unit):
        raise IllegalAction("target", "An enemy next to the elephants is wanted.")
    done = push(Done(state), unit.at, said.target)
    after, left = done.unit(said.target), MP - said.mp_used - 1
    result = {
        "pushed": after.at not in (target.at, "destroyed"),
        "to": after.at,
        "cp": after.cp,
        "destroyed": not after.cp,
        "mp_left": left,
        "may_go_on": left > 0 and not is_bound(done.state, said.unit),
    }
    return Resolution(result, done.steps)
