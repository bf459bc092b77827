"""Moving, deploying, riding along (M1 to M7, R22); on a real map the players keep the squares."""

from dataclasses import replace

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import POSITIONS_OF, WORK_NAMES, Position
from companion.games.parabellum.procedures.money import post
from companion.games.parabellum.procedures.movement import Goal, against, check_path, reach, walk_steps
from companion.games.parabellum.rules.field import (
    entered,
    free,
    ground_of,
    mover_of,
    near,
    no_passengers,
    on,
    own,
    refuse,
)
from companion.games.parabellum.rules.logistics import check_engineer
from companion.games.parabellum.rules.telling import at, named
from companion.games.parabellum.state.notation import Payment, side_towards
from companion.games.parabellum.state.table import State, Unit, Where


def _mobile(state: State, player: str, unit: str) -> Unit:
    """An own unit on the map that is not pinned this turn."""
    found = own(state, player, unit, "map")
    refuse("dug_out" in found.marks, "unit", f"{unit} spent this turn on digging out (R18).")
    refuse(found.bridge is not None, "unit", f"{unit} holds a bridge open; close it in Logistics first.")
    return found


def check_position(state: State, unit: str, position: Position, key: str = "position") -> None:
    """Refuse a place in the square that the footprint does not know (C6)."""
    known = POSITIONS_OF[state.footprint(unit)]
    if position not in known:
        raise InvalidInput(key, f"A unit of this size stands at {', '.join(known)}, not at “{position}”.")


def check_move(state: State, player: str, unit: str) -> Unit:
    """A unit that may move at all."""
    found = _mobile(state, player, unit)
    both = state.options.reposition_with_move
    still = "repositioned" in found.marks and not both
    refuse(still, "unit", f"{unit} has repositioned this turn, which is instead of moving (R17).")
    return found


def goals(state: State, player: str, unit: str) -> tuple[Goal, ...]:
    """Where a unit can be after one path, and how; nowhere if it may not move."""
    check_move(state, player, unit)
    return reach(ground_of(state, unit), mover_of(state, unit))


def move(state: State, action: kinds.Move) -> Outcome[State]:
    """A path walked; it may be followed by another."""
    unit = _mobile(state, action.player, action.unit)
    check_position(state, action.unit, action.position)
    check_move(state, action.player, action.unit)
    walk = check_path(
        ground_of(state, action.unit), mover_of(state, action.unit), action.path, action.position
    )
    if walk.reason is not None:
        key = "unit" if walk.at is None else f"path.{walk.at}"
        key = "position" if walk.reason == "position" else key
        raise IllegalAction(key, against(walk, action.path).text)
    last, before = action.path[-1], (on(unit), *action.path)[-2]
    came = side_towards(last, before)
    marks = (unit.marks - {f"from_{entered(unit)}"}) | {f"from_{came}"}
    moved = state.with_unit(
        action.unit,
        square=last,
        position=action.position,
        mp_used=unit.mp_used + walk.cost,
        marks=marks,
    )
    values = {"unit": named(state, action.unit), "a": at(unit.square), "b": at(last)}
    said = Step("M1", "{unit} moves from {a} to {b}.", values)
    return Outcome(moved, (said, *walk_steps(walk, action.path)))


def check_reposition(state: State, player: str, unit: str) -> Unit:
    """A unit that may stand elsewhere in its square (M5, R17)."""
    found = _mobile(state, player, unit)
    whole = state.footprint(unit) == "large"
    refuse(whole, "unit", f"{unit} fills its square; there is no other place in it.")
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; repositioning needs one.")
    refuse(found.entrench > 0, "unit", f"{unit} is entrenched; it digs out first.")
    refuse("repositioned" in found.marks, "unit", f"{unit} has repositioned this turn already.")
    moved = found.mp_used > 0 and not state.options.reposition_with_move
    refuse(moved, "unit", f"{unit} has moved this turn; repositioning is instead of moving (R17).")
    return found


def other_positions(state: State, unit: str) -> list[Position]:
    """The free places in its square where a unit does not stand already, in listing order."""
    each = state.units[unit]
    return [spot for spot in free(state, unit, on(each)) if spot != each.position]


