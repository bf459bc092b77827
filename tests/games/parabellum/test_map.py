"""Movement: within reach is what a path can do, and quarters let pass what they should (2.4, 6.12)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.parabellum.data import POSITIONS_OF, Footprint
from companion.games.parabellum.procedures.movement.ground import Ground, Mover, Occupant, by_square
from companion.games.parabellum.procedures.movement.moves import check_path, reach
from companion.games.parabellum.state.binder.ground import STANDARD, read_rows
from companion.games.parabellum.state.quarters import EVERYTHING, free_positions, passes, quarters
from companion.games.parabellum.state.squares import SIDES, beside, distance

FOOTPRINTS: tuple[Footprint, ...] = ("small", "medium", "large")


def random_ground(random: Random) -> tuple[Ground, Mover]:
    rows = ["".join(random.choice("....,~^#=") for _ in range(4)) for _ in range(3)]
    sheet = read_rows(rows, "map", STANDARD)
    squares = [f"{column}{row}" for column in "abcd" for row in (1, 2, 3)]
    others = []
    for _ in range(random.randint(0, 6)):
        footprint = random.choice(FOOTPRINTS)
        owner = random.choice(["a", "b"])
        others.append((random.choice(squares), Occupant(owner, random.choice(POSITIONS_OF[footprint]))))
    ground = Ground(
        sheet=sheet,
        terrains=STANDARD,
        features={random.choice(squares): random.choice(["mine", "bridge", "earthwork"]) for _ in "xy"},
        caches=random.sample(squares, random.randint(0, 2)),
        occupants=by_square(others),
        enemy_sharing=random.random() < 0.7,
    )
    mover = Mover(
        footprint=random.choice(FOOTPRINTS),
        speed=random.randint(1, 4),
        fuel=1,
        owner="a",
        square=random.choice(squares),
        tags=random.choice([(), ("mountain",), ("amphibious",)]),
        terrain_cost=random.choice([{}, {"marsh": "all"}, {"rubble": 1}]),
        mp_used=random.choice([0, 0, 1]),
        entered=random.choice([None, *SIDES]),
    )
    return ground, mover


def every_path(ground: Ground, mover: Mover, longest: int) -> dict[str, int]:
    """Brute force: the least cost at which any path ends somewhere, by asking about each path."""
    best: dict[str, int] = {}
    paths: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        here = [(path, path[-1] if path else mover.square) for path in paths]
        steps = [(*path, to) for path, at in here for side in SIDES if (to := beside(at, side))]
        paths = [path for path in steps if path[-1] in ground.sheet]
        for path in paths:
            for position in POSITIONS_OF[mover.footprint]:
                walk = check_path(ground, mover, path, position)
                if walk.reason is None:
                    best[path[-1]] = min(best.get(path[-1], 99), walk.cost)
    best.pop(mover.square, None)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_within_reach_is_exactly_where_some_path_can_end(seed: int) -> None:
    ground, mover = random_ground(Random(seed))
    goals = reach(ground, mover)
    assert {goal.square: goal.cost for goal in goals} == every_path(ground, mover, mover.speed)
    for goal in goals:
        for position in POSITIONS_OF[mover.footprint]:
            walk = check_path(ground, mover, goal.path, position)
            assert (walk.reason is None) == (position in goal.positions)
            assert walk.reason or walk.cost == goal.cost


@given(st.integers(0, 15), st.sampled_from(SIDES), st.sampled_from(SIDES))
def test_what_a_larger_miniature_passes_a_smaller_one_passes_too(taken: int, entered: str, left: str) -> None:
    small, medium, large = (passes(each, taken, entered, left) for each in FOOTPRINTS)  # type: ignore[arg-type]
    assert large <= medium <= small
    assert passes("small", taken, left, entered) == small  # type: ignore[arg-type]


@given(st.integers(0, 15), st.sampled_from(FOOTPRINTS))
def test_free_positions_take_nothing_that_is_taken(taken: int, footprint: Footprint) -> None:
    free = free_positions(footprint, taken)
    assert all(not quarters(position) & taken for position in free)
    assert free == tuple(position for position in POSITIONS_OF[footprint] if position in free)
    assert ("c" in free) == (taken == 0)
    assert not free_positions(footprint, EVERYTHING)


def test_opposite_corners_leave_no_lane_but_a_way_round_the_corner() -> None:
    taken = quarters("nw") | quarters("se")
    assert not passes("small", taken, "w", "e")
    assert passes("small", taken, "w", "s")
    assert passes("small", taken, "n", "e")
    assert not passes("medium", taken, "w", "s")


SQUARES = st.builds(lambda c, r: f"{c}{r}", st.sampled_from("abcdefghijklmnopqrst"), st.integers(1, 40))


@settings(max_examples=50)
@given(SQUARES, SQUARES)
def test_distance_is_a_measure_and_diagonals_shorten_it(one: str, other: str) -> None:
    straight, slanted = distance(one, other), distance(one, other, "diagonal")
    assert straight == distance(other, one)
    assert slanted <= straight <= 2 * slanted
    assert (straight == 0) == (one == other)
