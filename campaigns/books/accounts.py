"""A company at a glance: what it is worth, how that went, and its trial balance."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.books.book import Book
from campaigns.books.charts import fortune
from campaigns.books.sums import Trial, trial
from campaigns.books.worth import Measured, course
from companion.engine.campaign.bookings import Company
from companion.engine.chart import Drawing, on_screen


@dataclass(frozen=True, slots=True)
class Account:
    """A company on the first page, and at the head of its chapter in print."""

    company: Company
    now: Measured
    course: Sequence[Measured]
    chart: Drawing
    trial: Trial


def account(book: Book, company: Company) -> Account:
    """One company's figures and their chart."""
    return book.once(("account", company.seat), lambda: _account(book, company))


def _account(book: Book, company: Company) -> Account:
    own = book.of(company.seat)
    went = course(book, company.seat)
    chart = on_screen(fortune(company, went))
    return Account(company, went[-1], went, chart, trial(own, book.card.account))
