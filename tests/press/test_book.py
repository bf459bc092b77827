"""A bound book whose contents are true, and a booklet whose pages come in order once it is folded."""

import re
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from companion.press.book import (
    Binding,
    Chapter,
    Dress,
    Leaf,
    Spread,
    Strip,
    bound,
    drawn,
    heading,
    leaves,
    paragraph,
    spreads,
    stitched,
    table,
)
from companion.press.document import Document
from companion.press.face import Face, Paint, Rectangle, Stamp, Text
from companion.press.page import PAPERS
from companion.press.prose import Markup, Prose
from companion.press.text import BODY, STRONG, CannotPrint, DoesNotFit, Style
from tests.press.measuring import MM, fonts, pages, words

PLAIN = Style(font=BODY, size=9.5, leading=1.3)
DRESS = Dress(head=Style(font=STRONG, size=8.5), first=Style(font=STRONG, size=8.5), cell=PLAIN)


def texts(face: Face) -> list[str]:
    found: list[str] = []
    for mark in face.marks:
        if isinstance(mark, Text):
            found += mark.text.split("\n")
        elif isinstance(mark, Stamp):
            found += texts(mark.face)
    return found


def said(leaf: Leaf) -> str:
    return " ".join(word for stamp in leaf for word in texts(stamp.face))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.floats(60, 260))
def test_every_word_is_set_once_and_in_order(lengths: list[int], height: float) -> None:
    count = iter(range(10_000))
    texts_ = [" ".join(f"w{next(count)}" for _ in range(length)) for length in lengths]
    strips = [strip for text in texts_ for strip in paragraph(text, PLAIN, 80, "test")]
    found = leaves(strips, height)
    assert " ".join(said(leaf) for leaf in found) == " ".join(texts_)
    for leaf in found:
        assert all(one.y + one.face.height <= other.y + 1e-6 for one, other in pairwise(leaf))
        assert leaf[-1].y + leaf[-1].face.height <= height + 1e-6


def test_a_heading_stays_with_its_text_and_no_line_stands_alone() -> None:
    block = drawn((), 80, 90)
    text = paragraph(" ".join(["word"] * 60), PLAIN, 80, "test")
    assert len(text) >= 4
    first, second = leaves([block, *heading("Terms", DRESS.head, 80, "test"), *text], 100)
    assert said(first) == ""
    assert said(second).startswith("Terms word")
    [top, *rest] = leaves([drawn((), 80, 100 - 3 * text[0].height - 2), *text], 100)
    assert len(top) - 1 >= 2
    assert len(rest[0]) >= 2


def test_a_tables_headings_stand_again_where_it_goes_on() -> None:
    rows = [(f"row{n}", "some words") for n in range(40)]
    found = leaves(table(("No", "What"), rows, DRESS, 80, "test"), 60)
    assert len(found) > 2
    assert all(said(leaf).startswith("No What") for leaf in found)
    assert sum(said(leaf).count("row") for leaf in found) == 40


def test_a_table_gives_its_room_to_long_columns_and_keeps_its_width() -> None:
    strips = table(("A", "B", "C"), [("x", "long " * 40, "5 credits")], DRESS, 90, "test")
    assert all(strip.face.width == pytest.approx(90) for strip in strips)
    with pytest.raises(DoesNotFit, match=r"table is .* mm too wide"):
        table(("A", "B"), [("x" * 60, "y" * 60)], DRESS, 90, "test")


def test_what_is_higher_than_a_page_is_refused_by_how_much() -> None:
    with pytest.raises(CannotPrint, match="50 mm higher than a page"):
        leaves([drawn((), 80, 150)], 100)


def filled(count: int, name: str, room: float) -> list[Leaf]:
    return [(Stamp(paragraph(f"{name} leaf {n}", PLAIN, room, "test")[0].face, 0, 0),) for n in range(count)]


def a_book(binding: Binding) -> bytes:
    room = binding.room.width
    chapters = [
        Chapter("Brief", filled(1, "brief", room), "right"),
        Chapter("Catalogue", filled(3, "catalogue", room), "right", [("Prices", 0), ("Units", 2)]),
        *(Chapter(f"Booklet {n}", filled(2, f"booklet{n}", room), "spread", [("Map", 1)]) for n in range(60)),
    ]
    cover = tuple(Stamp(strip.face, 0, 50) for strip in heading("A book", PLAIN, room, "test"))
    return Document("A book", bound("A book", cover, chapters, binding), "a4").pdf()


