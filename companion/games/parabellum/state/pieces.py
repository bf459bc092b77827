"""What lies on the table: units, players, tokens, and what is remembered of them (specification 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.reading import name
from companion.engine.shape import Between, ByHand, InFull, Known, Matching, OneOf, Sized, Sorted, Unusual
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_PLAYERS, POSITIONS_OF, TURN_DICE, Position
from companion.games.parabellum.state.amounts import Count, Text
from companion.games.parabellum.state.binder import MapSheet
from companion.games.parabellum.state.binder.campaign import square_on
from companion.games.parabellum.state.naming import Id, PlayerId, UnitId

LONGEST_FLAG = 4

type Where = Literal["reserve", "predeploy", "map", "aboard"]
type Status = Literal["in", "withdrawn", "eliminated", "abstained"]
type EndedBy = Literal["withdrawal", "rounds", "objective", "manual"]

MARKS = (
    "acted",
    "boarded",
    "dug_out",
    "entrenched",
    "fresh",
    "from_e",
    "from_n",
    "from_s",
    "from_w",
    "repositioned",
    "spotted",
    "unloaded",
    "worked",
)


def square_here(value: Json, sheet: MapSheet | None) -> str:
    """A square of this map; none where the map lies on the table."""
    if sheet is None:
        raise InvalidInput("", "Where the map lies on the table, the app knows no squares.")
    return square_on(value, "", sheet)


type TypeId = Annotated[str, Known("types")]
"""A type of the catalogue."""
type OnMap = Annotated[str, ByHand(square_here, knowing="sheet")]
"""A square of the scenario's map."""
type Square = Annotated[str, ByHand(square_here, knowing="kept")]
"""The same where the app keeps the map; where it lies on the table, there is none."""


LONGEST_NAME, LONGEST_NOTE = 40, 200
_LETTER = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
type UnitName = Annotated[
    str, Matching(f"{_LETTER}{{0,{LONGEST_NAME}}}", f"a name of at most {LONGEST_NAME} letters, on one line,")
]
"""What a company calls one of its units; empty for none."""
type UnitNote = Annotated[
    str, Matching(f"{_LETTER}{{0,{LONGEST_NOTE}}}", f"a note of at most {LONGEST_NOTE} letters, on one line,")
]
"""A line that its commander notes of a unit; empty for none."""


class Load(NamedTuple):
    """Tokens of fuel and ammunition: a cargo, a cache, a part of a reserve."""

    fuel: Count = 0
    ammunition: Count = 0

    @property
    def total(self) -> int:
        """How many squares they fill."""
        return self.fuel + self.ammunition

    def plus(self, other: "Load") -> "Load":
        """Both together."""
        return Load(self.fuel + other.fuel, self.ammunition + other.ammunition)

    def minus(self, other: "Load") -> "Load":
        """What is left after taking the other away."""
        return Load(self.fuel - other.fuel, self.ammunition - other.ammunition)


EMPTY = Load()
type Cargo = Annotated[Load, InFull()]
"""Tokens of which both numbers are said."""


class Supply(NamedTuple):
    """What is left to buy; None is unlimited."""

    manpower: Count
    fuel: Count | None
    ammunition: Count | None


class Reserve(NamedTuple):
    """People and tokens behind a player's screen."""

    personnel: Count = 0
    fuel: Count = 0
    ammunition: Count = 0

    def plus(self, personnel: int = 0, load: Load = EMPTY) -> "Reserve":
        """The same with more people and tokens."""
        return Reserve(self.personnel + personnel, self.fuel + load.fuel, self.ammunition + load.ammunition)


@dataclass(frozen=True, slots=True)
class Player:
    """One sector manager; `die` is for the next turn-order roll."""

    seat: Annotated[int, Between(1, MOST_PLAYERS)]
    company: Annotated[str, Known("companies")]
    status: Status
    die: Annotated[int, Between(*TURN_DICE)]
    credits: Count
    reserve: Annotated[Reserve, InFull()]


@dataclass(frozen=True, slots=True)
class Unit:
    """One Unit Tracking Card and its miniature. `cost` is the price paid, `mp_used` movement this turn.

    Where the map lies on the table, `ground` and `earthwork` are what the players say it stands on. `name`
    and `note` are what its owner calls it and says of it, and as secret as its card.
    """

    owner: PlayerId
    type: TypeId
    cost: Count
    where: Where = "reserve"
    square: Square | None = None
    position: Position | None = None
    transport: UnitId | None = None
    flag: Annotated[tuple[Id, ...], Sized(0, LONGEST_FLAG)] = ()
    strength: Count = 0
    fuel: Count = 0
    ammunition: Count = 0
    cargo: Cargo = EMPTY
    entrench: Count = 0
    bridge: Square | None = None
    mp_used: Count = 0
    partner: UnitId | None = None
    marks: Annotated[frozenset[Annotated[str, OneOf(MARKS)]], Sorted] = frozenset()
    ground: Annotated[Annotated[str, Known("terrain")] | None, Unusual] = None
    earthwork: Annotated[bool, Unusual] = False
    name: Annotated[UnitName, Unusual] = ""
    note: Annotated[UnitNote, Unusual] = ""

    def marked(self, *marks: str) -> "Unit":
        """The same with more marks."""
        return replace(self, marks=self.marks | set(marks))


def fitting(unit: Unit, names: Mapping[str, Any]) -> Unit:
    """A unit that was read, if its place fits its card and the map."""
    kept = names.get("kept") is not None
    if kept and (unit.ground is not None or unit.earthwork):
        raise InvalidInput("ground", "“ground” and “earthwork” have no place here: the map shows them.")
    if kept and unit.where == "map" and unit.square is None:
        raise InvalidInput("square", "A unit on the map stands on a square.")
    if unit.position is not None or unit.square is not None:
        name(unit.position, "position", POSITIONS_OF[names["footprint"](unit.type)])
    return unit


class Standing(NamedTuple):
    """How an objective stands: who has completed it, and for how many turns each has held it."""

    done: tuple[PlayerId, ...]
    streak: Mapping[PlayerId, Count]


class Tally(NamedTuple):
    """What a player did in this scenario; `spotted` are unit ids in unit order."""

    destroyed: Count = 0
    lost: Count = 0
    spotted: tuple[UnitId, ...] = ()


class Report(NamedTuple):
    """What reconnaissance found, as it was at that moment; the last four say: any at all (A4)."""

    type: TypeId
    strength: Count
    fuel: bool
    ammunition: bool
    cargo: bool
    passengers: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A finished scenario; `chooser` and `next` are None until the next one is chosen."""

    scenario: Text
    ended_by: EndedBy
    rounds: Count
    completed: Mapping[PlayerId, tuple[Id, ...]]
    ranking: tuple[PlayerId, ...]
    eliminated: tuple[PlayerId, ...]
    chooser: PlayerId | None = None
    next: Text | None = None
