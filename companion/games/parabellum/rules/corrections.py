"""Corrections: what the table sets by hand, and how lines follow a corrected one (5.7)."""

from collections.abc import Iterator, Mapping

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.journal import Repair
from companion.engine.wire import Json
from companion.games.parabellum import actions
from companion.games.parabellum.actions import read_action
from companion.games.parabellum.data import POSITIONS_OF
from companion.games.parabellum.procedures.money import post
from companion.games.parabellum.procedures.reckoning import price
from companion.games.parabellum.rules.combat import lose
from companion.games.parabellum.rules.movement import cache_limit, free, refuse
from companion.games.parabellum.rules.rear import left_to_buy, most_cards, most_tokens
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.state import Load, Payment, State, Unit, player_named, spoken


def adjust(state: State, action: actions.Adjust) -> Outcome[State]:
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


def _check_counts(state: State, action: actions.Adjust) -> None:
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


def _check_unit(state: State, action: actions.Adjust, change: actions.UnitChange) -> None:
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


def _check_place(state: State, unit: Unit, change: actions.UnitChange, square: str) -> None:
    position = change.position
    at_key = "unit.square"
    refuse(unit.where != "map", at_key, f"{change.id} is not on the map.")
    refuse(not state.tracked, at_key, "The map lies on the table; the app knows no squares.")
    refuse(unit.bridge is not None, at_key, f"{change.id} holds a bridge open; close it first.")
    refuse(square not in state.sheet, at_key, f"{at(square)} lies off this scenario's map.")
    blocked = square != unit.square and square in state.caches
    refuse(blocked, at_key, f"A cache lies on {at(square)}; take it up first.")
    positions = POSITIONS_OF[state.footprint(change.id)]
    if position not in positions:
        raise InvalidInput("unit.position", f"A unit of this size stands at {', '.join(positions)}.")
    spots = free(state, change.id, square)
    refuse(position not in spots, "unit.position", f"Free there: {', '.join(spots) or 'nothing'}.")


def _check_feature(state: State, change: actions.FeatureChange) -> None:
    refuse(change.square not in state.sheet, "feature.square", f"{at(change.square)} lies off the map.")
    bridge = state.features.get(change.square) == "bridge"
    refuse(bridge, "feature.square", "A bridge goes when its unit closes it, not by hand.")


def _check_cache(state: State, change: actions.CacheChange) -> None:
    refuse(change.square not in state.sheet, "cache.square", f"{at(change.square)} lies off the map.")
    limit = cache_limit(state, change.square)
    refuse(change.load.total > limit, "cache.square", f"{at(change.square)} takes {limit} tokens in all.")


def _with_counts(state: State, action: actions.Adjust) -> State:
    people = action.personnel or 0
    state = state.changed(supply=state.supply._replace(manpower=state.supply.manpower - people))
    state = state.with_reserve(action.player, people, Load(action.fuel or 0, action.ammunition or 0))
    return post(state, Payment(action.player, "adjustment", "adjust", action.credits or 0))


def _with_unit(state: State, action: actions.Adjust) -> State:
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


REASON = "The difference that a corrected line makes"
COUNTS = ("credits", "personnel", "fuel", "ammunition")


def repairs(state: State, action: Json) -> Iterator[Repair]:
    """What can be done in place of a line that does not follow any more, the plainest first."""
    try:
        deed = read_action(action, tracked=state.tracked)
    except GameError:
        return
    if isinstance(deed, actions.TurnOrder):
        yield Repair("as_made", {**action, "rolls": _within(state, action)})
    elif isinstance(deed, actions.Choose) and state.choosers:
        yield Repair("as_made", {**action, "player": state.choosers[0]})
    if isinstance(deed, actions.Deed | actions.Adjust) and deed.player in state.players:
        yield from _as_far(state, deed, action)
        # The line as it is, after an adjusting entry for what it lacks (R56).
        lacks = {key: most for key, most in _lacks(state, deed).items() if most > 0}
        if lacks:
            entry = {"type": "adjust", "player": action["player"], "reason": REASON, **lacks}
            yield Repair("booked", action, (entry,))


def _within(state: State, action: Json) -> Json:
    """The dice as they fell, of those who roll now, none higher than the die that is due (T1, R3)."""
    dice = {player: action.get("dice", {}).get(player, state.players[player].die) for player in state.playing}
    return [
        {who: min(face, dice[who]) for who, face in roll.items() if who in dice} for roll in action["rolls"]
    ]


def _as_far(state: State, deed: actions.Action, action: Json) -> Iterator[Repair]:
    """As much of the same as the purse and the reserve allow."""
    if isinstance(deed, actions.Purchase):
        most = most_tokens(state, deed.player, deed.resource)
        if 0 < most < deed.quantity:
            yield Repair("less", {**action, "quantity": most})
    elif isinstance(deed, actions.PurchaseUnits) and deed.deal is None:
        items = _cards(state, deed)
        if items:
            yield Repair("less", {**action, "items": items})
    elif isinstance(deed, actions.Stow):
        reserve = state.players[deed.player].reserve
        fuel, ammunition = min(deed.fuel, reserve.fuel), min(deed.ammunition, reserve.ammunition)
        if fuel or ammunition:
            yield Repair("less", {**action, "fuel": fuel, "ammunition": ammunition})


def _cards(state: State, deed: actions.PurchaseUnits) -> list[Json]:
    """As many of the cards that were bought as can be paid, one kind after another."""
    items, credits = list[Json](), state.players[deed.player].credits
    for item in deed.items:
        cost = state.binder.units[item.unit].cost
        within = credits // cost if cost else item.quantity
        most = min(item.quantity, within, most_cards(state, deed.player, item.unit, None))
        credits -= most * cost
        if most:
            items.append({"unit": item.unit, "quantity": most})
    return items


def _lacks(state: State, deed: actions.PlayersAction) -> dict[str, int]:
    player = state.players[deed.player]
    has = {"credits": player.credits, **player.reserve._asdict()}
    needs = _needs(state, deed)
    return {key: needs.get(key, 0) - has[key] for key in COUNTS}


def _needs(state: State, deed: actions.Action) -> Mapping[str, int]:
    if isinstance(deed, actions.Purchase):
        supply = left_to_buy(state, deed.resource)
        enough = supply is None or deed.quantity <= supply
        cost = price(state.booklet.bands[deed.resource], supply, deed.quantity).cost if enough else 0
        return {"credits": cost}
    if isinstance(deed, actions.PurchaseUnits):
        items = [item for item in deed.items if item.unit in state.binder.units]
        return {"credits": sum(state.binder.units[item.unit].cost * item.quantity for item in items)}
    if isinstance(deed, actions.Muster) and deed.unit in state.units:
        card = state.card(deed.unit)
        return {"personnel": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    if isinstance(deed, actions.Stow):
        return {"fuel": deed.fuel, "ammunition": deed.ammunition}
    if isinstance(deed, actions.Deploy | actions.TableDeploy):
        return {"credits": state.booklet.deployment_cost}
    return {"credits": state.booklet.extraction_cost} if isinstance(deed, actions.Extract) else {}