@pytest.mark.parametrize("sides", ["both", "one", "loose"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_numbers_in_the_contents_are_those_of_the_pages(paper: str, sides: str) -> None:
    binding = Binding(paper=PAPERS[paper], sides=sides)  # type: ignore[arg-type]
    found = [page.extract_text() for page in pages(a_book(binding))]
    contents = [n for n, text in enumerate(found) if re.search(r"Contents", text)]
    entries = [
        (met[1], int(met[2]))
        for n in contents
        for met in re.finditer(r"^(Brief|Catalogue|Prices|Units|Booklet \d+|Map)[ .]+(\d+)$", found[n], re.M)
    ]
    assert len(entries) == 4 + 2 * 60
    leaf = {"Brief": "brief leaf 0", "Catalogue": "catalogue leaf 0", "Prices": "catalogue leaf 0"}
    booklet = ""
    for title, number in entries:
        booklet = title.removeprefix("Booklet ") if title.startswith("Booklet") else booklet
        wanted = leaf.get(title) or ("catalogue leaf 2" if title == "Units" else f"booklet{booklet} leaf ")
        wanted += {"Map": "1", "Booklet": "0"}.get(title.split()[0], "")
        assert wanted in found[number - 1]
        assert found[number - 1].rstrip().endswith(str(number))


def test_the_contents_lead_to_the_pages_that_the_outline_names() -> None:
    with pikepdf.open(BytesIO(a_book(Binding(paper=PAPERS["a4"])))) as read:
        numbers = {page.objgen: n for n, page in enumerate(read.pages, 1)}
        links = [
            (str(link.Contents), numbers[link.Dest[0].objgen])
            for page in read.pages
            for link in page.obj.get("/Annots", [])
        ]
        with read.open_outline() as outline:
            contents, *chapters = outline.root
            named = [
                (each.title, numbers[each.destination[0].objgen])
                for chapter in chapters
                for each in (chapter, *chapter.children)
            ]
        assert contents.title == "Contents"
        assert links == named
        assert [chapter.title for chapter in chapters[:3]] == ["Brief", "Catalogue", "Booklet 0"]
        assert [each.title for each in chapters[1].children] == ["Prices", "Units"]


def test_a_spread_ends_on_the_right_and_the_gutter_is_at_the_binding() -> None:
    binding = Binding(paper=PAPERS["a4"])
    read = pages(a_book(binding))
    for n, page in enumerate(read, 1):
        told = page.extract_text()
        assert ("leaf 1" in told and "booklet" in told) <= (n % 2 == 1)
        inner = [x for word, x, _ in words(page) if word.startswith(("brief", "catalogue", "booklet"))]
        assert all(x == pytest.approx(20 if n % 2 else 12, abs=0.5) for x in inner[:1])
    assert len(read) % 2 == 0
    assert read[0].width * MM == pytest.approx(210, abs=0.05)


def test_the_same_book_is_the_same_bytes_in_our_own_type() -> None:
    binding = Binding(paper=PAPERS["letter"])
    one = a_book(binding)
    assert one == a_book(binding)
    assert all(fonts(one).values())


def test_a_picture_is_a_strip_like_any_other() -> None:
    picture = Strip(
        face=Face(80, 40, (Rectangle(Face(80, 40, ()).box("trim"), Paint(stroke=(0.0,))),)), gap=5
    )
    [leaf] = leaves([*heading("A map", PLAIN, 80, "test"), picture], 100)
    assert leaf[1].y == pytest.approx(leaf[0].face.height + 5)


def folded(sides: list[Spread]) -> list[int | None]:
    """The pages as one leafs through the folded and stapled sheets."""
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first = [page for front, back in sheets for page in (front.right, back.left)]
    second = [page for front, back in reversed(sheets) for page in (back.right, front.left)]
    return first + second


@pytest.mark.parametrize("pages", range(1, 18))
def test_folded_sheets_show_every_page_in_its_order(pages: int) -> None:
    leafed = folded(list(spreads(pages)))
    assert leafed[:pages] == list(range(1, pages + 1))
    assert set(leafed[pages:]) <= {None}
    assert len(leafed) == -(-pages // 4) * 4


def test_a_stitched_file_has_two_pages_on_each_side_at_their_own_size_and_the_same_bytes() -> None:
    words = "".join(
        f"<section style='page-break-after: always'>Page number {n}.</section>" for n in range(1, 6)
    )
    pages = Prose(title="A booklet", body=Markup(words), style="", page="A5").pdf()
    sheets = stitched(pages)
    assert sheets == stitched(pages)
    book, flat = PdfDocument(BytesIO(pages)), PdfDocument(BytesIO(sheets))
    wide, high = book.get_page_size(0)
    assert len(flat) == 4
    assert all(flat.get_page_size(n) == pytest.approx((2 * wide, high)) for n in range(4))
    told = [flat[n].get_textpage().get_text_range() for n in range(4)]
    assert "Page number 1." in told[0]
    assert "Page number 2." in told[1]
    assert "Page number 3." in told[2]
    assert "Page number 4." in told[3]
    assert "Page number 5." in told[3]
