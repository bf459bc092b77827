"""The shop: a cart of cards with all that mustering them takes, and the pool's price as it dwindles."""

from collections.abc import Mapping, Sequence

from companion.engine.game import Scene
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.procedures.money.prices import next_price, price
from companion.games.parabellum.rules.rear.buying import cards_shown, left_to_buy, most_cards, most_tokens
from companion.games.parabellum.screens.cards import facts, seat_of, sign_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.grounds import way_words
from companion.games.parabellum.screens.seeing import fresh, keep, whole
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Band, UnitType
from companion.games.parabellum.state.naming import spoken

PEOPLE = {"manpower": "people", "fuel": "fuel tokens", "ammunition": "ammunition tokens"}
BUYS = {"manpower": "Hire", "fuel": "Buy", "ammunition": "Buy"}
STEPS = (1, 5, 10, 25)
PLAN = "catalogue"


def counter(scene: Scene[State], player: str, entries: list[Entry]) -> Values:
    """The counter that is open: cards, or one of the three resources; one buys where `entries` let one.

    Who waits fills the same cart to plan with.
    """
    buys = any(entry["type"] == "purchase" for entry in entries)
    open_ = scene.draft.get("buy", "units")
    tabs = [("units", "Unit cards"), *((each, PEOPLE[each].title()) for each in RESOURCES)]
    lacks = lacking(scene.state, player)
    found: Values = {
        "tabs": [
            {"name": name, "href": _at(scene, buy=key), "on": key == open_, "lacks": lacks.get(key, 0)}
            for key, name in tabs
        ],
        "credits": scene.state.players[player].credits,
        "lacks": _lack_words(lacks),
    }
    if open_ in RESOURCES:
        return found | {"tokens": _tokens(scene, player, open_, lacks[open_], buys=buys)}
    return found | {"cart": _cart(scene, player, buys=buys)}


def _at(scene: Scene[State], **choice: str) -> str:
    """A link within the shop: on the page that it was opened on."""
    page = scene.draft.get("do")
    return fresh(scene, do=page if page == PLAN else None, **choice)


def plan_panel(scene: Scene[State], me: str, entries: list[Entry]) -> Values:
    """The catalogue at any time: who waits reads it and fills a cart, which is bought once it may be."""
    buys = any(entry["type"] == "purchase" for entry in entries)
    later = "A cart filled here waits on this screen for your go."
    return {
        "template": "parabellum/turn/catalogue.html",
        "title": "Catalogue",
        "lead": "Buy, or plan." if buys else f"Nothing can be bought now. {later}",
        "shop": counter(scene, me, entries),
        "seat": seat_of(scene.state, me),
        "back": fresh(scene),
    }


