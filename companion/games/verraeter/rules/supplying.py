"""Phase 3, and what hands and piles do: cards laid down, drawn, the discard pile shuffled (R21, R30)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.data import UNKNOWN
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Player, State


def play_supply(state: State, action: kinds.PlaySupply) -> Outcome[State]:
    """Cards go face up before their player; after the last player the action cards are turned over."""
    played = state.with_player(action.player, lambda player: replace(player, played=()))
    for n, value in enumerate(action.cards):
        played = _played(out_of_hand(played, action.player, value, f"cards.{n}"), action.player, value)
    following = state.left_of(action.player)
    last = following == state.start_player
    after = replace(played, phase="reveal", active=None) if last else replace(played, active=following)
    return Outcome(after, (_played_step(action),))


def _played_step(action: kinds.PlaySupply) -> Step:
    if not action.cards:
        return Step("3", "{who} plays no supply.", {"who": spoken(action.player)})
    listed = ", ".join(map(str, action.cards))
    values = {"who": spoken(action.player), "cards": listed, "total": sum(action.cards)}
    return Step("3", "{who} plays supply {cards}: {total:# point|# points}.", values)


def _played(state: State, who: str, value: int) -> State:
    return state.with_player(
        who, lambda player: replace(player, played=with_card(player.played or (), value))
    )


def with_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Cards and one more, sorted."""
    return tuple(sorted((*cards, value)))


def without_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Cards without one of that value."""
    n = cards.index(value)
    return cards[:n] + cards[n + 1 :]


def out_of_hand(state: State, who: str, value: int, path: str) -> State:
    """The state with one card fewer in a hand; `IllegalAction` at `path` where it is not there.

    Of a hand that the app does not know any card may be laid down that is not known to be elsewhere (R30).
    """
    hand = state.player(who).hand
    if value in hand:
        return _with_hand(state, who, without_card(hand, value))
    if state.options.counts_only and UNKNOWN in hand:
        exist = state.cards.supply.get(value, 0)
        if known(state, value) < exist:
            return _with_hand(state, who, without_card(hand, UNKNOWN))
        said = f"All {exist} cards of value {value} are known to lie elsewhere; another value is wanted."
        raise IllegalAction(path, said)
    raise IllegalAction(path, f"{spoken(who)} has no {value} in hand; play a card that is there.")


def known(state: State, value: int) -> int:
    """How many cards of a value the app knows of: in hands, before players, in the discard pile."""
    return state.discard.count(value) + sum(_seen(player, value) for player in state.players)


def _seen(player: Player, value: int) -> int:
    return player.hand.count(value) + (player.played or ()).count(value)


def _with_hand(state: State, who: str, hand: tuple[int, ...]) -> State:
    return state.with_player(who, lambda player: replace(player, hand=hand))


def reshuffled(state: State) -> State:
    """An empty draw pile replaced by the discard pile, whose cards nobody knows in counts mode."""
    if state.draw:
        return state
    pile = tuple(UNKNOWN for _ in state.discard) if state.options.counts_only else state.discard
    return replace(state, draw=pile, discard=())


def into_hand(state: State, who: str, value: int, path: str) -> State:
    """The state after one card was drawn; `IllegalAction` at `path` where it cannot be."""
    piled = reshuffled(state)
    if not piled.draw:
        raise IllegalAction(path, "Both piles are empty; fewer cards are to be picked up.")
    if value not in piled.draw:
        raise IllegalAction(path, _not_there(state, value))
    drawn = replace(piled, draw=without_card(piled.draw, value))
    return _with_hand(drawn, who, with_card(drawn.player(who).hand, value))


def _not_there(state: State, value: int) -> str:
    if state.options.counts_only:
        return "This table does not tell the app its draws; write 0 for each card."
    return f"No {value} is left in the draw pile; write the values of the cards that were drawn."
