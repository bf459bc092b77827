"""Infantry: an assault, the defensive fire that may break it, the advance (assault, defensive_fire)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.data import SIDE_NAMES, TARGETS
from companion.games.scope.rules.deciding import waiting
from companion.games.scope.rules.legal import assault_quadrants
from companion.games.scope.rules.refusing import available, check_in
from companion.games.scope.rules.turning_up import Done, eliminated, emptied, lost_with, named, turn_up
from companion.games.scope.rules.turns import ended
from companion.games.scope.state import ground
from companion.games.scope.state.pending import Stormed
from companion.games.scope.state.table import Lying, State


def assault(state: State, action: kinds.Assault) -> Outcome[State]:
    """Infantry is shown, then every enemy card of the quadrant; one machine gun breaks it (R17, R18)."""
    available(state, "assault")
    side, at = state.side, action.infantry
    check_in(at, state.cells(side, "infantry"), "infantry", "no infantry of this side lies there.")
    words = "a quadrant with this infantry and an enemy card in it is wanted."
    check_in(action.quadrant, assault_quadrants(state, side, at), "quadrant", words)
    found = tuple(each for each in ground.corners(action.quadrant) if state.grid[each].side != side)
    done = turn_up(Done(state), "assault", (at, *found))
    if any(state.grid[each].card == "machine_gun" for each in found):
        return ended(_fired_on(done, at))
    return waiting(done, Stormed(at, action.quadrant, found))


def _fired_on(done: Done, at: str) -> Done:
    """Defensive fire: the infantry falls; by house rule its points do not count (R18)."""
    step = Step("defensive_fire", "A machine gun was among them: the assault is broken.")
    done = done.told(step)
    if done.state.options.defensive_fire_scores:
        fallen = eliminated(done, "defensive_fire", at)
        return Done(emptied(fallen.state, at), fallen.steps)
    state, side = done.state, done.state.side
    aside = {**state.aside, side: state.aside[side] + 1}
    after = replace(state, aside=aside, lost={**state.lost, side: lost_with(state, side, "infantry")})
    words = "The infantry at {at} falls, and nobody scores it."
    return Done(emptied(after, at), done.steps).told(Step("R18", words, {"at": at}))


def advance(state: State, action: kinds.Advance) -> Outcome[State]:
    """The infantry takes the place of one of the cards; what was there goes, an assault spares no sniper."""
    pending = state.pending
    if not isinstance(pending, Stormed):
        raise IllegalAction("type", "No infantry has stormed: shoot at the card that is up, or hold.")
    check_in(action.cell, pending.cells, "cell", "one of the cards that the assault turned up is wanted.")
    at, done = action.cell, Done(state)
    card = state.grid[at].card
    if card in TARGETS:
        done = eliminated(done, "assault", at)
    else:
        values = {"card": named(card), "at": at}
        done = done.told(Step("assault", "The {card} at {at} is removed.", values))
    return ended(_taken(done, at, pending.infantry))


def _taken(done: Done, at: str, left: str) -> Done:
    """The infantry goes there, and an empty area fills the gap (R22)."""
    state, side = done.state, done.state.side
    front = state.front_of(at)
    own = {"type": "replace", "cell": at, "card": "infantry"}
    came = own if front == side else {"type": "leave", "cell": at}
    after = emptied(state.laid({at: Lying(side, "infantry")}).noted(front, came), left)
    words = "The {side} infantry advances from {left} to {at}."
    values = {"side": SIDE_NAMES[side], "left": left, "at": at}
    return Done(after, done.steps).told(Step("assault", words, values))
