"""A chart's raster holds every value, and its scale puts the first and the last on its edges."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.chart import Area, Series, around, path, ticks

AREA = Area(10, 20, 110, 70)
values = st.lists(st.integers(-5_000, 90_000), min_size=1, max_size=30)


@given(st.integers(-5_000, 0), st.integers(1, 90_000), st.integers(3, 9))
def test_round_figures_reach_from_below_the_lowest_to_above_the_highest(
    low: int, high: int, most: int
) -> None:
    found = ticks(low, high, most)
    assert found[0] <= low
    assert found[-1] >= high
    assert len(found) <= most
    assert len({after - before for before, after in itertools.pairwise(found)}) == 1


@given(st.lists(values, min_size=1, max_size=4))
def test_every_line_lies_on_the_area_of_its_chart(lines: list[list[int]]) -> None:
    scale, marks = around([Series(str(n), line) for n, line in enumerate(lines)], AREA)
    spots = [spot for line in lines for spot in scale.spots(line)]
    assert all(10 <= x <= 110 and 20 <= y <= 70 for x, y in spots)
    assert (scale.y(marks[0]), scale.y(marks[-1])) == (70, 20)
    assert 0 in marks


def test_a_chart_without_a_line_has_its_raster_all_the_same() -> None:
    scale, marks = around([], AREA)
    assert marks == [0, 1]
    assert path(scale.spots([0])) == "M10.0 70.0"