def reposition(state: State, action: kinds.Reposition) -> Outcome[State]:
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
    found = _mobile(state, player, unit)
    most = state.card(unit).entrench
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; digging in needs one.")
    refuse(found.mp_used > 0, "unit", f"{unit} has moved this turn; it digs in when it stays.")
    refuse("repositioned" in found.marks, "unit", f"{unit} has repositioned this turn; it digs in next turn.")
    refuse("entrenched" in found.marks, "unit", f"{unit} dug one layer this turn; the next comes next turn.")
    refuse(found.entrench >= most, "unit", f"{unit} is as deep as its card allows: {most}.")
    return found


def entrench(state: State, action: kinds.Entrench) -> Outcome[State]:
    """One layer deeper."""
    unit = check_entrench(state, action.player, action.unit)
    dug = state.with_unit(action.unit, entrench=unit.entrench + 1).marked(action.unit, "entrenched")
    values = {"unit": named(state, action.unit), "layers": unit.entrench + 1}
    return Outcome(dug, (Step("M6", "{unit} digs in: +{layers} to its defence dice.", values),))


def check_dig_out(state: State, player: str, unit: str) -> Unit:
    """A unit that may dig out (R18)."""
    found = _mobile(state, player, unit)
    refuse(found.entrench == 0, "unit", f"{unit} is not entrenched.")
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; digging out needs one.")
    refuse("entrenched" in found.marks, "unit", f"{unit} dug in this turn; it digs out from the next on.")
    return found


def dig_out(state: State, action: kinds.DigOut) -> Outcome[State]:
    """All layers left behind, for the unit's whole movement phase."""
    check_dig_out(state, action.player, action.unit)
    out = state.with_unit(action.unit, entrench=0).marked(action.unit, "dug_out")
    values = {"unit": named(state, action.unit)}
    return Outcome(out, (Step("M6", "{unit} digs out and can move from its next turn on.", values),))


def own_squares(state: State, player: str) -> tuple[str, ...]:
    """The deployment squares of a player's seat, in reading order."""
    return state.sheet.deployment(state.players[player].seat)


def check_extract(state: State, player: str, unit: str) -> Unit:
    """A unit that may leave the map."""
    found, cost = own(state, player, unit, "map"), state.booklet.extraction_cost
    refuse("fresh" in found.marks, "unit", f"{unit} was deployed this turn; it may leave next turn.")
    refuse(found.bridge is not None, "unit", f"{unit} holds a bridge open; close it first.")
    squares = own_squares(state, player)
    listed = ", ".join(map(at, squares))
    astray = state.tracked and found.square not in squares
    refuse(astray, "unit", f"{unit} must stand on a deployment square: {listed}.")
    refuse(state.players[player].credits < cost, "unit", f"Extraction costs {cost} credits a unit.")
    return found


def extract(state: State, action: kinds.Extract) -> Outcome[State]:
    """Off the map with cargo and passengers; layers are lost."""
    unit = check_extract(state, action.player, action.unit)
    values = {"unit": named(state, action.unit), "cost": state.booklet.extraction_cost}
    gone = state.with_unit(action.unit, where="predeploy", square=None, position=None, entrench=0)
    gone = post(gone, Payment(action.player, "extraction", unit.type, -state.booklet.extraction_cost))
    return Outcome(gone, (Step("M7", "{unit} is extracted for {cost:# credit|# credits}.", values),))


def check_deployable(state: State, player: str, unit: str) -> Unit:
    """A unit that may come onto the map."""
    found, cost = own(state, player, unit, "predeploy"), state.booklet.deployment_cost
    for each in (unit, *state.passengers(unit)):
        kind = state.units[each].type
        refuse(kind in state.booklet.banned, "unit", f"This booklet bans {state.binder.units[kind].name}.")
    refuse(state.players[player].credits < cost, "unit", f"Deployment costs {cost} credits a unit.")
    return found


def open_squares(state: State, player: str) -> list[str]:
    """The own deployment squares without unit and cache, in reading order."""
    taken = {each.square for each in state.units.values()} | set(state.caches)
    return [square for square in own_squares(state, player) if square not in taken]


