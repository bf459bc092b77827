"""What may be done now, entry by entry, out of the same checks that the rules make (6.1)."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCES, TURN_PHASES, Phase, Resource
from companion.games.parabellum.rules import rear
from companion.games.parabellum.rules.combat import (
    against_counter,
    arc,
    cache_targets,
    check_attacker,
    check_gun,
    check_recon,
    targets,
    within,
)
from companion.games.parabellum.rules.logistics import (
    check_giver,
    check_partners,
    check_resupply,
    check_taker,
    needs,
    sources,
    squares_for,
)
from companion.games.parabellum.rules.movement import (
    allowed,
    cache_room,
    cargo_room,
    check_alight,
    check_boarder,
    check_deployable,
    check_dig_out,
    check_engineer,
    check_entrench,
    check_extract,
    check_mobile,
    check_move,
    check_reposition,
    goals,
    landing,
    near,
    on,
    open_squares,
    other_positions,
    transports,
)
from companion.games.parabellum.rules.setting_up import entitled
from companion.games.parabellum.state import State, place, reading_order, square_at

type Entry = dict[str, Json]
type Entries = Iterator[Entry]


def special(state: State, player: str) -> Entries:
    for unit in state.of(player, "map"):
        yield from _recon(state, player, unit)
        yield from _barrage(state, player, unit)


def _recon(state: State, player: str, unit: str) -> Entries:
    try:
        seen = within(state, unit, 0, check_recon(state, player, unit))
    except IllegalAction:
        return
    if seen:
        yield {"type": "recon", "player": player, "unit": unit, "targets": seen}


def _barrage(state: State, player: str, unit: str) -> Entries:
    try:
        gun = check_gun(state, player, unit)
    except IllegalAction:
        return
    units, caches = arc(state, unit, gun)
    if units or caches:
        entry = {"type": "barrage", "player": player, "unit": unit, "shots": gun.shots}
        yield {**entry, "units": units, "caches": sorted(caches, key=reading_order)}


def direct(state: State, player: str) -> Entries:
    """Direct attacks; the flags say who could answer, for the defender's screen alone."""
    for unit in state.of(player, "map"):
        if not allowed(check_attacker, state, player, unit):
            continue
        entry = {"player": player, "unit": unit}
        struck = targets(state, unit)
        if struck:
            answers = {target: against_counter(state, unit, target) is None for target in struck}
            yield {**entry, "type": "attack", "targets": answers}
        caches = sorted(cache_targets(state, unit), key=reading_order)
        if caches:
            yield {**entry, "type": "attack_cache", "squares": caches}


REFILLED: tuple[Resource, ...] = ("fuel", "ammunition")


def movement(state: State, player: str) -> Entries:
    """Moving, repositioning, digging in and out; on the real map only that it may be done."""
    for unit in state.of(player, "map"):
        entry: Entry = {"player": player, "unit": unit}
        for kind, check in (MOVEMENT if state.tracked else MOVEMENT | {"move": check_mobile}).items():
            if not allowed(check, state, player, unit):
                continue
            more: Entry = {}
            if state.tracked and kind == "move":
                more = {"squares": {goal.square: goal.cost for goal in goals(state, player, unit)}}
            elif state.tracked and kind == "reposition":
                more = {"positions": other_positions(state, unit)}
            if all(more.values()):
                yield {**entry, "type": kind, **more}


MOVEMENT = {
    "move": check_move,
    "reposition": check_reposition,
    "entrench": check_entrench,
    "dig_out": check_dig_out,
}


def deployment(state: State, player: str) -> Entries:
    for unit in state.of(player, "map"):
        if allowed(check_extract, state, player, unit):
            yield {"type": "extract", "player": player, "unit": unit}
    where = {"squares": open_squares(state, player)} if state.tracked else {}
    for unit in state.of(player, "predeploy") if all(where.values()) else ():
        if allowed(check_deployable, state, player, unit):
            yield {"type": "deploy", "player": player, "unit": unit, **where}


