"""How a campaign is written down: identifiers, amounts, beads, squares, a sheet's lines (2.1, 2.4, 6.13)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, NamedTuple

from companion.engine import shape, squares
from companion.engine.errors import THING, InvalidInput
from companion.engine.shape import LARGEST, AtLeast, Between, ByHand, Known, Matching, OneOf, Sized, Then
from companion.engine.step import Called
from companion.engine.wire import say
from companion.engine.wording import isolated
from companion.games.parabellum import data

type Id = Annotated[str, Matching(IDENTIFIER.pattern, "an id: a letter a-z, then up to 31 of a-z, 0-9 and _")]
"""An identifier of a player, company, unit type, class, terrain, map, objective, colour or tag."""
type UnitId = Annotated[str, Matching("u[1-9][0-9]{0,4}", "a unit's id: u and its number, such as u12")]
"""A unit's number over the whole campaign, such as `u12`."""
type UnitNumber = Annotated[
    str, Matching(NUMBER.pattern, "a unit's number: u and a whole number from 1 to 999999")
]
"""The number that a card is dealt (RULING R63): an id like any other unit's, up to `u999999`."""
type ScenarioId = Annotated[
    str, Matching(SCENARIO_ID.pattern, "a scenario: its round and perhaps a letter, such as 2a")
]
"""A scenario's round and letter, such as `2a`."""
type PlayerId = Annotated[str, Known("players")]
"""Somebody at the table."""
type Amount = Annotated[int, AtLeast(0)]
type Positive = Annotated[int, AtLeast(1)]
type Count = Annotated[int, Between(-LARGEST, LARGEST)]
"""A whole number out of a state, even one that no table can have: the audit tells of it."""
type Die = Annotated[int, ByHand(read_die, says=Annotated[int, OneOf(data.DICE)])]
"""One of the game's dice, by its sides."""
type Strength = Annotated[int, Between(1, data.MOST_DICE)]
"""The people of a unit that is there."""
type Text = Annotated[str, Sized(1)]
type Title = Annotated[Text, Then(lambda given, _: isolated(given))]
"""What a binder calls a thing: in no sentence does it turn the words beside it."""
type SquareName = Annotated[str, Matching(SQUARE.pattern, "a square, column A to T and row 1 to 40,")]
"""A square's name; whether it lies on a map is the rules' word."""


IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,31}")
NUMBER = re.compile(r"u[1-9][0-9]{0,5}")
SCENARIO_ID = re.compile(r"[1-9][a-z]?")


def read_id(value: object, path: str) -> str:
    """An identifier of a player or anything else that a binder names."""
    name: str = shape.read(Id, value, path)
    return name


def read_scenario_id(value: object, path: str) -> str:
    """A scenario's round and letter, such as `2a`."""
    name: str = shape.read(ScenarioId, value, path)
    return name


def unit_order(unit: str) -> int:
    """Units go by their number.

    >>> sorted(["u10", "u9"], key=unit_order)
    ['u9', 'u10']
    """
    return int(unit[1:])


def player_named(player: object) -> Called:
    """A player's id as people read it, until who plays there gives a name."""
    return Called(spoken(player), player if type(player) is str else "")


def spoken(identifier: object) -> str:
    """An id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    return identifier.replace("_", " ").title() if type(identifier) is str and identifier else "Somebody"


def read_die(value: object, path: str) -> int:
    if type(value) is int and value in data.DICE:
        return value
    raise InvalidInput(
        path, f"A die has one of {', '.join(map(str, data.DICE))} sides; {say(value)} was given."
    )


OWN = {"black": "K"}
"""Printers call black K; so blue keeps its B."""


def letters(palette: Sequence[str]) -> Mapping[str, str]:
    """A capital of its own for each colour of a palette: the first of its name that is free.

    >>> letters(("blue", "black", "brown"))["brown"]
    'R'
    """
    return _letters(tuple(dict.fromkeys(palette)))


@cache
def _letters(colours: tuple[str, ...]) -> Mapping[str, str]:
    letters: dict[str, str] = {}
    for colour in colours:
        wanted = (
            OWN.get(colour, colour[0].upper()),
            *colour.upper(),
            *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        )
        free = (sign for sign in wanted if sign.isalnum() and sign not in letters.values())
        letters[colour] = next(free, "?")
    return letters


SQUARE = re.compile(r"[a-t]([1-9]|[1-3][0-9]|40)")

SIDES: tuple[data.Side, ...] = ("n", "e", "s", "w")
OPPOSITE: dict[data.Side, data.Side] = {"n": "s", "e": "w", "s": "n", "w": "e"}
STEPS: dict[data.Side, tuple[int, int]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def is_square(value: object) -> bool:
    """Whether this names a square of the largest map that there can be."""
    return type(value) is str and SQUARE.fullmatch(value) is not None


def read_square(value: object, path: str) -> str:
    """A square's name; whether it lies on a map is the caller's word."""
    if type(value) is str and SQUARE.fullmatch(value):
        return value
    raise InvalidInput(
        path, f"{THING}: a square, column A to T and row 1 to 40, is wanted; {say(value)} was given."
    )


@cache
def place(square: str) -> tuple[int, int]:
    """Column and row of a square, counted from 0.

    >>> place("b7")
    (1, 6)
    """
    return squares.column_of(square), squares.row_of(square) - 1


@cache
def square_at(column: int, row: int) -> str:
    """The square of a column and a row, counted from 0.

    >>> square_at(1, 6)
    'b7'
    """
    return squares.square(column, row + 1)


@cache
def reading_order(square: str) -> tuple[int, int]:
    """Squares go by row, then by column.

    >>> sorted(["a2", "b1", "a1"], key=reading_order)
    ['a1', 'b1', 'a2']
    """
    column, row = place(square)
    return row, column


@cache
def beside(square: str, side: data.Side) -> str | None:
    """The square on that side; none beyond the left and upper edge, which are every map's."""
    column, row = place(square)
    right, down = STEPS[side]
    if column + right < 0 or row + down < 0:
        return None
    return square_at(column + right, row + down)


