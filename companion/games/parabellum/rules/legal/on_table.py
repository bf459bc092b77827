"""What may be done on a map that lies on the table: the same deeds as ever, without squares."""

from collections.abc import Iterator

from companion.engine.wire import Json
from companion.games.parabellum.data import Resource
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.legal.field import boarding, pick_ups, resupplies, transfers
from companion.games.parabellum.rules.on_map.deploying import check_deployable, check_extract
from companion.games.parabellum.rules.on_map.engineering import check_engineer
from companion.games.parabellum.rules.on_map.moving import check_dig_out, check_entrench, check_reposition
from companion.games.parabellum.rules.on_map.on_table import check_mobile
from companion.games.parabellum.rules.on_map.passengers import check_alight
from companion.games.parabellum.state.table import State

type Entries = Iterator[dict[str, Json]]

REFILLED: tuple[Resource, ...] = ("fuel", "ammunition")
MOVEMENT = {
    "move": check_mobile,
    "reposition": check_reposition,
    "entrench": check_entrench,
    "dig_out": check_dig_out,
}


def movement(state: State, player: str) -> Entries:
    """Moving, repositioning, digging in and out."""
    for unit in state.of(player, "map"):
        for kind, check in MOVEMENT.items():
            if allowed(check, state, player, unit):
                yield {"type": kind, "player": player, "unit": unit}


def deployment(state: State, player: str) -> Entries:
    """Off the map, and onto it."""
    for unit in state.of(player, "map"):
        if allowed(check_extract, state, player, unit):
            yield {"type": "extract", "player": player, "unit": unit}
    for unit in state.of(player, "predeploy"):
        if allowed(check_deployable, state, player, unit):
            yield {"type": "deploy", "player": player, "unit": unit}


def logistics(state: State, player: str) -> Entries:
    """Tokens, passengers, engineering."""
    for unit in state.of(player, "map"):
        if "fresh" not in state.units[unit].marks:
            yield from _tokens(state, player, unit)
        works = list(state.card(unit).engineering)
        if works and allowed(check_engineer, state, player, unit):
            yield {"type": "engineer", "player": player, "unit": unit, "works": works}
        yield from boarding(state, player, unit)
    for unit in state.of(player, "aboard"):
        if allowed(check_alight, state, player, unit):
            yield {"type": "alight", "player": player, "unit": unit}


def _tokens(state: State, player: str, unit: str) -> Entries:
    cargo = state.units[unit].cargo
    if cargo.total:
        yield from transfers(state, player, unit)
        yield {"type": "cache", "player": player, "unit": unit, **cargo._asdict()}
    yield from pick_ups(state, player, unit)
    for resource in REFILLED:
        yield from resupplies(state, player, unit, resource)


def standing(state: State, player: str) -> Entries:
    """What each unit on the map stands on can be said at any time of a turn."""
    for unit, each in state.units.items():
        if each.where == "map":
            yield {"type": "stand", "player": player, "unit": unit}
