"""Logistics: tokens from hand to hand, counters refilled, works built, mines cleared (L1 to L5)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum import actions
from companion.games.parabellum.data import WORK_NAMES, Feature, Work
from companion.games.parabellum.rules.movement import (
    away,
    cache_room,
    cargo_room,
    check_engineer,
    has_tokens,
    near,
    not_fresh,
    on,
    own,
    refuse,
)
from companion.games.parabellum.rules.telling import at, named
from companion.games.parabellum.state import EMPTY, Load, State, Unit, reading_order


def check_giver(state: State, player: str, unit: str, to: str | None = None) -> Unit:
    """A unit that may hand cargo on, to this one partner if it has one (R24)."""
    owned = own(state, player, unit, "map", key="from")
    not_fresh(owned, "from")
    bound = owned.partner not in (None, to) and to is not None
    refuse(bound, "from", f"{unit} exchanges cargo with {owned.partner} this turn and with nobody else.")
    return owned


def check_taker(state: State, unit: str, to: str) -> Unit:
    """A unit that may take cargo from another."""
    owned = own(state, state.units[unit].owner, to, "map", key="to")
    not_fresh(owned, "to")
    return owned


def check_partners(state: State, unit: str, to: str) -> None:
    giver, taker = state.units[unit], state.units[to]
    refuse(unit == to, "to", "A unit hands cargo to another one.")
    bound = taker.partner not in (None, unit)
    refuse(bound, "to", f"{to} exchanges cargo with {taker.partner} this turn and with nobody else.")
    far = not near(state, on(giver), on(taker))
    refuse(far, "to", f"{to} must be on the same or an adjacent square.")


def transfer(state: State, action: actions.Transfer) -> Outcome[State]:
    """Cargo from one unit to another; the two are partners for this turn."""
    giver = own(state, action.player, action.source, "map", key="from")
    own(state, action.player, action.to, "map", key="to")
    not_fresh(giver, "from")
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


def lay_cache(state: State, action: actions.Cache) -> Outcome[State]:
    """Tokens laid on an adjacent square (R25)."""
    unit = own(state, action.player, action.unit, "map")
    not_fresh(unit)
    has_tokens(unit.cargo, action.load, action.unit)
    room = cache_room(state, action.unit, action.square)
    words = f"{at(action.square)} takes {room} more tokens from there."
    refuse(action.load.total > room, "square", words)
    cache = state.caches.get(action.square, EMPTY).plus(action.load)
    laid = state.with_unit(action.unit, cargo=unit.cargo.minus(action.load)).with_cache(action.square, cache)
    values = {"unit": named(state, action.unit), "where": at(action.square), **action.load._asdict()}
    step = Step(
        "L2",
        "{unit} caches {fuel} fuel and {ammunition:# ammunition token|# ammunition tokens} on {where}.",
        values,
    )
    return Outcome(laid, (step,))


def pick_up(state: State, action: actions.PickUp) -> Outcome[State]:
    """Loose tokens into cargo squares (R26)."""
    unit = own(state, action.player, action.unit, "map")
    not_fresh(unit)
    cache = state.caches.get(action.square)
    if cache is None or not near(state, on(unit), action.square):
        raise IllegalAction("square", f"{action.unit} reaches no cache on {at(action.square)}.")
    has_tokens(cache, action.load, at(action.square))
    room = cargo_room(state, action.unit)
    refuse(action.load.total > room, "unit", f"{action.unit} has room for {room} more tokens.")
    taken = state.with_unit(action.unit, cargo=unit.cargo.plus(action.load))
    taken = taken.with_cache(action.square, cache.minus(action.load))
    values = {"unit": named(state, action.unit), "where": at(action.square), **action.load._asdict()}
    step = Step("RULING R26", "{unit} picks up {fuel} fuel and {ammunition} ammunition on {where}.", values)
    return Outcome(taken, (step,))


def needs(state: State, unit: str, resource: str) -> tuple[int, int]:
    """A card's maximum of counters, and what filling them costs in tokens."""
    card = state.card(unit)
    return getattr(card, f"{resource}_max"), getattr(card, f"{resource}_cost")


def check_resupply(state: State, player: str, unit: str, resource: str) -> Unit:
    owned = own(state, player, unit, "map")
    not_fresh(owned)
    most, cost = needs(state, unit, resource)
    refuse(not most or not cost, "resource", f"{unit}'s card takes no {resource}.")
    refuse(getattr(owned, resource) >= most, "unit", f"{unit} has all its {resource} counters; none fits on.")
    return owned


def tokens_at(state: State, unit: str, source: actions.Source, resource: str) -> int | None:
    """How many tokens a unit finds at a source; None where it cannot take from there."""
    origin = on(state.units[unit])
    if source.place == "cache":
        load = state.caches.get(source.id)
        return getattr(load, resource) if load and near(state, origin, source.id) else None
    giver = state.units.get(source.id)
    if giver is None or giver.owner != state.units[unit].owner or giver.where != "map":
        return None
    if "fresh" in giver.marks or not near(state, origin, on(giver)):
        return None
    tokens: int = getattr(giver.cargo, resource)
    return tokens


def sources(state: State, unit: str, resource: str) -> dict[str, int]:
    """Where tokens of a resource can be had for a unit: own units first, then caches."""
    units = [actions.Source("unit", each, 1) for each in state.of(state.units[unit].owner, "map")]
    caches = [actions.Source("cache", square, 1) for square in state.caches]
    stocks = {each.id: tokens_at(state, unit, each, resource) for each in (*units, *caches)}
    return {place: tokens for place, tokens in stocks.items() if tokens}


