"""Proof of the books: what was counted on the table, and every journal folded anew beside the database."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from campaigns.books import Book, books_of, proven
from campaigns.chronicle import Chronicle, chronicle_at, origin, same_lines
from campaigns.models import Assertion, Campaign, Evening
from campaigns.reading import Reader, reader_of
from companion import shelf
from companion.engine.campaign.books import Books
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.journal import Place, fold
from companion.engine.step import are_kept
from companion.tables import journal, play
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE, Device, signed
from companion.tables.errors import check_text
from companion.tables.journal import Answer
from companion.tables.lines import dice_of
from companion.tables.models import Entry, Request, Snapshot, Table, writing
from companion.tables.position import BrokenJournal, Position, as_line, begun_anew, extend, read_repairs
from companion.tables.snapshots import SPOILT, Kept, Laid, cut, each_kept, joined
from companion.tables.snapshots import kept as kept_of


def folded(table: Table, entries: Iterable[Entry]) -> Position | str:
    """The table out of its entries alone, nothing remembered; in words, why it cannot be folded.

    Where the rules have moved on since the last line, only the state that was kept can be shown.
    """
    try:
        game = shelf.game(table.system)
        current = extend(Position(replace(game, apply=_once(game.apply)), kept=kept_of(table)), entries)
        current = begun_anew(current) if current.is_behind else replace(current, kept={})
        current.trail[:]  # All of it, now.
        return current
    except BrokenJournal as error:
        return f"{error} {error.__cause__}"
    # What was tampered with may be broken in any way, and the others are still to be looked at.
    except (GameError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"The journal cannot be folded: {error}"


def _once[S](apply: Callable[[S, object], Outcome[S]]) -> Callable[[S, object], Outcome[S]]:
    """The same, each line worked out once in the same state: the fold and the proof of its steps share it."""
    outcomes: dict[tuple[int, int], tuple[S, object, Outcome[S]]] = {}

    def applied(state: S, action: object) -> Outcome[S]:
        at = id(state), id(action)  # Both are kept with the outcome, so that no other has their identity.
        if at not in outcomes:
            outcomes[at] = state, action, apply(state, action)
        return outcomes[at][2]

    return applied


def wrong(table: Table) -> tuple[Position | None, list[str]]:
    """The table's fold, and in words whatever the database shows otherwise."""
    entries = list(Entry.objects.filter(table=table).order_by("number"))
    rows = list(_numbers(table, entries))
    if table.laid_out is not None:
        return None, rows  # Its people are still sitting down.
    current = folded(table, entries) if not rows else "Its lines are not whole, so that it cannot be folded."
    if isinstance(current, str):
        return None, [*rows, current]
    headline = current.game.headline(current.state)[:200]
    if table.headline not in (headline, journal.headline(table, current)):
        rows.append(f"The headline is “{table.headline}”; the journal says “{headline}”.")
    return current, [*rows, *kept_amiss(table, current), *_lines(table, current, entries)]


def kept_amiss(table: Table, current: Position) -> Iterator[str]:
    """The states that are kept are what the journal says, where it can say it."""
    laid: dict[str, Laid] = {}
    for row, kept in each_kept(table):
        place = Place(row.number, row.since)
        if kept is None:
            yield f"The state kept after line {row.number} does not fit its checksum."
        elif place in current.states and not _says(row, kept, current, laid):
            yield f"The state kept after line {row.number} is not the one that the journal leads to."


def _says(row: Snapshot, kept: Kept, current: Position, laid: dict[str, Laid]) -> bool:
    """Whether that state is kept there; of rows that begin alike only what follows is written out anew."""
    state = current.states[Place(row.number, row.since)]
    held = {name for each in laid.values() for name in each.digests}
    own = cut(current.game, state, laid, held)
    # A database, or a file, may have put the keys of what a table was opened with in another order.
    try:
        if {name: [*named] for name, named in own.blocks.items()} == row.blocks:
            return bool(joined(kept.text, {}) == joined(own.text, {}))
        return bool(kept.whole() == _plain(current.game.state_json(state)))
    except SPOILT:
        return False


def _numbers(table: Table, entries: Sequence[Entry]) -> Iterator[str]:
    """Lines are numbered from 1 without a gap, up to the table's version; the first is the setup."""
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, len(numbers) + 1)):
        missing = sorted(set(range(1, table.version + 1)) - set(numbers))
        yield f"Lines are missing: {', '.join(map(str, missing[:10])) or 'their numbers do not run from 1'}."
    if len(numbers) != table.version:
        yield f"The table is at version {table.version}; its journal has {len(numbers)} lines."
    if table.laid_out is None and (not entries or entries[0].kind != "setup"):
        yield "The first line is not the setup."


