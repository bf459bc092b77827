"""The whole book on paper: each company a chapter, pages numbered, set by the press."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from unicodedata import normalize

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.books.accounts import Account, account
from campaigns.books.book import Entered
from campaigns.books.charts import key, ladder
from campaigns.books.counting import Counted, compared, of_seats
from campaigns.books.room import Room
from campaigns.books.sheet import Sheet, sheet
from campaigns.books.sums import Statement, statement
from companion.engine.bookings import Company, Worth
from companion.engine.errors import InvalidInput
from companion.press.fonts import BODY, LABEL, missing
from companion.press.markup import Markup
from companion.press.prose import Prose

PAPERS = {"a4": "A4", "letter": "letter"}
ROWS = 25
"""Lines of a columnar sheet on paper, besides those carried forward."""


class Chapter(NamedTuple):
    """A company in the book."""

    account: Account
    worth: Worth
    statement: Statement
    sheets: Sequence[Sheet]
    counts: Sequence[Counted]
    journal: Sequence[Entered]


def bound(room: Room, companies: Sequence[Company], paper: str) -> Prose:
    """The book of those companies, all of which lie open to the visitor; `InvalidInput` at `paper`."""
    if paper not in PAPERS:
        raise InvalidInput(
            "paper", f"The book is printed on {' or '.join(PAPERS)}; “{paper[:20]}” was asked."
        )
    body = render_to_string("campaigns/books/print.html", _told(room, companies))
    style = render_to_string("campaigns/books/print.css", {"paper": PAPERS[paper]})
    title = f"{room.campaign.title}: the books"
    return Prose(
        title=_drawable(title),
        body=Markup(_drawable(body)),
        style=style,
        page=PAPERS[paper],
        note="The books",
    )


def _told(room: Room, companies: Sequence[Company]) -> dict[str, Any]:
    card, state = room.book.card, room.book.told.state
    prices = card.prices(state)
    return {
        "campaign": room.campaign,
        "card": card,
        "headline": room.book.told.table.headline,
        "evenings": room.book.told.evenings,
        "chapters": [_chapter(room, each) for each in companies],
        "names": card.chapters(state),
        "columns": card.columns,
        "prices": prices,
        "ladder": ladder(prices, "The price ladder"),
        "keys": (("Liquid assets", key(0)), ("Net worth", key(1))),
    }


def _chapter(room: Room, company: Company) -> Chapter:
    own, columns = room.book.of(company.seat), room.book.card.columns
    pages = sheet(columns, own, 1, ROWS).pages
    return Chapter(
        account=account(room.book, company),
        worth=room.book.card.worth(room.book.told.state, company.seat),
        statement=statement(columns, own),
        sheets=[sheet(columns, own, n, ROWS) for n in range(1, pages + 1)],
        counts=compared(room.book, of_seats(room.campaign, [company.seat])),
        journal=own,
    )


def _drawable(text: str) -> SafeString:
    """A question mark for each letter that our fonts lack: no word of a user's stops a print."""
    text = normalize("NFC", text).replace("\t", " ")
    lost = set(missing(BODY, text.replace("\n", "")) + missing(LABEL, text.replace("\n", "")))
    return SafeString("".join("?" if letter in lost else letter for letter in text))
