"""The gate of the campaigns' interface: tokens, what is sent and answered, every refusal."""

from dataclasses import dataclass, field, fields
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from django.http import HttpRequest, JsonResponse

from campaigns.books import Balance
from campaigns.door import Visitor, visitor
from campaigns.models import Campaign
from campaigns.opening import LONGEST_NAME, MOST_NAMES
from campaigns.series import Line, Score
from campaigns.series.records import FARTHEST, ROWS
from companion.engine.campaign import Booklet, Leg, Sum
from companion.engine.campaign.books import Record
from companion.engine.shape import Between, Matching, Sized
from companion.engine.step import Step
from companion.engine.tree import Edge, Node
from companion.engine.wire import Json
from companion.tables.api.gate import NO_TOKEN, Entrance, Place, refusal
from companion.tables.devices import bearer, count_guess, met, spelt

type Day = Annotated[str, Matching(r"\d{4}-\d\d-\d\d", "a day such as 2026-09-03")]
type Title = Annotated[str, Sized(0, 80)]
type Name = Annotated[str, Sized(1, LONGEST_NAME)]
type Here = tuple[Campaign, Visitor]


if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def picked[T: "DataclassInstance"](kind: type[T], thing: object, **own: object) -> T:
    """An answer of that kind: `own` as it is given, every other field as the thing has it.

    >>> from dataclasses import dataclass
    >>> from types import SimpleNamespace
    >>> @dataclass
    ... class Row:
    ...     name: str
    ...     number: int
    >>> picked(Row, SimpleNamespace(name="Ada", secret=9), number=2)
    Row(name='Ada', number=2)
    """
    of_thing = (each.name for each in fields(kind) if each.name not in own)
    return kind(**{name: getattr(thing, name) for name in of_thing}, **own)


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
    because: tuple[Step, ...]
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
    steps: tuple[Step, ...]
    headings: tuple[str, ...]
    offers: tuple[tuple[str | int, ...], ...]
    chances: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Afford:
    """For each seat of the token; `words` where there is nothing to reckon with."""

    forecasts: tuple[Forecast, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """Every unit that the token knows of."""

    units: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """What was written down, by its number; `table` is the code of a table that was opened for it."""

    number: int
    table: str | None = None


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


MOST_UNITS = 9999


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign on one journal, or a series of single evenings; the first evening is `on` that day."""

    system: str
    title: Annotated[str, Sized(1, 80)]
    span: Literal["campaign", "series"] = "campaign"
    kind: Literal["open", "seated"] = "seated"
    setup: Json = field(default_factory=dict)
    on: Day | None = None


@dataclass(frozen=True, slots=True)
class Tonight:
    """The day (the house's own where it is not said); of a series also the title and setup of its table."""

    on: Day | None = None
    title: Title = ""
    kind: Literal["open", "seated"] = "seated"
    setup: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Noted:
    """What is noted of an evening; it takes the place of what stood there."""

    date: Day
    title: Title = ""
    notes: Annotated[str, Sized(0, 10_000)] = ""
    came: Annotated[tuple[Name, ...], Sized(0, MOST_NAMES)] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kind of unit, by its id in the roster of the scenario, and how many of it."""

    kind: str
    number: Annotated[int, Between(0, MOST_UNITS)]


@dataclass(frozen=True, slots=True)
class Cart:
    """A roster to plan for a seat, in a scenario that could be next."""

    seat: str
    scenario: str
    wanted: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """One who played: either everybody has points, or somebody has won."""

    player: Name
    seat: Annotated[str, Sized(0, LONGEST_NAME)] = ""
    points: Annotated[int, Between(-FARTHEST, FARTHEST)] | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class NewPlay:
    """A play of a series that had no table here."""

    date: Day
    scores: Annotated[tuple[Scored, ...], Sized(1, ROWS)]
    title: Title = ""
    notes: Annotated[str, Sized(0, 10_000)] = ""


@dataclass(frozen=True, slots=True)
class NewBinder:
    """A binder to begin: its content, or null for the starter's copy."""

    system: str
    content: Json = None


@dataclass(frozen=True, slots=True)
class Save:
    """A binder's content to keep, and the version that it was made from."""

    content: Json
    seen: Annotated[int, Between(0, 2**31)]
    what: Annotated[str, Sized(0, 200)] = ""


@dataclass(frozen=True, slots=True)
class NewTrials:
    """How often a binder shall play itself, with how many sides, from which seed on, and by whom."""

    plays: int = 50
    players: int = 2
    seed: int = 1
    strength: Literal["plays_along", "thinks"] = "plays_along"


UNKNOWN = "This token is not known in this campaign, or was taken back."


def _at_campaign(request: HttpRequest, place: Place) -> Here | JsonResponse:
    token, code = bearer(request), spelt(place.pop("code"))
    if token is None:
        return refusal(401, "unauthorized", NO_TOKEN)
    campaign = Campaign.objects.select_related("table").filter(code=code).first()
    who = visitor(campaign, token) if campaign else Visitor()
    if met(request, code, campaign, who.joined, token) is None or campaign is None:
        return refusal(404, "not_found", f"There is no campaign “{code}”.")
    if not who.joined:
        count_guess(request, token)
        return refusal(403, "forbidden", UNKNOWN)
    return campaign, who


AT_CAMPAIGN = Entrance(_at_campaign)
"""For whoever's token is good in that campaign: gives it, and who that is there."""
