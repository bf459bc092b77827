"""A campaign as it went: its evenings, and its lines, each with its evening and states; who fights whom.

An evening holds the lines of the journal from its first on.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from operator import attrgetter
from threading import Lock
from typing import Any, cast

from cachetools import LRUCache
from django.db import DatabaseError
from django.db.models import F
from django.shortcuts import get_object_or_404
from django.utils import timezone

from campaigns.models import Campaign, Evening
from campaigns.reading import Ask, Reader, reader_of
from companion.engine.campaign import Campaign as Card
from companion.engine.campaign import Side
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game, Sight
from companion.engine.journal import Place
from companion.engine.wire import Json
from companion.tables import bell, lobby
from companion.tables.devices import Device
from companion.tables.journal import is_awake
from companion.tables.models import Entry, Seat, Table, Token, writing, writing_at
from companion.tables.position import BrokenJournal, Position, position

APART = 10_000
NOTED = ("date", "title", "came", "notes")
"""What may be noted of an evening."""


def tonight(campaign: Campaign, on: date) -> Evening:
    """The evening that is under way, or a new one from the next line on; a closed table is open again."""
    with writing_at(table_of(campaign)) as table:
        if table.closed_at or table.archived_at:
            lobby.reopen(table)
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=None)
        return _tonight(campaign, table, on)


def rested(table: Table) -> None:
    """Somebody taps after a night: the line begins an evening of the campaign that is played here."""
    campaign = Campaign.objects.filter(table=table).first()
    if campaign is not None:
        _tonight(campaign, table, timezone.localdate())


def _tonight(campaign: Campaign, table: Table, on: date) -> Evening:
    last = latest(campaign)
    if last is None:
        return _new(campaign, table, 1, on)
    if _goes_on(last, table, on):
        return last
    # Whether nothing was played in it; the first evening's setup is no play yet.
    if table.version < max(last.first, 2):
        last.date, last.ended_at = on, None
        last.save(update_fields=["date", "ended_at"])
        bell.stir(table)
        return last
    if last.ended_at is None:
        _end(last)
    return _new(campaign, table, last.number + 1, on)


def open_again(campaign: Campaign) -> None:
    """The last evening is under way once more, so that what was played in it can be mended."""
    with writing_at(table_of(campaign)) as table:
        lobby.reopen(table)
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=None)
        last = latest(campaign)
        if last is not None:
            Evening.objects.filter(pk=last.pk).update(ended_at=None)


def end(campaign: Campaign) -> None:
    """The evening is over: nothing is written any more until the campaign is continued."""
    with writing_at(table_of(campaign)) as table:
        last = latest(campaign)
        if last is None or last.ended_at is not None:
            raise IllegalAction("", "No evening is under way; continue the campaign to begin one.")
        _end(last)
        lobby.close(table)


def begin_at(campaign: Campaign, first: int, on: date) -> Evening:
    """An evening that nobody began when it began: the lines from `first` on move over to it."""
    with writing_at(table_of(campaign)) as table:
        before = Evening.objects.filter(campaign=campaign, first__lt=first).last()
        if before is None or first > table.version:
            raise InvalidInput("first", f"An evening can begin with one of the lines 2 to {table.version}.")
        evening = Evening.objects.filter(campaign=campaign, first=first).first()
        if evening is not None:
            raise InvalidInput("first", f"Evening {evening.number} begins with line {first} already.")
        later = Evening.objects.filter(campaign=campaign, number__gt=before.number)
        later.update(number=F("number") + APART)
        made = _new(campaign, table, before.number + 1, on)
        made.first, made.ended_at = first, before.ended_at
        made.save(update_fields=["first", "ended_at"])
        if before.ended_at is None:
            _end(before)
        Evening.objects.filter(campaign=campaign, number__gt=APART).update(number=F("number") - APART + 1)
    return made


def join_to_the_one_before(campaign: Campaign, evening: Evening) -> None:
    """Two evenings that were one: its lines fall to the evening before, its notes are added there."""
    with writing_at(table_of(campaign)) as table:
        before = Evening.objects.filter(campaign=campaign, number__lt=evening.number).last()
        if before is None:
            raise IllegalAction("", "This is the first evening; there is none before it to join it to.")
        before.notes = "\n\n".join(filter(None, [before.notes, evening.notes]))
        before.came = [*before.came, *(name for name in evening.came if name not in before.came)]
        before.ended_at = evening.ended_at
        before.save(update_fields=["notes", "came", "ended_at"])
        take_out(evening)
        bell.stir(table)


def take_out(evening: Evening) -> None:
    """The row goes, and the later ones move up. Inside `writing`."""
    campaign, number = evening.campaign, evening.number
    evening.delete()
    Evening.objects.filter(campaign=campaign, number__gt=number).update(number=F("number") + APART)
    Evening.objects.filter(campaign=campaign, number__gt=APART).update(number=F("number") - APART - 1)


def latest(campaign: Campaign) -> Evening | None:
    """The evening that is under way, or the last that was."""
    return Evening.objects.filter(campaign=campaign).last()


def numbered(campaign: Campaign, number: int) -> Evening:
    """The evening of that number, or the page for what is not there."""
    return get_object_or_404(Evening, campaign=campaign, number=number)


def note(evening: Evening, notes: Mapping[str, object]) -> None:
    with writing():
        Evening.objects.filter(pk=evening.pk).update(**{name: notes[name] for name in NOTED})
        if evening.table:
            bell.stir(evening.table)


def table_of(campaign: Campaign) -> Table:
    """The table of a campaign; `IllegalAction` for a series, whose evenings each have their own."""
    if campaign.table is None:
        raise IllegalAction("", "A series has a table an evening; open one there.")
    return campaign.table


def seated(table: Table) -> list[str]:
    """The people's names at a table, as far as they gave them."""
    named = Seat.objects.filter(table=table).exclude(player="").values_list("player", flat=True)
    return list(dict.fromkeys(named))


