"""Snipers: a search, the shot that may follow it, and the noise that betrays the shooter (search, shoot)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.data import SIDE_NAMES
from companion.games.scope.rules.deciding import missed, waiting
from companion.games.scope.rules.firing import shoot_gun
from companion.games.scope.rules.legal import shot_quadrants
from companion.games.scope.rules.refusing import available, check_in
from companion.games.scope.rules.turning_up import Done, shot, turn_up
from companion.games.scope.rules.turns import ended
from companion.games.scope.state.pending import Raked, Sighted
from companion.games.scope.state.table import Shot, State


def search(state: State, action: kinds.Search) -> Outcome[State]:
    """An enemy card is turned up; an empty area ends the turn's action, all else waits for a decision."""
    entry = available(state, "search")
    check_in(action.cell, entry["cells"], "cell", "no enemy card lies there.")
    done = turn_up(Done(state), "search", (action.cell,))
    card = state.grid[action.cell].card
    if card == "empty":
        return ended(done)
    up = Sighted(action.cell, card, card == "decoy")
    return waiting(done, up)


def shoot(state: State, action: kinds.Shoot) -> Outcome[State]:
    """The card that is up is shot at, by a sniper who names his quadrant or by a machine gun."""
    pending = state.pending
    if isinstance(pending, Raked):
        return shoot_gun(state, action, pending)
    if not isinstance(pending, Sighted):
        raise IllegalAction("type", "Infantry does not shoot: it advances, or it holds.")
    if action.machine_gun is not None:
        raise IllegalAction("machine_gun", "A sniper has found this card; no machine gun fires.")
    words = "a quadrant of the own front with an own sniper in it is wanted."
    check_in(action.quadrant or "No quadrant", shot_quadrants(state, state.side), "quadrant", words)
    done = missed(Done(state)) if pending.card == "decoy" else shot(Done(state), "shoot", pending.cell)
    return ended(_placed(done, action.quadrant or ""))


def _placed(done: Done, quadrant: str) -> Done:
    """The shot card betrays the quadrant until the shooter's next turn (R12)."""
    state, side = done.state, done.state.side
    shots = {**state.shots, side: Shot(quadrant, state.slot)}
    after = replace(state, shots=shots).noted(side, {"type": "shot", "quadrant": quadrant})
    words = "The shot came from quadrant {quadrant}: the {side} shot card lies there."
    step = Step("shoot", words, {"quadrant": quadrant, "side": SIDE_NAMES[side]})
    return Done(after, done.steps).told(step)
