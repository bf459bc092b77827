"""What a game of Verräter is made of: values on cards, circles, house rules, where it stands (3).

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.option import Own, Rule, options_of
from companion.engine.records import replace
from companion.engine.step import Called
from companion.engine.wire import Json
from companion.games.verraeter import data

WINNERS = 4
"""A landscape shows points for one to four winners."""

type Value = Annotated[int, shape.Between(0, 99)]
type Points = Annotated[tuple[Value, ...], shape.Sized(WINNERS, WINNERS)]
type Text = Annotated[str, shape.Sized(1)]
type Supply = Annotated[
    Mapping[int, Annotated[int, shape.Between(0, 40)]], shape.Every(data.SUPPLY_VALUES, some=True)
]
"""How many supply cards there are of each value."""


@dataclass(frozen=True, slots=True)
class Land:
    """What is printed on one type of landscape: `vp` are the points of each winner, by their number."""

    conflict: Value
    vp: Points


@dataclass(frozen=True, slots=True)
class NamedLand(Land):
    """The same with a group's own word for it."""

    name: Text | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards in force: what the landscapes show, and how many supply cards there are of each value."""

    landscapes: Annotated[Mapping[str, Land], shape.Every(data.LANDSCAPES)] = field(
        default_factory=lambda: read_file(starter_file(), "")[0].landscapes
    )
    supply: Supply = field(default_factory=lambda: read_file(starter_file(), "")[0].supply)

    @property
    def deck(self) -> tuple[int, ...]:
        return tuple(value for value in data.SUPPLY_VALUES for _ in range(self.supply.get(value, 0)))


@dataclass(frozen=True, slots=True)
class Words:
    """What a group calls its houses and landscapes; display only."""

    houses: Mapping[str, str] = field(default_factory=lambda: data.HOUSE_NAMES)
    landscapes: Mapping[str, str] = field(default_factory=lambda: data.LANDSCAPE_NAMES)


@dataclass(frozen=True, slots=True)
class File:
    """A group's own file of cards (9.4)."""

    format: Literal["verraeter-cards/1"]
    name: Text
    houses: Annotated[Mapping[str, Text], shape.Every(data.HOUSES)] = field(
        default_factory=lambda: data.HOUSE_NAMES
    )
    landscapes: Annotated[Mapping[str, NamedLand], shape.Every(data.LANDSCAPES)] | None = None
    supply: Supply | None = None


def starter_file() -> Json:
    """The project's own card values, as a file (9.3): not the printed ones."""
    return json.loads((data.FOLDER / "starter" / "cards.json").read_text("utf-8"))


@cache
def starter_cards() -> Cards:
    """The card values in force where a group brings none."""
    return read_file(starter_file(), "")[0]


def read_file(value: object, path: str) -> tuple[Cards, Words]:
    """A group's own file of cards (9.4); `InvalidInput` with the path of the first bad value."""
    file = shape.read(File, value, path)
    lands = {kind: Land(land.conflict, land.vp) for kind, land in (file.landscapes or {}).items()}
    names = {kind: land.name or data.LANDSCAPE_NAMES[kind] for kind, land in (file.landscapes or {}).items()}
    return _completed(lands or None, file.supply), Words(file.houses, {**data.LANDSCAPE_NAMES, **names})


def _completed(lands: Mapping[str, Land] | None, supply: Supply | None) -> Cards:
    if lands is None or supply is None:
        starter = starter_cards()
        return Cards(lands or starter.landscapes, starter.supply if supply is None else supply)
    return Cards(lands, supply)


def check_starting_hands(cards: Cards, players: int, path: str) -> None:
    """Refuse a deck that has not a 3, a 4 and a 5 for each player (setup.supply)."""
    for value in data.STARTING_HAND:
        if cards.supply.get(value, 0) < players:
            has = cards.supply.get(value, 0)
            wanted = f"Each of {players} players starts with a {value}, and the deck has {has} of them."
            raise IllegalAction(path, wanted)


class StarterCircle(NamedTuple):
    """One circle as a setup takes it, clockwise from position 0."""

    id: str
    title: str
    circle: Json


