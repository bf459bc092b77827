"""Drawn pictures, charts and fine lines come out as they are written."""

from collections.abc import Mapping
from math import hypot
from pathlib import Path

import pytest

from companion import shelf
from companion.engine.film import Area, Chart, Series, drawn
from companion.games.proelii.printables import meander
from companion.press.face import BLACK, WHITE, Circle, Face, Paint, Rectangle, Stamp
from companion.press.face import Path as Line
from companion.press.look import DASHES, NOW, Pen, chart
from companion.press.svg import Pictures, braid, in_colours, rosette

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


AREA = Area(10, 0, 110, 50)
SIGN = Face(10, 12, ())


def test_lines_differ_by_dash_and_signs_that_meet_stand_side_by_side() -> None:
    shown = Chart(told="Points", series=[Series(name, [0, 4]) for name in ("ada", "bert", "cleo")])
    marks = list(chart(drawn(shown, AREA), [Pen((0,), SIGN, 4)] * 3, lambda *_: ()))
    ways = [mark.paint.dash for mark in marks if isinstance(mark, Line) and mark.paint.width == 0.75]
    assert ways == list(DASHES[:3])
    places = [mark.x for mark in marks if isinstance(mark, Stamp)]
    assert places == [places[0], places[0] + 4, places[0] + 8]


def test_what_is_used_up_is_shaded_to_where_it_stands_now() -> None:
    shown = Chart(told="Price", series=[Series("Price", [1] * 10)], stepped=True, used=4)
    marks = list(chart(drawn(shown, AREA), [Pen((0,))], lambda *_: ()))
    (ground,) = [mark for mark in marks if isinstance(mark, Rectangle)]
    assert (ground.box.x, ground.box.right) == (10, 50)
    now = [mark.runs for mark in marks if isinstance(mark, Line) and mark.paint.stroke == NOW]
    assert now == [(((50, 0), (50, 50)),)]


@pytest.mark.parametrize(("outer", "inner", "lobes", "strands"), [(13, 4, 14, 6), (8, 6.2, 22, 3)])
def test_a_rosette_stays_between_its_circles_and_closes(outer, inner, lobes, strands) -> None:
    runs = rosette(outer, inner, lobes, strands)
    assert len(runs) == strands
    far = [hypot(x, y) for run in runs for x, y in run]
    assert min(far) == pytest.approx(inner, abs=0.05)
    assert max(far) == pytest.approx(outer, abs=0.05)
    assert all(run[0] == run[-1] for run in runs)


def test_a_braid_fills_its_band_and_no_more() -> None:
    points = [point for run in braid(65.8, 2.2, 22, 4) for point in run]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == (0, 65.8)
    assert (min(y for _, y in points), max(y for _, y in points)) == (0, 2.2)


@pytest.mark.parametrize("length", [20, 53.8, 55])
def test_a_key_runs_in_whole_turns(length: float) -> None:
    points = [point for run in meander(length, 2, 1, 3) for point in run]
    assert min(x for x, _ in points) == 1
    assert max(x for x, _ in points) <= length + 1
    assert {min(y for _, y in points), max(y for _, y in points)} == {3, 5}
