"""Small true pictures of what is printed: the first page as drawn, or as the typesetter set it."""

from base64 import b64encode
from functools import cache
from pathlib import Path

from django.conf import settings

from companion.press.document import Document
from companion.press.face import Stamp, Text
from companion.press.page import Page
from companion.press.pixels import PDFIUM
from companion.press.text import FAMILIES
from companion.shop.files import Finished
from companion.strongbox import write_whole

ONE_AT_A_TIME = PDFIUM

READABLE = 13.0
"""Points on paper: type from this size on is read in a small picture, and gets its own font."""


def drawn(document: Document) -> str:
    """The first page as an SVG that stands alone: with the fonts of what is large enough to be read."""
    picture = document.preview(1)
    faces = "".join(_font_face(name) for name in sorted(_large(document.sheets[0])))
    return picture.replace("<defs>", f"<defs><style>{faces}</style>", 1)


def _large(page: Page) -> set[str]:
    """The fonts of a page's large type."""
    found: set[str] = set()
    known: set[int] = set()
    todo = [(stamp, stamp.scale) for stamp in page.stamps]
    while todo:
        stamp, scale = todo.pop()
        if id(stamp.face) in known:
            continue
        known.add(id(stamp.face))
        for mark in stamp.face.marks:
            if isinstance(mark, Stamp):
                todo.append((mark, scale * mark.scale))
            elif isinstance(mark, Text) and mark.size * scale >= READABLE:
                found.add(mark.font)
    return found


@cache
def _font_face(name: str) -> str:
    family, weight, style = FAMILIES[name]
    file = f"{family.lower().replace(' ', '-')}-latin-{weight}-{style}.woff2"
    path = Path(settings.HOUSE) / "static" / "fonts" / file
    if not path.exists():
        return ""
    data = b64encode(path.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f"src:url(data:font/woff2;base64,{data})}}"
    )


def pages_in(file: Finished) -> int:
    """How many pages a finished file has."""
    from pypdfium2 import PdfDocument

    kept = file.folder / "pages"
    if not kept.exists():
        with ONE_AT_A_TIME:
            pdf = PdfDocument(file.path)
            count = len(pdf)
            pdf.close()
        write_whole(kept, str(count).encode())
    return int(kept.read_text())


def page_of(file: Finished, number: int, width: int) -> bytes:
    """Page `number` of a finished file as a PNG of that many pixels across, drawn once."""
    kept = file.folder / f"page-{number}-{width}.png"
    if not kept.exists():
        with ONE_AT_A_TIME:
            _render(file.path, number, width, kept)
    return kept.read_bytes()


def _render(pdf: Path, number: int, width: int, to: Path) -> None:
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    try:
        page = document[number - 1]
        half = to.with_suffix(".half")
        page.render(scale=width / page.get_width()).to_pil().convert("RGB").save(half, "PNG")
        half.replace(to)
    finally:
        document.close()


def blank() -> str:
    """A sheet of text that this machine cannot set: lines on paper."""
    lines = "".join(
        f'<rect x="20" y="{y}" width="{110 if y % 40 == 38 else 170}" height="3"/>'
        for y in range(38, 270, 10)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">'
        '<rect width="210" height="297" fill="#fff"/>'
        f'<g fill="#d8d2c6"><rect x="20" y="18" width="90" height="9"/>{lines}</g></svg>'
    )
