"""Whose turn it is: turn order, phases, rounds, and what each end of a phase does (specification 4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES, Phase
from companion.games.parabellum.procedures.campaign.turn_order import decide
from companion.games.parabellum.rules.combat.reconnoitring import forget_spotted
from companion.games.parabellum.rules.course.finishing import end_scenario
from companion.games.parabellum.rules.course.objectives import ending_one, evaluate
from companion.games.parabellum.state.naming import player_named, spoken
from companion.games.parabellum.state.table import State


def turn_order(state: State, action: kinds.TurnOrder) -> Outcome[State]:
    """The dice for turn order; then Set-up begins (T1, R3)."""
    dice = {player: state.players[player].die for player in state.playing}
    for player, die in action.dice.items():
        if player not in dice:
            raise IllegalAction(f"dice.{player}", f"{spoken(player)} does not roll; {', '.join(dice)} do.")
        if die > dice[player]:
            said = f"{spoken(player)} completed no objective in the last scenario and rolls a d6."
            raise IllegalAction(f"dice.{player}", said)
        dice[player] = die
    order, steps = decide(dice, action.rolls)
    opened = state.changed(order=order, active=order[0], phase="setup")
    return Outcome(
        opened, (*steps, Step("S1", "Set-up: {who} has the first go.", {"who": player_named(order[0])}))
    )


def pass_go(state: State) -> State:
    """The go passes to the next who is in and not done; to the first turn when everybody is (S1)."""
    waiting = [player for player in state.playing if player not in state.done]
    if not waiting:
        first = next(player for player in state.order if player in state.playing)
        return start_turn(state.changed(done=(), round=1), first)
    return state.changed(active=_following(state, tuple(waiting)))


def _following(state: State, among: tuple[str, ...]) -> str:
    """The next of some players after the active one, cyclically, possibly the same."""
    here = state.order.index(state.active or state.order[0])
    cycle = state.order[here + 1 :] + state.order[: here + 1]
    return next(player for player in cycle if player in among)


def start_turn(state: State, player: str) -> State:
    """A player's turn begins: all that happened to its units last turn is forgotten."""
    units = {
        unit: replace(each, mp_used=0, partner=None, marks=frozenset()) if each.owner == player else each
        for unit, each in state.units.items()
    }
    return state.changed(active=player, phase="movement", units=units)


def next_turn(state: State) -> Outcome[State]:
    """The turn passes; after the last of a round the round grows, or the scenario ends (P1)."""
    assert state.active
    following = _following(state, state.playing)
    if state.order.index(following) > state.order.index(state.active):
        return _turn_of(state, following)
    limit = state.booklet.rounds
    if limit is not None and state.round >= limit:
        ended = end_scenario(state, "rounds")
        return Outcome(ended.state, (_limit_step(limit), *ended.steps))
    return _turn_of(state.changed(round=state.round + 1), following)


def _limit_step(limit: int) -> Step:
    return Step("RULING R56", "Round {limit} was the last of this scenario.", {"limit": limit})


def _turn_of(state: State, player: str) -> Outcome[State]:
    values = {"who": player_named(player), "round": state.round}
    step = Step("P1", "Round {round}: it is {who}'s turn, with Movement.", values)
    return Outcome(start_turn(state, player), (step,))


def end_phase(state: State, action: kinds.EndPhase) -> Outcome[State]:
    """On to the next phase, with what the end of this one does."""
    leave = LEAVING.get(state.phase)
    if state.phase == "boardroom":
        return _end_turn(state, action.player)
    left = Outcome(state, ()) if leave is None else leave(state, action.player)
    phase: Phase = TURN_PHASES[TURN_PHASES.index(state.phase) + 1]
    step = Step(
        "P1", "{who} goes on to {phase}.", {"who": player_named(action.player), "phase": PHASE_NAMES[phase]}
    )
    return Outcome(left.state.changed(phase=phase), (*left.steps, step))


def _burn_fuel(state: State, player: str) -> Outcome[State]:
    """Whoever moved spends one fuel counter, however far it went (M1, R13)."""
    moved = [unit for unit in state.of(player, "map") if state.units[unit].mp_used > 0]
    for unit in moved:
        state = state.with_unit(unit, fuel=state.units[unit].fuel - 1)
    if not moved:
        return Outcome(state, ())
    return Outcome(
        state,
        (
            Step(
                "M1",
                "{n:# unit moved: one fuel counter.|# units moved: one fuel counter each.}",
                {"n": len(moved)},
            ),
        ),
    )


def _end_combat(state: State, player: str) -> Outcome[State]:
    return Outcome(forget_spotted(state), ())


LEAVING: Mapping[Phase, Callable[[State, str], Outcome[State]]] = {
    "movement": _burn_fuel,
    "direct": _end_combat,
}


def _end_turn(state: State, player: str) -> Outcome[State]:
    """Objectives are looked at; one that ends the scenario ends it, else the next turn begins."""
    judged = evaluate(state, turn_of=player)
    ends = ending_one(judged.state)
    after = end_scenario(judged.state, "objective") if ends else next_turn(judged.state)
    return Outcome(after.state, (*judged.steps, *after.steps))
