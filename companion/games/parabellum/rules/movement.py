"""The field: is this unit mine and in its place; moving, deploying, riding along (M1 to M7, R22)."""

from collections.abc import Callable
from typing import Concatenate

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.games.parabellum import actions, data
from companion.games.parabellum.procedures import movement
from companion.games.parabellum.procedures.dice import Cover
from companion.games.parabellum.procedures.money import post
from companion.games.parabellum.rules.telling import at, in_names, named
from companion.games.parabellum.state import (
    EMPTY,
    SIDES,
    Load,
    Payment,
    State,
    Terrain,
    Unit,
    Where,
    distance,
    side_towards,
    spoken,
)

PLACES: dict[Where, str] = {
    "reserve": "in reserve",
    "predeploy": "in the pre-deployment area",
    "map": "on the map",
    "aboard": "aboard a transport",
}


def own(state: State, player: str, unit: str, *wheres: Where, key: str = "unit") -> Unit:
    """The player's unit of that id, in one of these places (anywhere without)."""
    owned = state.units.get(unit)
    if owned is None or owned.owner != player:
        own_ids = ", ".join(state.of(player, *wheres)) or "none"
        raise IllegalAction(key, f"{unit} is no unit of {spoken(player)}; those that can: {own_ids}.")
    if wheres and owned.where not in wheres:
        wanted = " or ".join(PLACES[where] for where in wheres)
        raise IllegalAction(key, f"{unit} is {PLACES[owned.where]}; this takes a unit {wanted}.")
    return owned


def enemy_on_map(state: State, player: str, unit: str) -> Unit | None:
    """The unit of that id, if it is somebody else's and on the map."""
    enemy = state.units.get(unit)
    return enemy if enemy and enemy.owner != player and enemy.where == "map" else None


def refuse(wrong: bool, key: str, message: str) -> None:
    """`IllegalAction` at a key where something is wrong."""
    if wrong:
        raise IllegalAction(key, message)


def not_fresh(unit: Unit, key: str = "unit") -> None:
    """Refuse a unit that was deployed this turn (R21)."""
    refuse("fresh" in unit.marks, key, "This unit was deployed this turn; it acts from its next turn on.")


def has_tokens(there: Load, wanted: Load, place: str) -> None:
    """Refuse more tokens than there are, at the resource that is short."""
    for key in ("fuel", "ammunition"):
        have, want = getattr(there, key), getattr(wanted, key)
        refuse(want > have, key, f"{place} has {have} {key}; {want} were asked for.")


def no_passengers(state: State, unit: str, key: str = "unit") -> None:
    aboard = state.passengers(unit)
    refuse(bool(aboard), key, f"{', '.join(aboard)} must alight from {unit} first.")


def why_not[**P](
    check: Callable[Concatenate[State, P], object], state: State, *args: P.args, **kwargs: P.kwargs
) -> str | None:
    """Why a check refuses, in its own words and the table's names; None where it lets pass."""
    try:
        check(state, *args, **kwargs)
    except GameError as error:
        player = next((each for each in args if each in state.seated), state.active or "")
        return in_names(state, error.message, str(player))
    return None


