"""How much paper a print takes, in words."""

from companion.press.document import Document
from companion.press.page import Page
from companion.press.paper import PAPER_NAMES

NO_PIECES = frozenset({"marks", "margin"})
CARD = 30.0
"""Millimetres: what is at least as wide is a card, what is smaller a piece."""


def needed(document: Document) -> str:
    """“80 cards on 9 sheets of A4, printed on both sides”."""
    backs = sum(is_back(page) for page in document.pages)
    sheets = len(document.pages) - backs
    paper = PAPER_NAMES.get(document.paper, document.paper)
    words = f"{_pieces(document)}{sheets} sheet{'s' if sheets != 1 else ''} of {paper}"
    return f"{words}, printed on both sides" if backs else words


def is_back(page: Page) -> bool:
    """Whether this page is printed on the back of the one before it."""
    return page.side == "back"


def _pieces(document: Document) -> str:
    fronts = [page for page in document.pages if page.label.startswith("fronts")]
    cut = [stamp for page in fronts for stamp in page.stamps if stamp.face.name not in NO_PIECES]
    if not cut:
        return ""
    word = "card" if min(stamp.face.width for stamp in cut) >= CARD else "piece"
    return f"{len(cut)} {word}{'s' if len(cut) != 1 else ''} on "
