"""Counted on the table: what was found there beside what the books say, and the entry that sets it right."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.books.book import Book
from campaigns.chronicle import origin
from campaigns.models import Assertion, Campaign
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import play
from companion.tables.devices import Device
from companion.tables.errors import check_text
from companion.tables.journal import Answer
from companion.tables.may import signed
from companion.tables.models import Entry, Request
from companion.tables.writing import writing

MOST, LONGEST_NOTE = 9_999_999, 200


@dataclass(frozen=True, slots=True)
class Counted:
    """A count beside the books. `booked` is None where its line stands no more, so that nothing compares.

    `settled` is the line of the journal that set the difference right, if one stands; `asked` is that the
    other companies have been asked for it and not answered yet.
    """

    assertion: Assertion
    booked: int | None
    settled: int | None
    asked: bool = False

    @property
    def difference(self) -> int:
        """How much more (or, negative, less) lay on the table than the books say."""
        return 0 if self.booked is None else self.assertion.counted - self.booked

    @property
    def is_open(self) -> bool:
        """Whether there is still something to set right."""
        return bool(self.difference) and self.settled is None and not self.assertion.struck


def count(book: Book, who: Device, seat: str, given: Mapping[str, str]) -> Assertion:
    """Keep a count; `InvalidInput` at `counted`, `line` or `note`, `IllegalAction` for who only looks on."""
    if seat not in who.holds:
        raise IllegalAction("", "Only who holds a company's seat counts what lies before it.")
    counted = _whole(given.get("counted", ""), "counted", "credits lie on the table")
    number = _whole(given.get("line", ""), "line", "is the last line of the log before the count")
    if book.place(number) is None:
        raise InvalidInput("line", f"Line {number} does not stand; the last that does is {book.last}.")
    note = given.get("note", "").strip()
    check_text(note, "note")
    if len(note) > LONGEST_NOTE:
        raise InvalidInput("note", f"A note has at most {LONGEST_NOTE} letters; this has {len(note)}.")
    with writing():
        return Assertion.objects.create(
            campaign=book.told.campaign, seat=seat, number=number, counted=counted, note=note, by=signed(who)
        )


def _whole(text: str, path: str, words: str) -> int:
    plain = text.strip().replace(" ", "").replace("\u00a0", "")
    if not plain.isascii() or not plain.isdigit() or int(plain[:9]) > MOST or len(plain) > 9:
        raise InvalidInput(path, f"Which number {words}? A whole number from 0 to {MOST} is wanted.")
    return int(plain)


def compared(book: Book, assertions: list[Assertion]) -> list[Counted]:
    """Each count beside the books as they now are; an entry that was undone settles nothing."""
    settled = _settled(book)
    return [_compared(book, each, settled.get((each.mark, each.seat))) for each in assertions]


def _requests(book: Book, assertion: Assertion) -> QuerySet[Request]:
    """What was asked of the others for that count."""
    return Request.objects.filter(table=book.told.table, key__startswith=f"count-{assertion.mark}-")


KEY = re.compile(r"count-([0-9a-f]{12})-\d+")


def _settled(book: Book) -> dict[tuple[str, str], int]:
    """Which line set which company's count right: one that stands, moved its cash, and bears the count's key.

    An adjusting entry that was corrected since still settles, under the correction's number.
    """
    found = Entry.objects.filter(table=book.told.table, key__startswith="count-")
    rows = list(found.values_list("number", "key", "seat"))
    return _settling(book, rows) if rows else {}


def _settling(book: Book, rows: list[tuple[int, str, str]]) -> dict[tuple[str, str], int]:
    moved = {(each.number, each.booking.seat) for each in book.entries}
    now = _standing_for(book)
    found: dict[tuple[str, str], int] = {}
    for number, key, seat in rows:
        named = KEY.fullmatch(key)
        if named and (now.get(number), seat) in moved:
            found[(named[1], seat)] = now[number]
    return found


def _standing_for(book: Book) -> dict[int, int]:
    """Which line stands for each that was first written: itself, or the last correction of it."""
    amended = dict(Entry.objects.filter(table=book.told.table, kind="amend").values_list("number", "to"))
    return {origin(number, amended): number for number in book.told.position.numbers}


def _compared(book: Book, assertion: Assertion, settled: int | None) -> Counted:
    place = book.place(assertion.number)
    booked = None if place is None else book.cash(assertion.seat, place)
    asked = _requests(book, assertion).filter(status="open").exists()
    return Counted(assertion, booked, settled, asked)


def of_seats(campaign: Campaign, seats: list[str]) -> list[Assertion]:
    """The counts of those companies that have not been struck, newest first."""
    return list(Assertion.objects.filter(campaign=campaign, seat__in=seats, struck=False).order_by("-pk"))


def settle(book: Book, who: Device, counted: Counted, reason: str, seen: int) -> Answer:
    """Write the difference as an adjusting entry through the table's one door, which asks the others first.

    The key names the count, the version and how often it was refused, so that the same form sent twice writes
    one entry.
    """
    if not counted.is_open:
        raise IllegalAction("", "There is nothing to set right: the count and the books agree.")
    if not reason.strip():
        raise InvalidInput("reason", "Say why it is set right by hand: the reason stands in the log.")
    action = book.card.correct(counted.assertion.seat, counted.difference, reason.strip())
    tries = _requests(book, counted.assertion).exclude(status="open").count()
    return play.act(book.told.table, who, action, seen, f"count-{counted.assertion.mark}-{seen}{tries:03d}")
