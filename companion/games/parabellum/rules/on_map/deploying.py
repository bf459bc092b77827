"""Onto the map and off it, over one's own deployment squares (M7, R19–R21)."""

from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import own, refuse
from companion.games.parabellum.rules.on_map.moving import check_position
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State


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
