"""What may be done behind the screen: buying, mustering, loading, selling (specification 6.1)."""

from collections.abc import Iterator, Mapping

from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCES
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.field import cargo_room
from companion.games.parabellum.rules.legal.field import boarding
from companion.games.parabellum.rules.on_map.passengers import check_alight
from companion.games.parabellum.rules.rear.boardroom import (
    check_disband,
    check_keep,
    check_scrap,
    scrappable_into,
)
from companion.games.parabellum.rules.rear.buying import cards_left, most_cards, most_tokens
from companion.games.parabellum.rules.rear.mustering import check_muster
from companion.games.parabellum.state.table import State

type Entries = Iterator[dict[str, Json]]


def purchases(state: State, player: str) -> Entries:
    """What the player's credits buy."""
    yield from cards(state, player, {kind: cards_left(state, kind) for kind in state.binder.units})
    entry = {"type": "purchase", "player": player}
    for resource in RESOURCES:
        most = most_tokens(state, player, resource)
        if most:
            yield {**entry, "resource": resource, "max": most}


def cards(state: State, player: str, left: Mapping[str, int | None]) -> Entries:
    """What the player's credits buy out of a card binder that holds so many."""
    units = {kind: most_cards(state, player, kind, n) for kind, n in left.items()}
    units = {kind: most for kind, most in units.items() if most}
    if units:
        yield {"type": "purchase", "player": player, "resource": "units", "units": units}


def preparing(state: State, player: str) -> Entries:
    """Mustering, cargo and passengers in the rear."""
    for unit in state.of(player, "reserve"):
        if allowed(check_muster, state, player, unit):
            yield {"type": "muster", "player": player, "unit": unit}
    for unit in state.of(player, "predeploy"):
        yield from _cargo(state, player, unit)
        yield from boarding(state, player, unit)
    for unit in state.of(player, "aboard"):
        if allowed(check_alight, state, player, unit):
            yield {"type": "alight", "player": player, "unit": unit}


def _cargo(state: State, player: str, unit: str) -> Entries:
    reserve, room = state.players[player].reserve, cargo_room(state, unit)
    fuel, ammunition = min(room, reserve.fuel), min(room, reserve.ammunition)
    entry = {"player": player, "unit": unit}
    if fuel or ammunition:
        yield {**entry, "type": "stow", "room": room, "fuel": fuel, "ammunition": ammunition}
    cargo = state.units[unit].cargo
    if cargo.total:
        yield {**entry, "type": "unstow", **cargo._asdict()}


def manipulating(state: State, player: str) -> Entries:
    """Disbanding, merging, selling."""
    for unit in state.of(player, "reserve", "predeploy"):
        entry = {"player": player, "unit": unit}
        if allowed(check_scrap, state, player, unit):
            yield {**entry, "type": "scrap"}
        if allowed(check_disband, state, player, unit):
            yield {**entry, "type": "disband"}
        if allowed(check_keep, state, player, unit):
            scraps = scrappable_into(state, player, unit)
            if scraps:
                yield {"type": "reorganize", "player": player, "keep": unit, "scraps": scraps}
