"""Logistics with tokens: handed over, laid down, picked up, used for resupply (L1, L2, L4)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import has_tokens, not_fresh, own, refuse
from companion.games.parabellum.rules.field import cache_room, cargo_room, near, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.pieces import EMPTY, Unit
from companion.games.parabellum.state.table import State


def check_giver(state: State, player: str, unit: str, to: str | None = None) -> Unit:
    """A unit that may hand cargo on, to this one partner if it has one (R24)."""
    found = own(state, player, unit, "map", key="from")
    not_fresh(found, "from")
    bound = found.partner not in (None, to) and to is not None
    refuse(bound, "from", f"{unit} exchanges cargo with {found.partner} this turn and with nobody else.")
    return found


def check_taker(state: State, unit: str, to: str) -> Unit:
    """A unit that may take cargo from another."""
    giver = state.units[unit]
    found = own(state, giver.owner, to, "map", key="to")
    not_fresh(found, "to")
    return found


def check_partners(state: State, unit: str, to: str) -> None:
    """Two units that may exchange cargo with each other."""
    giver, taker = state.units[unit], state.units[to]
    refuse(unit == to, "to", "A unit hands cargo to another one.")
    bound = taker.partner not in (None, unit)
    refuse(bound, "to", f"{to} exchanges cargo with {taker.partner} this turn and with nobody else.")
    far = not near(state, on(giver), on(taker))
    refuse(far, "to", f"{to} must be on the same or an adjacent square.")


def transfer(state: State, action: kinds.Transfer) -> Outcome[State]:
    """Cargo from one unit to another; the two are partners for this turn."""
    own(state, action.player, action.source, "map", key="from")
    taker = check_taker(state, action.source, action.to)
    giver = check_giver(state, action.player, action.source, action.to)
    check_partners(state, action.source, action.to)
    has_tokens(giver.cargo, action.load, action.source)
    room = cargo_room(state, action.to)
    refuse(action.load.total > room, "to", f"{action.to} has room for {room} more tokens.")
    moved = state.with_unit(action.source, cargo=giver.cargo.minus(action.load), partner=action.to)
    moved = moved.with_unit(action.to, cargo=taker.cargo.plus(action.load), partner=action.source)
    values = {"unit": named(state, action.source), "to": named(state, action.to)}
    return Outcome(moved, (Step("L1", "{unit} hands cargo to {to}.", values),))


def lay_cache(state: State, action: kinds.Cache) -> Outcome[State]:
    """Tokens laid on an adjacent square (R25)."""
    unit = own(state, action.player, action.unit, "map")
    not_fresh(unit)
    has_tokens(unit.cargo, action.load, action.unit)
    room = cache_room(state, action.unit, action.square)
    said = f"{at(action.square)} takes {room} more tokens from there."
    refuse(action.load.total > room, "square", said)
    there = state.caches.get(action.square, EMPTY).plus(action.load)
    laid = state.with_unit(action.unit, cargo=unit.cargo.minus(action.load)).with_cache(action.square, there)
    values = {"unit": named(state, action.unit), "where": at(action.square), **action.load._asdict()}
    step = Step(
        "L2",
        "{unit} caches {fuel} fuel and {ammunition:# ammunition token|# ammunition tokens} on {where}.",
        values,
    )
    return Outcome(laid, (step,))


def pick_up(state: State, action: kinds.PickUp) -> Outcome[State]:
    """Loose tokens into cargo squares (R26)."""
    unit = own(state, action.player, action.unit, "map")
    not_fresh(unit)
    there = state.caches.get(action.square)
    if there is None or not near(state, on(unit), action.square):
        raise IllegalAction("square", f"{action.unit} reaches no cache on {at(action.square)}.")
    has_tokens(there, action.load, at(action.square))
    room = cargo_room(state, action.unit)
    refuse(action.load.total > room, "unit", f"{action.unit} has room for {room} more tokens.")
    taken = state.with_unit(action.unit, cargo=unit.cargo.plus(action.load))
    taken = taken.with_cache(action.square, there.minus(action.load))
    values = {"unit": named(state, action.unit), "where": at(action.square), **action.load._asdict()}
    step = Step("RULING R26", "{unit} picks up {fuel} fuel and {ammunition} ammunition on {where}.", values)
    return Outcome(taken, (step,))
