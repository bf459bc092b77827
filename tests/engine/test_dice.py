"""Exact chances, whole numbers inside; luck is the exact sum of every throw's own."""

import itertools
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.dice import (
    KEPT,
    Distribution,
    Pool,
    Throw,
    balance,
    chance_json,
    felled,
    lost,
    mean,
    summed,
    together,
    unmatched,
    weights_of,
)
from companion.engine.film import (
    APART,
    STRIP,
    Area,
    Chart,
    Label,
    Series,
    Turning,
    drawn,
    on_screen,
    spread,
    strip,
    ticks,
    turning_points,
)

faces = st.integers(1, 8)


@given(faces, faces)
def test_two_dice_are_all_their_pairs(first: int, second: int) -> None:
    both = Distribution.die(first).with_(Distribution.die(second), lambda a, b: a - b)
    pairs = [a - b for a, b in product(range(1, first + 1), range(1, second + 1))]
    assert both.total == len(pairs)
    for value in set(pairs):
        assert both.chance(lambda found, value=value: found == value) == Fraction(
            pairs.count(value), len(pairs)
        )
    assert both.mean(lambda value: value) == Fraction(sum(pairs), len(pairs))


@given(faces)
def test_mapping_gathers_equal_values(size: int) -> None:
    halves = Distribution.die(size).map(lambda value: (value + 1) // 2)
    assert sum(halves.weights.values()) == size


def test_a_chance_is_in_lowest_terms_and_keeps_its_sign() -> None:
    assert chance_json(Fraction(2, 72)) == {"p": "1/36", "f": 0.027777777778}
    assert chance_json(Fraction(0)) == {"p": "0/1", "f": 0.0}
    assert chance_json(Fraction(-3, 2)) == {"p": "-3/2", "f": -1.5}


REFERENCE = [
    (Pool(1, 6), Pool(1, 6), 1, [21, 15]),
    (Pool(2, 6), Pool(2, 6), 2, [581, 560, 155]),
    (Pool(3, 6), Pool(2, 6), 3, [0, 4816, 2443, 517]),
    (Pool(4, 6), Pool(3, 6), 4, [0, 152355, 90153, 32819, 4609]),
    (Pool(5, 6), Pool(5, 6), 5, [19384631, 20242565, 14038340, 5493690, 1193715, 113235]),
    (Pool(5, 6), Pool(5, 6), 3, [19384631, 20242565, 14038340, 6800640]),
    (Pool(3, 8, 1), Pool(2, 6), 3, [0, 4660, 9403, 4369]),
    (Pool(4, 6), Pool(4, 6, 1), 4, [1057046, 425248, 162412, 32224, 2686]),
    (Pool(3, 12), Pool(5, 4, 2), 3, [183537, 627200, 701065, 257670]),
    (Pool(6, 10, -1), Pool(4, 12), 6, [0, 0, 16224734556, 3414270024, 941809752, 145318776, 9866892]),
]


@pytest.mark.parametrize(("attack", "defense", "most", "weights"), REFERENCE)
def test_unmatched_dice_of_reference_pools(
    attack: Pool, defense: Pool, most: int, weights: list[int]
) -> None:
    assert list(unmatched(attack, defense, most).weights.values()) == weights


def by_hand(attack: Pool, defense: Pool) -> Counter[int]:
    """Every roll, its dice paired the greedy way."""
    found = Counter[int]()
    for rolled in product(*[attack.faces] * attack.count, *[defense.faces] * defense.count):
        stops = sorted(rolled[attack.count :])
        through = 0
        for die in sorted(rolled[: attack.count], reverse=True):
            if stops and stops[-1] >= die:
                stops.pop()
            else:
                through += 1
        found[through] += 1
    return found


pools = st.builds(Pool, st.integers(1, 3), st.sampled_from((4, 6)), st.integers(-5, 5))


@settings(max_examples=40, deadline=None)
@given(pools, pools)
def test_unmatched_dice_are_those_of_every_roll_paired_by_hand(attack: Pool, defense: Pool) -> None:
    found = unmatched(attack, defense, attack.count).weights
    assert {count: weight for count, weight in found.items() if weight} == by_hand(attack, defense)


wider = st.builds(Pool, st.integers(1, 6), st.sampled_from((4, 6, 8, 10, 12, 20)), st.integers(-3, 3))


@settings(max_examples=40, deadline=None)
@given(wider, wider)
def test_icepool_finds_the_same_unmatched_dice(attack: Pool, defense: Pool) -> None:
    def dice(pool: Pool) -> Any:
        return icepool.d(pool.sides) + pool.shift

    theirs = icepool.Pool([dice(attack)] * attack.count).max_pair_drop(
        "<=", icepool.Pool([dice(defense)] * defense.count)
    )
    ours = unmatched(attack, defense, attack.count)
    for count, weight in ours.weights.items():
        assert theirs.size().probability(count) == Fraction(weight, ours.total)


@given(wider, wider, st.integers(0, 6))
def test_more_losses_than_there_can_be_count_as_the_most(attack: Pool, defense: Pool, most: int) -> None:
    whole = unmatched(attack, defense, attack.count)
    capped = unmatched(attack, defense, most)
    assert capped.total == whole.total == attack.sides**attack.count * defense.sides**defense.count
    gathered = whole.map(lambda count: min(count, most)).weights
    assert all(gathered.get(count, 0) == weight for count, weight in capped.weights.items())


weights = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(lambda each: sum(each) > 0).map(tuple)


def throw(cases: tuple[int, ...], got: int, by: str = "north", at: str = "south") -> Throw:
    return Throw(1, "", by, at, "", "", cases, got)


@settings(max_examples=60, deadline=None)
@given(st.lists(weights, max_size=4))
def test_sums_of_throws_are_those_of_every_case_counted_one_by_one(thrown: list[tuple[int, ...]]) -> None:
    most = sum(len(each) - 1 for each in thrown)
    counted = [0] * (most + 1)
    for numbers in product(*(range(len(each)) for each in thrown)):
        cases = 1
        for each, number in zip(thrown, numbers, strict=True):
            cases *= each[number]
        counted[sum(numbers)] += cases
    assert summed(tuple(thrown)) == tuple(counted)


def test_the_percentile_is_the_chance_of_less_and_half_of_just_as_much() -> None:
    die = (0, 1, 1, 1, 1, 1, 1)
    found = together([throw(die, 3), throw(die, 2)])
    assert (found.got, found.expected) == (5, 7)
    assert (found.less, found.equal) == (Fraction(6, 36), Fraction(4, 36))
    assert found.percentile == Fraction(8, 36)


def test_what_one_side_took_the_other_lost_and_their_balances_mirror_each_other() -> None:
    thrown = [throw((1, 2, 3), 2), throw((5, 1), 1, "south", "north"), throw((1, 1), 0, "south", "south")]
    assert felled(thrown, "north").percentile == Fraction(1, 2) + Fraction(1, 4)
    ours, theirs = balance(thrown[:2], "north"), balance(thrown[:2], "south")
    assert ours.percentile + theirs.percentile == 1
    assert (ours.got, theirs.got) == (1, -1)
    assert ours.expected == -theirs.expected == Fraction(4, 3) - Fraction(1, 6)
    # One's own explosion costs one's own side, and is nobody's success.
    assert felled(thrown, "south").throws == 1
    assert lost(thrown, "south").throws == 2
    assert lost(thrown, "south").percentile == 1 - together([thrown[0], thrown[2]]).percentile


def test_thousands_of_throws_stay_exact_to_seventy_decimals() -> None:
    coins = summed(((1, 1),) * 3000)
    assert sum(coins).bit_length() <= 2 * KEPT
    chance = Fraction(coins[1500], sum(coins))
    ways = Fraction(1)
    for n in range(1, 1501):
        ways = ways * (1500 + n) / n
    assert abs(chance - ways / 2**3000) < Fraction(1, 10**70)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_chances_become_the_fewest_equal_cases(cases: list[int]) -> None:
    chances = [Fraction(each, sum(cases)) for each in cases]
    found = weights_of(chances)
    assert [Fraction(each, sum(found)) for each in found] == chances
    assert sum(found) <= sum(cases)
    assert mean(found) == sum(n * chance for n, chance in enumerate(chances))


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
    assert way.path == f"M0.0 {float(STRIP.bottom)}H333.3H666.7V{float(STRIP.top)}H1000.0"
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
    assert all(STRIP.top <= spot.y <= STRIP.bottom for spot in spots)


def test_a_game_of_one_line_has_a_strip_too() -> None:
    assert strip(chart_of(3)).spot(0).x == 0


def test_the_four_heaviest_turn_the_game_in_the_order_in_which_they_came() -> None:
    found = [Turning(number, weight=weight) for number, weight in enumerate((1, 5, 0, 3, 3, 9))]
    assert [each.number for each in turning_points(found)] == [1, 3, 4, 5]
    assert turning_points([Turning(1)]) == []
