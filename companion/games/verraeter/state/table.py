"""Where a game of Verräter stands: the session's state, attribute by attribute (specification 3.3)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.shape import Between, DistinctBy, InFull, Names, Sized, Unsaid
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    BUILDING_CARDS,
    CIRCLE,
    MOST_OFFICES,
    ActionCard,
    BuildingSide,
    House,
    LandscapeType,
    Phase,
)
from companion.games.verraeter.state.cards import Cards, Words
from companion.games.verraeter.state.naming import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    TAKEN,
    CardNames,
    DrawnCards,
    Id,
    PlayerId,
    Position,
    SupplyCards,
)
from companion.games.verraeter.state.options import Options

MOST_ROUNDS = 20

type Site = tuple[Position, Position]


@dataclass(frozen=True, slots=True)
class Building:
    """One of a player's three cards under a landscape, on its estate or its office side."""

    player: PlayerId
    side: BuildingSide


@dataclass(frozen=True, slots=True)
class Landscape:
    """One card of the circle: what it is, which house it shows, what lies under it."""

    type: LandscapeType
    house: House
    building: Building | None


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `hand` holds a 0 for a card of unknown value; `played` is None before he has played."""

    id: Id
    allegiance: House
    vp: Annotated[int, Between(-999, 9999)]
    hand: DrawnCards
    unplaced: Annotated[int, Between(0, BUILDING_CARDS)]
    pick: ActionCard | None
    played: SupplyCards | None


@dataclass(frozen=True, slots=True)
class Draft:
    """The six action cards on their way round: put aside, still to pass on, put back face down."""

    mode: Literal["digital", "offline"] | None = None
    removed: ActionCard | None = None
    pool: Annotated[CardNames, Sized(0, 5)] = ()
    leftover: Annotated[CardNames, Sized(0, 2)] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Who has still to pick up supply, and how many cards at most."""

    player: PlayerId
    entitlement: Annotated[int, Between(1, 4)]


def ids_of(players: tuple[Player, ...]) -> tuple[str, ...]:
    """The players' ids, clockwise."""
    return tuple(player.id for player in players)


SEATED = Names("players", by=ids_of)
DIFFERENT = DistinctBy("id", TAKEN)


@dataclass(frozen=True, slots=True)
class State:
    """A session's state; its attributes are the keys of its JSON. `words` are for display alone.

    `last_conflict` and `result` are the answers of `conflict` and `final-score`, as JSON.
    """

    players: Annotated[tuple[Player, ...], Sized(FEWEST_PLAYERS, MOST_PLAYERS), DIFFERENT, SEATED]
    phase: Phase
    round: Annotated[int, Between(1, MOST_ROUNDS)]
    rounds: Annotated[int, Between(3, MOST_ROUNDS)]
    active: PlayerId | None
    start_player: PlayerId
    strategy_holder: PlayerId
    circle: Annotated[tuple[Landscape, ...], Sized(CIRCLE, CIRCLE)]
    site: Site | None
    draft: Annotated[Draft, InFull()]
    draw: DrawnCards
    discard: SupplyCards
    refill: Annotated[tuple[Due, ...], Sized(0, MOST_PLAYERS)]
    last_conflict: Json
    result: Json
    options: Annotated[Options, InFull()]
    cards: Annotated[Cards, InFull()]
    words: Annotated[Words, Unsaid] = field(default_factory=Words, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return ids_of(self.players)

    def player(self, of: str) -> Player:
        """The player of that id."""
        return next(player for player in self.players if player.id == of)

    def with_player(self, of: str, change: Callable[[Player], Player]) -> "State":
        """The same with one player changed."""
        return replace(self, players=tuple(change(p) if p.id == of else p for p in self.players))

    def with_building(self, position: int, building: Building | None) -> "State":
        """The same with another card, or none, under a landscape."""
        return self.with_landscape(position, replace(self.circle[position], building=building))

    def with_landscape(self, position: int, landscape: Landscape) -> "State":
        """The same with one card of the circle as given."""
        return replace(self, circle=(*self.circle[:position], landscape, *self.circle[position + 1 :]))

    def left_of(self, player: str) -> str:
        """The left neighbour: the next one clockwise."""
        return self.ids[(self.ids.index(player) + 1) % len(self.ids)]

    def in_turn(self) -> tuple[Player, ...]:
        """All players from the start player, clockwise."""
        first = self.ids.index(self.start_player)
        return self.players[first:] + self.players[:first]

    def free(self) -> list[int]:
        """The landscapes under which nothing lies."""
        return [n for n, each in enumerate(self.circle) if each.building is None]

    def buildings(self, player: str, side: BuildingSide | None = None) -> list[int]:
        """Where a player's cards lie; with `side`, only those on that side."""
        owned = ((n, each.building) for n, each in enumerate(self.circle))
        return [n for n, card in owned if card and card.player == player and side in (None, card.side)]

    def may_open_office(self, player: str) -> bool:
        """Whether a player has fewer than two offices (R16)."""
        return len(self.buildings(player, "office")) < MOST_OFFICES

    def one_house(self) -> bool:
        """Whether all twelve landscapes show one house."""
        return len({each.house for each in self.circle}) == 1


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    state: State = shape.read(State, value, path)
    return state


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return shape.write(state)


def neighbour(position: int) -> int:
    """The next position clockwise."""
    return (position + 1) % CIRCLE


def sites(circle: tuple[Landscape, ...]) -> list[Site]:
    """Every pair of neighbours of different houses."""
    pairs = ((n, neighbour(n)) for n in range(CIRCLE))
    return [(i, j) for i, j in pairs if circle[i].house != circle[j].house]
