"""Cards that are up, and what their finder makes of them (shoot, R13, R19)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.rules.turning_up import Done
from companion.games.scope.rules.turns import ended
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.pending import Raked, Sighted, Stormed
from companion.games.scope.state.table import State


def waiting(done: Done, up: Sighted | Raked | Stormed) -> Outcome[State]:
    """Cards are up until their finder has decided."""
    state = replace(done.state, phase="decide", pending=up)
    words = "{who} must shoot at the decoy." if up.forced else "{who} decides what to do."
    step = Step("R13" if up.forced else "R19", words, {"who": spoken(state.slot)})
    return Outcome(state, (*done.steps, step))


def missed(done: Done) -> Done:
    """A decoy stays where it is (R13)."""
    return done.told(Step("R13", "It was a decoy: it stays where it is."))


def hold(state: State, action: kinds.Hold) -> Outcome[State]:
    """No shot, no advance (R19)."""
    if state.pending is not None and state.pending.forced:
        raise IllegalAction("type", "A decoy draws the shot: it cannot be held.")
    return ended(Done(state, (Step("R19", "{who} holds.", {"who": spoken(state.slot)}),)))
