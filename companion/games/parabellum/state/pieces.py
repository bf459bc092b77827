"""What lies on the table: units, players, tokens, and what is remembered of them (specification 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from companion.games.parabellum.data import Position

type Where = Literal["reserve", "predeploy", "map", "aboard"]
type Status = Literal["in", "withdrawn", "eliminated", "abstained"]
type EndedBy = Literal["withdrawal", "rounds", "objective", "manual"]

WHERES: tuple[Where, ...] = ("reserve", "predeploy", "map", "aboard")
STATUSES: tuple[Status, ...] = ("in", "withdrawn", "eliminated", "abstained")
ENDINGS: tuple[EndedBy, ...] = ("withdrawal", "rounds", "objective", "manual")
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


class Load(NamedTuple):
    """Tokens of fuel and ammunition: a cargo, a cache, a part of a reserve."""

    fuel: int = 0
    ammunition: int = 0

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


class Supply(NamedTuple):
    """What is left to buy; None is unlimited."""

    manpower: int
    fuel: int | None
    ammunition: int | None


class Reserve(NamedTuple):
    """People and tokens behind a player's screen."""

    personnel: int = 0
    fuel: int = 0
    ammunition: int = 0

    def plus(self, personnel: int = 0, load: Load = EMPTY) -> "Reserve":
        """The same with more people and tokens."""
        return Reserve(self.personnel + personnel, self.fuel + load.fuel, self.ammunition + load.ammunition)


@dataclass(frozen=True, slots=True)
class Player:
    """One sector manager; `die` is for the next turn-order roll."""

    seat: int
    company: str
    status: Status
    die: int
    credits: int
    reserve: Reserve


@dataclass(frozen=True, slots=True)
class Unit:
    """One Unit Tracking Card and its miniature. `cost` is the price paid, `mp_used` movement this turn.

    Where the map lies on the table, `ground` and `earthwork` are what the players say it stands on.
    """

    owner: str
    type: str
    cost: int
    where: Where = "reserve"
    square: str | None = None
    position: Position | None = None
    transport: str | None = None
    flag: tuple[str, ...] = ()
    strength: int = 0
    fuel: int = 0
    ammunition: int = 0
    cargo: Load = EMPTY
    entrench: int = 0
    bridge: str | None = None
    mp_used: int = 0
    partner: str | None = None
    marks: frozenset[str] = frozenset()
    ground: str | None = None
    earthwork: bool = False

    def marked(self, *marks: str) -> "Unit":
        """The same with more marks."""
        return replace(self, marks=self.marks | set(marks))


class Standing(NamedTuple):
    """How an objective stands: who has completed it, and for how many turns each has held it."""

    done: tuple[str, ...]
    streak: Mapping[str, int]


class Tally(NamedTuple):
    """What a player did in this scenario; `spotted` are unit ids in unit order."""

    destroyed: int = 0
    lost: int = 0
    spotted: tuple[str, ...] = ()


class Report(NamedTuple):
    """What reconnaissance found, as it was at that moment; the last four say: any at all (A4)."""

    type: str
    strength: int
    fuel: bool
    ammunition: bool
    cargo: bool
    passengers: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A finished scenario; `chooser` and `next` are None until the next one is chosen."""

    scenario: str
    ended_by: EndedBy
    rounds: int
    completed: Mapping[str, tuple[str, ...]]
    ranking: tuple[str, ...]
    eliminated: tuple[str, ...]
    chooser: str | None = None
    next: str | None = None
