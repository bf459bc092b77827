"""Prices that climb as the supply dwindles (C3, C4), token by token: a purchase may straddle bands (R5)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.parabellum.data import RESOURCE_NAMES
from companion.games.parabellum.state.binder import Band

MOST_ASKED = 9999


class Lot(NamedTuple):
    """So many tokens in a row at the same price."""

    price: int
    quantity: int


class Bought(NamedTuple):
    """A purchase: what it costs, and its lots in buying order."""

    cost: int
    lots: tuple[Lot, ...]


def next_price(bands: Sequence[Band], supply: int | None) -> int | None:
    """What the next token costs; none where nothing is left."""
    if supply is None:
        return bands[0].price
    return next((band.price for band in bands if band.above < supply), None)


def _stretches(bands: Sequence[Band], supply: int | None) -> Iterator[Lot]:
    """All that is left to buy, band by band."""
    if supply is None:
        yield Lot(bands[0].price, MOST_ASKED)
        return
    for band in bands:
        if band.above < supply:
            yield Lot(band.price, supply - band.above)
            supply = band.above


def price(bands: Sequence[Band], supply: int | None, quantity: int) -> Bought:
    """The price of so many tokens out of a supply that has them.

    >>> price([Band(240, 5), Band(0, 10)], 250, 30)
    Bought(cost=250, lots=(Lot(price=5, quantity=10), Lot(price=10, quantity=20)))
    """
    lots: list[Lot] = []
    for stretch in _stretches(bands, supply):
        taken = min(quantity, stretch.quantity)
        quantity -= taken
        if taken and lots and lots[-1].price == stretch.price:
            lots[-1] = Lot(stretch.price, lots[-1].quantity + taken)
        elif taken:
            lots.append(Lot(stretch.price, taken))
    return Bought(sum(lot.price * lot.quantity for lot in lots), tuple(lots))


def affordable(bands: Sequence[Band], supply: int | None, credits: int, most: int = MOST_ASKED) -> int:
    """The most tokens, up to `most`, that these credits buy."""
    tokens = 0
    for stretch in _stretches(bands, supply):
        within = credits // stretch.price if stretch.price else stretch.quantity
        taken = min(within, stretch.quantity)
        tokens, credits = tokens + taken, credits - taken * stretch.price
        if taken < stretch.quantity:
            break
    return min(tokens, most)


def price_steps(bought: Bought, supply: int | None, resource: str = "tokens") -> Iterator[Step]:
    """Each price band that the purchase crosses, and the sum."""
    rule = "C4" if resource in ("fuel", "ammunition") else "C3"
    left = supply
    for n, lot in enumerate(bought.lots):
        values: dict[str, object] = {
            "n": lot.quantity,
            "price": lot.price,
            "left": left,
            "cost": lot.price * lot.quantity,
        }
        what = RESOURCE_NAMES.get(resource, resource)
        values["what"] = "person" if what == "people" and lot.quantity == 1 else what
        if left is None:
            yield Step(rule, "{n} {what} at {price} each: {cost} credits; the supply is unlimited.", values)
            continue
        words = "With {left} left, {n} {what} at {price} each: {cost} credits."
        yield Step("RULING R5" if n else rule, words, values)
        left -= lot.quantity
    if len(bought.lots) > 1:
        yield Step(rule, "Together {cost} credits.", {"cost": bought.cost})