def lacking(state: State, player: str) -> dict[str, int]:
    """What is missing in the reserve to muster every card that waits there."""
    reserve = state.players[player].reserve
    need = needs(state, {})
    for unit in state.of(player, "reserve"):
        card = state.card(unit)
        need = {
            "manpower": need["manpower"] + card.troop,
            "fuel": need["fuel"] + card.fuel_cost,
            "ammunition": need["ammunition"] + card.ammunition_cost,
        }
    have = {"manpower": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    return {key: max(0, need[key] - have[key]) for key in need}


def needs(state: State, cart: Mapping[str, int]) -> dict[str, int]:
    """People and tokens that mustering a cart's cards takes."""
    cards = [(state.binder.units[kind], n) for kind, n in cart.items()]
    return {
        "manpower": sum(card.troop * n for card, n in cards),
        "fuel": sum(card.fuel_cost * n for card, n in cards),
        "ammunition": sum(card.ammunition_cost * n for card, n in cards),
    }


def _lack_words(lacks: Mapping[str, int]) -> str:
    said = [f"{n} {PEOPLE[key]}" for key, n in lacks.items() if n]
    return f"To muster every card in your reserve you still need {', '.join(said)}." if said else ""


def cost_of(state: State, resource: Resource, quantity: int) -> int | None:
    """What so many would cost now; None where there are not so many."""
    supply = left_to_buy(state, resource)
    if supply is not None and quantity > supply:
        return None
    return price(state.booklet.bands[resource], supply, quantity).cost


def _cart(scene: Scene[State], player: str, *, buys: bool) -> Values:
    state = scene.state
    held = {kind: cards_shown(state, player, kind) for kind in state.binder.units}
    most = {kind: most_cards(state, player, kind, left) for kind, left in held.items()}
    cart = {kind: n for kind in state.binder.units if (n := whole(scene, f"c.{kind}", 99))}
    cost = sum(state.binder.units[kind].cost * n for kind, n in cart.items())
    credits = state.players[player].credits
    found: Values = {
        "rows": [
            _row(scene, player, kind, (cart.get(kind, 0), most[kind], credits - cost))
            for kind in state.binder.units
        ],
        "cost": cost,
        "left": credits - cost,
        "after": _after(state, player, cart, credits - cost),
        "empty": _at(scene, buy="units") if cart else "",
    }
    if cart and buys and cost <= credits:
        items = [{"unit": kind, "quantity": n} for kind, n in cart.items()]
        cards = sum(cart.values())
        found["buy"] = {
            "action": tap({"type": "purchase", "player": player, "resource": "units", "items": items}),
            "text": f"Buy {count(cards, 'card')} for {cost}",
        }
    return found


def _row(scene: Scene[State], player: str, kind: str, sums: tuple[int, int, int]) -> Values:
    """`sums`: of that type in the cart, the most that can be bought, and the credits left."""
    state, (n, most, left) = scene.state, sums
    card, cards = state.binder.units[kind], cards_shown(state, player, kind)
    more = n < most and card.cost <= left
    why = "" if more else "no card left" if cards is not None and n >= cards else "too dear now"
    return {
        "name": card.name,
        "sign": sign_of(state, kind),
        "cost": card.cost,
        "n": n,
        "facts": facts(card),
        "takes": _takes(card),
        "ways": way_words(card, state.booklet.ground.values()),
        "carries": _carries(card),
        "more": keep(scene, buy="units", **{f"c.{kind}": n + 1}) if more else "",
        "why": why,
        "fewer": keep(scene, buy="units", **{f"c.{kind}": n - 1 or None}) if n else "",
        "cards": _held(state, card, cards, n),
    }


def _held(state: State, card: UnitType, left: int | None, n: int) -> str:
    """What is left in the card binder, or what it held at first where that is all one is shown (R62)."""
    if left is None:
        return "no limit"
    return f"{left - n} left" if state.binder_open else f"{card.cards} in the binder at first"


def _takes(card: UnitType) -> str:
    arms = f", {card.ammunition_cost} ammunition" if card.ammunition_cost else ""
    return f"{card.troop} people, {card.fuel_cost} fuel{arms}"


def _carries(card: UnitType) -> str:
    words = [f"cargo {card.cargo}"] if card.cargo else []
    words += [f"{card.passengers} aboard"] if card.passengers else []
    return ", ".join([*words, *(spoken(work).lower() for work in card.engineering)])


def _after(state: State, player: str, cart: Mapping[str, int], left: int) -> list[str]:
    """What mustering the cart and everything in reserve will take, at today's prices."""
    waiting, more = lacking(state, player), needs(state, cart)
    reserve = state.players[player].reserve
    spare = {"manpower": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    said, total = [], 0
    for key in RESOURCES:
        free = spare[key] if not waiting[key] else 0
        quantity = waiting[key] + max(0, more[key] - free)
        cost = cost_of(state, key, quantity) if quantity else 0
        said += (
            [
                f"{quantity} {PEOPLE[key]}: {cost}"
                if cost is not None
                else f"{quantity} {PEOPLE[key]}: more than are left"
            ]
            if quantity
            else []
        )
        total += cost or 0
    if not said:
        return []
    verdict = (
        f"Together {total}; {left - total} credits would be left."
        if total <= left
        else f"Together {total}: {total - left} credits more than you would have."
    )
    return [*said, verdict]


def _bands(bands: Sequence[Band], now: int | None) -> list[Values]:
    """The ladder of prices, the step of now among them."""
    return [{"above": band.above, "price": band.price, "now": band.price == now} for band in bands]


def _tokens(scene: Scene[State], player: str, resource: Resource, lacks: int, *, buys: bool) -> Values:
    state = scene.state
    supply, most = left_to_buy(state, resource), most_tokens(state, player, resource)
    n = min(whole(scene, "n"), most)
    bands = state.booklet.bands[resource]
    bought = price(bands, supply, n)
    ways = [("What is missing", min(lacks, most))] if lacks and most else []
    ways += [(f"+{step}", n + step) for step in STEPS if n + step <= most] + (
        [("Most", most)] if most and most < 1000 else []
    )
    found: Values = {
        "name": PEOPLE[resource],
        "supply": "no limit" if supply is None else supply,
        "next": next_price(bands, supply),
        "bands": _bands(bands, next_price(bands, supply)) if len(bands) > 1 else [],
        "n": n,
        "most": most,
        "cost": bought.cost,
        "lots": [f"{lot.quantity} at {lot.price}" for lot in bought.lots],
        "ways": [{"name": name, "href": keep(scene, buy=resource, n=value)} for name, value in ways],
        "none": keep(scene, n=None) if n else "",
    }
    if n and buys:
        action = {"type": "purchase", "player": player, "resource": resource, "quantity": n}
        found["buy"] = {
            "action": tap(action),
            "text": f"{BUYS[resource]} {n} {PEOPLE[resource]} for {bought.cost}",
        }
    return found
