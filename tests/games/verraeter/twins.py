"""A game as it may also have been: all that one onlooker must not know is another, all else is the same."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.engine.game import Scene, Sight
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.rules.secrets import PICKS_HIDDEN
from companion.games.verraeter.state import Player, State

ANOTHER_VALUE = 7
"""Of no card in the starter's deck: wherever it is shown, somebody has looked."""


def other_card(card: ActionCard) -> ActionCard:
    return ACTION_CARDS[(ACTION_CARDS.index(card) + 1) % len(ACTION_CARDS)]


def twin(scene: Scene[State]) -> Scene[State]:
    """The same scene over another truth."""
    now, sees = scene.state, scene.sight.sees
    trail = [_twin(state, now, sees) for state in scene.trail]
    return replace(scene, state=_twin(now, now, sees), trail=trail)


def _twin(state: State, now: State, sees: Collection[str]) -> State:
    draw = tuple(ANOTHER_VALUE for _ in state.draw)
    if now.phase == "finished" and state is now:
        return replace(state, draw=draw)
    players = tuple(p if p.id in sees else _player(p, state, now) for p in state.players)
    draft = state.draft
    hidden = replace(
        draft,
        removed=None if draft.removed is None else other_card(draft.removed),
        leftover=tuple(map(other_card, draft.leftover)),
        pool=draft.pool if state.active in sees else tuple(map(other_card, draft.pool)),
    )
    return replace(state, draw=draw, players=players, draft=hidden)


def _player(player: Player, state: State, now: State) -> Player:
    secret = state.round == now.round and now.phase in PICKS_HIDDEN and player.pick is not None
    pick = other_card(player.pick) if secret and player.pick else player.pick
    # Where the app only counts cards, what it knows of a hand everybody can work out (R30).
    hand = player.hand if state.options.counts_only else tuple(ANOTHER_VALUE for _ in player.hand)
    return replace(player, hand=hand, pick=pick)


def looks(ids: Sequence[str]) -> list[tuple[str, Sight]]:
    """Every kind of screen: each player's own two, a tablet for all, the host's, a stranger's, the TV."""
    everybody = frozenset(ids)
    own = [(room, Sight(frozenset({who}), frozenset({who}))) for who in ids for room in ("table", "hand")]
    shared = [("table", Sight(everybody, everybody)), ("table", Sight(frozenset(), everybody))]
    return [*own, *shared, ("table", Sight()), ("tv", Sight())]
