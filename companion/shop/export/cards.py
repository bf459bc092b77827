"""The cards of a print for print houses, each with its front, its back and its number, as pictures."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL.Image import Image

from companion.engine.errors import InvalidInput
from companion.press.document import Document
from companion.press.face import Face
from companion.press.page import Page
from companion.shop.pictures import ONE_AT_A_TIME

INCH = 25.4
MOST = 400
"""Different cards in one export: a minute's work."""


class Card(NamedTuple):
    """A card by its name: its sides as a print house's pages, and how often it is wanted."""

    name: str
    front: Page
    back: Page | None
    copies: int = 1


def cards_of(document: Document) -> list[Card]:
    """The cards of such a print, those that are alike once; `InvalidInput` at `only` at too many."""
    found: dict[tuple[Face, Face | None], Card] = {}
    pages = list(document.sheets)
    for n, page in enumerate(pages):
        if page.side == "back":
            continue
        after = pages[n + 1] if n + 1 < len(pages) and pages[n + 1].side == "back" else None
        back = after if after and after.stamps else None
        key = face_of(page), face_of(back) if back else None
        known = found.get(key, Card(face_of(page).name, page, back, 0))
        found[key] = known._replace(copies=known.copies + 1)
    if len(found) > MOST:
        words = f"{len(found)} different cards are too many at once; {MOST} go. Name some of them."
        raise InvalidInput("options.only", words)
    return list(found.values())


def face_of(page: Page) -> Face:
    """What is drawn on a print house's page."""
    return page.stamps[0].face


def pictures(pages: Sequence[Page], dots: float) -> Iterator[Image]:
    """Each page as a picture of so many dots an inch, its ink beyond the cut with it."""
    from pypdfium2 import PdfDocument

    from companion.press.pdf import pdf  # a process that prints nothing need not load a PDF library

    with ONE_AT_A_TIME:
        document = PdfDocument(pdf(pages, title="cards"))
        try:
            for n in range(len(pages)):
                yield document[n].render(scale=dots / 72).to_pil().convert("RGB")
        finally:
            document.close()


def fitted(picture: Image, size: tuple[int, int]) -> Image:
    """Brought to a size about its middle; a dot or two that its edge lacks goes on as the edge is."""
    ground = picture.resize(size)
    ground.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    return ground


def trimmed(picture: Image, page: Page) -> Image:
    """The cut card alone."""
    trim, scale = page.trim, picture.width / page.width
    assert trim  # every page of a print house has its cut piece
    x, y, right, bottom = (round(scale * each) for each in (trim.x, trim.y, trim.right, trim.bottom))
    return picture.crop((x, y, right, bottom))


def png(picture: Image, dots: float) -> bytes:
    """A picture as a PNG that says how large it is."""
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dots, dots), compress_level=4)
    return file.getvalue()