def around(state: State, square: str) -> tuple[str, ...]:
    """The squares of the map that are near one, in reading order."""
    column, row = place(square)
    block = [(column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    squares = (square_at(x, y) for x, y in block if x >= 0 and y >= 0)
    return tuple(each for each in squares if each in state.sheet and near(state, square, each))


def logistics(state: State, player: str) -> Entries:
    for unit in state.of(player, "map"):
        if "fresh" not in state.units[unit].marks:
            yield from _tokens(state, player, unit)
        yield from _works(state, player, unit)
        yield from boarding(state, player, unit)
    for unit in state.of(player, "aboard"):
        if allowed(check_alight, state, player, unit):
            carrier = state.units[state.units[unit].transport or ""]
            where: Entry = {}
            if state.tracked:
                near_by = around(state, on(carrier))
                where = {"squares": [square for square in near_by if landing(state, unit, square)]}
            if all(where.values()):
                yield {"type": "alight", "player": player, "unit": unit, **where}


def boarding(state: State, player: str, unit: str) -> Entries:
    """The transports that a unit could take now."""
    carriers = transports(state, unit) if allowed(check_boarder, state, player, unit) else []
    if carriers:
        yield {"type": "board", "player": player, "unit": unit, "transports": carriers}


def _tokens(state: State, player: str, unit: str) -> Entries:
    cargo = state.units[unit].cargo
    where: Entry = {}
    if cargo.total:
        yield from transfers(state, player, unit)
        if state.tracked:
            rooms = {
                square: cache_room(state, unit, square) for square in around(state, on(state.units[unit]))
            }
            where = {"squares": {square: room for square, room in rooms.items() if room}}
        if all(where.values()):
            yield {"type": "cache", "player": player, "unit": unit, **cargo._asdict(), **where}
    yield from pick_ups(state, player, unit)
    for resource in REFILLED:
        yield from resupplies(state, player, unit, resource)


def transfers(state: State, player: str, unit: str) -> Entries:
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
    room, origin = cargo_room(state, unit), on(state.units[unit])
    for square in sorted(state.caches, key=reading_order) if room else ():
        load = state.caches[square]
        if near(state, origin, square):
            entry = {"type": "pick_up", "player": player, "unit": unit, "square": square, "room": room}
            yield {**entry, "fuel": min(room, load.fuel), "ammunition": min(room, load.ammunition)}


def resupplies(state: State, player: str, unit: str, resource: Resource) -> Entries:
    """Where the tokens for a unit could come from, when they suffice."""
    if not allowed(check_resupply, state, player, unit, resource):
        return
    _, need = needs(state, unit, resource)
    tokens = sources(state, unit, resource)
    if sum(tokens.values()) >= (1 if state.options.partial_resupply else need):
        entry = {"type": "resupply", "player": player, "unit": unit, "resource": resource}
        yield {**entry, "need": need, "sources": tokens}


def _works(state: State, player: str, unit: str) -> Entries:
    """Where the map lies on the table, all works of the card."""
    if not allowed(check_engineer, state, player, unit):
        return
    works: Json = list(state.card(unit).engineering)
    if state.tracked:
        near_by = around(state, on(state.units[unit]))
        sites = {work: squares_for(state, unit, work, near_by) for work in works}
        works = {work: squares for work, squares in sites.items() if squares}
    if works:
        yield {"type": "engineer", "player": player, "unit": unit, "works": works}


def standing(state: State, player: str) -> Entries:
    """What each unit on the map stands on can be said at any time of a turn."""
    for unit, each in state.units.items():
        if each.where == "map":
            yield {"type": "stand", "player": player, "unit": unit}


def purchases(state: State, player: str) -> Entries:
    """What the player's credits buy."""
    out = Counter(each.type for each in state.units.values())
    held = ((kind, card.cards) for kind, card in state.binder.units.items())
    yield from cards(state, player, {kind: None if n is None else n - out[kind] for kind, n in held})
    entry = {"type": "purchase", "player": player}
    for resource in RESOURCES:
        most = rear.most_tokens(state, player, resource)
        if most:
            yield {**entry, "resource": resource, "max": most}


def cards(state: State, player: str, left: Mapping[str, int | None]) -> Entries:
    """What the player's credits buy out of a card binder that holds so many."""
    units = {kind: rear.most_cards(state, player, kind, n) for kind, n in left.items()}
    units = {kind: most for kind, most in units.items() if most}
    if units:
        yield {"type": "purchase", "player": player, "resource": "units", "units": units}


def preparing(state: State, player: str) -> Entries:
    for unit in state.of(player, "reserve"):
        if allowed(rear.check_muster, state, player, unit):
            yield {"type": "muster", "player": player, "unit": unit}
    for unit in state.of(player, "predeploy"):
        reserve, room = state.players[player].reserve, cargo_room(state, unit)
        fuel, ammunition = min(room, reserve.fuel), min(room, reserve.ammunition)
        entry = {"player": player, "unit": unit}
        if fuel or ammunition:
            yield {**entry, "type": "stow", "room": room, "fuel": fuel, "ammunition": ammunition}
        cargo = state.units[unit].cargo
        if cargo.total:
            yield {**entry, "type": "unstow", **cargo._asdict()}
        yield from boarding(state, player, unit)
    for unit in state.of(player, "aboard"):
        if allowed(check_alight, state, player, unit):
            yield {"type": "alight", "player": player, "unit": unit}


def manipulating(state: State, player: str) -> Entries:
    """Disbanding, merging, selling."""
    for unit in state.of(player, "reserve", "predeploy"):
        entry = {"player": player, "unit": unit}
        if allowed(rear.check_scrap, state, player, unit):
            yield {**entry, "type": "scrap"}
        if allowed(rear.check_disband, state, player, unit):
            yield {**entry, "type": "disband"}
        if allowed(rear.check_keep, state, player, unit):
            scraps = rear.scrappable_into(state, player, unit)
            if scraps:
                yield {"type": "reorganize", "player": player, "keep": unit, "scraps": scraps}


def legal(state: State) -> list[Entry]:
    """All entries, sorted by their JSON text; `adjust` and `end_scenario` are always possible."""
    if state.phase in TURN_PHASES and (state.active is None or state.active not in state.order):
        raise InvalidInput("state.active", "In the phases of a turn somebody of the turn order is active.")
    return _sorted(_entries(state))


def found(state: State) -> list[Entry]:
    """Those that are possible whoever's turn it is: what the referee of an objective has found."""
    return _sorted(_findings(state))


def legal_at_table(state: State) -> list[Entry]:
    """The same as a table shows it: of the card binder only what its buyer may know (R62)."""
    entries = legal(state)
    if state.binder_open or state.active is None or state.phase not in ("setup", "boardroom"):
        return entries
    player = state.active
    shown = {kind: rear.cards_shown(state, player, kind) for kind in state.binder.units}
    others = [entry for entry in entries if entry.get("resource") != "units"]
    return _sorted([*others, *cards(state, player, shown)])


WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)


def _sorted(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=WRITTEN.encode)


def _entries(state: State) -> Entries:
    if state.phase == "turn_order":
        yield {"type": "turn_order", "dice": {player: state.players[player].die for player in state.playing}}
    elif state.phase == "setup":
        yield from _setup(state)
    elif state.phase == "choose_next":
        if state.choosers:
            ways = sorted(state.booklet.next)
            yield {"type": "choose", "player": state.choosers[0], "scenarios": ways}
        for player in state.having("in", "withdrawn"):
            yield {"type": "abstain", "player": player}
    elif state.phase in TURN_PHASES and state.active is not None:
        yield from PHASES[state.phase](state, state.active)
        if not state.tracked:
            yield from standing(state, state.active)
        yield {"type": "end_phase", "player": state.active}
        yield {"type": "withdraw", "player": state.active}
        yield from _findings(state)


def _setup(state: State) -> Entries:
    if state.active is not None:
        yield from purchases(state, state.active)
        yield {"type": "done", "player": state.active}
    for player in state.playing:
        yield from preparing(state, player)
        if state.options.setup_manipulation:
            yield from manipulating(state, player)


def _boardroom(state: State, player: str) -> Entries:
    yield from purchases(state, player)
    yield from preparing(state, player)
    yield from manipulating(state, player)


def _findings(state: State) -> Entries:
    for objective in state.booklet.objectives:
        for player in state.playing:
            if entitled(state, objective, player):
                held = player in state.objectives[objective.id].done
                finding = {"type": "objective", "objective": objective.id, "complete": not held}
                yield {**finding, "player": player}


PHASES: Mapping[Phase, Callable[[State, str], Entries]] = {
    "movement": movement,
    "deployment": deployment,
    "logistics": logistics,
    "special": special,
    "direct": direct,
    "boardroom": _boardroom,
}