def deploy(state: State, action: kinds.Deploy) -> Outcome[State]:
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


def _here(state: State) -> Where:
    """Where people board: on the map in Logistics, else in the pre-deployment area."""
    return "map" if state.phase == "logistics" else "predeploy"


def check_boarder(state: State, player: str, unit: str) -> Unit:
    """A unit that may board something."""
    found = own(state, player, unit, _here(state))
    no_passengers(state, unit)
    if found.where == "map":
        refuse("fresh" in found.marks, "unit", f"{unit} was deployed this turn; it boards next turn.")
        refuse("unloaded" in found.marks, "unit", f"{unit} got off this turn; it boards again next turn.")
        refuse(found.entrench > 0, "unit", f"{unit} is entrenched; it digs out before it boards (R19).")
        refuse(found.bridge is not None, "unit", f"{unit} holds a bridge open; close it first.")
    return found


def check_transport(state: State, unit: str, transport: str) -> None:
    """A transport that takes this unit now."""
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
    found = []
    for other in state.of(state.units[unit].owner):
        try:
            check_transport(state, unit, other)
        except IllegalAction:
            continue
        found.append(other)
    return found


def board(state: State, action: kinds.Board) -> Outcome[State]:
    """Get on."""
    rider = check_boarder(state, action.player, action.unit)
    check_transport(state, action.unit, action.transport)
    step = Step("RULING R22", "{unit} boards a transport.", {"unit": named(state, action.unit)})
    gone = state.with_unit(
        action.unit, where="aboard", square=None, position=None, transport=action.transport
    )
    return Outcome(gone.marked(action.unit, "boarded") if rider.where == "map" else gone, (step,))


def alight(state: State, action: kinds.Alight) -> Outcome[State]:
    """Get off: in the rear, or onto a square near the transport."""
    own(state, action.player, action.unit, "aboard")
    _check_keys(state, action)
    check_alight(state, action.player, action.unit)
    values = {"unit": named(state, action.unit), "where": at(action.square)}
    if state.phase != "logistics":
        back = state.with_unit(action.unit, where="predeploy", transport=None)
        return Outcome(back, (Step("RULING R12", "{unit} gets off in the pre-deployment area.", values),))
    square, position = _place(state, action)
    landed = state.with_unit(action.unit, where="map", square=square, position=position, transport=None)
    step = Step("RULING R22", "{unit} gets off onto {where}; it costs no movement and no fuel.", values)
    return Outcome(landed.marked(action.unit, "unloaded"), (step,))


def _check_keys(state: State, action: kinds.Alight) -> None:
    """A square and a position on the map, neither of them in the rear."""
    for key in ("square", "position"):
        said = getattr(action, key) is not None
        if said and state.phase != "logistics":
            raise InvalidInput(key, f"Off the map nobody alights on a square; leave “{key}” out.")
        if not said and state.phase == "logistics":
            raise InvalidInput(key, f"On the map, say onto which {key} the unit gets off.")


def check_alight(state: State, player: str, unit: str) -> None:
    """A passenger that may get off here."""
    found = own(state, player, unit, "aboard")
    carrier = state.units.get(found.transport or "")
    place = "on the map" if state.phase == "logistics" else "in the pre-deployment area"
    there = carrier is not None and carrier.where == _here(state)
    refuse(not there, "unit", f"{unit}'s transport is not {place}.")
    if carrier is not None and state.phase == "logistics":
        refuse("fresh" in carrier.marks, "unit", f"{unit}'s transport was deployed this turn.")
        refuse("boarded" in found.marks, "unit", f"{unit} boarded this turn; it gets off next turn.")


def _place(state: State, action: kinds.Alight) -> tuple[str, Position]:
    square, position = action.square, action.position
    assert square is not None
    assert position is not None
    if position not in POSITIONS_OF[state.footprint(action.unit)]:
        raise InvalidInput("position", f"A unit of this size cannot stand at “{position}”.")
    spots = landing(state, action.unit, square)
    refuse(not spots, "square", f"{at(square)} is off the map, too far, barred or has no room for the unit.")
    refuse(position not in spots, "position", f"That place is taken; free are {', '.join(spots)}.")
    return square, position