def _lines(table: Table, current: Position, entries: Sequence[Entry]) -> Iterator[str]:
    """Each line as it was written: its steps, its dice, and what a correction let fall.

    Those of earlier editions of the rules are not asked of the rules of today.
    """
    first = max((entry.number for entry in entries if entry.kind == "edition"), default=0) + 1
    first = len(entries) + 1 if current.is_behind else first
    standing = fold(map(as_line, entries[: first - 1]))
    for entry in entries[first - 1 :]:
        before = Position(
            current.game, entry.number - 1, standing, current.actions.at(standing), current.states
        )
        try:
            yield from (f"Line {entry.number}: {fault}" for fault in _line(table, before, entry))
        except GameError as error:
            yield f"Line {entry.number}: the rules refuse it: {error}"
        standing = standing.after(as_line(entry))


def _line(table: Table, before: Position, entry: Entry) -> Iterator[str]:
    steps: Sequence[Step] = ()
    if entry.kind in ("setup", "action"):
        state = before.state if entry.kind == "action" else None
        outcome = before.game.open(entry.action) if state is None else before.game.apply(state, entry.action)
        steps = outcome.steps
    elif entry.kind == "amend":
        kept = read_repairs(entry.repairs)
        fix = corrected(before, table, HOUSE, Fix(entry.to or 0, entry.action), kept)
        steps = fix.steps
        if sorted(fix.dropped) != sorted(entry.dropped or ()):
            yield f"it let lines {_listed(entry.dropped)} fall; the rules let {_listed(fix.dropped)} fall."
    elif entry.kind == "undo" and entry.to not in before.numbers:
        yield f"it goes back to line {entry.to}, which did not stand."
    if not are_kept(entry.steps, steps):
        yield "its steps are not those of the rules."
    if entry.kind in ("action", "amend") and _plain(entry.dice) != _plain(dice_of(entry.action)):
        yield "its dice are not those of its action."


def _listed(numbers: Iterable[int] | None) -> str:
    return ", ".join(map(str, sorted(numbers or ()))) or "none"


def _plain(value: object) -> object:
    """A value as it comes back out of the database."""
    return json.loads(json.dumps(value))


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
            campaign=book.chronicle.campaign,
            seat=seat,
            number=number,
            counted=counted,
            note=note,
            by=signed(who),
        )


def _whole(text: str, path: str, words: str) -> int:
    plain = text.strip().replace(" ", "").replace("\u00a0", "")
    if not plain.isascii() or not plain.isdigit() or int(plain[:9]) > MOST or len(plain) > 9:
        raise InvalidInput(path, f"Which number {words}? A whole number from 0 to {MOST} is wanted.")
    return int(plain)


def compared(book: Book, assertions: list[Assertion]) -> list[Counted]:
    """Each count beside the books as they now are; an entry that was undone settles nothing."""
    # Which line set which company's count right: one that stands, moved its cash, and bears the count's
    # key. An adjusting entry that was corrected since still settles, under the correction's number.
    entries = Entry.objects.filter(table=book.chronicle.table, key__startswith="count-")
    rows = list(entries.values_list("number", "key", "seat"))
    settled = _settling(book, rows) if rows else {}
    return [_compared(book, each, settled.get((each.mark, each.seat))) for each in assertions]


def _requests(book: Book, assertion: Assertion) -> QuerySet[Request]:
    """What was asked of the others for that count."""
    return Request.objects.filter(table=book.chronicle.table, key__startswith=f"count-{assertion.mark}-")


KEY = re.compile(r"count-([0-9a-f]{12})-\d+")


def _settling(book: Book, rows: list[tuple[int, str, str]]) -> dict[tuple[str, str], int]:
    moved = {(each.number, each.booking.seat) for each in book.entries}
    # Which line stands for each that was first written: itself, or the last correction of it.
    amended = dict(Entry.objects.filter(table=book.chronicle.table, kind="amend").values_list("number", "to"))
    now = {origin(number, amended): number for number in book.chronicle.position.numbers}
    counts: dict[tuple[str, str], int] = {}
    for number, key, seat in rows:
        named = KEY.fullmatch(key)
        if named and (now.get(number), seat) in moved:
            counts[(named[1], seat)] = now[number]
    return counts


def _compared(book: Book, assertion: Assertion, settled: int | None) -> Counted:
    place = book.place(assertion.number)
    booked = None if place is None else book.cash(assertion.seat, place)
    is_open = _requests(book, assertion).filter(status="open").exists()
    return Counted(assertion, booked, settled, is_open)


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
    return play.act(
        book.chronicle.table, who, action, seen, f"count-{counted.assertion.mark}-{seen}{tries:03d}"
    )


@dataclass
class Report:
    """What was looked at, and what differs; each with the table or campaign where."""

    checked: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def add(self, where: str, what: str, rows: list[str]) -> None:
        self.checked.append(f"{where}: {what}: {'differs' if rows else 'as it must be'}")
        self.differing += (f"{where}: {line}" for line in rows)