@cache
def starter_circles() -> tuple[StarterCircle, ...]:
    """The circles that the project lays out for those who do not want to shuffle."""
    listed = json.loads((data.FOLDER / "starter" / "circles.json").read_text("utf-8"))
    return tuple(StarterCircle(**each) for each in listed)


FEWEST_PLAYERS, MOST_PLAYERS = 3, 4
LARGEST_VALUE = data.SUPPLY_VALUES[-1]
TAKEN = "“{given}” sits here already; each player has an id of his own."
IDENTIFIER = "a player's short name: a letter a-z, then up to 15 of a-z, 0-9 and _"

type Id = Annotated[str, shape.Matching("[a-z][a-z0-9_]{0,15}", IDENTIFIER)]
"""A player's identifier."""
type PlayerId = Annotated[str, shape.Known("players", "{given} does not sit at this table; {names} do.")]
"""Somebody who sits at the table."""
type Position = Annotated[int, shape.Between(0, data.CIRCLE - 1)]
"""A position in the circle."""
type SupplyCards = tuple[Annotated[int, shape.Between(data.SUPPLY_VALUES[0], LARGEST_VALUE)], ...]
"""Supply cards by their values."""
type DrawnCards = tuple[Annotated[int, shape.Between(data.UNKNOWN, LARGEST_VALUE)], ...]
"""The same; 0 stands for a card that nobody has told the app."""
ONE_OF_EACH = shape.Distinct("“{given}” is named before; there is one card of each.")
"""Of a list of action cards, whose length counts first."""


def spoken(player: object) -> Called:
    """A player's id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    if type(player) is not str or not player:
        return Called("Somebody")
    return Called(player.replace("_", " ").title(), player)


RULES = {
    key: Rule(
        **row | {"named": tuple(row.get("named", ())), "own": Own(**row["own"]) if "own" in row else None}
    )
    for key, row in json.loads((data.FOLDER / "house_rules.json").read_text("utf-8")).items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    bonus: Annotated[Literal["always", "winning_side"], RULES["bonus"]] = "always"
    build_side: Annotated[Literal["either", "estate"], RULES["build_side"]] = "either"
    divide_rounding: Annotated[Literal["down", "half_up", "up"], RULES["divide_rounding"]] = "down"
    hand_limit: Annotated[int, shape.Between(3, 9), RULES["hand_limit"]] = 5
    hand_tracking: Annotated[Literal["full", "counts"], RULES["hand_tracking"]] = "full"
    office_card_cap: Annotated[Annotated[int, shape.Between(0, 9)] | None, RULES["office_card_cap"]] = 3
    rounds_per_player: Annotated[Annotated[int, shape.Between(1, 5)] | None, RULES["rounds_per_player"]] = (
        None
    )
    surplus: Annotated[Literal["before", "after"], RULES["surplus"]] = "before"
    tie_break: Annotated[Literal["shared", "supply"], RULES["tie_break"]] = "shared"
    vp_mode: Annotated[Literal["table", "divide"], RULES["vp_mode"]] = "table"

    adviser: Annotated[bool, shape.Unusual, RULES["adviser"]] = False

    @property
    def counts_only(self) -> bool:
        """Whether the table does not tell the app which cards it draws (R30)."""
        return self.hand_tracking == "counts"


DEFAULTS = Options()

HOUSE_RULES = options_of(Options, RULES)


MOST_ROUNDS = 20

type Site = tuple[Position, Position]


@dataclass(frozen=True, slots=True)
class Building:
    """One of a player's three cards under a landscape, on its estate or its office side."""

    player: PlayerId
    side: data.BuildingSide


@dataclass(frozen=True, slots=True)
class Landscape:
    """One card of the circle: what it is, which house it shows, what lies under it."""

    type: data.LandscapeType
    house: data.House
    building: Building | None


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `hand` holds a 0 for a card of unknown value; `played` is None before he has played."""

    id: Id
    allegiance: data.House
    vp: Annotated[int, shape.Between(-999, 9999)]
    hand: DrawnCards
    unplaced: Annotated[int, shape.Between(0, data.BUILDING_CARDS)]
    pick: data.ActionCard | None
    played: SupplyCards | None


@dataclass(frozen=True, slots=True)
class Draft:
    """The six action cards on their way round: put aside, still to pass on, put back face down."""

    mode: Literal["digital", "offline"] | None = None
    removed: data.ActionCard | None = None
    pool: Annotated[tuple[data.ActionCard, ...], shape.Sized(0, 5), ONE_OF_EACH] = ()
    leftover: Annotated[tuple[data.ActionCard, ...], shape.Sized(0, 2), ONE_OF_EACH] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Who has still to pick up supply, and how many cards at most."""

    player: PlayerId
    entitlement: Annotated[int, shape.Between(1, 4)]


