"""The shop: kinds as tabs, a cart of cards with its bill, tokens by the number, one button."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Counter,
    Counters,
    Deed,
    Fact,
    Facts,
    Fold,
    Icon,
    Note,
    Piece,
    Question,
    Row,
    Rows,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import count, counted, listed, tap
from companion.games.parabellum import actions
from companion.games.parabellum.data import RESOURCES, Resource
from companion.games.parabellum.procedures.reckoning import next_price, price
from companion.games.parabellum.rules.movement import why_not
from companion.games.parabellum.rules.rear import cards_shown, check_items, left_to_buy, most_tokens
from companion.games.parabellum.screens.cards import (
    facts,
    fresh,
    keep,
    seat_of,
    type_picture,
    way_words,
    whole,
)
from companion.games.parabellum.screens.intent import INTENT, proposed
from companion.games.parabellum.screens.stage import PLAN, SIGNS, reserve_words
from companion.games.parabellum.state import State, UnitType, spoken

type Cart = Mapping[str, int]
type Buttons = tuple[Deed | Way, ...]


PEOPLE = {"manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}


class Need(NamedTuple):
    """So much of a resource that mustering lacks; no cost where there is not so much."""

    resource: Resource
    quantity: int
    cost: int | None


def cart_of(scene: Scene[State]) -> Cart:
    """So many cards of each type as the half-made choice holds."""
    return {kind: n for kind in scene.state.binder.units if (n := whole(scene, f"c.{kind}", 99))}


def cart_cost(state: State, cart: Cart) -> int:
    return sum(state.binder.units[kind].cost * n for kind, n in cart.items())


def against_buying(state: State, player: str, cart: Cart) -> str:
    """Why the rules would not sell this cart, in their words; what others bought stays sealed (R62)."""
    items = tuple(actions.Item(kind, n) for kind, n in cart.items())
    seen = state if state.binder_open else _alone(state, player)
    return why_not(check_items, seen, actions.PurchaseUnits(player, "units", items)) or ""


def _alone(state: State, player: str) -> State:
    own = {unit: each for unit, each in state.units.items() if each.owner == player}
    return state.changed(units=own)


def lacking(state: State, player: str, cart: Cart | None = None) -> list[Need]:
    """What is missing in the reserve to muster every card that waits there, and those of a cart."""
    cards = [(state.card(unit), 1) for unit in state.of(player, "reserve")]
    cards += [(state.binder.units[kind], n) for kind, n in (cart or {}).items()]
    reserve, need = (
        state.players[player].reserve,
        {
            "manpower": sum(card.troop * n for card, n in cards),
            "fuel": sum(card.fuel_cost * n for card, n in cards),
            "ammunition": sum(card.ammunition_cost * n for card, n in cards),
        },
    )
    have = {"manpower": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    missing = {key: max(0, need[key] - have[key]) for key in RESOURCES}
    return [Need(key, n, cost_of(state, key, n)) for key, n in missing.items() if n]


def cost_of(state: State, resource: Resource, quantity: int) -> int | None:
    """What so many would cost now; None where there are not so many."""
    supply = left_to_buy(state, resource)
    if supply is not None and quantity > supply:
        return None
    return price(state.booklet.bands[resource], supply, quantity).cost


NAMES = {"manpower": "people", "fuel": "fuel tokens", "ammunition": "ammunition tokens"}
ONE = {"manpower": "person", "fuel": "fuel token", "ammunition": "ammunition token"}
BUYS = {"manpower": "Hire", "fuel": "Buy", "ammunition": "Buy"}
STEPS = (5, 10, 25)
MOST_SHOWN = 1000


def tokens(
    scene: Scene[State], player: str, resource: Resource
) -> tuple[tuple[Piece, ...], tuple[Deed, ...]]:
    """So many of one resource, by one's own choice or as many as are missing; and the deed that buys them."""
    state = scene.state
    supply, most = left_to_buy(state, resource), most_tokens(state, player, resource)
    lacks = next((need.quantity for need in lacking(state, player) if need.resource == resource), 0)
    n = min(whole(scene, "n") if "n" in scene.draft else lacks, most)
    ways = [("What is missing", min(lacks, most))] if lacks and most else []
    ways += [(f"+{step}", n + step) for step in STEPS if n + step <= most]
    ways += [("Most", most)] if 0 < most < MOST_SHOWN else []
    ways += [("None", 0)] if n else []
    choices = tuple(Choice(words=name, href=keep(scene, n=value)) for name, value in ways)
    pieces = (
        _supply_facts(state, resource, lacks, most),
        _counter(scene, resource, n, most),
        Choices(label="How many", choices=choices, shape="chips"),
        *_ladder(state, resource),
    )
    if not n:
        return pieces, ()
    bought = price(state.booklet.bands[resource], supply, n)
    lots = ", then ".join(f"{lot.quantity} at {lot.price}" for lot in bought.lots)
    words = buying_words(resource, n, bought.cost)
    action = {"type": "purchase", "player": player, "resource": resource, "quantity": n}
    return pieces, (Deed(words=words, small=lots, action=tap(action)),)


