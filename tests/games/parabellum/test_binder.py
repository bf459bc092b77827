"""The setup binder: the starter reads, and every fault is named at its place."""

import copy
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.games.parabellum.procedures.campaign import binder_check
from companion.games.parabellum.state.binder import read_binder, starter_binder
from companion.games.parabellum.state.binder.reading import starter_file

DRILL: dict[str, Any] = {
    "id": "drill",
    "name": "Drill Yard",
    "budget": 220,
    "start": "1",
    "palette": ["red", "blue"],
    "companies": {
        "red_co": {"name": "Red Company", "livery": ["red", "blue"]},
        "blue_co": {"name": "Blue Company", "livery": ["blue", "red"]},
    },
    "classes": {"foot": {"footprint": "small"}},
    "resources": {
        "manpower": {"supply": 20, "bands": [{"above": 14, "price": 4}, {"above": 0, "price": 6}]},
        "fuel": {"supply": None, "bands": [{"above": 0, "price": 5}]},
        "ammunition": {"supply": 9, "bands": [{"above": 0, "price": 5}]},
    },
    "units": {
        "squad": {
            **{"name": "Squad", "class": "foot", "cost": 50, "troop": 3, "speed": 2},
            **{"fuel_max": 2, "fuel_cost": 1, "attack_die": 6, "defense_die": 6},
        }
    },
    "maps": {"yard": {"name": "Yard", "rows": ["1.2"]}},
    "scenarios": {
        "1": {
            **{"name": "Drill", "map": "yard", "deployment_cost": 5, "extraction_cost": 5, "next": ["2a"]},
            "objectives": [{"id": "middle", "name": "Middle", "kind": "hold", "squares": ["b1"]}],
        },
        "2a": {
            **{"name": "Again", "map": "yard", "deployment_cost": 5, "extraction_cost": 5},
            **{"next": [], "objectives": []},
        },
    },
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The drill's binder with one place changed; `...` takes the place away."""
    binder = copy.deepcopy(DRILL)
    *way, last = path.split(".")
    inside: Any = binder
    for part in way:
        inside = inside[int(part) if isinstance(inside, list) else part]
    key = int(last) if isinstance(inside, list) else last
    if value is ...:
        del inside[key]
    else:
        inside[key] = value
    return binder


def test_the_starter_is_the_specifications_campaign() -> None:
    binder = starter_binder()
    assert (binder.name, len(binder.units), len(binder.scenarios)) == ("The Tessaly Concession", 22, 11)
    assert binder.given == "starter"
    assert binder.footprint("main_battle_tank") == "large"
    assert binder.map_of("1").deployment(1) == ("a5", "a6", "a7", "a8")


def test_a_booklet_changes_prices_and_terrain_for_itself_alone() -> None:
    binder = starter_binder()
    assert [band.price for band in binder.bands("2c", "fuel")] == [15]
    assert [band.price for band in binder.bands("1", "fuel")] == [10]
    assert binder.terrains("2a")["marsh"].cost == 3
    assert binder.terrains("1")["marsh"].cost == 2


def test_defaults_are_filled_in() -> None:
    binder = read_binder(DRILL)
    squad, first = binder.units["squad"], binder.scenarios["1"]
    assert (squad.role, squad.cards, squad.entrench, squad.artillery) == ("combat", None, 1, None)
    assert (first.rounds, first.chooser, first.salvage_percent) == (None, "victor", 0)
    objective = first.objectives[0]
    assert (objective.seats, objective.count, objective.turns) == ((1, 2, 3, 4), 1, 1)
    assert (objective.bonus.credits, objective.penalty, objective.exclusive) == (0, 0, False)


FAULTS = [
    ("mood", 3, "mood"),
    ("id", "Drill", "id"),
    ("name", "", "name"),
    ("name", ..., "name"),
    ("budget", -1, "budget"),
    ("budget", True, "budget"),
    ("budget", 6.0, "budget"),
    ("start", "3", "start"),
    ("palette", [], "palette"),
    ("palette", ["red", "Blue"], "palette.1"),
    ("companies.blue_co", ..., "companies"),
    ("companies.red_co.livery", ["red"], "companies.red_co.livery"),
    ("companies.red_co.livery", ["red", "pink"], "companies.red_co.livery.1"),
    ("companies.Red", {}, "companies.Red"),
    ("classes.foot.footprint", "wide", "classes.foot.footprint"),
    ("terrain", {"open": {"cost": 0}}, "terrain.open.cost"),
    ("terrain", {"lava": {"cost": 3}}, "terrain.lava.glyph"),
    ("terrain", {"marsh": {"glyph": "1"}}, "terrain.marsh.glyph"),
    ("terrain", {"marsh": {"glyph": "."}}, "terrain.marsh.glyph"),
    ("terrain", {"marsh": {"access": "boat"}}, "terrain.marsh.access"),
    ("resources.fuel", ..., "resources.fuel"),
    ("resources.manpower.supply", None, "resources.manpower.supply"),
    ("resources.manpower.bands.1.above", 3, "resources.manpower.bands.1.above"),
    ("units.squad.class", "horse", "units.squad.class"),
    ("units.squad.troop", 21, "units.squad.troop"),
    ("units.squad.defense_die", 7, "units.squad.defense_die"),
    ("units.squad.artillery", {"die": 6, "min": 1, "max": 2, "shots": 1}, "units.squad.artillery"),
    ("units.squad.carries", ["horse"], "units.squad.carries.0"),
    ("units.squad.terrain_cost", {"lava": 1}, "units.squad.terrain_cost.lava"),
    ("units.squad.engineering", ["dig"], "units.squad.engineering.0"),
    ("units.squad.entrench", 5, "units.squad.entrench"),
    ("maps.yard.rows", [], "maps.yard.rows"),
    ("maps.yard.rows", ["1.2", "12"], "maps.yard.rows.1"),
    ("maps.yard.rows", ["1?2"], "maps.yard.rows.0"),
    ("maps.yard.rows", ["5.2"], "maps.yard.rows.0"),
    ("scenarios.1.map", "moon", "scenarios.1.map"),
    ("scenarios.0", {}, "scenarios.0"),
    ("scenarios.", {}, "scenarios"),
    ("scenarios.1.next", ["2b"], "scenarios.1.next.0"),
    ("scenarios.1.next", ["1"], "scenarios.1.next.0"),
    ("scenarios.1.next", ["2a", "2a"], "scenarios.1.next.1"),
    ("scenarios.1.rounds", 0, "scenarios.1.rounds"),
    ("scenarios.1.salvage_percent", 101, "scenarios.1.salvage_percent"),
    ("scenarios.1.features", {"d1": "mine"}, "scenarios.1.features.d1"),
    ("scenarios.1.features", {"b1": "moat"}, "scenarios.1.features.b1"),
    ("scenarios.1.terrain", {"lava": {}}, "scenarios.1.terrain.lava"),
    ("scenarios.1.prices", {"manpower": 1}, "scenarios.1.prices.manpower"),
    ("scenarios.1.banned", ["dragon"], "scenarios.1.banned.0"),
    ("scenarios.1.objectives.0.squares", [], "scenarios.1.objectives.0.squares"),
    ("scenarios.1.objectives.0.squares", ["b2"], "scenarios.1.objectives.0.squares.0"),
    ("scenarios.1.objectives.0.seats", [5], "scenarios.1.objectives.0.seats.0"),
    ("scenarios.1.objectives.0.bonus", {"fuel": 1}, "scenarios.1.objectives.0.bonus.credits"),
    ("scenarios.1.objectives.0.kind", "win", "scenarios.1.objectives.0.kind"),
]


@pytest.mark.parametrize(("path", "value", "place"), FAULTS)
def test_a_fault_is_named_at_its_place(path: str, value: Any, place: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_binder(changed(path, value))
    assert refusal.value.path == f"binder.{place}"
    assert refusal.value.message


@pytest.mark.parametrize("given", [None, "stater", [], 3])
def test_what_is_no_binder_is_refused_as_a_whole(given: Any) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_binder(given)
    assert refusal.value.path == "binder"


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=6,
)
PLACES = sorted({path for path, value, _ in FAULTS if value is not ...})


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PLACES), junk)
def test_nonsense_in_any_place_is_refused_or_read_and_never_crashes(path: str, value: Any) -> None:
    binder = changed(path, value)
    with suppress(InvalidInput):
        assert binder_check.resolve({"binder": binder}).result["scenarios"]


def test_the_starter_file_is_the_one_that_is_shipped() -> None:
    assert read_binder(starter_file()) == starter_binder()


def test_as_many_can_play_as_every_map_has_seats_for() -> None:
    assert binder_check.resolve({"binder": DRILL}).result["players"] == 2
    lonely = changed("maps.yard.rows", ["1.3"])
    assert binder_check.resolve({"binder": lonely}).result["players"] == 1
