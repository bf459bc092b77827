"""What may be done on the map but fight: movement, deployment, logistics (specification 6.1)."""

from collections.abc import Iterator

from companion.engine.wire import Json
from companion.games.parabellum.data import Resource
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.field import cache_room, cargo_room, near, on
from companion.games.parabellum.rules.on_map.deploying import check_deployable, check_extract, open_squares
from companion.games.parabellum.rules.on_map.engineering import check_engineer, squares_for
from companion.games.parabellum.rules.on_map.moving import (
    check_dig_out,
    check_entrench,
    check_move,
    check_reposition,
    goals,
    other_positions,
)
from companion.games.parabellum.rules.on_map.passengers import (
    check_alight,
    check_boarder,
    landing,
    transports,
)
from companion.games.parabellum.rules.on_map.resupplying import check_resupply, needs, sources
from companion.games.parabellum.rules.on_map.supplying import check_giver, check_partners, check_taker
from companion.games.parabellum.state.squares import place, reading_order, square_at
from companion.games.parabellum.state.table import State

type Entries = Iterator[dict[str, Json]]

REFILLED: tuple[Resource, ...] = ("fuel", "ammunition")


def movement(state: State, player: str) -> Entries:
    """Moving, repositioning, digging in and out."""
    for unit in state.of(player, "map"):
        entry: dict[str, Json] = {"player": player, "unit": unit}
        if allowed(check_move, state, player, unit):
            squares = {goal.square: goal.cost for goal in goals(state, player, unit)}
            yield from [{**entry, "type": "move", "squares": squares}] if squares else []
        if allowed(check_reposition, state, player, unit):
            spots = other_positions(state, unit)
            yield from [{**entry, "type": "reposition", "positions": spots}] if spots else []
        if allowed(check_entrench, state, player, unit):
            yield {**entry, "type": "entrench"}
        if allowed(check_dig_out, state, player, unit):
            yield {**entry, "type": "dig_out"}


def deployment(state: State, player: str) -> Entries:
    """Off the map, and onto it."""
    for unit in state.of(player, "map"):
        if allowed(check_extract, state, player, unit):
            yield {"type": "extract", "player": player, "unit": unit}
    squares = open_squares(state, player)
    for unit in state.of(player, "predeploy") if squares else ():
        if allowed(check_deployable, state, player, unit):
            yield {"type": "deploy", "player": player, "unit": unit, "squares": squares}


def around(state: State, square: str) -> tuple[str, ...]:
    """The squares of the map that are near one, in reading order."""
    column, row = place(square)
    block = [(column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    squares = (square_at(x, y) for x, y in block if x >= 0 and y >= 0)
    return tuple(each for each in squares if each in state.sheet and near(state, square, each))


def logistics(state: State, player: str) -> Entries:
    """Tokens, passengers, engineering."""
    for unit in state.of(player, "map"):
        if "fresh" not in state.units[unit].marks:
            yield from _tokens(state, player, unit)
            yield from _works(state, player, unit)
        yield from boarding(state, player, unit)
    for unit in state.of(player, "aboard"):
        if allowed(check_alight, state, player, unit):
            yield from _landings(state, player, unit)


def boarding(state: State, player: str, unit: str) -> Entries:
    """The transports that a unit could take now."""
    carriers = transports(state, unit) if allowed(check_boarder, state, player, unit) else []
    if carriers:
        yield {"type": "board", "player": player, "unit": unit, "transports": carriers}


def _landings(state: State, player: str, unit: str) -> Entries:
    carrier = state.units[state.units[unit].transport or ""]
    squares = [square for square in around(state, on(carrier)) if landing(state, unit, square)]
    if squares:
        yield {"type": "alight", "player": player, "unit": unit, "squares": squares}


def _tokens(state: State, player: str, unit: str) -> Entries:
    cargo, here = state.units[unit].cargo, on(state.units[unit])
    if cargo.total:
        yield from transfers(state, player, unit)
        rooms = {square: cache_room(state, unit, square) for square in around(state, here)}
        rooms = {square: room for square, room in rooms.items() if room}
        if rooms:
            yield {"type": "cache", "player": player, "unit": unit, **cargo._asdict(), "squares": rooms}
    yield from pick_ups(state, player, unit)
    for resource in REFILLED:
        yield from resupplies(state, player, unit, resource)


def transfers(state: State, player: str, unit: str) -> Entries:
    """Whom a unit can hand cargo to."""
    cargo = state.units[unit].cargo
    for to in state.of(player, "map"):
        room = cargo_room(state, to)
        if room and allowed(_check_exchange, state, player, unit, to):
            entry = {"type": "transfer", "player": player, "from": unit, "to": to, "room": room}
            yield {**entry, "fuel": min(room, cargo.fuel), "ammunition": min(room, cargo.ammunition)}


def _check_exchange(state: State, player: str, unit: str, to: str) -> None:
    check_taker(state, unit, to)
    check_giver(state, player, unit, to)
    check_partners(state, unit, to)


def pick_ups(state: State, player: str, unit: str) -> Entries:
    """The caches that a unit can take from."""
    room, here = cargo_room(state, unit), on(state.units[unit])
    for square in sorted(state.caches, key=reading_order) if room else ():
        load = state.caches[square]
        if near(state, here, square):
            entry = {"type": "pick_up", "player": player, "unit": unit, "square": square, "room": room}
            yield {**entry, "fuel": min(room, load.fuel), "ammunition": min(room, load.ammunition)}


def resupplies(state: State, player: str, unit: str, resource: Resource) -> Entries:
    """Where the tokens for a unit could come from, when they suffice."""
    if not allowed(check_resupply, state, player, unit, resource):
        return
    _, need = needs(state, unit, resource)
    found = sources(state, unit, resource)
    enough = 1 if state.options.partial_resupply else need
    if sum(found.values()) >= enough:
        entry = {"type": "resupply", "player": player, "unit": unit, "resource": resource}
        yield {**entry, "need": need, "sources": found}


def _works(state: State, player: str, unit: str) -> Entries:
    if not allowed(check_engineer, state, player, unit):
        return
    near_by = around(state, on(state.units[unit]))
    works = {work: squares_for(state, unit, work, near_by) for work in state.card(unit).engineering}
    works = {work: squares for work, squares in works.items() if squares}
    if works:
        yield {"type": "engineer", "player": player, "unit": unit, "works": works}
