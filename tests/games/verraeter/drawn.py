"""Circles drawn as text, deeds as JSON, and a game twice over."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Outcome, Scene, Sight
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.game import GAME
from companion.games.verraeter.rules import PICKS_HIDDEN
from companion.games.verraeter.state import Player, State, starter_circles

PLAYERS = ["anna", "bert", "cleo", "dora"]
PATCHWORK = starter_circles()[0].circle
ESTATES = [("anna", 2), ("bert", 0), ("cleo", 6), ("dora", 10)]
PICKS = {"anna": "diplomat_5", "bert": "strategist", "cleo": "traitor", "dora": "master_builder"}


def opened(players: list[str] | None = None, **more: Any) -> State:
    """A table on the patchwork, anna being the start player."""
    names = players or PLAYERS
    return GAME.open({"players": names, "start_player": "anna", "circle": PATCHWORK, **more}).state


def deed(kind: str, player: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "player": player, **more}


def after(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def last(state: State, *actions: dict[str, Any]) -> Outcome[State]:
    return GAME.apply(after(state, *actions[:-1]), actions[-1])


def at_site(**more: Any) -> State:
    """All first estates lie; bert holds the strategy card."""
    return after(opened(**more), *(deed("place_estate", who, landscape=n) for who, n in ESTATES))


def at_draft(**more: Any) -> State:
    """The conflict is over the rose's meadow (4) and the eagle's forest (5)."""
    return after(at_site(**more), deed("choose_site", "bert", site=[4, 5]))


def at_supply(picks: dict[str, str] | None = None, **more: Any) -> State:
    """Everybody has picked; what nobody did was put aside, or lies face down."""
    chosen = picks or PICKS
    cards = ["farmer", "diplomat_2", "strategist", "traitor", "diplomat_5", "master_builder"]
    removed = next(card for card in cards if card not in chosen.values())
    picked = (deed("pick_action", who, card=card) for who, card in chosen.items())
    return after(at_draft(**more), deed("deal_actions", "anna", removed=removed), *picked)


def at_reveal(supply: dict[str, list[int]] | None = None, **more: Any) -> State:
    """Supply is played."""
    laid = supply or {"anna": [5], "bert": [4, 5], "cleo": [], "dora": [3]}
    return after(at_supply(**more), *(deed("play_supply", who, cards=cards) for who, cards in laid.items()))


def at_build(**more: Any) -> State:
    """The rulebook's order: after the points it is for dora, the master builder."""
    return after(at_reveal(**more), {"type": "reveal"})


def at_refill(**more: Any) -> State:
    """Anna is the first of those who pick up."""
    return after(at_build(**more), deed("build", "dora", op="pass"))


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
