"""What programs are answered of reports and of seasons."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Gist:
    """A report in short; `number` is the evening's, or the scenario's on the way."""

    number: int
    title: str
    lines: int
    fallen: int
    gone: int
    heaviest: str


@dataclass(frozen=True, slots=True)
class Reports:
    """What there are reports of."""

    evenings: tuple[Gist, ...]
    scenarios: tuple[Gist, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """A sentence of a report, and the lines that it rests on."""

    lines: tuple[int, ...]
    moment: str
    tone: str
    text: str
    weight: int


@dataclass(frozen=True, slots=True)
class Toll:
    """What a side lost and took: people and units."""

    name: str
    fallen: int
    gone: int
    felled: int
    destroyed: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The sum of all that moved for one reason."""

    title: str
    amount: int


@dataclass(frozen=True, slots=True)
class Purse:
    """A side's money; `opening` and `closing` are None for who may not know them."""

    name: str
    opening: int | None
    closing: int | None
    kinds: tuple[Moved, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """An evening's or a scenario's report."""

    lines: int
    story: tuple[Happening, ...]
    turning: tuple[Happening, ...]
    tolls: tuple[Toll, ...]
    purses: tuple[Purse, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's season; `victories` counts a shared one as its part, as in “3/2”."""

    name: str
    played: int
    won: int
    shared: int
    victories: str
    points: int
    carried: int


@dataclass(frozen=True, slots=True)
class Score:
    """How one came off."""

    player: str
    seat: str
    points: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class Play:
    """One evening of a series; without scores it has no result yet."""

    number: int
    date: date
    title: str
    notes: str
    table: str | None
    by_hand: bool
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """A series: standings and plays."""

    standings: tuple[Line, ...]
    plays: tuple[Play, ...]
