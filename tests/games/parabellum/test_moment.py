"""What the last action did, as a scene: dice as they fell, who fell, whose turn begins; the rear is quiet."""

from typing import Any

from companion.engine.game import Scene, Sight
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit

N, S = "north", "south"


def told(before: State, action: Any) -> Any:
    after = GAME.apply(before, action).state
    last = GAME.redact_action(after, action, Sight())
    return view(Scene(after, Sight(), "tv", {}, (before, after), last=last)).stage.moment  # type: ignore[union-attr]


def test_an_attack_shows_both_handfuls_from_high_to_low_and_who_falls() -> None:
    before = table("direct", unit(N, "squad", "a1"), unit(S, "squad", "b1"))
    rolls = {"attack": [1, 8, 7, 8], "defense": [1, 1, 2, 1]}
    action = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": False, "rolls": rolls}
    scene = told(before, action)
    assert [throw.faces for throw in scene.throws] == [(8, 8, 7, 1), (2, 1, 1, 1)]
    assert [throw.side for throw in scene.throws] == ["seat-1", "seat-2"]
    assert str(scene.effects[0].words).endswith("u2: 3 fall")


def test_the_rear_is_told_by_its_line_alone_and_a_turn_that_begins_is_a_scene() -> None:
    moving = table("movement", unit(N, "squad", "a1"))
    assert told(moving, {"type": "end_phase", "player": N}).quiet
    last = table("boardroom", unit(N, "squad", "a1"))
    begins = told(last, {"type": "end_phase", "player": N})
    assert not begins.quiet
    assert str(begins.title) == "South Yard: round 1"
