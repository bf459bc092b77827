"""A booklet: pages of one size laid two by two on sheets, to be printed on both sides, folded and stapled.

The sheets are turned over their short edge. A page stays its size: two of A5 fill one of A4.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple


class Spread(NamedTuple):
    """One side of a sheet: the numbers of the pages at its left and right, counting from 1; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> Iterator[Spread]:
    """The sides in the order in which they are printed: front, back, front, back.

    >>> list(spreads(6))[:2]
    [Spread(left=None, right=1), Spread(left=2, right=None)]
    >>> list(spreads(6))[2:]
    [Spread(left=6, right=3), Spread(left=4, right=5)]
    """
    room = -(-pages // 4) * 4

    def there(number: int) -> int | None:
        return number if number <= pages else None

    for sheet in range(room // 4):
        first, last = 2 * sheet + 1, room - 2 * sheet
        yield Spread(there(last), there(first))
        yield Spread(there(first + 1), there(last - 1))


def stitched(pdf: bytes) -> bytes:
    """The same pages on sheets of twice their width."""
    from pypdfium2 import PdfDocument

    source, sheets = PdfDocument(pdf), PdfDocument.new()
    wide, high = source.get_page_size(0)
    forms = [source.page_as_xobject(n, dest_pdf=sheets) for n in range(len(source))]
    for spread in spreads(len(source)):
        page = sheets.new_page(2 * wide, high)
        for number, x in ((spread.left, 0.0), (spread.right, wide)):
            if number is not None:
                _laid(page, forms[number - 1], x)
        page.gen_content()
    out = BytesIO()
    sheets.save(out)
    return _named_alike(out.getvalue())


def _named_alike(pdf: bytes) -> bytes:
    """The same pages, the same bytes: date and identity of the file do not come from the clock."""
    pdf = re.sub(rb"/CreationDate\(D:[0-9]{14}", b"/CreationDate(D:20000101000000", pdf)
    identity = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")
    plain = identity.sub(b"", pdf)
    name = sha256(plain).hexdigest()[:32].upper().encode()
    return identity.sub(b"/ID[<%b><%b>]" % (name, name), pdf)


def _laid(page: Any, form: Any, x: float) -> None:
    from pypdfium2 import PdfMatrix

    placed = form.as_pageobject()
    placed.set_matrix(PdfMatrix().translate(x, 0))
    page.insert_obj(placed)
