"""What people do at a Verräter table, read from the journal into records; who may is for the rules (5).

The order of checks: an object, its `type`, the `op` of a build, then key by key (specification 2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.shape import Between, By, Every, Named, Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import CIRCLE, MOST_SUPPLY_PLAYED, ActionCard, BuildingSide, House
from companion.games.verraeter.state import DrawnCards, PlayerId, Position, Site, State, SupplyCards

THINGS: Mapping[str, str] = {
    "type": "what is done",
    "player": "whose deed it is",
    "landscape": "the landscape",
    "from": "the landscape to move from",
    "to": "the landscape to move to",
    "site": "the two landscapes of the conflict",
    "site.#": "the landscape of the conflict",
    "removed": "the card put aside",
    "card": "the action card to keep",
    "cards": "the supply cards",
    "cards.#": "the supply card",
    "discard": "the cards to lay down",
    "discard.#": "the card to lay down",
    "picks": "the action card of each player",
    "picks.*": "the action card of {}",
    "op": "whether a card is placed, moved or turned, or nothing is built",
    "side": "whether it is an estate or an office",
    "reason": "the reason",
    "changes": "what is set by hand",
    "changes.#": "the change by hand",
    "changes.#.target": "what is set by hand",
    "changes.#.player": "whose it is",
    "changes.#.by": "by how many points",
    "changes.#.house": "the house",
    "changes.#.landscape": "the landscape",
    "changes.#.side": "whether it is an estate or an office",
}


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


BUILDS = {
    "place": PlaceBuilding,
    "move": MoveBuilding,
    "flip": FlipBuilding,
    "pass": PassBuilding,
}
TYPES = {
    "place_estate": PlaceEstate,
    "choose_site": ChooseSite,
    "deal_actions": DealActions,
    "draft_offline": DraftOffline,
    "pick_action": PickAction,
    "play_supply": PlaySupply,
    "reveal": Reveal,
    "build": By("op", BUILDS),
    "refill": Refill,
    "adjust": Adjust,
}
ACTION = Annotated[Action, By("type", TYPES)]


def read_action(value: Json, state: State) -> Action:
    """One action; `InvalidInput` at the fault."""
    action: Action = shape.read(ACTION, value, names={"players": state.ids})
    return action
