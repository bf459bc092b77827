"""People lost, units destroyed with whoever is aboard, salvage of the wrecks (A2, R23, R40, R41)."""

from fractions import Fraction

from companion.games.parabellum.procedures.money.payouts import to_five
from companion.games.parabellum.state.table import State


def lose(state: State, unit: str, losses: int, by: str | None) -> State:
    """Take people off a unit; at none it is destroyed, a kill of `by` if that is another player."""
    if not losses:
        return state
    state = _buried(state, losses)
    left = state.units[unit].strength - losses
    if left > 0:
        return state.with_unit(unit, strength=left)
    return destroy(state.with_unit(unit, strength=0), unit, by)


def _buried(state: State, people: int) -> State:
    """The dead leave the campaign, or go back to the pool (R40)."""
    if state.options.casualties == "pool":
        pool = state.supply._replace(manpower=state.supply.manpower + people)
        return state.changed(supply=pool)
    return state.changed(casualties=state.casualties + people)


def destroy(state: State, unit: str, by: str | None) -> State:
    """A unit without people goes, its cargo and passengers with it."""
    for gone in (unit, *state.passengers(unit)):
        each = state.units[gone]
        state = _buried(state, each.strength)
        state = _counted(state, each.owner, by)
        wreck = to_five(Fraction(each.cost * state.booklet.salvage_percent, 100), state.options.payout_tie)
        reports = {seen: report for seen, report in state.reports.items() if seen != gone}
        state = state.without_unit(gone).changed(wrecks=state.wrecks + wreck, reports=reports)
    return state


def _counted(state: State, owner: str, by: str | None) -> State:
    if owner in state.tally:
        state = state.with_tally(owner, lost=state.tally[owner].lost + 1)
    if by is not None and by != owner:
        state = state.with_tally(by, destroyed=state.tally[by].destroyed + 1)
    return state
