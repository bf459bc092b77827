"""A sheet of nothing but boxes, in rows, as large as its paper has room for."""

from companion.press.answered import TICK, Slip, answerable, boxes, check_of, room
from companion.press.document import Document
from companion.press.face import Box, Face, Stamp
from companion.press.page import PAPERS, Page, Tick

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