def ids_of(players: tuple[Player, ...]) -> tuple[str, ...]:
    return tuple(player.id for player in players)


SEATED = shape.Names("players", by=ids_of)
DIFFERENT = shape.DistinctBy("id", TAKEN)


@dataclass(frozen=True, slots=True)
class State:
    """A session's state; its attributes are the keys of its JSON. `words` are for display alone.

    `last_conflict` and `result` are the answers of `conflict` and `final-score`, as JSON.
    """

    players: Annotated[tuple[Player, ...], shape.Sized(FEWEST_PLAYERS, MOST_PLAYERS), DIFFERENT, SEATED]
    phase: data.Phase
    round: Annotated[int, shape.Between(1, MOST_ROUNDS)]
    rounds: Annotated[int, shape.Between(3, MOST_ROUNDS)]
    active: PlayerId | None
    start_player: PlayerId
    strategy_holder: PlayerId
    circle: Annotated[tuple[Landscape, ...], shape.Sized(data.CIRCLE, data.CIRCLE)]
    site: Site | None
    draft: Annotated[Draft, shape.InFull()]
    draw: DrawnCards
    discard: SupplyCards
    refill: Annotated[tuple[Due, ...], shape.Sized(0, MOST_PLAYERS)]
    last_conflict: Json
    result: Json
    options: Annotated[Options, shape.InFull()]
    cards: Annotated[Cards, shape.InFull()]
    words: Annotated[Words, shape.Unsaid] = field(default_factory=Words, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        return ids_of(self.players)

    def player(self, of: str) -> Player:
        return next(player for player in self.players if player.id == of)

    def with_player(self, of: str, change: Callable[[Player], Player]) -> "State":
        return replace(self, players=tuple(change(p) if p.id == of else p for p in self.players))

    def with_building(self, position: int, building: Building | None) -> "State":
        """The same with another card, or none, under a landscape."""
        return self.with_landscape(position, replace(self.circle[position], building=building))

    def with_landscape(self, position: int, landscape: Landscape) -> "State":
        """The same with one card of the circle as given."""
        return replace(self, circle=(*self.circle[:position], landscape, *self.circle[position + 1 :]))

    def left_of(self, player: str) -> str:
        return self.ids[(self.ids.index(player) + 1) % len(self.ids)]

    def in_turn(self) -> tuple[Player, ...]:
        first = self.ids.index(self.start_player)
        return self.players[first:] + self.players[:first]

    def free(self) -> list[int]:
        """The landscapes under which nothing lies."""
        return [n for n, each in enumerate(self.circle) if each.building is None]

    def buildings(self, player: str, side: data.BuildingSide | None = None) -> list[int]:
        """Where a player's cards lie; with `side`, only those on that side."""
        owned = ((n, each.building) for n, each in enumerate(self.circle))
        return [n for n, card in owned if card and card.player == player and side in (None, card.side)]

    def may_open_office(self, player: str) -> bool:
        """Whether a player has fewer than two offices (R16)."""
        return len(self.buildings(player, "office")) < data.MOST_OFFICES

    def one_house(self) -> bool:
        return len({each.house for each in self.circle}) == 1


def read_state(value: object, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    return shape.read(State, value, path)


state_json = shape.write
"""The whole state, secrets and all."""


def neighbour(position: int) -> int:
    """The next position clockwise."""
    return (position + 1) % data.CIRCLE


def sites(circle: tuple[Landscape, ...]) -> list[Site]:
    pairs = ((n, neighbour(n)) for n in range(data.CIRCLE))
    return [(i, j) for i, j in pairs if circle[i].house != circle[j].house]
