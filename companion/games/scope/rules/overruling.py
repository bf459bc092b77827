"""What the people at the table may set by hand at any time before the end (`adjust`, R34)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES
from companion.games.scope.rules.turning_up import Done, once, turn_up
from companion.games.scope.state.table import Lying, State


def adjust(state: State, action: kinds.Adjust) -> Outcome[State]:
    """The changes are made one after another, each checked when it is made; victory is not looked for."""
    if state.phase == "finished":
        raise IllegalAction("type", "The game is over; only an undo leads back into it.")
    done = Done(state, (Step("R34", "Set by hand: {reason}.", {"reason": action.reason.rstrip(".")}),))
    for n, change in enumerate(action.changes):
        if isinstance(change, kinds.ChangeScore):
            done = _score(done, change)
        else:
            _check(done.state, change, f"changes.{n}")
            done = _card(done, change)
    return Outcome(*done)


def _score(done: Done, change: kinds.ChangeScore) -> Done:
    state, side = done.state, change.side
    after = replace(state, score={**state.score, side: state.score[side] + change.by})
    step = Step("R34", "The {side} score: {by:+d}.", {"side": SIDE_NAMES[side], "by": change.by})
    return Done(after, done.steps).told(step)


def _check(state: State, change: kinds.ChangeCard, path: str) -> None:
    if state.phase not in ("turn", "after"):
        raise IllegalAction(f"{path}.target", "No card is corrected while cards are turned up.")
    if change.cell not in state.grid:
        raise IllegalAction(f"{path}.cell", f"{change.cell} does not lie on this battlefield.")
    if change.side != state.front_of(change.cell) and change.card != "infantry":
        raise IllegalAction(f"{path}.card", "Only infantry lies in the enemy's front (R32).")


def _card(done: Done, change: kinds.ChangeCard) -> Done:
    """The old card is shown where it lay face down, then the new one (R34)."""
    at, front = change.cell, done.state.front_of(change.cell)
    intruded = done.state.grid[at].side != front
    shown = done if intruded else turn_up(done, "R34", (at,))
    state = shown.state.laid({at: Lying(change.side, change.card)})
    if change.side == front:
        state = state.noted(front, {"type": "replace", "cell": at, "card": change.card})
    elif not intruded:
        state = state.noted(front, {"type": "leave", "cell": at})
    values = {"at": at, "side": SIDE_NAMES[change.side], "card": CARD_NAMES[change.card]}
    return Done(state, shown.steps).told(
        once(state, "R34", "{at} holds this {side} card now: {card}.", **values)
    )
