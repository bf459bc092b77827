"""The books to take away: as a workbook, and as a beancount ledger."""

import json
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from io import BytesIO
from typing import Any

from django.utils.text import slugify

from campaigns.books import Book, Entered, Sheets, in_columns, trial
from campaigns.files import Value, printable
from companion.engine.campaign.books import ROOTS, Company, Posting

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
    return book.chronicle.campaign.created.date()


def _text(value: str) -> str:
    return json.dumps(" ".join(printable(value).split()), ensure_ascii=False)


JOURNAL = (
    "Booking", "Log line", "Evening", "Date", "Scenario", "Round", "Company", "Kind", "Item", "Memo",
    "Quantity", "Debit", "Credit", "Amount", "Balance", "Rule",
)  # fmt: skip
SHEET = ("Booking", "Scenario", "Round", "Item", "Quantity")
BESIDE = ("Log line", "Evening", "Date", "Memo")
SHEET_NAME = 31
"""Letters in the name of a spreadsheet's sheet, at most."""


def journal(book: Book, companies: Sequence[Company]) -> list[list[Value]]:
    """Every booking of those companies in order, with both sides."""
    names = {each.seat: each.name for each in companies}
    titles = {each.kind: each.title for each in book.card.columns}
    rows = [_journal_row(book, each, names, titles) for each in book.entries if each.booking.seat in names]
    return [list(JOURNAL), *rows]


def _journal_row(book: Book, entered: Entered, names: dict[str, str], titles: dict[str, str]) -> list[Value]:
    line = entered.booking
    account = book.card.account
    return [
        line.n, entered.number, *_evening(entered), line.chapter.upper(), line.round, names[line.seat],
        titles[line.kind], line.item, book.memo(entered) or None, line.quantity, account(line.debit),
        account(line.credit), line.amount, entered.balance, line.rule,
    ]  # fmt: skip


def _evening(entered: Entered) -> tuple[Value, Value]:
    return (entered.evening.number, entered.evening.date) if entered.evening else (None, None)


def columnar(book: Book, seat: str) -> list[list[Value]]:
    """A company's Balance Sheet in the rulebook's columns, its sums in the last row."""
    own, columns = book.of(seat), book.card.columns
    head: list[Value] = [*SHEET, *(each.title for each in columns), "Balance", *BESIDE]
    total = Sheets(columns, own).sums[-1]
    last: list[Value] = [
        None,
        None,
        None,
        "Together",
        None,
        *total.amounts,
        total.balance,
        *(None for _ in BESIDE),
    ]
    return [head, *(_columnar_row(book, each) for each in own), last]


def _columnar_row(book: Book, entered: Entered) -> list[Value]:
    line = entered.booking
    head: list[Value] = [line.n, line.chapter.upper(), line.round, line.item, line.quantity]
    beside = [entered.number, *_evening(entered), book.memo(entered) or None]
    return [*head, *in_columns(line, book.card.columns), entered.balance, *beside]


def balances(book: Book, companies: Sequence[Company]) -> list[list[Value]]:
    rows: list[list[Value]] = [["Company", "Account", "Debit", "Credit"]]
    for company in companies:
        told = trial(book.of(company.seat), book.card.account)
        rows += [[company.name, each.name, each.debit or None, each.credit or None] for each in told.balances]
        rows.append([company.name, "Together", told.debit, told.credit])
    return rows


def as_xlsx(sheets: Sequence[tuple[str, Sequence[Sequence[Value]]]]) -> bytes:
    """A workbook of named sheets, the first row of each standing still as its heading."""
    from openpyxl import Workbook  # costs a quarter of a second: only where somebody takes a sheet

    book = Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    for name, rows in sheets:
        _fill(book.create_sheet(_sheet_name(name, taken)), rows)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """A name that spreadsheets take: without their own signs, short, and no other sheet's."""
    plain = "".join(each for each in printable(name) if each not in "[]:*?/\\'\t\r\n").strip() or "Company"
    found, n = plain[:SHEET_NAME], 2
    while found.lower() in taken:
        found, n = f"{plain[: SHEET_NAME - 4]} {n}", n + 1
    taken.add(found.lower())
    return found


def _fill(sheet: Any, rows: Sequence[Sequence[Value]]) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    for down, row in enumerate(rows, 1):
        for across, value in enumerate(row, 1):
            _put(sheet.cell(down, across), value)
    for cell in (*sheet[1], *(sheet[sheet.max_row] if len(rows) > 1 else ())):
        cell.font = Font(bold=cell.row == 1 or "Together" in rows[-1])
    for across, head in enumerate(rows[0], 1):
        longest = max(len(str(row[across - 1] or "")) for row in rows)
        sheet.column_dimensions[get_column_letter(across)].width = min(max(longest, len(str(head))) + 2, 42)
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"


def _put(cell: Any, value: Value) -> None:
    if isinstance(value, str):
        cell.value, cell.data_type = printable(value), "s"
        cell.quotePrefix = True
    elif value is not None:
        cell.value = value
        cell.number_format = "yyyy-mm-dd" if isinstance(value, date) else "#,##0"
