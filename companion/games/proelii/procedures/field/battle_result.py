"""Whether a battle is over, and who has won it (6.18)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Known, Learns, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import DESTROYED, DISTANT, ENTRY, ESCAPED, OTHER, SIDES, Side
from companion.games.proelii.procedures.field.outcome import (
    Left,
    Standing,
    by_centre,
    ending_step,
    left,
    nobody_left,
)
from companion.games.proelii.state.ground import is_square, squares
from companion.games.proelii.state.table import Ending
from companion.games.proelii.state.unit import Few


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit at the end: whose, where, with how much cohesion."""

    side: Side
    at: Annotated[str, Known("places")]
    cp: Few


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.18's input."""

    columns: Annotated[
        Annotated[int, Between(7, 10)],
        Learns(lambda columns, _: {"places": (*squares(columns), ENTRY, DISTANT, ESCAPED, DESTROYED)}),
    ]
    units: Annotated[tuple[Placed, ...], Sized(1, 80)]
    surrendered: Side | None = None
    stalemate: bool = False


def resolve(question: Json) -> Resolution:
    """Procedure 6.18: the end by surrender, by an empty field, or by the centre."""
    said: Question = shape.read(Question, question)
    _check(said)
    units = [Standing(each.side, each.at, each.cp) for each in said.units]
    both = {side: left(units, said.columns, side) for side in SIDES}
    ending = _ending(said, both)
    over: dict[str, Json] = {"over": ending is not None, "winner": None, "reason": None}
    result = {**over, **(ending._asdict() if ending else {})}
    step = ending_step(ending) if ending else Step("4.0", "Both sides are on the field: the battle goes on.")
    return Resolution({**result, **{side: both[side]._asdict() for side in SIDES}}, (step,))


def _ending(said: Question, both: Mapping[Side, Left]) -> Ending | None:
    if said.surrendered:
        return Ending(OTHER[said.surrendered], "surrender")
    return nobody_left(both) or (by_centre(both) if said.stalemate else None)


def _check(said: Question) -> None:
    taken: set[str] = set()
    for n, each in enumerate(said.units):
        if (each.cp == 0) != (each.at == DESTROYED):
            raise InvalidInput(f"units.{n}.cp", "A unit has no CP exactly when it is destroyed.")
        if each.at in taken:
            raise IllegalAction(f"units.{n}.at", f"Another unit stands on {each.at}.")
        if is_square(each.at):
            taken.add(each.at)
