"""Where a battle stands: the state, attribute by attribute (specification 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, join
from companion.engine.shape import Between, Every, InFull, Known, Learns, Matching, OneOf
from companion.engine.wire import Json
from companion.games.proelii.data import (
    DESTROYED,
    DISTANT,
    ENTRY,
    ESCAPED,
    PHASE_OF,
    RANKS,
    SIDES,
    TIERS,
    Command,
    Morale,
    Phase,
    Reason,
    Side,
    Step,
)
from companion.games.proelii.state.board import Board
from companion.games.proelii.state.ground import is_square
from companion.games.proelii.state.options import Options
from companion.games.proelii.state.unit import Unit

type Id = Annotated[str, Matching("[a-z][a-z0-9_]{0,15}", "a name of small letters, figures and _")]
type Both[T] = Annotated[Mapping[Side, T], Every(SIDES)]


class Army(NamedTuple):
    """A side: its name, prestige, morale and command (9)."""

    name: str
    prestige: Annotated[int, Between(0, 999)]
    morale: Morale
    command: Command


class Activation(NamedTuple):
    """A move that is held open: whose, the movement points left, where it began (R19)."""

    unit: Id
    mp: Annotated[int, Between(0, 12)]
    begun: Annotated[str, Known("places"), shape.Named("from")]


class Advance(NamedTuple):
    """A unit that may follow where its victim stood (8.4.6)."""

    unit: Id
    to: Annotated[str, Known("places")]


class Ending(NamedTuple):
    """Who has won, and how."""

    winner: Annotated[str, OneOf((*SIDES, "draw"))]
    reason: Reason


@dataclass(frozen=True, kw_only=True)
class State:
    """A battle's state; its attributes are the keys of its JSON."""

    scenario: Id
    options: Annotated[Options, InFull()]
    board: Annotated[
        Board,
        InFull(),
        Learns(lambda board, _: {"places": (*board.squares, ENTRY, DISTANT, ESCAPED, DESTROYED)}),
    ]
    sides: Both[Army]
    units: Mapping[Id, Annotated[Unit, InFull()]]
    round: Annotated[int, Between(0, 999)]
    phase: Phase
    step: Step | None
    tier: Annotated[int, OneOf(TIERS)] | None
    rank: Annotated[str, OneOf((*RANKS, "all"))] | None
    to_act: Side | None
    acted: tuple[Id, ...]
    unpaid: tuple[Id, ...]
    open: Both[Activation | None]
    may_advance: tuple[Advance, ...]
    result: Ending | None

    @cached_property
    def standing(self) -> dict[str, str]:
        """Which unit stands on each taken square."""
        return {unit.at: name for name, unit in self.units.items() if is_square(unit.at)}

    @cached_property
    def distant(self) -> tuple[str, ...]:
        """The units on the distant battlefield."""
        return tuple(name for name, unit in self.units.items() if unit.at == DISTANT)

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended."""
        return self.phase == "over"

    @property
    def on_move(self) -> Side:
        """The side to act, in a step that the sides take in turn."""
        return "black" if self.to_act == "black" else "white"

    def army(self, side: Side) -> Iterator[tuple[str, Unit]]:
        """A side's living units, by id."""
        every = ((name, self.units[name]) for name in self.ids)
        return ((name, unit) for name, unit in every if unit.side == side and unit.is_living)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every unit's id, in order."""
        return tuple(sorted(self.units))

    def with_units(self, units: Mapping[str, Unit]) -> "State":
        """The same with some units changed."""
        return replace(self, units={**self.units, **units})

    def with_unit(self, name: str, unit: Unit) -> "State":
        """The same with one unit changed."""
        return replace(self, units={**self.units, name: unit})

    def acting(self, name: str) -> "State":
        """The same with the unit among those that have acted in this tier."""
        return replace(self, acted=tuple(sorted({*self.acted, name})))

    def paying(self, side: Side, prestige: int) -> "State":
        """The same after a side has spent prestige."""
        army = self.sides[side]
        poorer = army._replace(prestige=army.prestige - prestige)
        return replace(self, sides={**self.sides, side: poorer}) if prestige else self


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    state: State = shape.read(State, value, path)
    if (state.step is None) != (state.phase == "over") or (
        state.step and PHASE_OF[state.step] != state.phase
    ):
        raise InvalidInput(join(path, "step"), f"{state.step} is no step of this phase.")
    taken: set[str] = set()
    for name in state.ids:
        unit, at = state.units[name], join(path, "units", name)
        if unit.cp > unit.kind.cp or (unit.cp == 0) != (unit.at == DESTROYED):
            words = f"Its cohesion is 1 to {unit.kind.cp}, and 0 exactly when it is destroyed."
            raise InvalidInput(join(at, "cp"), words)
        if unit.at in taken:
            raise InvalidInput(join(at, "at"), f"Another unit stands on {unit.at}; a square holds one.")
        if is_square(unit.at):
            taken.add(unit.at)
    for place, name in _named(state):
        if name not in state.units:
            raise InvalidInput(join(path, place), f"There is no unit {name} in this battle.")
    return state


def _named(state: State) -> Iterator[tuple[str, str]]:
    """Every unit that the state names beside its units, and where."""
    yield from ((f"acted.{n}", name) for n, name in enumerate(state.acted))
    yield from ((f"unpaid.{n}", name) for n, name in enumerate(state.unpaid))
    yield from ((f"open.{side}.unit", each.unit) for side, each in state.open.items() if each)
    yield from ((f"may_advance.{n}.unit", each.unit) for n, each in enumerate(state.may_advance))


def state_json(state: State) -> Json:
    """The whole state."""
    return shape.write(state)
