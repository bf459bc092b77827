"""Where a game of Scarper stands: the session's state, attribute by attribute (specification 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict, Unpack

from companion.games.scarper.data import Phase, Side
from companion.games.scarper.state.board import Board, starter_board
from companion.games.scarper.state.library import Library, starter_library
from companion.games.scarper.state.options import Options

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
        """The same with another value for one side."""
        return PerSide(value, self.german) if side == "allied" else PerSide(self.allied, value)

    def __iter__(self) -> Iterator[T]:
        yield self.allied
        yield self.german


@dataclass(frozen=True, slots=True)
class Battlefield:
    """One track's frontline, and the trenches by space (whole numbers, ascending; counts of at least 1)."""

    frontline: int
    trenches: Mapping[int, int]

    def trenches_of(self, side: Side) -> int:
        """How many trenches of `side` lie here: its own are those behind the frontline (R4)."""
        if not self.trenches:
            return 0
        if side == "allied":
            return sum(count for space, count in self.trenches.items() if space < self.frontline)
        return sum(count for space, count in self.trenches.items() if space > self.frontline)


@dataclass(frozen=True, slots=True)
class Hand:
    """A side's event cards in the order drawn; `cards` is `None` where the cards are on the table."""

    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Orders:
    """A side's missions: drawn and not yet chosen from, kept, and how many are kept this year (0 before)."""

    drawn: tuple[str, ...] | None
    kept: tuple[str, ...] | None
    count: int


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card that remains in play, and whose it is."""

    card: str
    owner: Side


class TurnChanges(TypedDict, total=False):
    """What of a round may change once its card is played."""

    step: Step
    event: TurnEvent
    left: int


@dataclass(frozen=True)
class Turn:
    """The action round in progress. `points` are the card's, `left` those not yet spent."""

    side: Side
    step: Step = "start"
    card: str | None = None
    mode: Literal["event", "commands"] | None = None
    event: TurnEvent = "none"
    owner: Side | None = None
    points: int = 0
    left: int = 0

    def but(self, **changes: Unpack[TurnChanges]) -> "Turn":
        """The same round a step further on."""
        return _changed(self, changes)


def _changed[R](record: R, changes: Mapping[str, object]) -> R:
    """A record with some attributes changed: ten times as quick as `dataclasses.replace`, hundreds a game."""
    changed = object.__new__(type(record))
    object.__setattr__(changed, "__dict__", {**record.__dict__, **changes})
    return changed


@dataclass(frozen=True, slots=True)
class TracksScored:
    """What phase F gave; nets are positive for the Allied side."""

    battlefields: PerSide[int]
    propaganda: int
    economy: int
    ongoing: int


@dataclass(frozen=True, slots=True)
class YearRecord:
    """One year of the history: what the missions gave, which they were, and the scoring once it was done."""

    year: int
    missions: PerSide[int]
    revealed: PerSide[tuple[str, ...]]
    tracks: TracksScored | None
    morale: int


class Changes(TypedDict, total=False):
    """What of a state may change."""

    year: int
    phase: Phase
    chooser: Side | None
    first: Side | None
    rounds_done: PerSide[int]
    turn: Turn | None
    morale: int
    propaganda: PerSide[int]
    economy: PerSide[int]
    battlefields: Mapping[str, Battlefield]
    decks: Mapping[str, tuple[str, ...]] | None
    mission_decks: PerSide[tuple[str, ...]] | None
    hands: PerSide[Hand]
    missions: PerSide[Orders]
    in_play: tuple[InPlay, ...]
    played: tuple[str, ...]
    history: tuple[YearRecord, ...]
    winner: Winner | None
    win_by: WinBy | None


@dataclass(frozen=True)
class State:
    """A session's state; its attributes are the keys of its JSON. Morale is positive for the Allied side.

    `board` and `library` are `None` where the starter is in force: `front` and `box` give what is in force.
    """

    options: Options
    board: Board | None
    library: Library | None
    year: int
    phase: Phase
    chooser: Side | None
    first: Side | None
    rounds_done: PerSide[int]
    turn: Turn | None
    morale: int
    propaganda: PerSide[int]
    economy: PerSide[int]
    battlefields: Mapping[str, Battlefield]
    decks: Mapping[str, tuple[str, ...]] | None
    mission_decks: PerSide[tuple[str, ...]] | None
    hands: PerSide[Hand]
    missions: PerSide[Orders]
    in_play: tuple[InPlay, ...]
    played: tuple[str, ...]
    history: tuple[YearRecord, ...]
    winner: Winner | None
    win_by: WinBy | None

    @property
    def front(self) -> Board:
        """The board in force."""
        return self.board or starter_board()

    @property
    def box(self) -> Library:
        """The library in force."""
        return self.library or starter_library()

    def but(self, **changes: Unpack[Changes]) -> "State":
        """The same state with some things changed."""
        return _changed(self, changes)

    def with_battlefield(self, battlefield: str, after: Battlefield) -> "State":
        """The same with one battlefield as it is `after`."""
        return self.but(battlefields={**self.battlefields, battlefield: after})

    def trenches_of(self, side: Side) -> int:
        """All trenches of a side on the board."""
        return sum(battlefield.trenches_of(side) for battlefield in self.battlefields.values())
