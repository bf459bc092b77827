"""A state as JSON, exactly as the specification's section 3 has it."""

from companion.engine.wire import Json
from companion.games.verraeter.state.cards import cards_json
from companion.games.verraeter.state.options import options_json
from companion.games.verraeter.state.table import Draft, Landscape, Player, State


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return {
        "players": [_player(each) for each in state.players],
        "phase": state.phase,
        "round": state.round,
        "rounds": state.rounds,
        "active": state.active,
        "start_player": state.start_player,
        "strategy_holder": state.strategy_holder,
        "circle": [_landscape(each) for each in state.circle],
        "site": None if state.site is None else list(state.site),
        "draft": _draft(state.draft),
        "draw": list(state.draw),
        "discard": list(state.discard),
        "refill": [{"player": due.player, "entitlement": due.entitlement} for due in state.refill],
        "last_conflict": state.last_conflict,
        "result": state.result,
        "options": options_json(state.options),
        "cards": cards_json(state.cards),
    }


def _player(player: Player) -> Json:
    return {
        "id": player.id,
        "allegiance": player.allegiance,
        "vp": player.vp,
        "hand": list(player.hand),
        "unplaced": player.unplaced,
        "pick": player.pick,
        "played": None if player.played is None else list(player.played),
    }


def _landscape(landscape: Landscape) -> Json:
    card = landscape.building
    building = None if card is None else {"player": card.player, "side": card.side}
    return {"type": landscape.type, "house": landscape.house, "building": building}


def _draft(draft: Draft) -> Json:
    return {
        "mode": draft.mode,
        "removed": draft.removed,
        "pool": list(draft.pool),
        "leftover": list(draft.leftover),
    }
