"""Pictures in files: what is used in another one stands where it was put, and is painted as it is told."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion import shelf
from companion.press.colours import BLACK, WHITE
from companion.press.face import Circle, Paint, Rectangle
from companion.press.face import Path as Line
from companion.press.picture import Pictures, in_colours

DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <g id="part"><path d="M0 0L2 0L2 2Z" fill="own"/><circle cx="1" cy="2" r="0.5" stroke="ink"/></g>
  <g id="whole">
    <rect x="1" y="2" width="3" height="4" rx="0.5" fill="paper" stroke="ink" stroke-width="0.3"/>
    <use href="#part" transform="translate(5 1) scale(2)" tone="ink"/>
    <path d="M1 0L3 1" transform="translate(10 0) scale(-1 1)" stroke="ink" stroke-dasharray="1 0.5"/>
  </g>
</svg>"""


def named(told: Mapping[str, str]) -> Paint | None:
    return in_colours({"ink": BLACK, "paper": WHITE})(told)


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    file = tmp_path / "pictures.svg"
    file.write_text(DRAWN)
    return Pictures(file)


def test_shapes_stand_where_their_picture_was_put_in_the_colours_of_their_names(pictures: Pictures) -> None:
    frame, corner, dot, dashed = pictures.marks("whole", named)
    assert frame == Rectangle((1, 2, 3, 4), Paint(fill=WHITE, stroke=BLACK, width=0.3), 0.5)  # type: ignore[arg-type]
    assert corner == Line((((5, 1), (9, 1), (9, 5)),), Paint(fill=BLACK), closed=True)
    assert dot == Circle(7, 5, 1, Paint(stroke=BLACK))
    assert dashed == Line((((9, 0), (7, 1)),), Paint(stroke=BLACK, dash=(1, 0.5)))


def test_what_has_no_paint_in_this_ink_is_left_out(pictures: Pictures) -> None:
    drawn = pictures.marks("whole", lambda told: None if "fill" in told else named(told))
    assert [type(mark) for mark in drawn] == [Circle, Line]


FILES = [file for game in shelf.games().values() for file in (game.folder / "printables").glob("*.svg")]


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parts[-3]}-{file.stem}" for file in FILES])
def test_every_picture_of_a_game_can_be_drawn(file: Path) -> None:
    pictures = Pictures(file)
    assert pictures.groups
    for name in pictures.groups:
        assert pictures.marks(name, lambda told: Paint(fill=BLACK if "d" not in told else None, stroke=BLACK))
