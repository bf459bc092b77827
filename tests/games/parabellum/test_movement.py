"""Movement: what is within reach, which quarters let pass (2.4, 6.12), and play with a real map."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import GameError
from companion.games.parabellum.data import POSITIONS_OF, Footprint
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures.movement import (
    Ground,
    Mover,
    Occupant,
    by_square,
    check_path,
    reach,
)
from companion.games.parabellum.rules.movement import cover_of
from companion.games.parabellum.state import (
    EVERYTHING,
    SIDES,
    STANDARD,
    State,
    beside,
    distance,
    free_positions,
    passes,
    quarters,
    read_rows,
    state_json,
)
from tests.games.parabellum.yard import act, load, table, unit_at

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


N, S = "north", "south"


def unmapped(phase: str) -> State:
    """North's squad on the map and a carrier in the rear; South's squad on the map."""
    units = (
        unit_at(N, "squad", where="map"),
        unit_at(S, "squad", where="map"),
        unit_at(N, "carrier", cargo=load(2)),
    )
    return table(phase, *units, positions="table")


def test_a_table_chooses_where_the_map_is() -> None:
    begun = GAME.open(GAME.shuffle({"options": {"positions": "table"}}, Random(1))).state
    assert not begun.tracked
    assert state_json(begun)["positions"] == "table"
    usual = GAME.open(GAME.shuffle({"options": {"positions": "app"}}, Random(1))).state
    assert usual.tracked
    assert "positions" not in state_json(usual)
    with pytest.raises(GameError) as refused:
        GAME.open(GAME.shuffle({"options": {"positions": "moon"}}, Random(1)))
    assert refused.value.path == "positions"


def test_a_move_burns_fuel_and_says_what_the_unit_stands_on() -> None:
    moved = act(unmapped("movement"), "move", unit="u1", terrain="urban")
    assert cover_of(moved, "u1").defense == 1
    for _ in range(2):
        moved = act(moved, "move", unit="u1")
    with pytest.raises(GameError) as refused:
        act(moved, "move", unit="u1")
    assert refused.value.path == "unit"
    assert act(moved, "end_phase").units["u1"].fuel == 2


def test_cover_counts_as_the_table_says() -> None:
    state = act(unmapped("direct"), "stand", unit="u2", terrain="special", earthwork=True)
    rolls = {"attack": [8, 5, 5, 5], "defense": [3, 3, 3, 3]}
    after = act(state, "attack", unit="u1", target="u2", counter=False, rolls=rolls)
    assert after.units["u2"].strength == 3
    open_ground = act(unmapped("direct"), "attack", unit="u1", target="u2", counter=False, rolls=rolls)
    assert "u2" not in open_ground.units


def test_the_table_sees_to_ranges_and_deployment_squares() -> None:
    deployed = act(unmapped("deployment"), "deploy", unit="u3", terrain="rubble")
    assert deployed.units["u3"].ground == "rubble"
    assert act(deployed, "extract", unit="u1").units["u1"].where == "predeploy"
    logistics = unmapped("logistics").with_unit("u3", where="map")
    cached = act(logistics, "cache", unit="u3", square="e2", fuel=2, ammunition=0)
    assert cached.caches == {"e2": load(2)}
    assert act(cached, "pick_up", unit="u3", square="e2", fuel=1, ammunition=0).caches == {"e2": load(1)}


@pytest.mark.parametrize(
    ("phase", "action", "path"),
    [
        ("movement", {"type": "move", "unit": "u1", "path": ["a1"]}, "path"),
        ("movement", {"type": "move", "unit": "u1", "terrain": "lava"}, "terrain"),
        ("movement", {"type": "stand", "unit": "u3", "terrain": "open", "earthwork": False}, "unit"),
        ("deployment", {"type": "deploy", "unit": "u1"}, "unit"),
        ("logistics", {"type": "engineer", "unit": "u1", "work": "clear_mine"}, "work"),
        (
            "movement",
            {"type": "adjust", "reason": "x", "unit": {"id": "u1", "square": "a1", "position": "c"}},
            "unit.square",
        ),
    ],
)
def test_squares_are_refused(phase: str, action: dict[str, object], path: str) -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(unmapped(phase), {"player": N, **action})
    assert refused.value.path == path


def test_where_the_app_keeps_the_map_it_knows_what_a_unit_stands_on() -> None:
    with pytest.raises(GameError) as refused:
        act(table("movement", unit_at(N, "squad", "a1")), "stand", unit="u1", terrain="open")
    assert refused.value.path == "type"


def test_holding_is_the_tables_finding() -> None:
    found = act(unmapped("boardroom"), "objective", objective="middle", complete=True)
    assert act(found, "end_phase").objectives["middle"].done == (N,)