def _supply_facts(state: State, resource: Resource, lacks: int, most: int) -> Facts:
    """The pool and its price; what is missing, what can be paid."""
    supply = left_to_buy(state, resource)
    following = next_price(state.booklet.bands[resource], supply)
    return Facts(
        (
            Fact("credits for the next", "–" if following is None else str(following)),
            Fact("left to buy", "no limit" if supply is None else str(supply)),
            Fact("can be paid", str(most)),
            *((Fact("missing", str(lacks)),) if lacks else ()),
        )
    )


def buying_words(resource: Resource, n: int, cost: int) -> Words:
    """What the button says."""
    goods = counted(n, ONE[resource], NAMES[resource])
    return phrase("{buys} {goods}: {cost}", buys=BUYS[resource], goods=goods, cost=cost)


def _counter(scene: Scene[State], resource: Resource, n: int, most: int) -> Counters:
    counter = Counter(
        words=NAMES[resource].capitalize(),
        number=str(n),
        fewer=keep(scene, n=n - 1) if n else "",
        more=keep(scene, n=n + 1) if n < most else "",
        why="" if n < most else "That is all that can be had and paid.",
    )
    return Counters((counter,), "How many")


def _ladder(state: State, resource: Resource) -> tuple[Piece, ...]:
    bands = state.booklet.bands[resource]
    if len(bands) < 2:
        return ()
    now = next_price(bands, left_to_buy(state, resource))
    rows = tuple(
        Row(
            (phrase("above {n} left", n=band.above) if band.above else "the last", str(band.price)),
            here=band.price == now,
        )
        for band in bands
    )
    return (Rows(label="Prices", rows=rows),)


