"""Fronts that their people lay out themselves, each in secret and sealed when it is done (setup)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.data import SIDE_NAMES, Plan, Side
from companion.games.scope.rules.sealing import seal
from companion.games.scope.rules.setting_up import check_front, lying
from companion.games.scope.state.naming import side_of, spoken
from companion.games.scope.state.table import State

BEGINS = "Both fronts lie face down; the {first} begins."


def acting(state: State) -> tuple[str, ...]:
    """The seats that may act now: whose turn it is, or every division of a side that lays out its front."""
    if state.phase == "finished":
        return ()
    laying = tuple(seat for seat in state.slots if side_of(seat) in state.laying_out)
    return laying or (state.slot,)


def plan_of(state: State) -> Plan:
    """What a front of this table holds."""
    return Plan(state.columns, state.rows, state.counts, 0)


def lay_out(state: State, action: kinds.LayOut) -> Outcome[State]:
    """One side's front is laid and sealed; when both are, the first seat begins."""
    side = side_of(action.seat)
    if side not in state.laying_out:
        raise IllegalAction("seat", f"The {SIDE_NAMES[side]} front is laid out and sealed.")
    check_front(action.front, plan_of(state), side, "front")
    sealed = seal([list(row) for row in action.front], action.salt)
    left: tuple[Side, ...] = tuple(each for each in state.laying_out if each != side)
    laid = replace(
        state.laid(lying(action.front, side)),
        seals={**state.seals, side: sealed.digest},
        laying_out=left,
        phase="laying_out" if left else "turn",
    )
    words = "The {side} front is laid out and sealed: {code}."
    step = Step("setup", words, {"side": SIDE_NAMES[side], "code": sealed.code})
    begins = Step("setup", BEGINS, {"first": spoken(state.slot)})
    return Outcome(laid, (step,) if left else (step, begins))
