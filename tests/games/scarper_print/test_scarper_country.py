"""The country under the front is one drawing: the file that the screen shows is what is printed."""

import re

from companion.games.scarper.data import BATTLEFIELDS, FOLDER
from companion.games.scarper.printables.board import board_face
from companion.games.scarper.printables.look import ACROSS, COUNTRY_PICTURES, DRESS, PAPER, country
from companion.games.scarper.state.box import starter_board
from companion.press.face import BLACK, Face, Path, Stamp
from companion.press.svg import as_written

TOLD = (FOLDER / "templates" / "scarper" / "board.html").read_text()


def faces(face: Face) -> set[str]:
    """What is drawn on a face, by name."""
    inside = [mark.face for mark in face.marks if isinstance(mark, Stamp)]
    return {each.name for each in inside}.union(*map(faces, inside))


def test_the_printed_board_lies_on_the_country_and_an_ink_saver_does_not() -> None:
    in_colour, in_saver = (
        board_face(starter_board(), DRESS.look({"ink": ink}), None) for ink in ("colour", "saver")
    )
    assert "country" in faces(in_colour)
    assert "country" not in faces(in_saver)


def test_the_screen_names_the_drawing_once_and_carries_none_of_it() -> None:
    assert TOLD.count("scarper/country.svg") == 1
    assert "<image" in TOLD


def test_each_battlefield_has_a_country_of_its_own() -> None:
    width = ACROSS / len(BATTLEFIELDS)
    lefts = [number * width for number in range(len(BATTLEFIELDS))]
    placed = [
        (each.attrib["href"], float(re.findall(r"[-\d.]+", each.attrib["transform"])[0]))
        for each in COUNTRY_PICTURES.groups["country"]
        if each.tag.endswith("use")
    ]
    shown = [sorted(name for name, x in placed if left <= x < left + width) for left in lefts]
    assert all(shown)
    assert len({tuple(each) for each in shown}) == len(BATTLEFIELDS)


def test_a_wash_lies_over_every_colour_and_outlines_are_black() -> None:
    bare = COUNTRY_PICTURES.marks("country", as_written())
    assert country(PAPER).marks != bare
    outlines = COUNTRY_PICTURES.marks("country", as_written(saver=True))
    assert {each.paint.stroke for each in outlines if isinstance(each, Path)} == {BLACK}
    assert len(outlines) < len(bare)
