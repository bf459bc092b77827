"""What programs send to campaigns, series and binders."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from campaigns.forms import LONGEST_NAME, MOST_NAMES
from campaigns.series.forms import FARTHEST, ROWS
from companion.engine.shape import Between, Matching, Sized
from companion.engine.wire import Json

type Day = Annotated[str, Matching(r"\d{4}-\d\d-\d\d", "a day such as 2026-09-03")]
type Title = Annotated[str, Sized(0, 80)]
MOST_UNITS = 9999
type Name = Annotated[str, Sized(1, LONGEST_NAME)]


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
    """How often a binder shall play itself, with how many sides, from which seed on."""

    plays: int = 50
    players: int = 2
    seed: int = 1
