"""Reconnaissance: its owner must tell what an enemy unit is (A4, R35)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.procedures.combat.recon_report import recon_range, recon_steps
from companion.games.parabellum.rules.claims import enemy_on_map, not_fresh, own, refuse
from companion.games.parabellum.rules.field import away, on
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.naming import unit_order
from companion.games.parabellum.state.pieces import Report, Unit
from companion.games.parabellum.state.table import State


def forget_spotted(state: State) -> State:
    """What reconnaissance found counts no more."""
    units = {
        unit: replace(each, marks=each.marks - {"spotted"}) if "spotted" in each.marks else each
        for unit, each in state.units.items()
    }
    return state.changed(units=units, reports={})


def check_fighter(state: State, player: str, unit: str) -> Unit:
    """A unit that may still act in this Combat phase (R21, R30)."""
    found = own(state, player, unit, "map")
    not_fresh(found)
    refuse("acted" in found.marks, "unit", f"{unit} has acted in this Combat phase already.")
    return found


def check_recon(state: State, player: str, unit: str) -> int:
    """How far a unit may reconnoitre now."""
    check_fighter(state, player, unit)
    reach = recon_range(state.card(unit))
    if reach is None:
        raise IllegalAction("unit", f"{unit} has neither an attack die nor artillery to reconnoitre with.")
    return reach


def within(state: State, unit: str, least: int, most: int) -> list[str]:
    """Enemy units on the map so far away from a unit, in unit order; all, where the app keeps no map."""
    here, owner = on(state.units[unit]), state.units[unit].owner
    return [
        other
        for other, each in state.units.items()
        if each.owner != owner
        and each.where == "map"
        and (not state.tracked or least <= away(state, here, on(each)) <= most)
    ]


def report_on(state: State, unit: str) -> Report:
    """What an owner must tell of a unit."""
    each = state.units[unit]
    return Report(
        type=each.type,
        strength=each.strength,
        fuel=each.fuel > 0,
        ammunition=each.ammunition > 0,
        cargo=each.cargo.total > 0,
        passengers=bool(state.passengers(unit)),
    )


def recon(state: State, action: kinds.Recon) -> Outcome[State]:
    """The target is spotted; its report is for the one who asked."""
    reach = check_recon(state, action.player, action.unit)
    target = enemy_on_map(state, action.player, action.target)
    far = target is None or action.target not in within(state, action.unit, 0, reach)
    refuse(far, "target", f"The target is an enemy unit on the map up to {reach} squares away.")
    report = report_on(state, action.target)
    seen = state.marked(action.target, "spotted").marked(action.unit, "acted")
    spotted = {*state.tally[action.player].spotted, action.target}
    seen = seen.with_tally(action.player, spotted=tuple(sorted(spotted, key=unit_order)))
    seen = seen.changed(reports={**state.reports, action.target: report})
    return Outcome(seen, _told(state, action, report, reach))


def _told(state: State, action: kinds.Recon, report: Report, reach: int) -> tuple[Step, ...]:
    """The report only where the table has it read out."""
    values = {"unit": named(state, action.unit), "target": named(state, action.target)}
    words = "{unit} reconnoitres {target}, whose defence dice count 2 less against artillery."
    told = (Step("A4", words, values),)
    public = state.options.recon_public
    return (*told, *recon_steps(report, state.card(action.target), reach)) if public else told
