"""Purchases: people, tokens, cards; one resource a go in Set-up, anything in the Boardroom (S1, B1, R7)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import RESOURCE_NAMES, Resource
from companion.games.parabellum.procedures.money.prices import affordable, price, price_steps
from companion.games.parabellum.rules.course.turns import pass_go
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.rules.rear.dealing import check_deal, in_order, taken
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import player_named
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.table import State

MOST_CARDS = 999


def left_to_buy(state: State, resource: Resource) -> int | None:
    """What the supply holds; None is unlimited."""
    supply: int | None = getattr(state.supply, resource)
    return supply


def most_tokens(state: State, player: str, resource: Resource) -> int:
    """The most that a player's credits buy now."""
    bands = state.booklet.bands[resource]
    return affordable(bands, left_to_buy(state, resource), state.players[player].credits)


def cards_left(state: State, kind: str) -> int | None:
    """Cards of a type left in the card binder; None is no limit (R8)."""
    cards = state.binder.units[kind].cards
    if cards is None:
        return None
    return cards - sum(each.type == kind for each in state.units.values())


def cards_shown(state: State, player: str, kind: str) -> int | None:
    """Cards of a type left for all that a player is shown: of the others' purchases nothing (R62)."""
    cards = state.binder.units[kind].cards
    if cards is None or state.binder_open:
        return cards_left(state, kind)
    return cards - sum(each.type == kind and each.owner == player for each in state.units.values())


def most_cards(state: State, player: str, kind: str, left: int | None) -> int:
    """The most cards of one type alone that a player can buy, were so many left."""
    cost = state.binder.units[kind].cost
    within = state.players[player].credits // cost if cost else MOST_CARDS
    return max(0, min(within, MOST_CARDS if left is None else left, MOST_CARDS))


def purchase(state: State, action: kinds.Purchase) -> Outcome[State]:
    """Hire people, buy fuel or ammunition."""
    player, resource, quantity = action
    supply, credits = left_to_buy(state, resource), state.players[player].credits
    if supply is not None and quantity > supply:
        raise IllegalAction("quantity", f"{supply} are left to buy; {quantity} were asked for.")
    bought = price(state.booklet.bands[resource], supply, quantity)
    if bought.cost > credits:
        said = f"{quantity} cost {bought.cost} credits and there are {credits};"
        raise IllegalAction("quantity", f"{said} at most {most_tokens(state, player, resource)} can be paid.")
    steps = _told(state, action, tuple(price_steps(bought, supply, resource)))
    if supply is not None:
        state = state.changed(supply=state.supply._replace(**{resource: supply - quantity}))
    state = state.with_reserve(player, *_goods(resource, quantity))
    state = post(state, Payment(player, resource, resource, -bought.cost, quantity))
    return Outcome(_went(state), steps)


def _goods(resource: Resource, quantity: int) -> tuple[int, Load]:
    if resource == "manpower":
        return quantity, Load()
    return 0, Load(fuel=quantity) if resource == "fuel" else Load(ammunition=quantity)


def _told(state: State, action: kinds.Purchase, price_told: tuple[Step, ...]) -> tuple[Step, ...]:
    """How many only where the shared supply shows it to everybody anyway (R61)."""
    values = {
        "who": player_named(action.player),
        "what": RESOURCE_NAMES[action.resource],
        "n": action.quantity,
    }
    if left_to_buy(state, action.resource) is None:
        return (Step("S1", "{who} buys {what}.", values),)
    return (Step("S1", "{who} buys {what}: {n}.", values), *price_told)


def purchase_units(state: State, action: kinds.PurchaseUnits) -> Outcome[State]:
    """Take cards out of the card binder, item by item; each gets its number (R63)."""
    check_items(state, action)
    dealt = in_order(state, action) if action.deal is None else action.deal
    check_deal(state, action, dealt)
    state = taken(state, action.player, dealt)
    for item in action.items:
        cost = -state.binder.units[item.unit].cost * item.quantity
        state = post(state, Payment(action.player, "units", item.unit, cost, item.quantity))
    step = Step("S1", "{who} takes cards out of the card binder.", {"who": player_named(action.player)})
    return Outcome(_went(state), (step,))


def check_items(state: State, action: kinds.PurchaseUnits) -> None:
    """That the catalogue has the types, the binder the cards, the player the credits: item by item."""
    total, wanted = 0, dict[str, int]()
    for n, item in enumerate(action.items):
        if item.unit not in state.binder.units:
            known = ", ".join(state.binder.units)
            raise IllegalAction(f"items.{n}.unit", f"The catalogue has no “{item.unit}”; it has {known}.")
        wanted[item.unit] = wanted.get(item.unit, 0) + item.quantity
        left = cards_left(state, item.unit)
        at = f"items.{n}.quantity"
        if left is not None and wanted[item.unit] > left:
            raise IllegalAction(at, f"{left} of these cards are left; {wanted[item.unit]} were asked for.")
        total += state.binder.units[item.unit].cost * item.quantity
        credits = state.players[action.player].credits
        if total > credits:
            raise IllegalAction(at, f"Up to here it comes to {total} credits; there are {credits}.")


def _went(state: State) -> State:
    """In Set-up the go passes on after a purchase."""
    return pass_go(state) if state.phase == "setup" else state


def done(state: State, action: kinds.Done) -> Outcome[State]:
    """No more purchases in this Set-up (R6)."""
    finished = {*state.done, action.player}
    state = pass_go(state.changed(done=tuple(p for p in state.seated if p in finished)))
    told = [Step("RULING R6", "{who} is done with Set-up.", {"who": player_named(action.player)})]
    if state.phase != "setup":
        values = {"who": player_named(state.active)}
        told.append(Step("P1", "Everybody is done: round 1 begins with {who}'s turn.", values))
    return Outcome(state, tuple(told))
