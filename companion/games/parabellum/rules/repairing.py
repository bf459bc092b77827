"""How lines follow a correction of one before them: choices stand, purchases shrink, what lacks is booked."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.errors import GameError
from companion.engine.journal import Repair
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds, read_action
from companion.games.parabellum.procedures.money.prices import price
from companion.games.parabellum.rules.rear.buying import left_to_buy, most_cards, most_tokens
from companion.games.parabellum.state.table import State

REASON = "The difference that a corrected line makes"
COUNTS = ("credits", "personnel", "fuel", "ammunition")


def repairs(state: State, action: Json) -> Iterator[Repair]:
    """What can be done in place of a line that does not follow any more, the plainest first."""
    try:
        done = read_action(action, tracked=state.tracked)
    except GameError:
        return
    if isinstance(done, kinds.TurnOrder):
        yield Repair("as_made", {**action, "rolls": _within(state, action)})
    elif isinstance(done, kinds.Choose) and state.choosers:
        yield Repair("as_made", {**action, "player": state.choosers[0]})
    if getattr(done, "player", None) in state.players:
        yield from _as_far(state, done, action)
        yield from _booked(state, done, action)


def _within(state: State, action: Json) -> Json:
    """The dice as they fell, of those who roll now, none higher than the die that is due (T1, R3)."""
    dice = {player: action.get("dice", {}).get(player, state.players[player].die) for player in state.playing}
    return [
        {who: min(face, dice[who]) for who, face in roll.items() if who in dice} for roll in action["rolls"]
    ]


def _as_far(state: State, done: kinds.Action, action: Json) -> Iterator[Repair]:
    """As much of the same as the purse and the reserve allow."""
    if isinstance(done, kinds.Purchase):
        most = most_tokens(state, done.player, done.resource)
        if 0 < most < done.quantity:
            yield Repair("less", {**action, "quantity": most})
    elif isinstance(done, kinds.PurchaseUnits) and done.deal is None:
        items = _cards(state, done)
        if items:
            yield Repair("less", {**action, "items": items})
    elif isinstance(done, kinds.Stow):
        reserve = state.players[done.player].reserve
        fuel, ammunition = min(done.fuel, reserve.fuel), min(done.ammunition, reserve.ammunition)
        if fuel or ammunition:
            yield Repair("less", {**action, "fuel": fuel, "ammunition": ammunition})


def _cards(state: State, done: kinds.PurchaseUnits) -> list[Json]:
    """As many of the cards that were bought as can be paid, one kind after another."""
    items, credits = list[Json](), state.players[done.player].credits
    for item in done.items:
        cost = state.binder.units[item.unit].cost
        within = credits // cost if cost else item.quantity
        most = min(item.quantity, within, most_cards(state, done.player, item.unit, None))
        credits -= most * cost
        if most:
            items.append({"unit": item.unit, "quantity": most})
    return items


def _booked(state: State, done: kinds.Action, action: Json) -> Iterator[Repair]:
    """The line as it is, after an adjusting entry for what it lacks (R56)."""
    lacks = {key: most for key, most in _lacks(state, done).items() if most > 0}
    if lacks:
        entry = {"type": "adjust", "player": action["player"], "reason": REASON, **lacks}
        yield Repair("booked", action, (entry,))


def _lacks(state: State, done: Any) -> dict[str, int]:
    """What a deed behind the screen needs more than there is."""
    player = state.players[done.player]
    has = {"credits": player.credits, **player.reserve._asdict()}
    needs = _needs(state, done)
    return {key: needs.get(key, 0) - has[key] for key in COUNTS}


def _needs(state: State, done: kinds.Action) -> Mapping[str, int]:
    if isinstance(done, kinds.Purchase):
        supply = left_to_buy(state, done.resource)
        enough = supply is None or done.quantity <= supply
        cost = price(state.booklet.bands[done.resource], supply, done.quantity).cost if enough else 0
        return {"credits": cost}
    if isinstance(done, kinds.PurchaseUnits):
        known = [item for item in done.items if item.unit in state.binder.units]
        return {"credits": sum(state.binder.units[item.unit].cost * item.quantity for item in known)}
    if isinstance(done, kinds.Muster) and done.unit in state.units:
        card = state.card(done.unit)
        return {"personnel": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    if isinstance(done, kinds.Stow):
        return {"fuel": done.fuel, "ammunition": done.ammunition}
    if isinstance(done, kinds.Deploy | kinds.TableDeploy):
        return {"credits": state.booklet.deployment_cost}
    return {"credits": state.booklet.extraction_cost} if isinstance(done, kinds.Extract) else {}
