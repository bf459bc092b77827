"""What people do at a Verräter table: one record for each type of journal entry (specification 5)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.verraeter.data import ActionCard, BuildingSide, House
from companion.games.verraeter.state.table import Site


class PlaceEstate(NamedTuple):
    """Put one's first estate under a free landscape (setup.estates)."""

    player: str
    landscape: int


class ChooseSite(NamedTuple):
    """Say where the conflict is fought (1)."""

    player: str
    site: Site


class DealActions(NamedTuple):
    """Shuffle the six action cards and put one aside (2)."""

    player: str
    removed: ActionCard


class DraftOffline(NamedTuple):
    """Let the real action cards go round the table; the app hears of them when they are turned over (2)."""

    player: str


class PickAction(NamedTuple):
    """Keep one action card and hand the rest on (2)."""

    player: str
    card: ActionCard


class PlaySupply(NamedTuple):
    """Lay supply cards down, face up (3)."""

    player: str
    cards: tuple[int, ...]


class Reveal(NamedTuple):
    """Turn all action cards over and evaluate the conflict (4 to 6); `picks` are those of real cards."""

    picks: Mapping[str, ActionCard] | None


class PlaceBuilding(NamedTuple):
    """The master builder brings a card in (7)."""

    player: str
    landscape: int
    side: BuildingSide


class MoveBuilding(NamedTuple):
    """The master builder moves a card, which keeps its side (7, R15)."""

    player: str
    source: int
    target: int


class FlipBuilding(NamedTuple):
    """The master builder turns a card over (7)."""

    player: str
    landscape: int


class PassBuilding(NamedTuple):
    """The master builder builds nothing (R14)."""

    player: str


class Refill(NamedTuple):
    """Pick supply up, laying down what is too much (10); `cards` are the values drawn, in order."""

    player: str
    discard: tuple[int, ...]
    cards: tuple[int, ...]


class ChangePoints(NamedTuple):
    """More or fewer victory points."""

    player: str
    by: int


class ChangeAllegiance(NamedTuple):
    """Another oath."""

    player: str
    house: House


class ChangeLandscape(NamedTuple):
    """A landscape that shows a house."""

    landscape: int
    house: House


class ChangeBuilding(NamedTuple):
    """Another card, or none, under a landscape."""

    landscape: int
    player: str | None
    side: BuildingSide


class ChangeStrategy(NamedTuple):
    """Another holder of the strategy card."""

    player: str


type Change = ChangePoints | ChangeAllegiance | ChangeLandscape | ChangeBuilding | ChangeStrategy


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: str
    changes: tuple[Change, ...]


type Build = PlaceBuilding | MoveBuilding | FlipBuilding | PassBuilding
type PlayersAction = (
    PlaceEstate | ChooseSite | DealActions | DraftOffline | PickAction | PlaySupply | Build | Refill
)
type Action = PlayersAction | Reveal | Adjust
