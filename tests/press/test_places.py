"""A face as a table of places: each takes its share, and what yields first is left out first."""

from collections.abc import Iterator

import pytest

from companion.press.colours import BLACK
from companion.press.errors import DoesNotFit
from companion.press.face import Box, Mark, Paint, Rectangle
from companion.press.look.places import Drawn, Place, face, fixed

ROOM = Box(5, 5, 50, 80)
INK = Paint(fill=BLACK)


def band(content: float, room: Box) -> Iterator[Mark]:
    yield Rectangle(room._replace(height=10), INK)


def foot(content: float, room: Box) -> Drawn:
    return [Rectangle(Box(room.x, room.bottom - 6, room.width, 6), INK)], 6


def text(content: float, room: Box) -> Drawn:
    if content > room.height:
        raise DoesNotFit("text", "too high")
    return [Rectangle(room, INK)], room.height


FACE = (
    Place("band", "top", fixed(10, band)),
    Place("signs", "top", fixed(20, band), yields=2),
    Place("foot", "bottom", foot),
    Place("flag", "left", fixed(8, band)),
    Place("map", "bottom", fixed(10, band), yields=1),
    Place("text", "rest", text),
)


def rest(wanted: float) -> Box:
    last, *_, first = face(FACE, wanted, ROOM)
    assert isinstance(last, Rectangle)
    assert isinstance(first, Rectangle)
    assert first.box == Box(5, 5, 50, 10), "what stands first in the table lies uppermost"
    return last.box


@pytest.mark.parametrize(
    ("wanted", "room"),
    [
        (30, Box(13, 35, 42, 34)),  # all of it: 80 less band, signs, foot and map
        (40, Box(13, 35, 42, 44)),  # without the map
        (60, Box(13, 15, 42, 64)),  # without map and signs
    ],
)
def test_what_yields_first_is_left_out_first_and_the_rest_takes_its_room(wanted: float, room: Box) -> None:
    assert rest(wanted) == room


def test_what_finds_no_room_even_so_is_refused() -> None:
    with pytest.raises(DoesNotFit, match="too high"):
        rest(65)
