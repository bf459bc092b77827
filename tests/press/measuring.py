"""Reading paper back: what a PDF really draws, in millimetres from the upper left corner."""

from collections import Counter
from contextlib import closing
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

import pdfplumber
import pikepdf
from pypdfium2 import PdfDocument

MM = 25.4 / 72
TOLERANCE = 0.1
"""Millimetres: what print right means."""


COLOURS = "g G rg RG k K cs CS sc SC scn SCN"


class Shape(NamedTuple):
    """A drawn rectangle."""

    x: float
    y: float
    width: float
    height: float


@lru_cache(maxsize=3)
def pages(pdf: bytes) -> list[pdfplumber.page.Page]:
    """The pages as they read; the last few files are kept, for reading one takes seconds."""
    return pdfplumber.open(BytesIO(pdf)).pages


def told(pdf: bytes) -> list[str]:
    """The words of every page, line by line, without a look at what is drawn beside them."""
    with closing(PdfDocument(pdf)) as file:
        return [page.get_textpage().get_text_range() for page in file]


def rectangles(page: pdfplumber.page.Page, width: float, height: float, near: float = 1.0) -> list[Shape]:
    """The rectangles of about this size, as drawn."""
    drawn = [
        Shape(each["x0"] * MM, each["top"] * MM, each["width"] * MM, each["height"] * MM)
        for each in [*page.rects, *page.curves]
    ]
    return [each for each in drawn if abs(each.width - width) < near and abs(each.height - height) < near]


def words(page: pdfplumber.page.Page) -> list[tuple[str, float, float]]:
    return [(word["text"], word["x0"] * MM, word["top"] * MM) for word in page.extract_words()]


def smallest_type(pdf: bytes) -> float:
    """Points: the smallest letter on any page."""
    return min(round(char["size"], 2) for page in pages(pdf) for char in page.chars)


def fonts(pdf: bytes) -> dict[str, bool]:
    """Every font that the file names, and whether it is embedded and cut down to what is used."""
    found: dict[str, bool] = {}
    with pikepdf.open(BytesIO(pdf)) as file:
        for thing in file.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                name = str(thing.get("/BaseFont"))
                inner = thing["/DescendantFonts"][0] if "/DescendantFonts" in thing else thing
                descriptor = inner.get("/FontDescriptor", {})
                found[name] = "/FontFile2" in descriptor and name[7:8] == "+"
    return found


def operators(pdf: bytes) -> Counter[str]:
    """How often each operator that sets a colour stands in the pages and in the forms that they use."""
    count: Counter[str] = Counter()
    with pikepdf.open(BytesIO(pdf)) as file:
        streams = [*file.pages]
        streams += [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for stream in streams:
            for instruction in pikepdf.parse_content_stream(stream, COLOURS):
                count[str(instruction.operator)] += 1
    return count
