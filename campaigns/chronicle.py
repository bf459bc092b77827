"""A campaign as it went: the lines of its journal that stand, each with its evening and its states."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from cachetools import LRUCache

from campaigns.models import Campaign, Evening
from companion.engine.game import Game
from companion.engine.wire import Json
from companion.tables.models import Entry, Table
from companion.tables.position import Position, position

REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Passage:
    """One line that stands: the state before it (None before the setup) and after it, and its evening.

    `number` is the entry's in the journal, which links to it; an amendment bears its own number.
    """

    number: int
    action: Json
    before: Any
    after: Any
    evening: Evening | None


@dataclass(frozen=True)
class Lines:
    """What stands in a journal, line by line and evening by evening. It may be forgotten without loss.

    `past` are the numbers of the lines of earlier editions of the rules, by the evening's row.
    """

    game: Game[Any]
    passages: Sequence[Passage]
    past: Mapping[int, Sequence[int]]

    @cached_property
    def by_evening(self) -> Mapping[int, Sequence[Passage]]:
        """The lines of each evening, by its row's number."""
        within: dict[int, list[Passage]] = {}
        for passage in self.passages:
            if passage.evening is not None:
                within.setdefault(passage.evening.pk, []).append(passage)
        return within

    @cached_property
    def chapters(self) -> Mapping[int, Sequence[str]]:
        """What was played on each evening, in the game's words."""
        card = self.game.campaign
        if card is None:
            return {}
        return {
            evening: list(dict.fromkeys(card.chapter(each.after) for each in lines))
            for evening, lines in self.by_evening.items()
        }


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What stands in a campaign's journal, oldest first. Every page of a campaign is a fold of it."""

    campaign: Campaign
    table: Table
    position: Position
    lines: Lines
    evenings: Sequence[Evening]

    @property
    def passages(self) -> Sequence[Passage]:
        """The lines that stand, oldest first."""
        return self.lines.passages

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.position.game

    @property
    def state(self) -> Any:
        """Where the campaign stands."""
        return self.position.state

    def of(self, evening: Evening) -> Sequence[Passage]:
        """The lines of one evening."""
        return self.lines.by_evening.get(evening.pk, ())

    def past(self, evening: Evening) -> Sequence[int]:
        """The lines of one evening that were played by an earlier edition: the log alone tells of them."""
        return self.lines.past.get(evening.pk, ())

    def chapters(self, evening: Evening) -> Sequence[str]:
        """What was played on one evening, in the game's words."""
        return self.lines.chapters.get(evening.pk, ())

    def entry(self, number: int) -> Entry:
        """One line as it was written: its steps, its dice, who tapped it and when."""
        return Entry.objects.get(table=self.table, number=number)


def chronicle(campaign: Campaign) -> Chronicle:
    """The campaign's journal as it stands; `BrokenJournal` where the rules no longer follow it."""
    table = Table.objects.get(campaign=campaign)
    return told(campaign, table, position(table))


def told(campaign: Campaign, table: Table, known: Position) -> Chronicle:
    """The same out of a position of its table."""
    evenings = list(Evening.objects.filter(campaign=campaign))
    noted = [
        [getattr(evening, field.attname) for field in Evening._meta.concrete_fields] for evening in evenings
    ]
    same = (table.pk, table.code, repr(noted))
    return Chronicle(campaign, table, known, _remembered(same, known, evenings, table), evenings)


_known: LRUCache[tuple[int, str, str], tuple[Position, Lines]] = LRUCache(REMEMBERED)
_lock = Lock()


def _remembered(
    same: tuple[int, str, str], known: Position, evenings: Sequence[Evening], table: Table
) -> Lines:
    with _lock:
        position, lines = _known.get(same, (None, None))
    if lines is None or position is not known:
        lines = _lines(known, evenings, table)
        with _lock:
            _known[same] = known, lines
    return lines


def _lines(known: Position, evenings: Sequence[Evening], table: Table) -> Lines:
    """Where the rules do not follow what led there, all that is told begins where the table stands."""
    if not known.is_whole:
        known = replace(known, standing=known.standing.begun_anew)
    firsts, amended = [evening.first for evening in evenings], _amended(table)

    def within(number: int) -> Evening | None:
        """The evening in which the line was written: the last that began no later."""
        began = bisect_right(firsts, origin(number, amended))
        return evenings[began - 1] if began else None

    past: dict[int, list[int]] = {}
    for number in known.past:
        if (evening := within(number)) is not None:
            past.setdefault(evening.pk, []).append(number)
    return Lines(known.game, _passages(known, within), past)


def _passages(known: Position, within: Callable[[int], Evening | None]) -> list[Passage]:
    passages: list[Passage] = []
    for at, (place, after) in enumerate(zip(known.standing.places, known.trail, strict=True)):
        # The line that all begins with says nothing that was done.
        before, action = (known.trail.before(at), known.actions[place.number]) if at else (None, {})
        passages.append(Passage(place.number, action, before, after, within(place.number)))
    return passages


def _amended(table: Table) -> dict[int, int]:
    """The line in whose place each amendment stands."""
    rows = Entry.objects.filter(table=table, kind="amend")
    return dict(rows.values_list("number", "to"))


def origin(number: int, amended: dict[int, int]) -> int:
    """The line that was written first in this place: an old battle that is corrected stays in its evening."""
    while number in amended:
        number = amended[number]
    return number
