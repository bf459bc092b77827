"""Sheets to measure: cards of a size on a paper, and boxes that are ticked."""

from companion.press.answered import TICK, Slip, answerable, boxes, check_of, room
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Face, Paint, Rectangle, Stamp
from companion.press.page import PAPERS, Page, Piece, Tick
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


PITCH = 9.0


def sheet(paper: str = "a4") -> tuple[Document, tuple[Tick, ...], Slip]:
    place, size = room(paper), PAPERS[paper]
    ticks = tuple(
        Tick(f"b{x}-{y}", Box(place.x + 4 + x * PITCH, place.y + 4 + y * PITCH, TICK, TICK))
        for y in range(int((place.height - 8) / PITCH))
        for x in range(int((place.width - 8) / PITCH))
    )
    slip = Slip("parabellum", "order-sheet", "BCDFGH", "seat_1", 123, 1, check_of(ticks), (("ink", "grey"),))
    face = Face(*size, (*answerable(paper, slip), *boxes(ticks)), "answered")
    return Document("boxes", (Page(*size, (Stamp(face, 0, 0),)),), paper), ticks, slip
