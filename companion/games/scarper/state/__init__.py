"""What a game of Scarper is made of: its house rules, and where it stands, frozen (specification 3).

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.game import Outcome, Scene
from companion.engine.option import Own, Rule, options_of
from companion.engine.records import replace
from companion.engine.shape import AsOne, Between, ByHand, Every, InFull, Names, Sized
from companion.games.scarper.data import MORALE_END, YEARS, Phase, Side
from companion.games.scarper.state.box import (
    Battlefield,
    Board,
    Library,
    read_battlefields,
    read_board,
    read_library,
    starter_board,
    starter_library,
)

OWN_CARDS = Own("table", "Our own cards", "You play with the box. The app deals nothing and keeps count.")

type TieRule = Literal["previous_second", "previous_first", "allied", "german"]

RULES = {
    key: Rule(
        **{**words, "named": tuple(words.get("named", ())), "own": OWN_CARDS if key == "cards" else None}
    )
    for key, words in json.loads(Path(__file__).with_name("house_rules.json").read_text("utf-8")).items()
}
"""The ruling and the words of each house rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default (specification 3)."""

    cards: Annotated[Literal["app", "table"], RULES["cards"]] = "app"
    direct_victory: Annotated[Literal["any_time", "year_end"], RULES["direct_victory"]] = "any_time"
    initiative_tie: Annotated[TieRule, RULES["initiative_tie"]] = "previous_second"
    relative_position: Annotated[Literal["spaces", "value_steps"], RULES["relative_position"]] = "spaces"
    propaganda_max: Annotated[int, Between(1, 99), RULES["propaganda_max"]] = 10
    economy_max: Annotated[int, Between(5, 99), RULES["economy_max"]] = 10
    trench_supply: Annotated[Annotated[int, Between(6, 99)] | None, RULES["trench_supply"]] = None
    unspent_points: Annotated[Literal["lose", "forbid"], RULES["unspent_points"]] = "lose"
    ongoing_at: Annotated[Literal["scoring", "missions"], RULES["ongoing_at"]] = "scoring"
    mission_success: Annotated[int, Between(0, 15), RULES["mission_success"]] = 3
    mission_failure: Annotated[int, Between(0, 15), RULES["mission_failure"]] = 2


DEFAULTS = Options()
HOUSE_RULES = options_of(Options)


MOST = 1000
"""No figure of a table is larger."""

type Figure = Annotated[int, Between(-MOST, MOST)]
type Morale = Annotated[int, Between(-MORALE_END, MORALE_END)]
type Year = Annotated[int, Between(YEARS[0], YEARS[-1])]
type Points = Annotated[int, Between(0, 6)]
type Id = Annotated[str, Sized(1)]
type Ids = Annotated[tuple[Id, ...], AsOne]

type Winner = Literal["allied", "german", "draw"]
type WinBy = Literal["direct", "attrition", "resignation"]
type Step = Literal["start", "event", "commands"]
type TurnEvent = Literal["none", "first", "last", "done", "blocked"]


@dataclass(frozen=True, slots=True)
class PerSide[T]:
    """One thing a side, by attribute or by key."""

    allied: T
    german: T

    def __getitem__(self, side: Side) -> T:
        return self.allied if side == "allied" else self.german

    def put(self, side: Side, value: T) -> "PerSide[T]":
        return PerSide(value, self.german) if side == "allied" else PerSide(self.allied, value)

    def __iter__(self) -> Iterator[T]:
        yield self.allied
        yield self.german


@dataclass(frozen=True, slots=True)
class Hand:
    """A side's event cards in the order drawn; `cards` is `None` where the cards are on the table."""

    count: Annotated[int, Between(0, MOST)]
    cards: Ids | None


@dataclass(frozen=True, slots=True)
class Orders:
    """A side's missions: drawn and not yet chosen from, kept, and how many are kept this year (0 before)."""

    drawn: Ids | None
    kept: Ids | None
    count: Annotated[int, Between(0, 2)]


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card that remains in play, and whose it is."""

    card: Id
    owner: Side


@dataclass(frozen=True)
class Turn:
    """The action round in progress. `points` are the card's, `left` those not yet spent."""

    side: Side
    step: Step = "start"
    card: Id | None = None
    mode: Literal["event", "commands"] | None = None
    event: TurnEvent = "none"
    owner: Side | None = None
    points: Points = 0
    left: Points = 0


@dataclass(frozen=True, slots=True)
class TracksScored:
    """What phase F gave; nets are positive for the Allied side."""

    battlefields: PerSide[Figure]
    propaganda: Figure
    economy: Figure
    ongoing: Figure


@dataclass(frozen=True, slots=True)
class YearRecord:
    """One year of the history: what the missions gave, which they were, and the scoring once it was done."""

    year: Year
    missions: PerSide[Figure]
    revealed: PerSide[Ids]
    tracks: TracksScored | None
    morale: Morale


@dataclass(frozen=True)
class State:
    """A session's state; its attributes are the keys of its JSON. Morale is positive for the Allied side.

    `board` and `library` are `None` where the starter is in force: `front` and `box` give what is in force.
    """

    options: Options
    board: Annotated[
        Annotated[Board, ByHand(read_board, attrgetter("given"))] | None,
        Names("front", by=lambda board: board or starter_board()),
    ]
    library: Annotated[Library, ByHand(read_library, attrgetter("given"))] | None
    year: Year
    phase: Phase
    chooser: Side | None
    first: Side | None
    rounds_done: PerSide[Figure]
    turn: Annotated[Turn, InFull()] | None
    morale: Morale
    propaganda: PerSide[Figure]
    economy: PerSide[Figure]
    battlefields: Annotated[Mapping[str, Battlefield], ByHand(read_battlefields, knowing="front")]
    decks: Annotated[Mapping[str, Ids], Every(tuple(map(str, YEARS)))] | None
    mission_decks: PerSide[Ids] | None
    hands: PerSide[Hand]
    missions: PerSide[Orders]
    in_play: tuple[InPlay, ...]
    played: Ids
    history: tuple[YearRecord, ...]
    winner: Winner | None
    win_by: WinBy | None

    @property
    def front(self) -> Board:
        return self.board or starter_board()

    @property
    def box(self) -> Library:
        return self.library or starter_library()

    def with_battlefield(self, battlefield: str, after: Battlefield) -> "State":
        return replace(self, battlefields={**self.battlefields, battlefield: after})

    def track(self, what: str) -> PerSide[int]:
        return self.propaganda if what == "propaganda" else self.economy

    def with_track(self, what: str, after: PerSide[int]) -> "State":
        return replace(self, propaganda=after) if what == "propaganda" else replace(self, economy=after)

    def trenches_of(self, side: Side) -> int:
        return sum(battlefield.trenches_of(side) for battlefield in self.battlefields.values())


type Table = Scene[State]
"""A table of Scarper as somebody sees it."""
type After = Outcome[State]
"""The state after a deed, and the steps that led there."""


def read_state(value: object, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable (6.2)."""
    state = shape.read(State, value, path, missing_first=True)
    box, turn = state.box, state.turn
    held = [each for hand in state.hands for each in hand.cards or ()]
    cards = [*(each.card for each in state.in_play), *held, *([turn.card] if turn and turn.card else [])]
    missions = [each for orders in state.missions for each in orders.kept or ()]
    strange = [f"“{each}” is no card" for each in cards if each not in box.cards]
    strange += [f"“{each}” is no mission" for each in missions if each not in box.missions]
    if strange:
        raise InvalidInput(path, f"{strange[0]} of “{box.title}”.")
    return state


state_json = shape.write
"""The whole state, secrets and all; board and library as they were given."""
