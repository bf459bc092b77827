"""A war of battles: what the armies of one evening hand to the next, and what their people choose of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.step import Step
from companion.engine.wire import Json

type Said = Mapping[str, str]
"""What was chosen after a battle, by the fields' names; a field that is not named stays as it is proposed."""


class Field(NamedTuple):
    """One thing that is chosen after a battle; a number from 0 to `most` where it has no choices."""

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]] = ()
    most: int = 0


class Corps(NamedTuple):
    """A unit between two battles: its name, what it is, what it went through, battle by battle."""

    name: str
    what: str
    past: Sequence[str] = ()


class Side(NamedTuple):
    """One army after a battle: who is left, who was lost or joined and why, what its people may choose.

    `gone` are the units that it has lost since the war began.
    """

    seat: str
    name: str
    facts: str
    units: Sequence[Corps]
    changes: Sequence[Step] = ()
    asks: Sequence[Field] = ()
    gone: Sequence[Corps] = ()


class Handed(NamedTuple):
    """What a battle hands on: `armies` are the game's own, which the house only carries."""

    armies: Any
    sides: Sequence[Side]


class Battle[S](NamedTuple):
    """A battle that was fought: how its table was set up, how it ended, the armies before it if any were."""

    setup: Json
    state: S
    before: Any


class War[S](NamedTuple):
    """How a game goes on from battle to battle.

    * `title(setup)`: what the battle of a table's setup is called.
    * `after(battle, said)`: the armies that are left; `InvalidInput` or `IllegalAction` for a bad choice.
    * `onward(armies, setup)`: the setup with these armies on its ground; `IllegalAction` where one is gone.
    * `stands(armies, setup)`: whether a table was opened with just these armies.
    """

    name: str
    told: str
    title: Callable[[Json], str]
    after: Callable[[Battle[S], Said], Handed]
    onward: Callable[[Any, Json], Json]
    stands: Callable[[Any, Json], bool]
