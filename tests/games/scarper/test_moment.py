"""The scene of a charge tells the sums that decided it, and what the board then shows."""

from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.games.scarper.game import GAME
from companion.games.scarper.screens import moment
from companion.games.scarper.state import State


def lines() -> list[tuple[State, State, dict[str, object]]]:
    """The recorded war, line by line."""
    assert GAME.demo
    setup, actions = GAME.demo()
    state, told = GAME.open(setup).state, []
    for action in actions:
        before, state = state, GAME.apply(state, action).state
        told.append((before, state, action))
    return told


def test_the_sums_of_a_charge_say_who_won_it() -> None:
    seen = set()
    for before, now, action in lines():
        shown = moment(Scene(now, NOBODY, "tv", {}, (before, now), last=action))
        assert (shown is not None) == (action["type"] == "frontal_charge")
        if shown:
            left, right = (int(throw.total) for throw in shown.throws)
            verdict = str(shown.effects[0].words)
            assert (left > right) == verdict.startswith("Won by")
            assert (left == right) == (verdict == "A tie")
            seen.add(verdict.split()[0])
    assert len(seen) > 1
