"""What people do at a Verräter table: one record for each type of journal entry (specification 5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine.shape import Between, By, Every, Named, Sized
from companion.games.verraeter.data import CIRCLE, MOST_SUPPLY_PLAYED, ActionCard, BuildingSide, House
from companion.games.verraeter.state.naming import DrawnCards, PlayerId, Position, SupplyCards
from companion.games.verraeter.state.table import Site

MOST_REFILLED = 9


class PlaceEstate(NamedTuple):
    """Put one's first estate under a free landscape (setup.estates)."""

    player: PlayerId
    landscape: Position


class ChooseSite(NamedTuple):
    """Say where the conflict is fought (1)."""

    player: PlayerId
    site: Site


class DealActions(NamedTuple):
    """Shuffle the six action cards and put one aside (2)."""

    player: PlayerId
    removed: ActionCard


class DraftOffline(NamedTuple):
    """Let the real action cards go round the table; the app hears of them when they are turned over (2)."""

    player: PlayerId


class PickAction(NamedTuple):
    """Keep one action card and hand the rest on (2)."""

    player: PlayerId
    card: ActionCard


class PlaySupply(NamedTuple):
    """Lay supply cards down, face up (3)."""

    player: PlayerId
    cards: Annotated[SupplyCards, Sized(0, MOST_SUPPLY_PLAYED)]


class Reveal(NamedTuple):
    """Turn all action cards over and evaluate the conflict (4 to 6); `picks` are real cards, or empty."""

    picks: Annotated[Mapping[str, ActionCard], Every("players")] = {}


class PlaceBuilding(NamedTuple):
    """The master builder brings a card in (7)."""

    player: PlayerId
    landscape: Position
    side: BuildingSide = "estate"


class MoveBuilding(NamedTuple):
    """The master builder moves a card, which keeps its side (7, R15)."""

    player: PlayerId
    source: Annotated[int, Between(0, CIRCLE - 1), Named("from")]
    target: Annotated[int, Between(0, CIRCLE - 1), Named("to")]


class FlipBuilding(NamedTuple):
    """The master builder turns a card over (7)."""

    player: PlayerId
    landscape: Position


class PassBuilding(NamedTuple):
    """The master builder builds nothing (R14)."""

    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """Pick supply up, laying down what is too much (10); `cards` are the values drawn, in order."""

    player: PlayerId
    discard: Annotated[SupplyCards, Sized(0, MOST_REFILLED)] = ()
    cards: Annotated[DrawnCards, Sized(0, MOST_REFILLED)]


class ChangePoints(NamedTuple):
    """More or fewer victory points."""

    player: PlayerId
    by: Annotated[int, Between(-99, 99)]


class ChangeAllegiance(NamedTuple):
    """Another oath."""

    player: PlayerId
    house: House


class ChangeLandscape(NamedTuple):
    """A landscape that shows a house."""

    landscape: Position
    house: House


class ChangeBuilding(NamedTuple):
    """Another card, or none, under a landscape."""

    landscape: Position
    player: PlayerId | None
    side: BuildingSide = "estate"


class ChangeStrategy(NamedTuple):
    """Another holder of the strategy card."""

    player: PlayerId


TARGETS = {
    "vp": ChangePoints,
    "allegiance": ChangeAllegiance,
    "landscape": ChangeLandscape,
    "building": ChangeBuilding,
    "strategy": ChangeStrategy,
}
type Change = ChangePoints | ChangeAllegiance | ChangeLandscape | ChangeBuilding | ChangeStrategy


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[Change, By("target", TARGETS)], ...], Sized(1, 20)]


type Build = PlaceBuilding | MoveBuilding | FlipBuilding | PassBuilding
type PlayersAction = (
    PlaceEstate | ChooseSite | DealActions | DraftOffline | PickAction | PlaySupply | Build | Refill
)
type Action = PlayersAction | Reveal | Adjust
