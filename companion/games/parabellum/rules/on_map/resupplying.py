"""Resupply: counters refilled out of cargo and caches near by (L4, R27)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import not_fresh, own, refuse
from companion.games.parabellum.rules.field import near, on
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.pieces import Load, Unit
from companion.games.parabellum.state.table import State


def needs(state: State, unit: str, resource: str) -> tuple[int, int]:
    """A card's maximum of counters, and what filling them costs in tokens."""
    card = state.card(unit)
    return getattr(card, f"{resource}_max"), getattr(card, f"{resource}_cost")


def check_resupply(state: State, player: str, unit: str, resource: str) -> Unit:
    """A unit whose counters of this resource can be refilled."""
    found = own(state, player, unit, "map")
    not_fresh(found)
    most, cost = needs(state, unit, resource)
    refuse(not most or not cost, "resource", f"{unit}'s card takes no {resource}.")
    refuse(getattr(found, resource) >= most, "unit", f"{unit} has all its {resource} counters; none fits on.")
    return found


def tokens_at(state: State, unit: str, source: kinds.Source, resource: str) -> int | None:
    """How many tokens a unit finds at a source; None where it cannot take from there."""
    here = on(state.units[unit])
    if source.place == "cache":
        load = state.caches.get(source.id)
        return getattr(load, resource) if load and near(state, here, source.id) else None
    giver = state.units.get(source.id)
    if giver is None or giver.owner != state.units[unit].owner or giver.where != "map":
        return None
    if "fresh" in giver.marks or not near(state, here, on(giver)):
        return None
    found: int = getattr(giver.cargo, resource)
    return found


def sources(state: State, unit: str, resource: str) -> dict[str, int]:
    """Where tokens of a resource can be had for a unit: own units first, then caches."""
    units = [kinds.Source("unit", each, 1) for each in state.of(state.units[unit].owner, "map")]
    caches = [kinds.Source("cache", square, 1) for square in state.caches]
    found = {each.id: tokens_at(state, unit, each, resource) for each in (*units, *caches)}
    return {place: tokens for place, tokens in found.items() if tokens}


def resupply(state: State, action: kinds.Resupply) -> Outcome[State]:
    """Counters refilled; with partial resupply fewer tokens restore their share."""
    unit = check_resupply(state, action.player, action.unit, action.resource)
    _check_sources(state, action)
    most, cost = needs(state, action.unit, action.resource)
    total = sum(source.tokens for source in action.sources)
    partial = state.options.partial_resupply
    wrong = total > cost if partial else total != cost
    asked = f"at most {cost}" if partial else f"exactly {cost}"
    refuse(wrong, "from", f"Refilling takes {asked} tokens; {total} are named.")
    for source in action.sources:
        state = _taken(state, source, action.resource)
    before: int = getattr(unit, action.resource)
    counters = most if total == cost else min(most, before + total * most // cost)
    values = {"unit": named(state, action.unit), "resource": action.resource}
    step = Step("L4", "{unit} is resupplied with {resource}.", values)
    return Outcome(state.with_unit(action.unit, **{action.resource: counters}), (step,))


def _check_sources(state: State, action: kinds.Resupply) -> None:
    seen = set[str]()
    for n, source in enumerate(action.sources):
        at = f"from.{n}.{source.place}"
        there = tokens_at(state, action.unit, source, action.resource)
        refuse(source.id in seen, at, f"{source.id} is named twice; name each source once.")
        if there is None:
            raise IllegalAction(at, f"{source.id} is no unit of yours and no cache on or next to the square.")
        short = f"{source.id} has {there} {action.resource}; {source.tokens} were asked for."
        refuse(source.tokens > there, f"from.{n}.tokens", short)
        seen.add(source.id)


def _taken(state: State, source: kinds.Source, resource: str) -> State:
    gone = Load(**{resource: source.tokens})
    if source.place == "cache":
        return state.with_cache(source.id, state.caches[source.id].minus(gone))
    return state.with_unit(source.id, cargo=state.units[source.id].cargo.minus(gone))
