"""A chart's raster holds every value and no words collide; as a film's strip it goes from line to line."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.chart import APART, Area, Chart, Label, Series, drawn, on_screen, spread, ticks
from companion.engine.film import FOOT, TOP, Turning, strip, turning_points

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


@given(st.lists(values, min_size=1, max_size=4), st.booleans())
def test_every_line_lies_on_the_area_of_its_chart(lines: list[list[int]], stepped: bool) -> None:
    series = [Series(str(n), line) for n, line in enumerate(lines)]
    drawing = drawn(Chart(told="All", series=series, stepped=stepped), AREA)
    spots = [spot for line in drawing.lines for spot in line.spots]
    assert all(10 <= x <= 110 and 20 <= y <= 70 for x, y in spots)
    assert (drawing.levels[0].at, drawing.levels[-1].at) == (70, 20)
    assert drawing.zero in [level.at for level in drawing.levels]


def test_a_chart_without_a_line_has_its_raster_all_the_same() -> None:
    drawing = on_screen(Chart(told="Nothing yet", series=()))
    assert [level.words for level in drawing.levels] == ["0", "1"]
    assert not drawing.lines


def test_a_step_holds_to_the_next_place_and_the_ground_reaches_down_to_zero() -> None:
    chart = Chart(told="Morale", series=[Series("Morale", [0, 5])], stepped=True, filled=("up", "down"))
    drawing = drawn(chart, Area(0, 0, 20, 10))
    assert drawing.lines[0].path == "M0.0 10.0L10.0 10.0L10.0 0.0L20.0 0.0"
    assert drawing.ground == "M0.0 10.0L0.0 10.0L10.0 10.0L10.0 0.0L20.0 0.0L20.0 10.0Z"


def test_a_rule_parts_a_stretch_from_the_one_before_and_the_first_from_none() -> None:
    labels = (Label(-0.5, 1.5, "A"), Label(1.5, 2.5, "B"))
    chart = Chart(told="Worth", series=[Series("Worth", [1, 2, 3])], labels=labels, parted=True)
    first, second = drawn(chart, Area(0, 0, 20, 10)).labels
    assert (first.at, first.rule, second.at, second.rule) == (5, None, 20, 15)


@given(st.lists(st.floats(0, 230), min_size=1, max_size=8))
def test_no_words_at_the_end_of_a_line_cover_another_or_leave_the_drawing(heights: list[float]) -> None:
    placed = sorted(spread(heights, APART, 240))
    assert all(two - one >= APART - 0.2 for one, two in itertools.pairwise(placed))
    assert placed[-1] <= 240
    assert placed[0] >= 0


def chart_of(*values: float, labels: tuple[Label, ...] = ()) -> Chart:
    return Chart(told="", series=(Series("Morale", values, "allied"),), labels=labels)


def test_between_two_lines_the_earlier_value_holds() -> None:
    way = strip(chart_of(0, 0, 2, 2)).ways[0]
    assert way.path == f"M0.0 {float(FOOT)}H333.3H666.7V{float(TOP)}H1000.0"
    assert (way.look, way.name) == ("allied", "Morale")


def test_bands_part_the_whole_strip_and_too_narrow_ones_have_no_words() -> None:
    labels = (Label(0, 6, "1914"), Label(6, 6.2, "1915"), Label(6.2, 11, "1916"))
    bands = strip(chart_of(*range(11), labels=labels)).bands
    assert [band.words for band in bands] == ["1914", "", "1916"]
    assert sum(band.wide for band in bands) == 100
    assert [band.dark for band in bands] == [False, True, False]


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=60))
def test_every_place_has_a_spot_within_the_strip(values: list[int]) -> None:
    course = strip(chart_of(*values))
    spots = [course.spot(n) for n in range(len(values))]
    assert spots[0].x == 0
    assert spots[-1].x == 100
    assert all(TOP <= spot.y <= FOOT for spot in spots)


def test_a_game_of_one_line_has_a_strip_too() -> None:
    assert strip(chart_of(3)).spot(0).x == 0


def test_the_four_heaviest_turn_the_game_in_the_order_in_which_they_came() -> None:
    found = [Turning(number, weight=weight) for number, weight in enumerate((1, 5, 0, 3, 3, 9))]
    assert [each.number for each in turning_points(found)] == [1, 3, 4, 5]
    assert turning_points([Turning(1)]) == []
