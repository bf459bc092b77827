"""Phase 2: six action cards, one put aside, the others from hand to hand. No step names a card."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Draft, State


def _not_begun(state: State) -> None:
    if state.draft.mode is not None:
        raise IllegalAction("type", "The cards of this round are dealt already; pick one.")


def deal_actions(state: State, action: kinds.DealActions) -> Outcome[State]:
    """One card is put aside unseen; the start player has the other five."""
    _not_begun(state)
    pool = tuple(card for card in ACTION_CARDS if card != action.removed)
    step = Step(
        "2",
        "One action card is put aside face down; {who} looks at the others.",
        {"who": spoken(action.player)},
    )
    return Outcome(replace(state, draft=Draft("digital", action.removed, pool)), (step,))


def draft_offline(state: State, action: kinds.DraftOffline) -> Outcome[State]:
    """The real cards go round the table."""
    _not_begun(state)
    step = Step("2", "The real action cards go round the table; each keeps one.")
    return Outcome(_supply(replace(state, draft=Draft("offline"))), (step,))


def pick_action(state: State, action: kinds.PickAction) -> Outcome[State]:
    """A player keeps a card; the last one puts what is left back face down (R11)."""
    if state.draft.mode is None:
        raise IllegalAction("type", "The action cards are not dealt yet; deal them, or draft with real ones.")
    if action.card not in state.draft.pool:
        # A refusal stands outside the cover of a hand: it names none of the cards that lie under it.
        said = f"The {ACTION_NAMES[action.card]} is not among the cards handed on; pick one of those."
        raise IllegalAction("card", said)
    left = tuple(card for card in state.draft.pool if card != action.card)
    picked = state.with_player(action.player, lambda player: replace(player, pick=action.card))
    following = state.left_of(action.player)
    values = {"who": spoken(action.player), "next": spoken(following), "count": len(left)}
    if following != state.start_player:
        step = Step("2", "{who} keeps a card and hands {count} on to {next}.", values)
        return Outcome(replace(picked, draft=replace(state.draft, pool=left), active=following), (step,))
    words = "{who} keeps a card; what is left ({count}) goes back face down."
    back = Step("R11" if len(left) > 1 else "2", words, values)
    done = replace(picked, draft=replace(state.draft, pool=(), leftover=left))
    return Outcome(_supply(done), (back,))


def _supply(state: State) -> State:
    return replace(state, phase="supply", active=state.start_player)
