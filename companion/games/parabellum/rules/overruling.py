"""Corrections by the table, for whatever the app does not model; every check before any effect (`adjust`)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import POSITIONS_OF
from companion.games.parabellum.rules.claims import refuse
from companion.games.parabellum.rules.combat.losses import lose
from companion.games.parabellum.rules.field import cache_limit, free
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import player_named, spoken
from companion.games.parabellum.state.pieces import Load, Unit
from companion.games.parabellum.state.table import State


def adjust(state: State, action: kinds.Adjust) -> Outcome[State]:
    """What the table sets by hand for one player."""
    _check_counts(state, action)
    if action.unit is not None:
        _check_unit(state, action, action.unit)
    if action.feature is not None:
        _check_feature(state, action.feature)
    after = _with_unit(_with_counts(state, action), action)
    if action.cache is not None:
        _check_cache(after, action.cache)
        after = after.with_cache(action.cache.square, action.cache.load)
    if action.feature is not None:
        after = after.with_feature(action.feature.square, action.feature.kind)
    values = {"who": player_named(action.player), "reason": action.reason}
    return Outcome(after, (Step("RULING R56", "Set by hand for {who}: {reason}", values),))


def _check_counts(state: State, action: kinds.Adjust) -> None:
    player = state.players[action.player]
    changes = {"credits": action.credits, "fuel": action.fuel, "ammunition": action.ammunition}
    have = {"credits": player.credits, **player.reserve._asdict()}
    for key in ("credits", "personnel", "fuel", "ammunition"):
        if key == "personnel" and action.personnel is not None:
            people, pool = player.reserve.personnel, state.supply.manpower
            wrong = people + action.personnel < 0 or pool - action.personnel < 0
            refuse(wrong, key, f"The reserve has {people} people and the pool {pool}; neither goes below 0.")
        change = changes.get(key) or 0
        refuse(have[key] + change < 0, key, f"There are {have[key]}; {-change} cannot be taken.")


def _check_unit(state: State, action: kinds.Adjust, change: kinds.UnitChange) -> None:
    unit = state.units.get(change.id)
    if unit is None or unit.owner != action.player or unit.where == "reserve":
        raise IllegalAction("unit.id", f"{change.id} is no mustered unit of {spoken(action.player)}.")
    card = state.card(change.id)
    if change.strength is not None:
        pool = state.supply.manpower - (action.personnel or 0)
        refuse(change.strength > card.troop, "unit.strength", f"The card has {card.troop} places for people.")
        short = change.strength - unit.strength > pool
        refuse(short, "unit.strength", f"The pool has {pool} people to grow from.")
    for key in ("fuel", "ammunition"):
        most, new = getattr(card, f"{key}_max"), getattr(change, key)
        refuse((new or 0) > most, f"unit.{key}", f"The card takes {most} {key} counters.")
    layers = card.entrench if unit.where == "map" else 0
    refuse((change.entrench or 0) > layers, "unit.entrench", f"Layers there can be: {layers}.")
    if change.square is not None:
        _check_place(state, unit, change, change.square)


def _check_place(state: State, unit: Unit, change: kinds.UnitChange, square: str) -> None:
    position = change.position
    at_key = "unit.square"
    refuse(unit.where != "map", at_key, f"{change.id} is not on the map.")
    refuse(not state.tracked, at_key, "The map lies on the table; the app knows no squares.")
    refuse(unit.bridge is not None, at_key, f"{change.id} holds a bridge open; close it first.")
    refuse(square not in state.sheet, at_key, f"{at(square)} lies off this scenario's map.")
    blocked = square != unit.square and square in state.caches
    refuse(blocked, at_key, f"A cache lies on {at(square)}; take it up first.")
    known = POSITIONS_OF[state.footprint(change.id)]
    if position not in known:
        raise InvalidInput("unit.position", f"A unit of this size stands at {', '.join(known)}.")
    spots = free(state, change.id, square)
    refuse(position not in spots, "unit.position", f"Free there: {', '.join(spots) or 'nothing'}.")


def _check_feature(state: State, change: kinds.FeatureChange) -> None:
    refuse(change.square not in state.sheet, "feature.square", f"{at(change.square)} lies off the map.")
    bridge = state.features.get(change.square) == "bridge"
    refuse(bridge, "feature.square", "A bridge goes when its unit closes it, not by hand.")


def _check_cache(state: State, change: kinds.CacheChange) -> None:
    refuse(change.square not in state.sheet, "cache.square", f"{at(change.square)} lies off the map.")
    limit = cache_limit(state, change.square)
    refuse(change.load.total > limit, "cache.square", f"{at(change.square)} takes {limit} tokens in all.")


def _with_counts(state: State, action: kinds.Adjust) -> State:
    people = action.personnel or 0
    state = state.changed(supply=state.supply._replace(manpower=state.supply.manpower - people))
    state = state.with_reserve(action.player, people, Load(action.fuel or 0, action.ammunition or 0))
    return post(state, Payment(action.player, "adjustment", "adjust", action.credits or 0))


def _with_unit(state: State, action: kinds.Adjust) -> State:
    change = action.unit
    if change is None:
        return state
    facts = {key: getattr(change, key) for key in ("fuel", "ammunition", "entrench")}
    state = state.with_unit(change.id, **{key: new for key, new in facts.items() if new is not None})
    if change.square is not None:
        marks = frozenset(m for m in state.units[change.id].marks if not m.startswith("from_"))
        state = state.with_unit(change.id, square=change.square, position=change.position, marks=marks)
    return state if change.strength is None else _with_strength(state, change.id, change.strength)


def _with_strength(state: State, unit: str, strength: int) -> State:
    """Growth comes from the pool; fewer are losses, and 0 destroys the unit, nobody's kill."""
    each = state.units[unit]
    if strength < each.strength:
        return lose(state, unit, each.strength - strength, each.owner)
    pool = state.supply.manpower - (strength - each.strength)
    return state.changed(supply=state.supply._replace(manpower=pool)).with_unit(unit, strength=strength)
