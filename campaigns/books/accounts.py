"""A company at a glance: what it is worth, how that went, and its trial balance."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from campaigns.books.book import Book, Point
from campaigns.books.charts import lines
from campaigns.books.sums import Trial, trial
from campaigns.books.worth import Measured, course
from companion.engine.campaign.bookings import Company
from companion.engine.chart import Label, Series


@dataclass(frozen=True, slots=True)
class Account:
    """A company on the first page, and at the head of its chapter in print."""

    company: Company
    now: Measured
    course: Sequence[Measured]
    chart: SafeString
    trial: Trial


def account(book: Book, company: Company) -> Account:
    """One company's figures and their chart."""
    return book.once(("account", company.seat), lambda: _account(book, company))


def _account(book: Book, company: Company) -> Account:
    own = book.of(company.seat)
    went = course(book, company.seat)
    series = [Series("Liquid assets", [m.liquid for m in went]), Series("Net worth", [m.net for m in went])]
    told = f"Liquid assets and net worth of {company.name} at the end of each round, as in the table."
    chart = lines(series, labels([each.point for each in went]), told)
    return Account(company, went[-1], went, chart, trial(own, book.card.account))


def labels(points: Sequence[Point]) -> list[Label]:
    """The scenarios along an axis of rounds."""
    found: list[Label] = []
    for place, point in enumerate(points):
        words = point.when.chapter.upper()
        if found and found[-1].words == words:
            found[-1] = found[-1]._replace(last=place)
        else:
            found.append(Label(place, place, words))
    return found
