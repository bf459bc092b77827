"""What a mission or an “if” demands, as a library file says it (specification 9.6)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.shape import Between, By, Known, Named, Sized
from companion.engine.wire import Json
from companion.games.scarper.data import FIRST_YEAR, LAST_YEAR
from companion.games.scarper.state.board import BattlefieldId

type EffectSide = Literal["allied", "german", "own", "enemy"]
type What = Literal["morale", "propaganda", "economy", "score", "held", "deepest", "trenches"]
type Places = Annotated[frozenset[BattlefieldId], Sized(1)] | None
"""The battlefields that something is bound to; `None` means all nine."""
type Year = Annotated[int, Between(FIRST_YEAR, LAST_YEAR)]

EFFECT_SIDES: tuple[EffectSide, ...] = ("allied", "german", "own", "enemy")
NOT_PLACED = ("morale", "propaganda", "economy")
DEEPEST_NESTING = 40
"""Conditions within conditions beyond this are a mistake, not a mission."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A figure of a side reaches a value."""

    what: What
    value: Annotated[int, Between(-15, 99)]
    side: EffectSide = "own"
    battlefields: Places = None


class AtMost(AtLeast):
    """A figure of a side does not exceed a value."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ahead:
    """A figure of the own side is the enemy's and a margin more."""

    what: What
    margin: Annotated[int, Between(1, 15)] = 1
    battlefields: Places = None


@dataclass(frozen=True, slots=True)
class Run:
    """The own side scores on so many battlefields in a row."""

    length: Annotated[int, Between(2, 9)]
    value: Annotated[int, Between(1, 15)] = 1


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card is in play."""

    card: Annotated[str, Known("cards", "The library has no card {given} that could be in play.")]


@dataclass(frozen=True, slots=True)
class Within:
    """It is one of these years."""

    first: Annotated[Year, Named("from")]
    last: Annotated[Year, Named("to")]


@dataclass(frozen=True, slots=True)
class Every:
    """All of several conditions hold."""

    of: Annotated[tuple["Condition", ...], Sized(1)]


class Either(Every):
    """One of several conditions holds."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Opposite:
    """A condition does not hold."""

    of: "Condition"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mission that the table judges by itself."""


CLAIMS = {
    "at_least": AtLeast,
    "at_most": AtMost,
    "ahead": Ahead,
    "run": Run,
    "in_play": OnTable,
    "year": Within,
    "all": Every,
    "any": Either,
    "not": Opposite,
}
type Claim = AtLeast | Ahead | Run | OnTable | Within | Every | Opposite
type Condition = Annotated[Claim, By("p", CLAIMS)]
"""One claim about the state, read from a side `own`."""


def read_condition(value: Json, cards: Collection[str]) -> Claim:
    """Read a condition of a library with these cards; `InvalidInput` somewhere inside."""
    if _depth(value) > DEEPEST_NESTING:
        raise InvalidInput("", f"Conditions may lie at most {DEEPEST_NESTING} deep in one another.")
    condition: Claim = shape.read(Condition, value, names={"cards": cards})
    for each in _within(condition):
        if isinstance(each, AtLeast | Ahead) and each.battlefields and each.what in NOT_PLACED:
            raise InvalidInput("battlefields", f"{each.what.capitalize()} is no matter of battlefields.")
    return condition


def read_demand(value: Json, cards: Collection[str]) -> Claim | Judged:
    """What a mission demands, which may be for the table to judge."""
    return Judged() if value == {"p": "table"} else read_condition(value, cards)


def _depth(value: Json) -> int:
    depth, layer = -1, [value]
    while layer:
        of = [each.get("of", ()) for each in layer if type(each) is dict]
        layer = [inner for each in of for inner in (each if type(each) is list else [each] if each else ())]
        depth += 1
    return depth


def _within(condition: Claim) -> Iterator[Claim]:
    yield condition
    inner = (condition.of,) if isinstance(condition, Opposite) else getattr(condition, "of", ())
    for each in inner:
        yield from _within(each)
