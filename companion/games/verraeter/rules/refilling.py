"""Phase 10: supply picked up, the surplus laid down before or after (R19 to R21). No step names a draw."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.procedures.supply_refill import surplus
from companion.games.verraeter.rules.rounds import end_round
from companion.games.verraeter.rules.supplying import into_hand, out_of_hand, with_card
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import State


def refill(state: State, action: kinds.Refill) -> Outcome[State]:
    """One player of the queue picks up; after the last the round ends."""
    _counted(state, action)
    deeds = (_laid_down, _drawn) if state.options.surplus == "before" else (_drawn, _laid_down)
    after = state
    for deed in deeds:
        after = deed(after, action)
    left = replace(after, refill=state.refill[1:])
    step = _step(state, action)
    if left.refill:
        return Outcome(replace(left, active=left.refill[0].player), (step,))
    ended = end_round(left)
    return Outcome(ended.state, (step, *ended.steps))


def _counted(state: State, action: kinds.Refill) -> None:
    most = state.refill[0].entitlement
    if len(action.cards) > most:
        raise IllegalAction(
            "cards",
            f"{spoken(action.player)} may pick up at most {most}; {len(action.cards)} were asked for.",
        )
    wanted = surplus(len(state.player(action.player).hand), len(action.cards), state.options)
    if len(action.discard) != wanted:
        limit, given = state.options.hand_limit, len(action.discard)
        said = f"To keep to {limit} cards exactly {wanted} must be laid down; {given} were given."
        raise IllegalAction("discard", said)


def _laid_down(state: State, action: kinds.Refill) -> State:
    for n, value in enumerate(action.discard):
        state = out_of_hand(state, action.player, value, f"discard.{n}")
        state = replace(state, discard=with_card(state.discard, value))
    return state


def _drawn(state: State, action: kinds.Refill) -> State:
    for n, value in enumerate(action.cards):
        state = into_hand(state, action.player, value, f"cards.{n}")
    return state


def _step(state: State, action: kinds.Refill) -> Step:
    most = state.refill[0].entitlement
    values = {"who": spoken(action.player), "count": len(action.cards), "most": most}
    if action.discard:
        values |= {"discard": ", ".join(map(str, action.discard))}
        return Step("R20", "{who} lays down {discard} and picks up {count} of {most}.", values)
    return Step("10", "{who} picks up {count} of {most}.", values)
