"""Passengers: who takes which transport, where they get off (R22, specification 5.2)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import POSITIONS_OF, Position
from companion.games.parabellum.rules.claims import no_passengers, own, refuse
from companion.games.parabellum.rules.field import free, ground_of, near, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.pieces import Unit, Where
from companion.games.parabellum.state.table import State


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