def reconcile(*without: str) -> Report:
    """Every table, every campaign; `without` these of the `CHECKS`."""
    report, folds = Report(), dict[int, Position]()
    for table in Table.objects.order_by("pk"):
        position, faults = wrong(table)
        if position is not None:
            folds[table.pk] = position
        lines = (
            f"{table.version} line{'' if table.version == 1 else 's'} folded, with steps, dice and headline"
        )
        report.add(f"Table {table.code}", lines, faults)
    for campaign in Campaign.objects.select_related("table").order_by("pk"):
        _campaign(report, campaign, folds, without)
    return report


def _campaign(report: Report, campaign: Campaign, folds: dict[int, Position], without: Sequence[str]) -> None:
    where = f"Campaign {campaign.code}"
    report.add(where, "evenings in order", list(_evenings(campaign)))
    if campaign.table_id not in folds:
        return
    table = Table.objects.get(pk=campaign.table_id)
    chronicle = chronicle_at(campaign, table, folds[table.pk], Reader(table.pk))
    report.add(where, "what its evenings played", list(_played(chronicle)))
    card = books_of(chronicle.game)
    if card is None:
        return
    book = proven(chronicle)
    kept = proven(chronicle_at(campaign, table, folds[table.pk], reader_of(table, folds[table.pk])))
    told = () if kept.fold == book.fold else ("What is kept of its books is not what its lines say.",)
    report.add(where, "what was read of its lines", list(told))
    for what, check in CHECKS.items():
        if what not in without:
            report.add(where, what.format(many=len(book.entries)), list(check(book, card)))


def _evenings(campaign: Campaign) -> Iterator[str]:
    """Evenings are numbered from 1, and each begins no earlier than the one before, within the journal."""
    evenings = list(Evening.objects.filter(campaign=campaign).order_by("number"))
    if [each.number for each in evenings] != list(range(1, len(evenings) + 1)):
        yield f"Evenings are numbered {', '.join(str(each.number) for each in evenings)}."
    if campaign.table is None:
        return
    first = 1
    for each in evenings:
        if not first <= each.first <= campaign.table.version + 1:
            yield f"Evening {each.number} begins at line {each.first}, out of order."
        first = max(first, each.first)
        if each.table_id not in (None, campaign.table_id):
            yield f"Evening {each.number} is at another table."


def _played(chronicle: Chronicle) -> Iterator[str]:
    """What is kept of an evening's lines is what they say."""
    for each in chronicle.evenings:
        places = chronicle.lines.span(each, chronicle.position.standing.places)
        kept = each.chapters or {}
        if places and same_lines(kept, places) and kept["told"] != chronicle.lines.worked_out(each):
            yield f"What evening {each.number} is said to have played is not what its lines say."


def _cash(book: Book, card: Books[object]) -> Iterator[str]:
    """After every line each company has what its books say."""
    seats = [each.seat for each in card.companies(book.chronicle.state)]
    balances, waiting = dict.fromkeys(seats, 0), iter(book.entries)
    entered = next(waiting, None)
    for place, passage in enumerate(book.chronicle.passages):
        while entered is not None and entered.place == place:
            balances[entered.booking.seat] += entered.booking.amount
            entered = next(waiting, None)
        for seat in seats:
            cash = card.cash(passage.after, seat)
            if cash != balances[seat]:
                yield f"After line {passage.number} {seat} has {cash}; its books say {balances[seat]}."


def _trial(book: Book, card: Books[object]) -> Iterator[str]:
    """The trial balance of each company, and of all together, sums to zero."""
    sums: dict[str, int] = {}
    for each in book.entries:
        moved = sum(posting.amount for posting in each.booking.transaction.postings)
        sums[each.booking.seat] = sums.get(each.booking.seat, 0) + moved
    yield from (f"The trial balance of {seat} is {rest}, not 0." for seat, rest in sums.items() if rest)


def _audit(book: Book, card: Books[object]) -> Iterator[str]:
    yield from card.faults(book.chronicle.state)


def _counts(book: Book, card: Books[object]) -> Iterator[str]:
    """What was counted on the table is what the books say, or was set right."""
    seats = {each.seat for each in card.companies(book.chronicle.state)}
    rows = list(Assertion.objects.filter(campaign=book.chronicle.campaign, struck=False))
    for each in compared(book, rows):
        count = each.assertion
        if count.seat not in seats or count.number > book.chronicle.position.version:
            yield f"Count {count.pk} is of {count.seat} at line {count.number}: there is no such thing."
        elif each.is_open:
            words = (
                f"{count.seat} counted {count.counted} after line {count.number}; its books say {each.booked}"
            )
            yield f"{words}, and nothing has set it right."


CHECKS: dict[str, Callable[[Book, Books[object]], Iterator[str]]] = {
    "{many} bookings beside the credits after every line": _cash,
    "trial balances": _trial,
    "the audit of where it stands": _audit,
    "counts on the table": _counts,
}
