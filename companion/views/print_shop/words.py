"""How much paper a print takes, in words."""

from itertools import groupby
from math import inf
from typing import NamedTuple

from companion.press.document import Document
from companion.press.page import PAPER_NAMES, Page
from companion.press.whole import Whole
from companion.press.whole.part import STOCKS, Part

EDGES = {"DuplexFlipLongEdge": "long", "DuplexFlipShortEdge": "short"}
"""What a file asks of the printer, as the edge that its paper turns over."""

NO_PIECES = frozenset({"marks", "margin"})
CARD = 30.0
"""Millimetres: what is at least as wide is a card, what is smaller a piece."""


class Needed(NamedTuple):
    """What a print takes: sheets of paper, how many have a back, and what is cut out of them."""

    sheets: int
    backs: int
    pieces: int
    narrowest: float


def counted(document: Document) -> Needed:
    """Look through all pages once."""
    sheets = backs = pieces = 0
    narrowest = inf
    for page in document.pages:
        backs += is_back(page)
        sheets += not is_back(page)
        if page.label.startswith("front"):
            cut = [stamp.face.width for stamp in page.stamps if stamp.face.name not in NO_PIECES]
            pieces, narrowest = pieces + len(cut), min(narrowest, *cut) if cut else narrowest
    return Needed(sheets, backs, pieces, narrowest)


def needed(document: Document, found: Needed) -> str:
    """“80 cards on 9 sheets of A4, turned over the long edge”."""
    if document.pages[0].trim:
        return f"{_pieces(found)}{len(document.pages)} pages of a print house, each a side with its bleed"
    paper = PAPER_NAMES.get(document.paper, document.paper)
    words = f"{_pieces(found)}{found.sheets} sheet{'s' if found.sheets != 1 else ''} of {paper}"
    if document.duplex in EDGES:
        return f"{words}, turned over the {EDGES[document.duplex]} edge"
    return f"{words}, printed on both sides" if found.backs else words


def is_back(page: Page) -> bool:
    """Whether this page is printed on the back of the one before it."""
    return page.side == "back"


def _pieces(found: Needed) -> str:
    if not found.pieces:
        return ""
    word = "card" if found.narrowest >= CARD else "piece"
    return f"{found.pieces} {word}{'s' if found.pieces != 1 else ''} on "


def by_paper(whole: Whole) -> list[tuple[str, list[Part]]]:
    """The parts of a whole box under the paper that lies in the tray for them."""
    runs = groupby(whole.parts, key=lambda part: part.stock)
    return [(STOCKS[stock], list(parts)) for stock, parts in runs]


def whole_needed(whole: Whole) -> str:
    """“181 pieces and 8 other parts”: what is in a whole box."""
    pieces = sum(part.pieces for part in whole.parts)
    rest = sum(not part.pieces for part in whole.parts)
    cut = f"{pieces} piece{'s' if pieces != 1 else ''} to cut out"
    other = f"{rest} thing{'s' if rest != 1 else ''} to print"
    return " and ".join(([cut] if pieces else []) + ([other] if rest else []))
