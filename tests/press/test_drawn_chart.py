"""A chart on paper: each line has its dash, each sign its place, and what is used up its ground."""

from companion.engine.chart import Area, Chart, Series, drawn
from companion.press.chart import DASHES, NOW, Pen, chart
from companion.press.face import Face, Path, Rectangle, Stamp

AREA = Area(10, 0, 110, 50)
SIGN = Face(10, 12, ())


def test_lines_differ_by_dash_and_signs_that_meet_stand_side_by_side() -> None:
    shown = Chart(told="Points", series=[Series(name, [0, 4]) for name in ("ada", "bert", "cleo")])
    marks = list(chart(drawn(shown, AREA), [Pen((0,), SIGN, 4)] * 3, lambda *_: ()))
    ways = [mark.paint.dash for mark in marks if isinstance(mark, Path) and mark.paint.width == 0.75]
    assert ways == list(DASHES[:3])
    places = [mark.x for mark in marks if isinstance(mark, Stamp)]
    assert places == [places[0], places[0] + 4, places[0] + 8]


def test_what_is_used_up_is_shaded_to_where_it_stands_now() -> None:
    shown = Chart(told="Price", series=[Series("Price", [1] * 10)], stepped=True, used=4)
    marks = list(chart(drawn(shown, AREA), [Pen((0,))], lambda *_: ()))
    (ground,) = [mark for mark in marks if isinstance(mark, Rectangle)]
    assert (ground.box.x, ground.box.right) == (10, 50)
    now = [mark.runs for mark in marks if isinstance(mark, Path) and mark.paint.stroke == NOW]
    assert now == [(((50, 0), (50, 50)),)]
