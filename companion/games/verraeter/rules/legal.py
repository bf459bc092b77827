"""What may be done now, entry by entry (specification 6.3)."""

from collections.abc import Callable, Mapping

from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, MOST_SUPPLY_PLAYED, Phase
from companion.games.verraeter.procedures.supply import most_cards, surplus
from companion.games.verraeter.rules.rounds import sides
from companion.games.verraeter.state import State, sites

NOW = dict[str, Json]


def legal(state: State) -> list[NOW]:
    """All entries, hidden hands included; `adjust` is possible until the end and not listed."""
    if state.phase == "reveal":
        return [{"type": "reveal", "picks": state.draft.mode == "offline"}]
    return [] if state.active is None else PHASES[state.phase](state, state.active)


def checked_legal(state: State) -> list[NOW]:
    """The same of a state from outside, whose parts may not fit each other."""
    if state.phase not in ("reveal", "finished") and state.active is None:
        raise IllegalAction("state.active", f"In the phase “{state.phase}” somebody must be active.")
    if state.phase == "refill" and (not state.refill or state.refill[0].player != state.active):
        raise IllegalAction("state.refill", "The first of those who pick up must be the active player.")
    return legal(state)


def _estates(state: State, player: str) -> list[NOW]:
    return [{"type": "place_estate", "player": player, "landscapes": state.free()}]


def _site(state: State, player: str) -> list[NOW]:
    return [{"type": "choose_site", "player": player, "sites": [list(site) for site in sites(state.circle)]}]


def _draft(state: State, player: str) -> list[NOW]:
    if state.draft.mode is not None:
        return [{"type": "pick_action", "player": player, "cards": list(state.draft.pool)}]
    return [
        {"type": "deal_actions", "player": player, "removed": list(ACTION_CARDS)},
        {"type": "draft_offline", "player": player},
    ]


def _supply(state: State, player: str) -> list[NOW]:
    hand = state.player(player).hand
    most = min(MOST_SUPPLY_PLAYED, len(hand))
    return [{"type": "play_supply", "player": player, "hand": list(hand), "min": 0, "max": most}]


def _build(state: State, player: str) -> list[NOW]:
    own, free = state.buildings(player), state.free()
    more = state.player(player).unplaced > 0
    turned = own if state.may_open_office(player) else state.buildings(player, "office")
    entry = {"type": "build", "player": player}
    return [
        {**entry, "op": "flip", "landscapes": turned},
        {**entry, "op": "move", "from": own, "to": free if own else []},
        {**entry, "op": "pass"},
        {
            **entry,
            "op": "place",
            "landscapes": free if more else [],
            "sides": sides(state, player) if more else [],
        },
    ]


def _refill(state: State, player: str) -> list[NOW]:
    hand = state.player(player).hand
    piles = len(state.draw) + len(state.discard)
    most = most_cards(state.refill[0].entitlement, len(hand), piles, state.options)
    discards = [surplus(len(hand), n, state.options) for n in range(most + 1)]
    entry = {"type": "refill", "player": player, "max_cards": most}
    return [{**entry, "hand": list(hand), "discards": discards}]


PHASES: Mapping[Phase, Callable[[State, str], list[NOW]]] = {
    "estates": _estates,
    "site": _site,
    "draft": _draft,
    "supply": _supply,
    "build": _build,
    "refill": _refill,
    "finished": lambda state, player: [],
}
