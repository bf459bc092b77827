"""Play with the real map on the table: no squares, but units, money and combat as ever."""

from random import Random

import pytest

from companion.engine.errors import GameError
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.state import State, state_json
from tests.games.parabellum.drawn import act, load, table, unit

N, S = "north", "south"


def unmapped(phase: str) -> State:
    """North's squad on the map and a carrier in the rear; South's squad on the map."""
    units = (unit(N, "squad", where="map"), unit(S, "squad", where="map"), unit(N, "carrier", cargo=load(2)))
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
        act(table("movement", unit(N, "squad", "a1")), "stand", unit="u1", terrain="open")
    assert refused.value.path == "type"


def test_holding_is_the_tables_finding() -> None:
    found = act(unmapped("boardroom"), "objective", objective="middle", complete=True)
    assert act(found, "end_phase").objectives["middle"].done == (N,)