@cache
def side_towards(square: str, other: str) -> data.Side | None:
    """The side of `square` by which one steps to `other`; none where the two are no neighbours."""
    return next((side for side in SIDES if beside(square, side) == other), None)


@cache
def distance(one: str, other: str, metric: str = "orthogonal") -> int:
    """How far two squares are from each other (R14).

    >>> distance("a1", "c2"), distance("a1", "c2", "diagonal")
    (3, 2)
    """
    apart = squares.apart(one, other)
    return max(apart) if metric == "diagonal" else sum(apart)


RING: tuple[data.Quarter, ...] = ("nw", "ne", "se", "sw")
BIT: dict[data.Quarter, int] = {quarter: 1 << n for n, quarter in enumerate(RING)}
NOTHING, EVERYTHING = 0, 15
HALVES = tuple(sum(BIT[quarter] for quarter in data.QUARTERS_OF[half]) for half in ("n", "e", "s", "w"))
TOUCHING: dict[data.Side, int] = {
    "n": BIT["nw"] | BIT["ne"],
    "e": BIT["ne"] | BIT["se"],
    "s": BIT["se"] | BIT["sw"],
    "w": BIT["sw"] | BIT["nw"],
}


@cache
def quarters(position: data.Position) -> int:
    """The quarters that a position takes; in the centre, half-width units too take all four (R15)."""
    return sum(BIT[quarter] for quarter in data.QUARTERS_OF[position])


@cache
def free_positions(footprint: data.Footprint, taken: int) -> tuple[data.Position, ...]:
    """Where a footprint finds room beside what is taken, in listing order."""
    return tuple(each for each in data.POSITIONS_OF[footprint] if not quarters(each) & taken)


@cache
def passes(footprint: data.Footprint, taken: int, entered: data.Side, left: data.Side) -> bool:
    """Whether a footprint comes through a square from one side to another.

    >>> west_to_east = ("w", "e")
    >>> passes("small", BIT["nw"] | BIT["se"], *west_to_east), passes("small", BIT["nw"], *west_to_east)
    (False, True)
    """
    if footprint == "large":
        return taken == NOTHING
    if footprint == "medium":
        return any(not half & taken and half & TOUCHING[entered] and half & TOUCHING[left] for half in HALVES)
    # Every free quarter that hangs together with one of the start, edge by edge.
    free = EVERYTHING & ~taken
    reached = TOUCHING[entered] & ~taken
    for _ in RING:
        reached |= ((reached << 1 | reached >> 3) | (reached >> 1 | reached << 3)) & free
    return bool(reached & TOUCHING[left])


class Payment(NamedTuple):
    """What goes on somebody's sheet; `amount` is signed, `quantity` the number bought, else 1."""

    player: str
    kind: data.Kind
    item: str
    amount: int
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `n` counts from 1 over all players, `amount` is signed and never 0."""

    n: Count
    scenario: Text
    round: Count
    player: PlayerId
    kind: data.Kind
    item: Text
    quantity: Count
    amount: Count


def numbered(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines that somebody may see, counted from 1: numbers over all players tell of the others' lines."""
    return tuple(line if line.n == n else Line(n, *_REST(line)) for n, line in enumerate(lines, 1))


_REST = attrgetter("scenario", "round", "player", "kind", "item", "quantity", "amount")
