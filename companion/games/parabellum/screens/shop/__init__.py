"""The shop: kinds as tabs, a cart of cards with its bill, tokens by the number, one button to buy."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Counter,
    Counters,
    Deed,
    Fold,
    Icon,
    Note,
    Piece,
    Question,
    Row,
    Rows,
    Way,
    said,
)
from companion.engine.wording import count, tap
from companion.games.parabellum.data import RESOURCES
from companion.games.parabellum.rules.rear.buying import cards_shown
from companion.games.parabellum.screens.cards import facts, seat_of, sign_of
from companion.games.parabellum.screens.cards.grounds import way_words
from companion.games.parabellum.screens.own import PLAN, SIGNS, reserve_words
from companion.games.parabellum.screens.seeing import fresh, keep
from companion.games.parabellum.screens.shop.cart import (
    PEOPLE,
    Cart,
    Need,
    against_buying,
    cart_cost,
    cart_of,
    lacking,
)
from companion.games.parabellum.screens.shop.tokens import tokens
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.naming import spoken

type Buttons = tuple[Deed | Way, ...]

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
    if open_ in RESOURCES:
        kind, (pieces, buys) = "tokens", tokens(scene, player, open_)
    else:
        kind, (pieces, buys) = "shop", _cards(scene, player, goes)
    if not goes:
        buys = tuple(Deed(words=each.words, shut=WAITS) for each in buys[:1])
    buttons = (*buys, *besides) or (Deed(words="Buy", shut="Nothing is chosen yet"),)
    return Question(
        kind=kind,
        title=said("{credits} credits", credits=state.players[player].credits),
        under=reserve_words(state, player),
        side=seat_of(state, player),
        pieces=(_tabs(scene, player, open_), *pieces),
        main=buttons[0],
        lesser=buttons[1 : 1 + LESSER],
        back=fresh(scene) if scene.draft.get("do") == PLAN else "",
        opens="full",
    )


def plan_question(scene: Scene[State], me: str, *, goes: int) -> Question:
    """The catalogue at any time: who waits reads it and fills a cart, which is bought once it may be."""
    return shop_question(scene, me, (Way(words="Back", href=fresh(scene)),), goes=goes)


def _at(scene: Scene[State], **choice: str | None) -> str:
    """A link within the shop: on the page that it was opened on, the cart in hand."""
    return keep(scene, n=None, unit=None, **choice)


def _tabs(scene: Scene[State], player: str, open_: str) -> Choices:
    """The four kinds, with what is missing of each to muster every card in reserve."""
    lacks: dict[str, int] = {need.resource: need.quantity for need in lacking(scene.state, player)}
    tabs = tuple(
        Choice(
            key=f"tab-{key}",
            words=name,
            small=said("{n} missing", n=lacks[key]) if key in lacks else "",
            icon=Icon(SIGN[key], SIGNS),
            href=_at(scene, buy=key),
            chosen=key == open_,
        )
        for key, name in KINDS.items()
    )
    return Choices(label="Counters", choices=tabs, shape="tiles")


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
    deeds = tuple(_deeds(state, player, cart, needs, goes)) if cart else ()
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
            words=said("{name} {n}", name=spoken(each) if each else "All", n=kinds.count(each) or len(kinds)),
            href=_at(scene, **{"class": each or None}),
            chosen=each == shown,
        )
        for each in ("", *classes)
    ]
    return Choices(label="Classes", choices=tuple(chips), shape="chips")


def _ware(scene: Scene[State], player: str, kind: str, cart: Cart) -> Counter:
    """One type: its figures, what mustering it takes, and why no more of it can be bought."""
    state, n = scene.state, cart.get(kind, 0)
    card, why = state.binder.units[kind], against_buying(state, player, {**cart, kind: n + 1})
    figures = " ".join(f"{name} {value}" for name, value in facts(card))
    small = said(
        "{figures} · takes {takes}{carries} · {left}",
        figures=figures,
        left=_held(state, card, cards_shown(state, player, kind), n),
        takes=_staff(card),
        carries=_carries(card),
    )
    return Counter(
        words=card.name,
        number=str(n),
        fewer=_at(scene, **{f"c.{kind}": str(n - 1) if n > 1 else None}) if n else "",
        more="" if why else _at(scene, **{f"c.{kind}": str(n + 1)}),
        small=small,
        why=why,
        icon=Icon(sign_of(state, kind), SIGNS),
        end=str(card.cost),
    )


def _ways(state: State) -> Fold:
    """What each type pays for the kinds of ground, and where it may not go."""
    rows = tuple(
        Row((card.name, way_words(card, state.booklet.ground.values())))
        for card in state.binder.units.values()
    )
    title = "To enter the ground"
    return Fold(id="ways", title=title, pieces=(Rows(label=title, rows=rows),))


def _held(state: State, card: UnitType, left: int | None, n: int) -> str:
    """What is left in the card binder, or what it held at first where that is all one is shown (R62)."""
    if left is None:
        return "no limit"
    return f"{left - n} left" if state.binder_open else f"{card.cards} at first"


def _staff(card: UnitType) -> str:
    arms = f", {card.ammunition_cost} ammunition" if card.ammunition_cost else ""
    return f"{card.troop} people, {card.fuel_cost} fuel{arms}"


def _carries(card: UnitType) -> str:
    words = [f"cargo {card.cargo}"] if card.cargo else []
    words += [f"{card.passengers} aboard"] if card.passengers else []
    words += [spoken(work).lower() for work in card.engineering]
    return "; " + ", ".join(words) if words else ""


def _bill(
    scene: Scene[State], player: str, cart: Cart, needs: list[Need], deeds: Sequence[Deed]
) -> Iterator[Piece]:
    """The cart, then all that mustering it and the reserve takes, and what is left."""
    state = scene.state
    if not cart and not needs:
        yield Note("Nothing is paid before the button below.")
        return
    credits, units = state.players[player].credits, state.binder.units
    rows = [Row((f"{n} {units[kind].name}", str(n * units[kind].cost))) for kind, n in cart.items()]
    rows += [Row((_needed(each), "not so many" if each.cost is None else str(each.cost))) for each in needs]
    left = credits - cart_cost(state, cart) - sum(each.cost or 0 for each in needs)
    rows.append(Row((said("Left of {credits}", credits=credits), str(left).replace("-", "−")), sum=True))
    yield Rows(label="The bill, with all that mustering takes", rows=tuple(rows))
    if cart:
        empty = Choice(words="Empty the cart", href=_at(scene, **{f"c.{kind}": None for kind in cart}))
        alone = (Choice(words=each.words, action=each.action) for each in deeds[1:])
        yield Choices(label="Cart", choices=(empty, *alone), shape="chips")


def _needed(need: Need) -> str:
    return f"{need.quantity} {PEOPLE[need.resource]} to muster"


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
        small = said("{cards} and all they take", cards=many)
        yield Deed(words=said("Buy all: {cost}", cost=total), small=small, action=tap([cards, *more]))
        yield Deed(words=said("Only the cards: {cost}", cost=cost), action=tap(cards))
    else:
        yield Deed(words=said("Buy the cards: {cost}", cost=cost), small=many, action=tap(cards))
