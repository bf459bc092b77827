"""What programs are answered in a campaign: each answer is one of these records, written as JSON."""

from dataclasses import dataclass
from datetime import date

from campaigns.books.sums import Balance
from companion.engine.campaign.branches import Booklet, Leg, Sum
from companion.engine.tree import Edge, Node
from companion.tables.api.answers import Why


@dataclass(frozen=True, slots=True)
class Brief:
    """A campaign or series in short; `table` is its journal's code, where its bell rings too."""

    code: str
    system: str
    title: str
    kind: str
    table: str | None
    version: int | None
    headline: str
    put_away: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """All that this token knows."""

    campaigns: tuple[Brief, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a campaign; `own` is told to its own token alone."""

    id: str
    name: str
    player: str
    company: str
    words: str
    own: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: its notes, what it played, and its lines from `first` to `last`, 0 where there are none."""

    number: int
    date: date
    title: str
    notes: str
    came: tuple[str, ...]
    table: str | None
    under_way: bool
    chapters: tuple[str, ...]
    first: int
    last: int
    lines: int


@dataclass(frozen=True, slots=True)
class Whole:
    """A campaign as its first page has it."""

    campaign: Brief
    over: bool
    host: bool
    seats: tuple[Seat, ...]
    evenings: tuple[Evening, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A seat's token, told this once."""

    id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Begun:
    """A new campaign: the host's token, and one for each seat."""

    campaign: Brief
    host: str
    seats: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A token that may look."""

    token: str


@dataclass(frozen=True, slots=True)
class Company:
    """A company whose books lie open to the token."""

    seat: str
    name: str
    standing: str
    cash: int
    liquid: int
    net: int
    balances: tuple[Balance, ...]


@dataclass(frozen=True, slots=True)
class Booking:
    """One line of the books, with the line of the journal that made it."""

    n: int
    line: int
    evening: int | None
    date: date | None
    seat: str
    scenario: str
    round: int
    kind: str
    item: str
    quantity: int
    debit: str
    credit: str
    amount: int
    balance: int
    rule: str


@dataclass(frozen=True, slots=True)
class Books:
    """All that lies open."""

    companies: tuple[Company, ...]
    shut: tuple[str, ...]
    bookings: tuple[Booking, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """All scenarios, the ways between them, who chooses next, and where the campaign has been."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    choice: str
    because: tuple[Why, ...]
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: its booklet, and how many ways lead there from here."""

    node: Node
    booklet: Booklet
    prospect: str
    ways: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a company can afford in a scenario that could be next."""

    seat: str
    scenario: str
    title: str
    sums: tuple[Sum, ...]
    free: int
    steps: tuple[Why, ...]
    headings: tuple[str, ...]
    offers: tuple[tuple[str | int, ...], ...]
    chances: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class Afford:
    """For each seat of the token; `words` where there is nothing to reckon with."""

    forecasts: tuple[Forecast, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """What happened to a unit, in which line."""

    line: int
    moment: str
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's life as the token may know it; `flag` its beads as colour and letter.

    `given` is what its company calls it, `note` what it says of it, `drawn` a name that it may take: each
    empty for none, and for who may not know.
    """

    id: str
    seat: str
    name: str
    given: str
    drawn: str
    note: str
    kind: str
    flag: tuple[tuple[str, str], ...]
    place: str
    now: str
    own: bool
    fights: int
    felled: int
    fallen: int
    facts: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """Every unit that the token knows of."""

    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """What was written down, by its number; `table` is the code of a table that was opened for it."""

    number: int
    table: str | None = None