def resupply(state: State, action: actions.Resupply) -> Outcome[State]:
    """Counters refilled; with partial resupply fewer tokens restore their share."""
    unit = check_resupply(state, action.player, action.unit, action.resource)
    names = set[str]()
    for n, source in enumerate(action.sources):
        at = f"from.{n}.{source.place}"
        there = tokens_at(state, action.unit, source, action.resource)
        refuse(source.id in names, at, f"{source.id} is named twice; name each source once.")
        if there is None:
            raise IllegalAction(at, f"{source.id} is no unit of yours and no cache on or next to the square.")
        short = f"{source.id} has {there} {action.resource}; {source.tokens} were asked for."
        refuse(source.tokens > there, f"from.{n}.tokens", short)
        names.add(source.id)
    most, cost = needs(state, action.unit, action.resource)
    total = sum(source.tokens for source in action.sources)
    partial = state.options.partial_resupply
    wrong = total > cost if partial else total != cost
    amount = f"at most {cost}" if partial else f"exactly {cost}"
    refuse(wrong, "from", f"Refilling takes {amount} tokens; {total} are named.")
    for source in action.sources:
        state = _taken(state, source, action.resource)
    before: int = getattr(unit, action.resource)
    counters = most if total == cost else min(most, before + total * most // cost)
    values = {"unit": named(state, action.unit), "resource": action.resource}
    step = Step("L4", "{unit} is resupplied with {resource}.", values)
    return Outcome(state.with_unit(action.unit, **{action.resource: counters}), (step,))


def _taken(state: State, source: actions.Source, resource: str) -> State:
    gone = Load(**{resource: source.tokens})
    if source.place == "cache":
        return state.with_cache(source.id, state.caches[source.id].minus(gone))
    return state.with_unit(source.id, cargo=state.units[source.id].cargo.minus(gone))


class Site(NamedTuple):
    """A square as an engineer sees it."""

    square: str
    away: int
    feature: Feature | None
    water: bool
    unit: bool
    cache: bool

    @property
    def bare(self) -> bool:
        return self.feature is None and not self.unit and not self.cache


def _takes_bridge(site: Site) -> bool:
    return site.away == 1 and site.bare and site.water


WANTED: Mapping[Work, tuple[Callable[[Site, Unit], bool], str]] = {
    "clear_mine": (lambda site, _: site.away == 1 and site.feature == "mine", "an adjacent mine"),
    "destroy_barricade": (
        lambda site, _: site.away == 1 and site.feature == "barricade",
        "an adjacent barricade",
    ),
    "destroy_earthwork": (
        lambda site, _: site.feature == "earthwork",
        "an earthwork on its own or an adjacent square",
    ),
    "build_barricade": (
        lambda site, _: site.away == 1 and site.bare and not site.water,
        "an adjacent square on dry land without feature, unit and cache",
    ),
    "build_earthwork": (
        lambda site, _: site.feature is None and not site.water,
        "its own or an adjacent square on dry land without feature",
    ),
    "open_bridge": (
        lambda site, unit: _takes_bridge(site) and not unit.bridge and not unit.entrench,
        "an adjacent, empty square of water, and a unit with no bridge open and not entrenched",
    ),
    "close_bridge": (
        lambda site, unit: unit.bridge == site.square and not site.unit and not site.cache,
        "its own open bridge, with nobody and nothing on it",
    ),
}
LEAVES: Mapping[Work, Feature | None] = {
    "build_barricade": "barricade",
    "build_earthwork": "earthwork",
    "open_bridge": "bridge",
}
"""What stands there afterwards; nothing after the other works."""


def suits(state: State, unit: str, work: Work, square: str) -> bool:
    each = state.units[unit]
    if square not in state.sheet or away(state, on(each), square) > 1:
        return False
    return WANTED[work][0](
        Site(
            square,
            away(state, on(state.units[unit]), square),
            state.features.get(square),
            state.sheet.terrain(square) == "water",
            bool(state.standing_on(square)),
            square in state.caches,
        ),
        each,
    )


def squares_for(state: State, unit: str, work: Work, around: tuple[str, ...]) -> list[str]:
    return sorted((square for square in around if suits(state, unit, work, square)), key=reading_order)


def engineer(state: State, action: actions.Engineer) -> Outcome[State]:
    """One work on a near square; it costs no fuel."""
    check_engineer(state, action.player, action.unit)
    works = state.card(action.unit).engineering
    names = ", ".join(WORK_NAMES[work] for work in works) or "no engineering"
    refuse(action.work not in works, "work", f"{action.unit}'s card can do: {names}.")
    fits = suits(state, action.unit, action.work, action.square)
    refuse(not fits, "square", f"{WORK_NAMES[action.work]} takes {WANTED[action.work][1]}.")
    built = state.with_feature(action.square, LEAVES.get(action.work))
    if action.work in ("open_bridge", "close_bridge"):
        bridge = action.square if action.work == "open_bridge" else None
        built = built.with_unit(action.unit, bridge=bridge)
    values = {"unit": named(state, action.unit), "work": WORK_NAMES[action.work].lower()}
    step = Step("RULING R28", "{unit}: {work} on {where}.", {**values, "where": at(action.square)})
    return Outcome(built.marked(action.unit, "worked"), (step,))
