"""Papers and the formats of pieces, each one line. All sizes in millimetres, trimmed, upright."""

from collections.abc import Mapping
from typing import NamedTuple

MARGIN = 5.0
"""What most printers leave blank at every edge."""

BLEED = 3.0
"""Millimetres of ink beyond a cut, so that a cut a little off shows no white."""

SAFE = 3.0
"""Millimetres inside a cut that nothing enters that must not be lost."""


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float

    def turned(self) -> "Size":
        """The same, lying on its side."""
        return Size(self.height, self.width)


PAPERS: Mapping[str, Size] = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "a5": Size(148, 210),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "both": Size(210, 279.4),
}

MARGINS: Mapping[str, float] = {"both": 6.35}
"""Papers that need a wider margin than `MARGIN`: what fits two papers keeps clear of the edges of each."""

PAPER_NAMES: Mapping[str, str] = {
    "a4": "A4",
    "letter": "US Letter",
    "a3": "A3",
    "a5": "A5",
    "legal": "US Legal",
    "tabloid": "US Tabloid",
    "both": "Fits A4 and Letter",
}

CSS_PAGES: Mapping[str, tuple[str, str]] = {
    "a4": ("A4", "A4 landscape"),
    "letter": ("letter", "letter landscape"),
    "both": ("210mm 279.4mm", "279.4mm 210mm"),
}
"""What style sheets call a paper, upright and lying."""

FORMATS: Mapping[str, Size] = {
    "micro": Size(31.75, 44.45),
    "mini-american": Size(41, 63),
    "mini-european": Size(44, 68),
    "half-poker": Size(44.45, 63.5),
    "domino": Size(44.45, 88.9),
    "catan": Size(54, 80),
    "american": Size(56, 87),
    "bridge": Size(57.15, 88.9),
    "japanese": Size(59, 86),
    "european": Size(59, 92),
    "card": Size(63, 88),
    "poker": Size(63.5, 88.9),
    "square": Size(70, 70),
    "tarot": Size(70, 120),
    "large": Size(80, 120),
    "jumbo": Size(88.9, 139.7),
}

FORMAT_NAMES: Mapping[str, str] = {
    "micro": "Micro",
    "mini-american": "Mini American",
    "mini-european": "Mini European",
    "half-poker": "Half poker",
    "domino": "Domino",
    "catan": "Catan-type",
    "american": "American",
    "bridge": "Bridge",
    "japanese": "Japanese",
    "european": "European",
    "card": "Trading card, euro poker",
    "poker": "US poker",
    "square": "Square",
    "tarot": "Tarot",
    "large": "Large",
    "jumbo": "Jumbo",
}

TOKENS: tuple[float, ...] = (12, 12.7, 15, 15.9, 20, 25, 25.4, 30, 39, 40)
"""Sizes of tokens: the side of a square one, the diameter of a round one."""
