"""Before a cache is fired at it is said whom it would hit: friend and foe, and what it may set off."""

from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Fold
from companion.games.parabellum.procedures.caches.explosions import Rolled
from companion.games.parabellum.rules.combat.exploding import chain
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.combat.blasts import blast
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import load, table, unit
from tests.staged import pieces_of

N, S = "north", "south"
NORTH = Sight(frozenset({N}), frozenset({N}))


def field(phase: str = "direct", first: str = "squad") -> State:
    stands = [unit(N, first, "a1"), unit(N, "squad", "b2", "nw"), unit(S, "squad", "b2", "se")]
    stands += [unit(S, "tank", "d2"), unit(S, "squad", "f3")]
    return table(phase, *stands, caches={"b1": load(3), "c1": load(1, 1), "f1": load(5)})


def scene(state: State, **draft: str) -> Scene[State]:
    return Scene(state, NORTH, "hand", draft, (state,))


def test_it_names_everybody_near_and_the_caches_that_may_follow() -> None:
    told: Any = blast(scene(field()), "b1")
    assert [row["heading"] for row in told["rows"]] == [
        "The cache on B1 goes up",
        "If the cache on C1 goes up",
    ]
    first, then = told["rows"]
    assert [each["id"] for each in first["units"]] == ["u1", "u2", "u3"]
    assert [each["mine"] for each in first["units"]] == [True, True, False]
    assert (first["units"][0]["named"], first["units"][2]["named"]) == ("Squad", "Foot")
    assert " if it is Squad" in first["units"][2]["words"]
    assert " if it is" not in first["units"][0]["words"]
    assert "B1 sets it off" in then["words"]
    assert then["units"] == [], "nobody stands near C1, and F1 is too far to be lit"


def test_whoever_an_explosion_hits_was_named() -> None:
    state = field().changed(caches={"b1": load(9), "c1": load(9), "c2": load(9), "f1": load(5)})
    told: Any = blast(scene(state), "b1")
    named = {each["id"] for row in told["rows"] for each in row["units"]}
    for seed in range(20):
        exploded = chain(state, "b1", Rolled(Random(seed)))
        assert {each.unit for one in exploded.explosions for each in one.blasts if each.unit} <= named
        assert len(exploded.explosions) <= len(told["rows"])
    assert named == {"u1", "u2", "u3", "u4"}


@pytest.mark.parametrize(
    ("phase", "first", "draft"),
    [("direct", "squad", {"do": "attack_cache", "to": "b1"}), ("special", "mortar", {"do": "barrage"})],
)
def test_the_panels_that_fire_at_a_cache_say_it(phase: str, first: str, draft: dict[str, str]) -> None:
    state = field(phase, first)
    if first == "mortar":
        state = state.with_unit("u1", square="d1")
        draft = {**draft, "s.b1": "1"}
    question = view(scene(state, unit="u1", **draft))["panel"]
    assert [fold.id for fold in pieces_of(question, Fold) if fold.id.startswith("blast")] == ["blast-B1"]


def test_a_hidden_card_is_no_different_in_the_preview() -> None:
    one, two = field(), field().with_unit("u3", type="sappers", strength=2)
    assert blast(scene(one), "b1") == blast(scene(two), "b1")