SIGN = {"units": "tank", "manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}
KINDS = {"units": "Unit cards", "manpower": "People", "fuel": "Fuel", "ammunition": "Ammunition"}
WAITS = "What is chosen here waits for your go"
LESSER = 2
"""Buttons beside the main one."""


def shop_question(scene: Scene[State], player: str, besides: Buttons = (), *, goes: int) -> Question:
    """The counter that is open: cards, or one of the three resources.

    `goes` are the purchases that may be made now: none, one, or more in a row. `besides` is what the phase
    allows else; where nothing is chosen, the first of it is the main deed.
    """
    state, open_ = scene.state, scene.draft.get("buy", "units")
    kind, pieces, buys = _counter_of(scene, player, open_, goes)
    besides = besides[1:] if buys and not goes else besides
    if kind == INTENT:
        besides = (Way(words="The catalogue", href=_at(scene, buy=None)),)
    buttons = (*buys, *besides) or (Deed(words="Buy", shut="Nothing is chosen yet"),)
    lacks: dict[str, int] = {need.resource: need.quantity for need in lacking(scene.state, player)}
    tabs = tuple(
        Choice(
            key=f"tab-{key}",
            words=name,
            small=phrase("{n} missing", n=lacks[key]) if key in lacks else "",
            icon=Icon(SIGN[key], SIGNS),
            href=_at(scene, buy=key),
            chosen=key == (open_ if open_ in RESOURCES else "units"),
        )
        for key, name in KINDS.items()
    )
    return Question(
        kind=kind,
        title=phrase("{credits} credits", credits=state.players[player].credits),
        under=reserve_words(state, player),
        side=seat_of(state, player),
        pieces=(Choices(label="Counters", choices=tabs, shape="tiles"), *pieces),
        main=buttons[0],
        lesser=buttons[1 : 1 + LESSER],
        back=fresh(scene) if scene.draft.get("do") == PLAN else "",
        opens="full",
    )


def _counter_of(
    scene: Scene[State], player: str, open_: str, goes: int
) -> tuple[str, tuple[Piece, ...], Buttons]:
    """What kind of counter is open, what lies on it, and what buys there."""
    if open_ == INTENT:
        pieces, fill = proposed(scene, player)
        return INTENT, pieces, (fill,) if fill else ()
    kind = "tokens" if open_ in RESOURCES else "shop"
    pieces, buys = tokens(scene, player, open_) if open_ in RESOURCES else _cards(scene, player, goes)
    if not goes:
        buys = tuple(Deed(words=each.words, shut=each.shut or WAITS) for each in buys[:1])
    return kind, pieces, buys


def plan_question(scene: Scene[State], me: str) -> Question:
    """The catalogue at any time: who waits reads it and fills a cart, which is bought once it may be."""
    empty = Deed(words="Nothing is laid in", shut="Tap + at a card: it is kept for your go")
    return shop_question(scene, me, (empty, Way(words="Back", href=fresh(scene))), goes=0)


def _at(scene: Scene[State], **choice: str | None) -> str:
    """A link within the shop: on the page that it was opened on, the cart in hand."""
    return keep(scene, n=None, unit=None, **choice)


def _cards(scene: Scene[State], player: str, goes: int) -> tuple[tuple[Piece, ...], tuple[Deed, ...]]:
    """The catalogue and the bill; what buys the cart, all that mustering takes first where it may be had."""
    state, cart = scene.state, cart_of(scene)
    classes = dict.fromkeys(card.unit_class for card in state.binder.units.values())
    shown = scene.draft.get("class", "") if scene.draft.get("class") in classes else ""
    wares = tuple(
        _ware(scene, player, kind, cart)
        for kind, card in state.binder.units.items()
        if shown in ("", card.unit_class)
    )
    needs = lacking(state, player, cart)
    why = against_buying(state, player, cart) if cart else ""
    deeds = tuple(_deeds(state, player, cart, needs, goes)) if cart else ()
    if why:
        deeds = (Deed(words=phrase("Buy the cards: {cost}", cost=cart_cost(state, cart)), shut=why),)
    pieces = (
        _classes(scene, tuple(classes), shown),
        Counters(wares, "Unit cards"),
        *_bill(scene, player, cart, needs, deeds),
        _ways(state),
    )
    empty = fresh(scene, **dict.fromkeys(f"c.{kind}" for kind in cart))
    return pieces, tuple(replace(deed, then=empty) for deed in deeds[:1])


def _classes(scene: Scene[State], classes: tuple[str, ...], shown: str) -> Choices:
    kinds = [card.unit_class for card in scene.state.binder.units.values()]
    chips = [
        Choice(
            words=phrase(
                "{name} {n}", name=spoken(each) if each else "All", n=kinds.count(each) or len(kinds)
            ),
            href=_at(scene, **{"class": each or None}),
            chosen=each == shown,
        )
        for each in ("", *classes)
    ]
    intent = Choice(words="Propose a company", href=_at(scene, buy=INTENT), icon=Icon("mission"))
    return Choices(label="Classes", choices=(intent, *chips), shape="chips")


def _ware(scene: Scene[State], player: str, kind: str, cart: Cart) -> Counter:
    """One type: its figures, what mustering it takes, and why no more of it can be bought."""
    state, n = scene.state, cart.get(kind, 0)
    card, why = state.binder.units[kind], against_buying(state, player, {**cart, kind: n + 1})
    figures = facts(card)
    figures += [("Cargo", str(card.cargo))] if card.cargo else []
    figures += [("Aboard", str(card.passengers))] if card.passengers else []
    small = phrase(
        "{figures}{works}",
        figures=" ".join(f"{name} {value}" for name, value in figures),
        works=" Works" if card.engineering else "",
    )
    uses = {"manpower": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    takes = tuple((str(n), Icon(SIGN[key], SIGNS), PEOPLE[key]) for key, n in uses.items() if n)
    return Counter(
        words=card.name,
        number=str(n),
        fewer=_at(scene, **{f"c.{kind}": str(n - 1) if n > 1 else None}) if n else "",
        more="" if why else _at(scene, **{f"c.{kind}": str(n + 1)}),
        small=small,
        why=why,
        icon=type_picture(state, kind, player),
        end=str(card.cost),
        takes=takes,
        left=_held(state, card, cards_shown(state, player, kind), n),
    )


def _ways(state: State) -> Fold:
    """What each type pays for the kinds of ground, where it may not go, and what it builds."""
    rows = tuple(
        Row((card.name, "; ".join((way_words(card, state.booklet.ground.values()), *_works(card)))))
        for card in state.binder.units.values()
    )
    title = "Ground and works"
    return Fold(id="ways", title=title, pieces=(Rows(label=title, rows=rows),))


def _works(card: UnitType) -> tuple[str, ...]:
    works = ", ".join(spoken(work).lower() for work in card.engineering)
    return (f"works: {works}",) if works else ()


def _held(state: State, card: UnitType, left: int | None, n: int) -> str:
    """What is left in the card binder, or what it held at first where that is all one is shown (R62)."""
    if left is None:
        return "no limit"
    return f"{left - n} left" if state.binder_open else f"{card.cards} at first"


def _bill(
    scene: Scene[State], player: str, cart: Cart, needs: list[Need], deeds: Sequence[Deed]
) -> Iterator[Piece]:
    state = scene.state
    if not cart and not needs:
        yield Note("Nothing is paid before the button below.")
        return
    credits, units = state.players[player].credits, state.binder.units
    rows = [Row((f"{n} {units[kind].name}", str(n * units[kind].cost))) for kind, n in cart.items()]
    rows += [
        Row(
            (
                f"{each.quantity} {PEOPLE[each.resource]} to muster",
                "not so many" if each.cost is None else str(each.cost),
            )
        )
        for each in needs
    ]
    left = credits - cart_cost(state, cart) - sum(each.cost or 0 for each in needs)
    rows.append(Row((phrase("Left of {credits}", credits=credits), str(left).replace("-", "−")), sum=True))
    yield Rows(label="The bill, with all that mustering takes", rows=tuple(rows))
    if cart:
        empty = Choice(words="Empty the cart", href=_at(scene, **{f"c.{kind}": None for kind in cart}))
        alone = (Choice(words=each.words, action=each.action) for each in deeds[1:])
        gone = _gone(scene, player, cart) if deeds and deeds[0].shut else ()
        yield Choices(label="Cart", choices=(*gone, empty, *alone), shape="chips")


def _gone(scene: Scene[State], player: str, cart: Cart) -> tuple[Choice, ...]:
    """What a cart loses that can no longer be bought as it lies: one tap leaves in it what still can."""
    state, kept = scene.state, dict[str, int]()
    for kind, wanted in cart.items():
        fits = (n for n in range(wanted, 0, -1) if not against_buying(state, player, {**kept, kind: n}))
        if n := next(fits, 0):
            kept[kind] = n
    out = {kind: n - now for kind, n in cart.items() if n > (now := kept.get(kind, 0))}
    names = listed(f"{n} {state.binder.units[kind].name}" for kind, n in out.items())
    left = {f"c.{kind}": str(kept[kind]) if kind in kept else None for kind in out}
    return (Choice(words=phrase("Take out {cards}", cards=names), href=_at(scene, **left)),)


def _deeds(state: State, player: str, cart: Cart, needs: list[Need], goes: int) -> Iterator[Deed]:
    """All at once where several purchases may follow each other and can be paid; the cards alone."""
    items = [{"unit": kind, "quantity": n} for kind, n in cart.items()]
    cards = {"type": "purchase", "player": player, "resource": "units", "items": items}
    cost, many = cart_cost(state, cart), count(sum(cart.values()), "card")
    costs = [need.cost for need in needs]
    total = cost + sum(each or 0 for each in costs)
    if goes > 1 and needs and None not in costs and total <= state.players[player].credits:
        more = [
            {"type": "purchase", "player": player, "resource": need.resource, "quantity": need.quantity}
            for need in needs
        ]
        small = phrase("{cards} and all they take", cards=many)
        yield Deed(words=phrase("Buy all: {cost}", cost=total), small=small, action=tap([cards, *more]))
        yield Deed(words=phrase("Only the cards: {cost}", cost=cost), action=tap(cards))
    else:
        yield Deed(words=phrase("Buy the cards: {cost}", cost=cost), small=many, action=tap(cards))
