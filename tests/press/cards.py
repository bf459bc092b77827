"""Plain cards to print: an outline on the very cut, a number on each side."""

from companion.press.face import BLACK, WHITE, Box, Face, Paint, Rectangle
from companion.press.page import Piece
from companion.press.text import STRONG, Style, line

NUMBER = Style(font=STRONG, size=20)


def face(words: str, width: float = 63, height: float = 88, bleed: float = 0) -> Face:
    ground = Rectangle(Box(0, 0, width, height).inset(-bleed), Paint(fill=WHITE))
    outline = Rectangle(Box(0, 0, width, height), Paint(stroke=BLACK))
    text = line(words, NUMBER, 1000, "test").at(0, height / 2, width=width, align=0.5)
    return Face(width, height, (ground, outline, *text), name=words, bleed=bleed)


def pieces(count: int, width: float = 63, height: float = 88, bleed: float = 0) -> list[Piece]:
    return [
        Piece(face(f"F{n}", width, height, bleed), face(f"B{n}", width, height, bleed)) for n in range(count)
    ]