def landing(state: State, unit: str, square: str) -> tuple[Position, ...]:
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


def _terrain(state: State, ground: str | None) -> str:
    """A terrain of this scenario; open ground where nothing is said."""
    known = state.booklet.ground
    if ground is not None and ground not in known:
        raise IllegalAction("terrain", f"There is no terrain “{ground}”; there is {', '.join(known)}.")
    return ground or OPEN


def _placed(state: State, unit: str, ground: str | None, earthwork: bool) -> State:
    return state.with_unit(unit, ground=_terrain(state, ground), earthwork=earthwork)


def check_mobile(state: State, player: str, unit: str) -> Unit:
    """A unit that may move once more on the real map."""
    found = check_move(state, player, unit)
    speed = state.card(unit).speed
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; it moves once it is refuelled.")
    refuse(found.entrench > 0, "unit", f"{unit} is entrenched; digging out comes first.")
    refuse(found.mp_used >= speed, "unit", f"{unit} has used its {speed} squares of movement.")
    return found


def move_on_table(state: State, action: kinds.TableMove) -> Outcome[State]:
    """Some squares walked on the real map; each move counts for one square at least."""
    unit = check_mobile(state, action.player, action.unit)
    moved = _placed(state, action.unit, action.ground, action.earthwork)
    moved = moved.with_unit(action.unit, mp_used=unit.mp_used + 1)
    return Outcome(
        moved, (_stands(moved, action.unit, "M1", "{unit} moves on the map; it stands on {ground}."),)
    )


def reposition_on_table(state: State, action: kinds.TableReposition) -> Outcome[State]:
    """Elsewhere in the same square."""
    check_reposition(state, action.player, action.unit)
    values = {"unit": named(state, action.unit)}
    step = Step("M5", "{unit} repositions within its square.", values)
    return Outcome(state.marked(action.unit, "repositioned"), (step,))


def deploy_on_table(state: State, action: kinds.TableDeploy) -> Outcome[State]:
    """Onto a deployment square of the real map."""
    unit = check_deployable(state, action.player, action.unit)
    cost = state.booklet.deployment_cost
    landed = _placed(state, action.unit, action.ground, action.earthwork)
    landed = landed.with_unit(action.unit, where="map").marked(action.unit, "fresh")
    landed = post(landed, Payment(action.player, "deployment", unit.type, -cost))
    values = {"unit": named(state, action.unit), "cost": cost}
    step = Step("M7", "{unit} is deployed for {cost} credits; it rests until next turn.", values)
    return Outcome(landed, (step,))


def alight_on_table(state: State, action: kinds.TableAlight) -> Outcome[State]:
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


def engineer(state: State, action: kinds.TableWork) -> Outcome[State]:
    """The one work of a turn, done on the real map."""
    check_engineer(state, action.player, action.unit)
    works = state.card(action.unit).engineering
    known = ", ".join(WORK_NAMES[work] for work in works) or "no engineering"
    refuse(action.work not in works, "work", f"{action.unit}'s card can do: {known}.")
    values = {"unit": named(state, action.unit), "work": WORK_NAMES[action.work].lower()}
    step = Step("RULING R28", "{unit}: {work}, on the map.", values)
    return Outcome(state.marked(action.unit, "worked"), (step,))


def stand(state: State, action: kinds.Stand) -> Outcome[State]:
    """What a unit stands on now, whoever's it is."""
    found = state.units.get(action.unit)
    refuse(found is None or found.where != "map", "unit", f"{action.unit} is no unit on the map.")
    placed = _placed(state, action.unit, action.ground, action.earthwork)
    return Outcome(placed, (_stands(placed, action.unit, "M3", "{unit} stands on {ground}."),))


def _stands(state: State, unit: str, rule: str, words: str) -> Step:
    each = state.units[unit]
    ground = f"{each.ground} ground" + (" with an earthwork" if each.earthwork else "")
    return Step(rule, words, {"unit": named(state, unit), "ground": ground})
