"""Proof of the books: every journal folded again, and compared with all that the database shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.books.book import Book, books_of, proven
from campaigns.books.counting import compared
from campaigns.chronicle import Chronicle, same_lines, told
from campaigns.models import Assertion, Campaign, Evening
from companion.engine.campaign.bookings import Books
from companion.tables.models import Table
from companion.tables.position import Position
from companion.tables.reconciling import wrong


@dataclass
class Report:
    """What was looked at, and what differs; each with the table or campaign where."""

    checked: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def add(self, where: str, what: str, found: list[str]) -> None:
        """One thing that was looked at."""
        self.checked.append(f"{where}: {what}: {'differs' if found else 'as it must be'}")
        self.differing += (f"{where}: {said}" for said in found)


def reconcile(*without: str) -> Report:
    """Every table, every campaign; `without` these of the `CHECKS`."""
    report, known = Report(), dict[int, Position]()
    for table in Table.objects.order_by("pk"):
        position, found = wrong(table)
        if position is not None:
            known[table.pk] = position
        lines = (
            f"{table.version} line{'' if table.version == 1 else 's'} folded, with steps, dice and headline"
        )
        report.add(f"Table {table.code}", lines, found)
    for campaign in Campaign.objects.select_related("table").order_by("pk"):
        _campaign(report, campaign, known, without)
    return report


def _campaign(report: Report, campaign: Campaign, known: dict[int, Position], without: Sequence[str]) -> None:
    where = f"Campaign {campaign.code}"
    report.add(where, "evenings in order", list(_evenings(campaign)))
    if campaign.table_id not in known:
        return
    table = Table.objects.get(pk=campaign.table_id)
    chronicle = told(campaign, table, known[table.pk])
    report.add(where, "what its evenings played", list(_played(chronicle)))
    card = books_of(chronicle.game)
    if card is None:
        return
    kept = proven(chronicle)
    for what, check in CHECKS.items():
        if what not in without:
            report.add(where, what.format(many=len(kept.entries)), list(check(kept, card)))


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


def _cash(kept: Book, card: Books[Any]) -> Iterator[str]:
    """After every line each company has what its books say."""
    seats = [each.seat for each in card.companies(kept.told.state)]
    balances, waiting = dict.fromkeys(seats, 0), iter(kept.entries)
    entered = next(waiting, None)
    for place, passage in enumerate(kept.told.passages):
        while entered is not None and entered.place == place:
            balances[entered.booking.seat] += entered.booking.amount
            entered = next(waiting, None)
        for seat in seats:
            cash = card.cash(passage.after, seat)
            if cash != balances[seat]:
                yield f"After line {passage.number} {seat} has {cash}; its books say {balances[seat]}."


def _trial(kept: Book, card: Books[Any]) -> Iterator[str]:
    """The trial balance of each company, and of all together, sums to zero."""
    sums: dict[str, int] = {}
    for each in kept.entries:
        moved = sum(posting.amount for posting in each.booking.transaction.postings)
        sums[each.booking.seat] = sums.get(each.booking.seat, 0) + moved
    yield from (f"The trial balance of {seat} is {rest}, not 0." for seat, rest in sums.items() if rest)


def _audit(kept: Book, card: Books[Any]) -> Iterator[str]:
    yield from card.faults(kept.told.state)


def _counts(kept: Book, card: Books[Any]) -> Iterator[str]:
    """What was counted on the table is what the books say, or was set right."""
    seats = {each.seat for each in card.companies(kept.told.state)}
    rows = list(Assertion.objects.filter(campaign=kept.told.campaign, struck=False))
    for each in compared(kept, rows):
        count = each.assertion
        if count.seat not in seats or count.number > kept.told.position.version:
            yield f"Count {count.pk} is of {count.seat} at line {count.number}: there is no such thing."
        elif each.is_open:
            words = (
                f"{count.seat} counted {count.counted} after line {count.number}; its books say {each.booked}"
            )
            yield f"{words}, and nothing has set it right."


CHECKS: dict[str, Callable[[Book, Books[Any]], Iterator[str]]] = {
    "{many} bookings beside the credits after every line": _cash,
    "trial balances": _trial,
    "the audit of where it stands": _audit,
    "counts on the table": _counts,
}
