"""The whole book: a title page, the contents, each company a chapter, the price of people."""

from collections.abc import Iterator, Sequence

from campaigns.books.counting import compared, of_seats
from campaigns.books.paper import chapters
from campaigns.books.paper.lettering import HEAD, SECTION, WORDS, one, shown
from campaigns.books.paper.tables import Kept, table
from campaigns.books.room import Room
from companion.engine.campaign.bookings import Company
from companion.engine.errors import InvalidInput
from companion.press.book import Binding, Strip, leaves
from companion.press.book import bound as bind
from companion.press.document import Document
from companion.press.page import PAPERS, Size
from companion.press.text import SUBTITLE

ASKED = ("a4", "letter")


def bound(room: Room, companies: Sequence[Company], paper: str) -> Document:
    """The book of those companies, all of which lie open to the visitor; `InvalidInput` at `paper`."""
    if paper not in ASKED:
        raise InvalidInput("paper", f"The book is printed on {' or '.join(ASKED)}; “{paper[:20]}” was asked.")
    binding = Binding(paper=PAPERS[paper].turned(), sides="loose")
    title = shown(f"{room.campaign.title}: the books", SUBTITLE)
    counts = compared(room.book, of_seats(room.campaign, [each.seat for each in companies]))
    told = [
        chapters.company(
            room.book,
            each._replace(name=shown(each.name, SUBTITLE)),
            [count for count in counts if count.assertion.seat == each.seat],
            binding.room,
        )
        for each in companies
    ]
    told.append(chapters.prices(room.book, binding.room))
    cover = leaves(_cover(room, companies, binding.room), binding.room.height)[0]
    return Document(title, bind(title, cover, told, binding), paper)


def _cover(room: Room, companies: Sequence[Company], area: Size) -> Iterator[Strip]:
    table_ = room.book.told.table
    yield one(room.campaign.title, HEAD, area.width, tied=True)
    yield one("The books", SECTION, area.width, tied=True)
    yield one(table_.headline, WORDS, area.width, 4)
    yield one(f"Up to line {room.book.last} of the log of table {table_.code}.", WORDS, area.width)
    yield one(f"In them: {', '.join(each.name for each in companies)}.", WORDS, area.width)
    columns = (Kept("Evening", 20), Kept("Date", 40), Kept("Title", 110), Kept("From line", 24, True))
    rows = [(e.number, f"{e.date:%-d %B %Y}", e.title, e.first) for e in room.book.told.evenings]
    yield from table(columns, rows[-20:])
