"""The strip of a film: steps from line to line, bands under their words, and the heaviest turning points."""

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.chart import Chart, Label, Series
from companion.engine.film import Turning, turning_points
from companion.engine.film.strip import FOOT, TOP, strip


def drawn(*values: float, labels: tuple[Label, ...] = ()) -> Chart:
    return Chart(told="", series=(Series("Morale", values, "allied"),), labels=labels)


def test_between_two_lines_the_earlier_value_holds() -> None:
    way = strip(drawn(0, 0, 2, 2)).ways[0]
    assert way.path == f"M0.0 {float(FOOT)}H333.3H666.7V{float(TOP)}H1000.0"
    assert (way.look, way.name) == ("allied", "Morale")


def test_bands_part_the_whole_strip_and_too_narrow_ones_have_no_words() -> None:
    labels = (Label(0, 6, "1914"), Label(6, 6.2, "1915"), Label(6.2, 11, "1916"))
    bands = strip(drawn(*range(11), labels=labels)).bands
    assert [band.words for band in bands] == ["1914", "", "1916"]
    assert sum(band.wide for band in bands) == 100
    assert [band.dark for band in bands] == [False, True, False]


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=60))
def test_every_place_has_a_spot_within_the_strip(values: list[int]) -> None:
    course = strip(drawn(*values))
    spots = [course.spot(n) for n in range(len(values))]
    assert spots[0].x == 0
    assert spots[-1].x == 100
    assert all(TOP <= spot.y <= FOOT for spot in spots)


def test_a_game_of_one_line_has_a_strip_too() -> None:
    assert strip(drawn(3)).spot(0).x == 0


def test_the_four_heaviest_turn_the_game_in_the_order_in_which_they_came() -> None:
    found = [Turning(number, weight=weight) for number, weight in enumerate((1, 5, 0, 3, 3, 9))]
    assert [each.number for each in turning_points(found)] == [1, 3, 4, 5]
    assert turning_points([Turning(1)]) == []
