"""How turns follow each other, and when the game is over (specification 4)."""

from collections import Counter
from dataclasses import replace

from companion.engine.game import Outcome, Step
from companion.engine.squares import row_of
from companion.games.scope.actions import kinds
from companion.games.scope.data import ENEMY, SIDE_NAMES, SIDES, Reason, Side
from companion.games.scope.procedures.victory import Left, Match, Standing, decided
from companion.games.scope.rules.legal import deployments
from companion.games.scope.rules.turning_up import Done
from companion.games.scope.state.naming import side_of, spoken
from companion.games.scope.state.table import State

WON = {
    "snipers": "The {side} side wins: no enemy sniper is left.",
    "points": "The {side} side wins: it has reached the objective points.",
    "theme": "The {side} side wins: it has reached what this scenario is about.",
    "resigned": "The {side} side wins: its enemy gives up.",
}
WON_BY: dict[Reason, str] = {
    "snipers": "objective",
    "points": "objective",
    "theme": "themes",
    "resigned": "R36",
}


def ended(done: Done) -> Outcome[State]:
    """After the normal action: victory, else a deployment that is still possible, else the next slot."""
    state = replace(done.state, pending=None)
    won = decided(Match(state.theme, state.objective, state.rows), standings(state), state.side)
    if won:
        return _over(state, done, *won)
    if deployments(state):
        step = Step("deployment", "{who} may still deploy.", {"who": spoken(state.slot)})
        return Outcome(replace(state, phase="after"), (*done.steps, step))
    return next_turn(Done(state, done.steps))


def standings(state: State) -> dict[Side, Standing]:
    """Both sides as the question of victory has them."""
    return {side: _standing(state, side) for side in SIDES}


def _standing(state: State, side: Side) -> Standing:
    left = Counter(state.left(side))
    rows = tuple(row_of(at) for at in state.cells(side, "infantry"))
    counted = Left(
        left["infantry"], left["machine_gun"], left["mortar"], left["officer"], left["scout"], left["sniper"]
    )
    return Standing(state.score[side], counted, rows, state.spare_snipers[side])


def _over(state: State, done: Done, side: Side, reason: Reason) -> Outcome[State]:
    over = replace(state, phase="finished", winner=side, reason=reason, pending=None)
    step = Step(WON_BY[reason], WON[reason], {"side": SIDE_NAMES[side]})
    return Outcome(over, (*done.steps, step))


def next_turn(done: Done) -> Outcome[State]:
    """The next slot's turn; the shot card that it placed goes."""
    state = done.state
    slot = state.slots[(state.slots.index(state.slot) + 1) % len(state.slots)]
    begun = replace(state, phase="turn", turn=state.turn + 1, slot=slot, deployed=False, pending=None)
    steps = [Step("setup", "It is for {who} to act.", {"who": spoken(slot)})]
    if _shot_goes(begun):
        begun = replace(begun, shots={**begun.shots, begun.side: None})
        words = "The shot card of the {side} side is taken back."
        steps.insert(0, Step("shoot", words, {"side": SIDE_NAMES[begun.side]}))
    return Outcome(begun, (*done.steps, *steps))


def _shot_goes(state: State) -> bool:
    """Whether the acting slot takes a shot card back (R12)."""
    placed = state.shots[state.side]
    by_player = state.players == 3 and state.options.shot_card_until == "player"
    return placed is not None and (by_player or placed.slot == state.slot)


def end_turn(state: State, action: kinds.EndTurn) -> Outcome[State]:
    """The deployment is let go (R26)."""
    return next_turn(Done(state))


def do_nothing(state: State, action: kinds.Pass) -> Outcome[State]:
    """Nothing is possible (R27)."""
    return next_turn(Done(state, (Step("R27", "{who} can do nothing.", {"who": spoken(state.slot)}),)))


def resign(state: State, action: kinds.Resign) -> Outcome[State]:
    """The other side wins (R36)."""
    return _over(state, Done(state), ENEMY[side_of(action.seat)], "resigned")
