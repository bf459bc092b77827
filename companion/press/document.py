"""A document: pages that are ready to print, under one title."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import Literal, Protocol
from weakref import WeakKeyDictionary

from companion.engine.wording import isolated
from companion.press.face import Face, Stamp, greyed, stamped
from companion.press.page import EDITION, Page, Tick, changed
from companion.press.pixels import rendered
from companion.press.sheet import CUT_PATH
from companion.press.svg import cut_lines, svg
from companion.press.text import edition

type Duplex = Literal["", "Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
"""What a file asks of a printer that can print both sides: nothing, one side, or the edge it turns over."""


class Printed(Protocol):
    """What a printable makes, whichever machine of the press sets it.

    `title` is what the file calls itself, `pdf` the same bytes for the same input, `fingerprint` a short name
    for everything that goes into them.
    """

    @property
    def title(self) -> str: ...
    def pdf(self) -> bytes: ...
    def fingerprint(self) -> str: ...


@dataclass(frozen=True, eq=False)
class Document:
    """Pages of exact geometry. `grey` prints them without a hue; `paper` is what goes into the printer.

    `duplex` is what the file asks of a printer that turns paper over by itself.
    `ticks` are the boxes of each page, where it can be photographed once they are filled.
    """

    title: str
    pages: Sequence[Page]
    paper: str
    grey: bool = False
    duplex: Duplex = ""
    ticks: Sequence[tuple[Tick, ...]] = ()

    @cached_property
    def sheets(self) -> Sequence[Page]:
        """The pages in the ink that was asked for."""
        if not self.grey:
            return self.pages
        sheets: WeakKeyDictionary[Face, Face] = WeakKeyDictionary()

        def grey(page: Page) -> Page:
            return replace(page, stamps=tuple(replace(s, face=greyed(s.face, sheets)) for s in page.stamps))

        return changed(self.pages, grey)

    def pdf(self) -> bytes:
        from companion.press.pdf.drawing import (
            pdf,  # a process that prints nothing need not load a PDF library
        )

        return pdf(self.sheets, title=self.title, duplex=self.duplex)

    def preview(self, number: int) -> str:
        """Page `number`, counted from 1, as SVG."""
        return svg(self.sheets[number - 1], title=f"{isolated(self.title)}, page {number}")

    def cut_path(self, number: int) -> str | None:
        """What a machine cuts on page `number`, as SVG in millimetres; `None` where it cuts nothing."""
        page = self.pages[number - 1]
        stamps = tuple(stamp for stamp in page.stamps if stamp.face.name == CUT_PATH)
        return cut_lines(replace(page, stamps=stamps)) if stamps else None

    def fingerprint(self) -> str:
        """A short name for everything that is drawn, and for the type that it is drawn with."""
        digest = sha256(f"{EDITION} {edition()} {self.title} {self.grey} {self.duplex}".encode())
        for page in self.pages:
            digest.update("\n".join((repr(replace(page, stamps=())), *map(stamped, page.stamps))).encode())
        return digest.hexdigest()[:32]


THUMBNAIL, LARGEST = 232, 15_000
"""Pixels across, of a tile on a screen of two dots a point; and bytes."""


def thumbnail(face: Face) -> bytes:
    """A face as a small PNG of at most fifteen kilobytes, in as many colours as that takes."""
    page = Page(face.width, face.height, (Stamp(face, 0, 0),), face.name)
    made = Document(face.name, (page,), "").pdf()
    [(_, drawn)] = rendered(made, lambda page: THUMBNAIL / page.get_width())
    small = b""
    for colours in (128, 32, 12):
        out = BytesIO()
        drawn.quantize(colours).save(out, "PNG", optimize=True)
        small = out.getvalue()
        if len(small) <= LARGEST:
            break
    return small