def allowed[**P](check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check lets pass."""
    try:
        check(*args, **kwargs)
    except GameError:
        return False
    return True


def ground_of(state: State, without: str) -> movement.Ground:
    """The map as it lies for one unit: all others are in its way."""
    return movement.Ground(
        sheet=state.sheet,
        terrains=state.booklet.ground,
        features=state.features,
        caches=state.caches,
        occupants=movement.by_square(
            (each.square, movement.Occupant(each.owner, each.position))
            for unit, each in state.units.items()
            if unit != without and each.square is not None and each.position is not None
        ),
        enemy_sharing=state.options.enemy_sharing,
    )


def mover_of(state: State, unit: str, square: str | None = None) -> movement.Mover:
    """A unit as one that moves; `square` where it does not stand on the map yet."""
    each, card = state.units[unit], state.card(unit)
    return movement.Mover(
        footprint=state.footprint(unit),
        speed=card.speed,
        fuel=each.fuel,
        owner=each.owner,
        square=square or on(each),
        tags=card.tags,
        terrain_cost=card.terrain_cost,
        entrench=each.entrench,
        mp_used=each.mp_used,
        entered=entered(each),
    )


def on(unit: Unit) -> str:
    """The square of a unit on the map; none is known where the map lies on the table."""
    return unit.square or ""


def entered(unit: Unit) -> data.Side | None:
    """The side by which a unit came onto its square this turn."""
    return next((side for side in SIDES if f"from_{side}" in unit.marks), None)


def free(state: State, unit: str, square: str) -> tuple[data.Position, ...]:
    return ground_of(state, unit).positions(square, mover_of(state, unit, square))


def away(state: State, one: str, other: str) -> int:
    """How far two squares are from each other (R14); where the app keeps no map, the table sees to that."""
    return 0 if not state.tracked else distance(one, other, state.options.metric)


def near(state: State, one: str, other: str) -> bool:
    """Whether two squares are adjacent or the same."""
    return away(state, one, other) <= 1


def cover_of(state: State, unit: str) -> Cover:
    """What speaks for a unit on the map when it is struck."""
    each = state.units[unit]
    terrain, feature = _stands_on(state, each)
    return Cover(
        terrain=terrain.id,
        attack=terrain.attack,
        defense=terrain.defense,
        entrench=each.entrench,
        earthwork=int(feature == "earthwork"),
        spotted="spotted" in each.marks,
    )


def _stands_on(state: State, unit: Unit) -> tuple[Terrain, str | None]:
    """The terrain and the feature under a unit, by the map or by the word of the table."""
    if not state.tracked:
        return state.booklet.ground[unit.ground or "open"], "earthwork" if unit.earthwork else None
    square = on(unit)
    feature = state.features.get(square)
    return state.booklet.ground["open" if feature == "bridge" else state.sheet.terrain(square)], feature


def cache_limit(state: State, square: str) -> int:
    """How many loose tokens a square takes beside those who stand there (L2)."""
    footprints = {state.footprint(unit) for unit in state.standing_on(square)}
    if "large" in footprints:
        return 0
    return data.SHARED_CACHE_LIMIT if footprints else data.CACHE_LIMIT


def cache_room(state: State, unit: str, square: str) -> int:
    """How many more tokens a unit may lay on a square (R25)."""
    if square not in state.sheet:
        return 0
    if not state.tracked:
        return max(0, data.CACHE_LIMIT - state.caches.get(square, EMPTY).total)
    if away(state, on(state.units[unit]), square) != 1:
        return 0
    ground = ground_of(state, unit)
    if ground.bar(square, state.card(unit).tags) in ("mine", "barricade", "terrain"):
        return 0
    return max(0, cache_limit(state, square) - state.caches.get(square, EMPTY).total)


def cargo_room(state: State, unit: str) -> int:
    """How many more tokens fit into a unit's cargo squares."""
    return max(0, state.card(unit).cargo - state.units[unit].cargo.total)


def _mobile(state: State, player: str, unit: str) -> Unit:
    owned = own(state, player, unit, "map")
    refuse("dug_out" in owned.marks, "unit", f"{unit} spent this turn on digging out (R18).")
    refuse(owned.bridge is not None, "unit", f"{unit} holds a bridge open; close it in Logistics first.")
    return owned


def check_position(state: State, unit: str, position: data.Position, key: str = "position") -> None:
    """Refuse a place in the square that the footprint does not know (C6)."""
    positions = data.POSITIONS_OF[state.footprint(unit)]
    if position not in positions:
        raise InvalidInput(key, f"A unit of this size stands at {', '.join(positions)}, not at “{position}”.")


def check_move(state: State, player: str, unit: str) -> Unit:
    owned = _mobile(state, player, unit)
    still = "repositioned" in owned.marks and not state.options.reposition_with_move
    refuse(still, "unit", f"{unit} has repositioned this turn, which is instead of moving (R17).")
    return owned


def goals(state: State, player: str, unit: str) -> tuple[movement.Goal, ...]:
    """Where a unit can be after one path, and how; nowhere if it may not move."""
    check_move(state, player, unit)
    return movement.reach(ground_of(state, unit), mover_of(state, unit))


def move(state: State, action: actions.Move) -> Outcome[State]:
    """A path walked; it may be followed by another."""
    unit = _mobile(state, action.player, action.unit)
    check_position(state, action.unit, action.position)
    check_move(state, action.player, action.unit)
    walk = movement.check_path(
        ground_of(state, action.unit), mover_of(state, action.unit), action.path, action.position
    )
    if walk.reason is not None:
        key = "unit" if walk.at is None else f"path.{walk.at}"
        key = "position" if walk.reason == "position" else key
        raise IllegalAction(key, movement.against(walk, action.path).text)
    last, before = action.path[-1], (on(unit), *action.path)[-2]
    came = side_towards(last, before)
    marks = (unit.marks - {f"from_{entered(unit)}"}) | {f"from_{came}"}
    moved = state.with_unit(
        action.unit, square=last, position=action.position, mp_used=unit.mp_used + walk.cost, marks=marks
    )
    values = {"unit": named(state, action.unit), "a": at(unit.square), "b": at(last)}
    step = Step("M1", "{unit} moves from {a} to {b}.", values)
    return Outcome(moved, (step, *movement.walk_steps(walk, action.path)))


def check_reposition(state: State, player: str, unit: str) -> Unit:
    """A unit that may stand elsewhere in its square (M5, R17)."""
    owned = _mobile(state, player, unit)
    whole = state.footprint(unit) == "large"
    refuse(whole, "unit", f"{unit} fills its square; there is no other place in it.")
    refuse(owned.fuel == 0, "unit", f"{unit} has no fuel counter left; repositioning needs one.")
    refuse(owned.entrench > 0, "unit", f"{unit} is entrenched; it digs out first.")
    refuse("repositioned" in owned.marks, "unit", f"{unit} has repositioned this turn already.")
    moved = owned.mp_used > 0 and not state.options.reposition_with_move
    refuse(moved, "unit", f"{unit} has moved this turn; repositioning is instead of moving (R17).")
    return owned


def other_positions(state: State, unit: str) -> list[data.Position]:
    """The free places in its square where a unit does not stand already, in listing order."""
    each = state.units[unit]
    return [spot for spot in free(state, unit, on(each)) if spot != each.position]


def reposition(state: State, action: actions.Reposition) -> Outcome[State]:
    """Another place in the same square, free of fuel and movement."""
    check_reposition(state, action.player, action.unit)
    check_position(state, action.unit, action.position)
    spots = other_positions(state, action.unit)
    refuse(action.position not in spots, "position", f"Free are: {', '.join(spots) or 'no other places'}.")
    moved = state.with_unit(action.unit, position=action.position).marked(action.unit, "repositioned")
    values = {"unit": named(state, action.unit), "where": at(state.units[action.unit].square)}
    return Outcome(moved, (Step("M5", "{unit} repositions within {where}.", values),))


def check_entrench(state: State, player: str, unit: str) -> Unit:
    """A unit that may dig in one layer deeper (M6, R18)."""
    owned = _mobile(state, player, unit)
    most = state.card(unit).entrench
    refuse(owned.fuel == 0, "unit", f"{unit} has no fuel counter left; digging in needs one.")
    refuse(owned.mp_used > 0, "unit", f"{unit} has moved this turn; it digs in when it stays.")
    refuse("repositioned" in owned.marks, "unit", f"{unit} has repositioned this turn; it digs in next turn.")
    refuse("entrenched" in owned.marks, "unit", f"{unit} dug one layer this turn; the next comes next turn.")
    refuse(owned.entrench >= most, "unit", f"{unit} is as deep as its card allows: {most}.")
    return owned


def entrench(state: State, action: actions.Entrench) -> Outcome[State]:
    unit = check_entrench(state, action.player, action.unit)
    dug = state.with_unit(action.unit, entrench=unit.entrench + 1).marked(action.unit, "entrenched")
    values = {"unit": named(state, action.unit), "layers": unit.entrench + 1}
    return Outcome(dug, (Step("M6", "{unit} digs in: +{layers} to its defence dice.", values),))


def check_dig_out(state: State, player: str, unit: str) -> Unit:
    """A unit that may dig out (R18)."""
    owned = _mobile(state, player, unit)
    refuse(owned.entrench == 0, "unit", f"{unit} is not entrenched.")
    refuse(owned.fuel == 0, "unit", f"{unit} has no fuel counter left; digging out needs one.")
    refuse("entrenched" in owned.marks, "unit", f"{unit} dug in this turn; it digs out from the next on.")
    return owned


def dig_out(state: State, action: actions.DigOut) -> Outcome[State]:
    """All layers left behind, for the unit's whole movement phase."""
    check_dig_out(state, action.player, action.unit)
    out = state.with_unit(action.unit, entrench=0).marked(action.unit, "dug_out")
    values = {"unit": named(state, action.unit)}
    return Outcome(out, (Step("M6", "{unit} digs out and can move from its next turn on.", values),))


def own_squares(state: State, player: str) -> tuple[str, ...]:
    """The deployment squares of a player's seat, in reading order."""
    return state.sheet.deployment(state.players[player].seat)


def check_extract(state: State, player: str, unit: str) -> Unit:
    owned, cost = own(state, player, unit, "map"), state.booklet.extraction_cost
    refuse("fresh" in owned.marks, "unit", f"{unit} was deployed this turn; it may leave next turn.")
    refuse(owned.bridge is not None, "unit", f"{unit} holds a bridge open; close it first.")
    squares = own_squares(state, player)
    listed = ", ".join(map(at, squares))
    astray = state.tracked and owned.square not in squares
    refuse(astray, "unit", f"{unit} must stand on a deployment square: {listed}.")
    refuse(state.players[player].credits < cost, "unit", f"Extraction costs {cost} credits a unit.")
    return owned


def extract(state: State, action: actions.Extract) -> Outcome[State]:
    """Off the map with cargo and passengers; layers are lost."""
    unit = check_extract(state, action.player, action.unit)
    values = {"unit": named(state, action.unit), "cost": state.booklet.extraction_cost}
    gone = state.with_unit(action.unit, where="predeploy", square=None, position=None, entrench=0)
    gone = post(gone, Payment(action.player, "extraction", unit.type, -state.booklet.extraction_cost))
    return Outcome(gone, (Step("M7", "{unit} is extracted for {cost:# credit|# credits}.", values),))


def check_deployable(state: State, player: str, unit: str) -> Unit:
    """A unit that may come onto the map."""
    owned, cost = own(state, player, unit, "predeploy"), state.booklet.deployment_cost
    for each in (unit, *state.passengers(unit)):
        kind = state.units[each].type
        refuse(kind in state.booklet.banned, "unit", f"This booklet bans {state.binder.units[kind].name}.")
    refuse(state.players[player].credits < cost, "unit", f"Deployment costs {cost} credits a unit.")
    return owned


def open_squares(state: State, player: str) -> list[str]:
    """The own deployment squares without unit and cache, in reading order."""
    taken = {each.square for each in state.units.values()} | set(state.caches)
    return [square for square in own_squares(state, player) if square not in taken]


def deploy(state: State, action: actions.Deploy) -> Outcome[State]:
    """Onto an unoccupied deployment square; the unit is fresh until its next turn."""
    unit = check_deployable(state, action.player, action.unit)
    squares = open_squares(state, action.player)
    listed = ", ".join(map(at, squares)) or "none"
    refuse(action.square not in squares, "square", f"Deployment squares open to you now: {listed}.")
    check_position(state, action.unit, action.position)
    landed = state.with_unit(action.unit, where="map", square=action.square, position=action.position)
    landed = post(landed, Payment(action.player, "deployment", unit.type, -state.booklet.deployment_cost))
    values = {"unit": named(state, action.unit), "where": at(action.square)}
    values |= {"cost": str(state.booklet.deployment_cost)}
    step = Step(
        "M7", "{unit} is deployed on {where} for {cost:# credit|# credits}; it rests until next turn.", values
    )
    return Outcome(landed.marked(action.unit, "fresh"), (step,))


def _boarding_place(state: State) -> Where:
    """Where people board: on the map in Logistics, else in the pre-deployment area."""
    return "map" if state.phase == "logistics" else "predeploy"


def check_boarder(state: State, player: str, unit: str) -> Unit:
    owned = own(state, player, unit, _boarding_place(state))
    no_passengers(state, unit)
    if owned.where == "map":
        refuse("fresh" in owned.marks, "unit", f"{unit} was deployed this turn; it boards next turn.")
        refuse("unloaded" in owned.marks, "unit", f"{unit} got off this turn; it boards again next turn.")
        refuse(owned.entrench > 0, "unit", f"{unit} is entrenched; it digs out before it boards (R19).")
        refuse(owned.bridge is not None, "unit", f"{unit} holds a bridge open; close it first.")
    return owned


def check_transport(state: State, unit: str, transport: str) -> None:
    rider, carrier = state.units[unit], state.units.get(transport)
    if carrier is None or transport == unit or carrier.owner != rider.owner:
        raise IllegalAction("transport", f"{transport} is no other unit of yours to board.")
    card, kind = state.card(transport), state.card(unit).unit_class
    wanted = ", ".join(card.carries) or "nobody"
    refuse(carrier.where != rider.where, "transport", f"{transport} is somewhere else than {unit}.")
    refuse(kind not in card.carries, "transport", f"{transport} carries {wanted}, not {kind}.")
    full = len(state.passengers(transport)) >= card.passengers
    refuse(full, "transport", f"{transport} is full: it carries {card.passengers}.")
    if carrier.where == "map":
        fresh = "fresh" in carrier.marks
        refuse(fresh, "transport", f"{transport} was deployed this turn; it takes nobody until the next.")
        far = not near(state, on(rider), on(carrier))
        refuse(far, "transport", f"{transport} must be on the same or an adjacent square.")


def transports(state: State, unit: str) -> list[str]:
    """The units that would take this one now, in unit order."""
    kind = state.card(unit).unit_class
    fitting = (each for each in state.of(state.units[unit].owner) if kind in state.card(each).carries)
    return [each for each in fitting if allowed(check_transport, state, unit, each)]


def board(state: State, action: actions.Board) -> Outcome[State]:
    rider = check_boarder(state, action.player, action.unit)
    check_transport(state, action.unit, action.transport)
    step = Step("RULING R22", "{unit} boards a transport.", {"unit": named(state, action.unit)})
    gone = state.with_unit(
        action.unit, where="aboard", square=None, position=None, transport=action.transport
    )
    return Outcome(gone.marked(action.unit, "boarded") if rider.where == "map" else gone, (step,))


def alight(state: State, action: actions.Alight) -> Outcome[State]:
    """Get off: in the rear, or onto a square near the transport."""
    own(state, action.player, action.unit, "aboard")
    for key in ("square", "position"):
        is_named = getattr(action, key) is not None
        if is_named and state.phase != "logistics":
            raise InvalidInput(key, f"Off the map nobody alights on a square; leave “{key}” out.")
        if not is_named and state.phase == "logistics":
            raise InvalidInput(key, f"On the map, say onto which {key} the unit gets off.")
    check_alight(state, action.player, action.unit)
    values = {"unit": named(state, action.unit), "where": at(action.square)}
    if state.phase != "logistics":
        back = state.with_unit(action.unit, where="predeploy", transport=None)
        return Outcome(back, (Step("RULING R12", "{unit} gets off in the pre-deployment area.", values),))
    square, position = _place(state, action)
    landed = state.with_unit(action.unit, where="map", square=square, position=position, transport=None)
    step = Step("RULING R22", "{unit} gets off onto {where}; it costs no movement and no fuel.", values)
    return Outcome(landed.marked(action.unit, "unloaded"), (step,))


def check_alight(state: State, player: str, unit: str) -> None:
    owned = own(state, player, unit, "aboard")
    carrier = state.units.get(owned.transport or "")
    place = "on the map" if state.phase == "logistics" else "in the pre-deployment area"
    there = carrier is not None and carrier.where == _boarding_place(state)
    refuse(not there, "unit", f"{unit}'s transport is not {place}.")
    if carrier is not None and state.phase == "logistics":
        refuse("fresh" in carrier.marks, "unit", f"{unit}'s transport was deployed this turn.")
        refuse("boarded" in owned.marks, "unit", f"{unit} boarded this turn; it gets off next turn.")


def _place(state: State, action: actions.Alight) -> tuple[str, data.Position]:
    square, position = action.square, action.position
    assert square is not None
    assert position is not None
    if position not in data.POSITIONS_OF[state.footprint(action.unit)]:
        raise InvalidInput("position", f"A unit of this size cannot stand at “{position}”.")
    spots = landing(state, action.unit, square)
    refuse(not spots, "square", f"{at(square)} is off the map, too far, barred or has no room for the unit.")
    refuse(position not in spots, "position", f"That place is taken; free are {', '.join(spots)}.")
    return square, position


def landing(state: State, unit: str, square: str) -> tuple[data.Position, ...]:
    """Where on a square a passenger can get off; nowhere, where it may not go."""
    carrier = state.units[state.units[unit].transport or ""]
    if square not in state.sheet or not near(state, on(carrier), square):
        return ()
    if ground_of(state, unit).bar(square, state.card(unit).tags):
        return ()
    return free(state, unit, square)


OPEN = "open"


def open_on_table(state: State) -> State:
    """The same for a table that keeps the map itself."""
    return replace(state, positions="table")


def _placed(state: State, unit: str, ground: str | None, earthwork: bool) -> State:
    grounds = state.booklet.ground
    if ground is not None and ground not in grounds:
        raise IllegalAction("terrain", f"There is no terrain “{ground}”; there is {', '.join(grounds)}.")
    return state.with_unit(unit, ground=ground or OPEN, earthwork=earthwork)


def check_mobile(state: State, player: str, unit: str) -> Unit:
    """A unit that may move once more on the real map."""
    owned = check_move(state, player, unit)
    speed = state.card(unit).speed
    refuse(owned.fuel == 0, "unit", f"{unit} has no fuel counter left; it moves once it is refuelled.")
    refuse(owned.entrench > 0, "unit", f"{unit} is entrenched; digging out comes first.")
    refuse(owned.mp_used >= speed, "unit", f"{unit} has used its {speed} squares of movement.")
    return owned


def move_on_table(state: State, action: actions.TableMove) -> Outcome[State]:
    """Some squares walked on the real map; each move counts for one square at least."""
    unit = check_mobile(state, action.player, action.unit)
    moved = _placed(state, action.unit, action.ground, action.earthwork)
    moved = moved.with_unit(action.unit, mp_used=unit.mp_used + 1)
    return Outcome(
        moved, (_stands(moved, action.unit, "M1", "{unit} moves on the map; it stands on {ground}."),)
    )


def reposition_on_table(state: State, action: actions.TableReposition) -> Outcome[State]:
    check_reposition(state, action.player, action.unit)
    step = Step("M5", "{unit} repositions within its square.", {"unit": named(state, action.unit)})
    return Outcome(state.marked(action.unit, "repositioned"), (step,))


def deploy_on_table(state: State, action: actions.TableDeploy) -> Outcome[State]:
    """Onto a deployment square of the real map."""
    unit = check_deployable(state, action.player, action.unit)
    cost = state.booklet.deployment_cost
    landed = _placed(state, action.unit, action.ground, action.earthwork)
    landed = landed.with_unit(action.unit, where="map").marked(action.unit, "fresh")
    landed = post(landed, Payment(action.player, "deployment", unit.type, -cost))
    values = {"unit": named(state, action.unit), "cost": cost}
    step = Step("M7", "{unit} is deployed for {cost} credits; it rests until next turn.", values)
    return Outcome(landed, (step,))


def alight_on_table(state: State, action: actions.TableAlight) -> Outcome[State]:
    """Off a transport; on the map next to it."""
    check_alight(state, action.player, action.unit)
    values = {"unit": named(state, action.unit)}
    if state.phase != "logistics":
        back = state.with_unit(action.unit, where="predeploy", transport=None)
        return Outcome(back, (Step("RULING R12", "{unit} gets off in the pre-deployment area.", values),))
    landed = _placed(state, action.unit, action.ground, action.earthwork)
    landed = landed.with_unit(action.unit, where="map", transport=None).marked(action.unit, "unloaded")
    return Outcome(
        landed, (_stands(landed, action.unit, "RULING R22", "{unit} gets off; it stands on {ground}."),)
    )


def engineer(state: State, action: actions.TableWork) -> Outcome[State]:
    """The one work of a turn, done on the real map."""
    check_engineer(state, action.player, action.unit)
    works = state.card(action.unit).engineering
    names = ", ".join(data.WORK_NAMES[work] for work in works) or "no engineering"
    refuse(action.work not in works, "work", f"{action.unit}'s card can do: {names}.")
    values = {"unit": named(state, action.unit), "work": data.WORK_NAMES[action.work].lower()}
    step = Step("RULING R28", "{unit}: {work}, on the map.", values)
    return Outcome(state.marked(action.unit, "worked"), (step,))


def stand(state: State, action: actions.Stand) -> Outcome[State]:
    """What a unit stands on now, whoever's it is."""
    unit = state.units.get(action.unit)
    refuse(unit is None or unit.where != "map", "unit", f"{action.unit} is no unit on the map.")
    placed = _placed(state, action.unit, action.ground, action.earthwork)
    return Outcome(placed, (_stands(placed, action.unit, "M3", "{unit} stands on {ground}."),))


def _stands(state: State, unit: str, rule: str, words: str) -> Step:
    each = state.units[unit]
    ground = f"{each.ground} ground" + (" with an earthwork" if each.earthwork else "")
    return Step(rule, words, {"unit": named(state, unit), "ground": ground})


def check_engineer(state: State, player: str, unit: str) -> Unit:
    owned = own(state, player, unit, "map")
    not_fresh(owned)
    refuse("worked" in owned.marks, "unit", f"{unit} has done its one work of this turn.")
    return owned
