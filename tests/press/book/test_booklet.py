"""A booklet folds into its pages in their order, whatever their number."""

from io import BytesIO

import pytest
from pypdfium2 import PdfDocument

from companion.press.book.booklet import Spread, spreads, stitched
from companion.press.markup import Markup
from companion.press.prose import Prose


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