def _new(campaign: Campaign, table: Table, number: int, on: date) -> Evening:
    made = Evening.objects.create(
        campaign=campaign, number=number, date=on, table=table, came=seated(table),
        first=table.version + 1 if number > 1 else 1,
    )  # fmt: skip
    bell.stir(table)
    return made


def _end(evening: Evening) -> None:
    evening.ended_at = timezone.now()
    evening.save(update_fields=["ended_at"])


def _goes_on(last: Evening, table: Table, on: date) -> bool:
    if last.ended_at is not None:
        return False
    return last.date == on or (table.version >= last.first and is_awake(table, table.version))


REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Passage:
    """One line that stands: the state before it (None before the setup) and after it, and its evening.

    `number` is the entry's in the journal, which links to it; an amendment bears its own number.
    """

    number: int
    action: Json
    before: object
    after: object
    evening: Evening | None
    last: object = None


@dataclass(frozen=True)
class Lines:
    """What stands in a journal, line by line and evening by evening. It may be forgotten without loss.

    Nothing is folded before somebody asks what was done in the lines; `amended` are the lines in whose place
    an amendment stands.
    """

    known: Position
    evenings: Sequence[Evening]
    amended: Mapping[int, int]
    reader: Reader
    looked_at: dict[int, Sequence[Passage]] = field(default_factory=dict)
    kept: dict[tuple[object, ...], object] = field(default_factory=dict)

    @cached_property
    def whole(self) -> Position:
        """Where the rules do not follow what led there, all that is told begins where the table stands."""
        known = self.known
        try:
            self.reader.read_on(known, self._passage, ())
        except BrokenJournal:
            return replace(known, standing=known.standing.begun_anew)
        return known

    def read(self, *asks: Ask[Any, Any]) -> list[Any]:
        """What the lines come to: what was read of them before, read on, and all that is asked in one go."""
        if "whole" not in vars(self):
            with suppress(BrokenJournal):  # Then it is `whole` that says what can be read.
                told = self.reader.read_on(self.known, self._passage, asks)
                vars(self)["whole"] = self.known
                return told
        return self.reader.read_on(self.whole, self._passage, asks)

    def once[T](self, name: str, evening: Evening, make: Callable[[Sequence[Passage]], T]) -> T:
        """What `make` makes of an evening: as it is kept, while the same lines stand in it."""
        places = self.span(evening, self.whole.standing.places)
        if not places:
            return make(self.of(evening))
        lasts = evening != self.evenings[-1]  # The one under way has more to come.
        return self.reader.once(f"{name} {evening.pk}", places, lambda: make(self.of(evening)), lasts=lasts)

    def of(self, evening: Evening) -> Sequence[Passage]:
        """The lines of one evening; no others are folded but those since a state that is kept."""
        if evening.pk not in self.looked_at:
            places = self.span(evening, self.whole.standing.places)
            begun = self.whole.numbers.index(places[0].number) if places else 0
            passages = self.between(begun, begun + len(places))
            self.looked_at.clear()  # States of a long campaign are large: those of one evening stay at hand.
            self.looked_at[evening.pk] = list(passages)
        return self.looked_at[evening.pk]

    def between(self, begun: int, end: int) -> Iterator[Passage]:
        """The lines from one place to before another, each state there while its line is looked at."""
        for each in self.whole.walk(begun, end):
            yield self._passage(*each)

    @cached_property
    def passages(self) -> Sequence[Passage]:
        """All of them, and so each state: for a page that tells every line."""
        known, passages = self.whole, list[Passage]()
        last = None
        for place, after in zip(known.standing.places, known.trail, strict=True):
            passages.append(self._passage(place, last, after))
            last = after
        return passages

    def _passage(self, place: Place, last: object, after: object) -> Passage:
        # The line that all begins with says nothing that was done.
        action = {} if last is None else self.known.actions[place.number]
        before = None if last is None else self.known.ready(place, last)
        return Passage(place.number, action, before, after, self.within(place.number), last)

    @cached_property
    def past(self) -> Mapping[int, Sequence[int]]:
        """The numbers of the lines of earlier editions of the rules, by the evening's row."""
        past: dict[int, list[int]] = {}
        for number in self.whole.past:
            if (evening := self.within(number)) is not None:
                past.setdefault(evening.pk, []).append(number)
        return past

    def evenings_of(self, begun: int, end: int) -> list[Evening]:
        """On which evenings the lines from one place to another were written."""
        places = self.whole.standing.places[begun:end]
        return [evening for evening in self.evenings if self.span(evening, places)]

    @cached_property
    def evening_of(self) -> Sequence[Evening | None]:
        """By place among the lines that stand, on which evening each was written."""
        places = self.whole.standing.places
        evenings: list[Evening | None] = [None] * len(places)
        for evening in self.evenings:  # Each goes on until the next begins.
            begun = bisect_left(places, evening.first, key=self._written)
            evenings[begun:] = [evening] * (len(places) - begun)
        return evenings

    def within(self, number: int) -> Evening | None:
        """The evening in which the line was written: the last that began no later."""
        began = bisect_right(self.evenings, origin(number, self.amended), key=attrgetter("first"))
        return self.evenings[began - 1] if began else None

    def span(self, evening: Evening, places: Sequence[Place]) -> Sequence[Place]:
        """Those of `places`, which stand or stood together, that were written on that evening."""
        later = next((each for each in self.evenings if each.number > evening.number), None)
        begun = bisect_left(places, evening.first, key=self._written)
        return places[begun : bisect_left(places, later.first, key=self._written) if later else None]

    def worked_out(self, evening: Evening) -> Sequence[str]:
        """What was played on that evening, out of the states after its lines."""
        card, places = self.known.game.campaign, self.span(evening, self.known.standing.places)
        if card is None or not places:
            return []
        if vars(self).get("whole") is self.known:
            return self.once(
                "chapters", evening, lambda done: _distinct(card.chapter(each.after) for each in done)
            )
        begun = self.known.numbers.index(places[0].number)
        states = self.known.walk(begun, begun + len(places))
        return _distinct(card.chapter(state) for _, _, state in states)

    def _written(self, place: Place) -> int:
        return origin(place.number, self.amended)


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
        return self.lines.passages

    @property
    def game(self) -> Game[object]:
        return self.position.game

    @property
    def card(self) -> Card[object] | None:
        """What its game tells of campaigns, if anything."""
        return self.game.campaign

    @property
    def state(self) -> object:
        return self.position.state

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.game.is_over(self.state)

    def once[T](self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """What `make` makes of these lines as they stand: asked of the rules once, for whatever page."""
        if key not in self.lines.kept:
            self.lines.kept[key] = make()
        return cast("T", self.lines.kept[key])

    def of(self, evening: Evening) -> Sequence[Passage]:
        return self.lines.of(evening)

    def numbers(self, evening: Evening) -> list[int]:
        """All lines of one evening, whichever rules they were played by; nothing is folded for it."""
        standing = self.position.standing
        return [
            place.number
            for places in (standing.past, standing.places)
            for place in self.lines.span(evening, places)
        ]

    def past(self, evening: Evening) -> Sequence[int]:
        """The lines of one evening that were played by an earlier edition: the log alone tells of them."""
        return self.lines.past.get(evening.pk, ())

    def chapters(self, evening: Evening) -> Sequence[str]:
        """What was played on one evening, in the game's words: as it is kept, if the same lines stand."""
        return self.once(("chapters", evening.pk), lambda: _kept_chapters(self.lines, evening))

    def entry(self, number: int) -> Entry:
        """One line as it was written: its steps, its dice, who tapped it and when."""
        return Entry.objects.get(table=self.table, number=number)


def chronicle_of(campaign: Campaign) -> Chronicle:
    """The campaign's journal as it stands; `BrokenJournal` where the rules no longer follow it."""
    table = Table.objects.get(campaign=campaign)
    return chronicle_at(campaign, table, position(table))


def chronicle_at(
    campaign: Campaign, table: Table, position: Position, reader: Reader | None = None
) -> Chronicle:
    """The same out of a position of its table; read anew by a `reader` of one's own."""
    evenings = list(Evening.objects.filter(campaign=campaign))
    noted = [
        [
            getattr(evening, field.attname)
            for field in Evening._meta.concrete_fields
            if field.name != "chapters"
        ]
        for evening in evenings
    ]
    same = (table.pk, table.code, repr(noted))
    lines = (
        _read_anew(position, evenings, table, reader)
        if reader
        else _remembered(same, position, evenings, table)
    )
    return Chronicle(campaign, table, position, lines, evenings)


_known: LRUCache[tuple[int, str, str], tuple[Position, Lines]] = LRUCache(REMEMBERED)
_lock = Lock()


def _remembered(same: tuple[int, str, str], at: Position, evenings: Sequence[Evening], table: Table) -> Lines:
    with _lock:
        position, lines = _known.get(same, (None, None))
    if lines is None or position is not at:
        lines = _read_anew(at, evenings, table, reader_of(table, at))
        with _lock:
            _known[same] = at, lines
    return lines


def _read_anew(known: Position, evenings: Sequence[Evening], table: Table, reader: Reader) -> Lines:
    amended = Entry.objects.filter(table=table, kind="amend").values_list("number", "to")
    return Lines(known, evenings, dict(amended), reader)


def _kept_chapters(lines: Lines, evening: Evening) -> Sequence[str]:
    """What was played on an evening, as it is kept with it while the same lines stand, or worked out anew.

    Where the rules do not follow its lines any more, what is kept of an earlier edition goes on counting.
    """
    places, kept = lines.span(evening, lines.known.standing.places), evening.chapters or {}
    if not places or same_lines(kept, places):
        return kept.get("told", ()) if places else ()
    try:
        chapters = lines.worked_out(evening)
    except BrokenJournal:
        card = lines.known.game.campaign
        return [card.chapter(lines.known.state)] if card and evening == lines.evenings[-1] else ()
    if places[-1] != lines.known.standing.places[-1]:  # The evening under way has more to come.
        keep = {"first": places[0], "last": places[-1], "told": chapters}
        with suppress(DatabaseError), writing():
            Evening.objects.filter(pk=evening.pk).update(chapters=keep)
    return chapters


def same_lines(kept: Mapping[str, object], places: Sequence[Place]) -> bool:
    """Whether it is of these lines that it was kept: between the same two places the same lines stand."""
    return [kept.get("first"), kept.get("last")] == [list(places[0]), list(places[-1])]


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def origin(number: int, amended: Mapping[int, int]) -> int:
    """The line that was written first in this place: an old battle that is corrected stays in its evening."""
    while number in amended:
        number = amended[number]
    return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat of the campaign: its side, who plays it, the devices that hold it, and whether one may sit."""

    seat: Seat
    side: Side | None
    devices: Sequence[str]
    mine: bool

    @property
    def free(self) -> bool:
        return not self.devices


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRow:
    """An evening as it is listed. `first` and `last` are lines of the log; 0 where nothing was played."""

    evening: Evening
    under_way: bool
    chapters: Sequence[str]
    lines: int
    first: int
    last: int


def chairs(chronicle: Chronicle, sight: Sight, who: Device) -> list[Chair]:
    """Every seat in order, with what this sight may know of its side."""
    sides = (
        {side.seat: side for side in chronicle.card.sides(chronicle.state, sight)} if chronicle.card else {}
    )
    held: dict[int, list[str]] = {}
    tokens = Token.objects.filter(table=chronicle.table, role="seat", revoked_at=None).order_by("pk")
    for seat, label in tokens.values_list("seat", "label"):
        held.setdefault(seat, []).append(label or "a program")
    return [
        Chair(
            seat=seat, side=sides.get(seat.chair), devices=held.get(seat.pk, ()), mine=seat.chair in who.holds
        )
        for seat in Seat.objects.filter(table=chronicle.table)
    ]


def evening_rows(chronicle: Chronicle) -> list[EveningRow]:
    return [_evening_row(chronicle, evening) for evening in chronicle.evenings[::-1]]


def _evening_row(chronicle: Chronicle, evening: Evening) -> EveningRow:
    numbers = chronicle.numbers(evening)
    return EveningRow(
        evening=evening,
        under_way=evening.ended_at is None and evening == chronicle.evenings[-1],
        chapters=chronicle.chapters(evening),
        lines=len(numbers),
        first=numbers[0] if numbers else 0,
        last=numbers[-1] if numbers else 0,
    )
