"""How much ink pages take, read off small pictures of them."""

from collections.abc import Iterator
from threading import Lock

PDFIUM = Lock()
"""PDFium may only be used by one thread at a time."""

DOTS = 0.14
"""Dots a point: some eighty across a sheet of A4, enough to weigh its ink."""

LETTER = 0.05
"""The share of a sheet of A4 that a page of letter text covers: what makers count their cartridges in."""

A4 = 595.28 * 841.89


def weighed(pdf: bytes) -> Iterator[float]:
    """For each page, with how many pages of letter text in black it takes as much ink of all colours."""
    from PIL import ImageChops, ImageStat
    from pypdfium2 import PdfDocument

    with PDFIUM:
        document = PdfDocument(pdf)
        try:
            for page in document:
                picture = ImageChops.invert(page.render(scale=DOTS).to_pil().convert("RGB"))
                bands = picture.split()
                black = ImageChops.darker(ImageChops.darker(bands[0], bands[1]), bands[2])
                dyes = sum(ImageStat.Stat(band).mean[0] for band in bands)
                cover = (dyes - 2 * ImageStat.Stat(black).mean[0]) / 255
                yield cover * page.get_width() * page.get_height() / A4 / LETTER
        finally:
            document.close()
