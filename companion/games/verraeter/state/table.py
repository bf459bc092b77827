"""Where a game of Verräter stands: the session's state, attribute by attribute (specification 3.3)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.engine.wire import Json
from companion.games.verraeter.data import (
    CIRCLE,
    MOST_OFFICES,
    ActionCard,
    BuildingSide,
    House,
    LandscapeType,
    Phase,
)
from companion.games.verraeter.state.cards import Cards, Words
from companion.games.verraeter.state.options import Options

type Site = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Building:
    """One of a player's three cards under a landscape, on its estate or its office side."""

    player: str
    side: BuildingSide


@dataclass(frozen=True, slots=True)
class Landscape:
    """One card of the circle: what it is, which house it shows, what lies under it."""

    type: LandscapeType
    house: House
    building: Building | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `hand` holds a 0 for a card of unknown value; `played` is None before he has played."""

    id: str
    allegiance: House
    vp: int
    hand: tuple[int, ...]
    unplaced: int
    pick: ActionCard | None = None
    played: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The six action cards on their way round: put aside, still to pass on, put back face down."""

    mode: Literal["digital", "offline"] | None = None
    removed: ActionCard | None = None
    pool: tuple[ActionCard, ...] = ()
    leftover: tuple[ActionCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Who has still to pick up supply, and how many cards at most."""

    player: str
    entitlement: int


@dataclass(frozen=True, slots=True)
class State:
    """A session's state; its attributes are the keys of its JSON. `words` are for display alone.

    `last_conflict` and `result` are the answers of `conflict` and `final-score`, as JSON.
    """

    players: tuple[Player, ...]
    phase: Phase
    round: int
    rounds: int
    active: str | None
    start_player: str
    strategy_holder: str
    circle: tuple[Landscape, ...]
    site: Site | None
    draft: Draft
    draw: tuple[int, ...]
    discard: tuple[int, ...]
    refill: tuple[Due, ...]
    last_conflict: Json
    result: Json
    options: Options
    cards: Cards
    words: Words = field(default_factory=Words, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return tuple(player.id for player in self.players)

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


def neighbour(position: int) -> int:
    """The next position clockwise."""
    return (position + 1) % CIRCLE


def sites(circle: tuple[Landscape, ...]) -> list[Site]:
    """Every pair of neighbours of different houses."""
    pairs = ((n, neighbour(n)) for n in range(CIRCLE))
    return [(i, j) for i, j in pairs if circle[i].house != circle[j].house]
