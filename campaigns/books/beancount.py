"""The books as a beancount ledger: `bean-check` accepts it, and fava shows the same figures."""

import json
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from django.utils.text import slugify

from campaigns.books.book import Book, Entered
from campaigns.cells import printable
from companion.engine.campaign.bookings import Company
from companion.engine.campaign.ledger import ROOTS, Posting

CURRENCY = "CREDIT"
CALLED = dict(zip(ROOTS, ("Assets", "Liabilities", "Equity", "Income", "Expenses"), strict=True))
DAY = timedelta(days=1)


def ledger(book: Book, companies: Sequence[Company], title: str) -> bytes:
    """All bookings of those companies, each an own branch of the accounts, dated by its evening.

    At the end stands, for the day after the last, what each company has: beancount itself checks the sums.
    """
    branches = _branches(companies)
    own = [each for each in book.entries if each.booking.seat in branches]
    days = [_day(book, each) for each in own]
    first, last = min(days, default=_opened(book)), max(days, default=_opened(book))
    lines = [
        f"option {_text('title')} {_text(title)}",
        f"option {_text('operating_currency')} {_text(CURRENCY)}",
        "",
        f"{first} commodity {CURRENCY}",
        *(f"{first} open {account} {CURRENCY}" for account in _accounts(own, branches)),
        *(line for day, each in zip(days, own, strict=True) for line in _transaction(day, each, branches)),
        "",
        *_balances(own, branches, last + DAY),
    ]
    return ("\n".join(lines) + "\n").encode()


def _branches(companies: Sequence[Company]) -> dict[str, str]:
    """What each company's accounts are called after their root: its name, as far as an account holds it."""
    taken: dict[str, str] = {}
    for company in companies:
        name = slugify(company.name).title() or "Company"
        taken[company.seat] = f"{name}-{len(taken) + 1}" if name in taken.values() else name
    return taken


def _account(posting: Posting, branch: str) -> str:
    root, _, rest = posting.account.partition(":")
    parts = [slugify(part.replace("_", "-")).title() or "Other" for part in rest.split(":")]
    return ":".join([CALLED[root], branch, *parts])


def _accounts(own: Sequence[Entered], branches: dict[str, str]) -> list[str]:
    used = (
        _account(posting, branches[each.booking.seat])
        for each in own
        for posting in each.booking.transaction.postings
    )
    return sorted(set(used))


def _transaction(day: date, entered: Entered, branches: dict[str, str]) -> Iterator[str]:
    line = entered.booking
    evening = f" #evening-{entered.evening.number}" if entered.evening else ""
    item = f"{line.item} × {line.quantity}" if line.quantity > 1 else line.item
    yield ""
    yield f"{day} * {_text(line.chapter.upper())} {_text(item)}{evening} ^line-{entered.number}"
    yield f"  booking: {line.n}"
    yield f"  round: {line.round}"
    yield f"  rule: {_text(line.rule)}"
    for posting in line.transaction.postings:
        yield f"  {_account(posting, branches[line.seat])}  {posting.amount} {CURRENCY}"


def _balances(own: Sequence[Entered], branches: dict[str, str], day: date) -> Iterator[str]:
    """What each company's accounts under its assets hold at the end."""
    sums: dict[str, int] = {}
    for each in own:
        for posting in each.booking.transaction.postings:
            account = _account(posting, branches[each.booking.seat])
            sums[account] = sums.get(account, 0) + posting.amount
    for account in sorted(sums):
        if account.startswith("Assets:"):
            yield f"{day} balance {account}  {sums[account]} {CURRENCY}"


def _day(book: Book, entered: Entered) -> date:
    return entered.evening.date if entered.evening else _opened(book)


def _opened(book: Book) -> date:
    return book.told.campaign.created.date()


def _text(value: str) -> str:
    """A text between quotation marks, on one line."""
    return json.dumps(" ".join(printable(value).split()), ensure_ascii=False)
