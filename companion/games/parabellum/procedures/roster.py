"""What a roster takes: prices that climb as supply dwindles, and free flags (S2, S5, C3, C4, 6.4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Known, Names, Sized
from companion.engine.wire import Json, Reading
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES, Resource
from companion.games.parabellum.state.binder import Band, Binder, read_binder
from companion.games.parabellum.state.binder.binder import read_resource
from companion.games.parabellum.state.notation import Id, amount

type Flag = tuple[str, ...]
type Colour = Annotated[str, Known("palette")]


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


def resolve_purchase_quote(question: Json) -> Resolution:
    """Procedure 6.4: the price of so many tokens of one resource."""
    reading = Reading.complete(question, ("resource", "quantity"), ("credits",))
    resource = read_resource(reading.raw("resource"), "resource")
    quantity = reading.integer("quantity", 1, MOST_ASKED)
    credits = amount(reading, "credits") if "credits" in reading else None
    supply = resource.supply
    if supply is not None and quantity > supply:
        raise IllegalAction("quantity", f"There are {supply} left to buy; {quantity} were asked for.")
    bought = price(resource.bands, supply, quantity)
    after = None if supply is None else supply - quantity
    most = None if credits is None else affordable(resource.bands, supply, credits)
    result = {
        **bought_json(bought),
        "supply_after": after,
        "next_price": next_price(resource.bands, after),
        "affordable": most,
    }
    steps = (*price_steps(bought, supply), *_next(result), *_within(credits, most))
    return Resolution(result, steps)


def bought_json(bought: Bought) -> dict[str, Json]:
    """A purchase's cost and lots."""
    return {"cost": bought.cost, "lots": [lot._asdict() for lot in bought.lots]}


def _next(result: dict[str, Json]) -> tuple[Step, ...]:
    if result["next_price"] is None:
        return (Step("C3", "Nothing is left to buy."),)
    return (Step("C3", "The next one would cost {price}.", {"price": result["next_price"]}),)


def _within(credits: int | None, most: int | None) -> tuple[Step, ...]:
    if credits is None:
        return ()
    return (Step("C3", "{credits} credits buy at most {most}.", {"credits": credits, "most": most}),)


MOST_CARDS = 999


class Need(NamedTuple):
    """So many tokens of a resource, out of a supply."""

    quantity: int
    supply: int | None
    bought: Bought


def resolve_roster_quote(question: Json) -> Resolution:
    """Procedure 6.4: cards plus people and tokens to muster them all, at catalogue prices."""
    reading = Reading.complete(question, ("units",), ("binder", "manpower_supply", "credits"))
    binder = read_binder(reading.value.get("binder", "starter"), "binder")
    units = _units(reading, binder)
    catalogue = {key: resource.supply for key, resource in binder.resources.items()}
    if "manpower_supply" in reading:
        catalogue["manpower"] = amount(reading, "manpower_supply")
    credits = amount(reading, "credits") if "credits" in reading else None
    _enough_cards(units, binder)
    needs = {key: _need(key, units, binder, catalogue[key]) for key in RESOURCES}
    result = _result(units, binder, needs, credits)
    return Resolution(result, tuple(_roster_steps(binder, result, needs)))


def _units(reading: Reading, binder: Binder) -> Mapping[str, int]:
    given = reading.raw("units")
    listed = Reading(given, given if type(given) is dict else (), "units")
    if not listed.value:
        raise InvalidInput("units", "A roster has at least one unit type; none was given.")
    for name in listed.value:
        if name not in binder.units:
            raise InvalidInput(listed.at(name), f"There is no “{name}” in the catalogue of {binder.name}.")
    return {name: listed.integer(name, 1, MOST_CARDS) for name in sorted(listed.value)}


def _enough_cards(units: Mapping[str, int], binder: Binder) -> None:
    for name, quantity in units.items():
        cards = binder.units[name].cards
        if cards is not None and quantity > cards:
            said = f"There are {cards} cards of {binder.units[name].name}; {quantity} were asked for."
            raise IllegalAction(f"units.{name}", said)


def _need(resource: str, units: Mapping[str, int], binder: Binder, supply: int | None) -> Need:
    each = {"manpower": "troop", "fuel": "fuel_cost", "ammunition": "ammunition_cost"}[resource]
    quantity = sum(getattr(binder.units[name], each) * count for name, count in units.items())
    if supply is not None and quantity > supply:
        said = f"To muster them all takes {quantity} {RESOURCE_NAMES[resource]}; {supply} are left to buy."
        raise IllegalAction("units", said)
    return Need(quantity, supply, price(binder.resources[resource].bands, supply, quantity))


def _result(
    units: Mapping[str, int], binder: Binder, needs: Mapping[Resource, Need], credits: int | None
) -> dict[str, Json]:
    rows: list[dict[str, Json]] = [
        {"unit": name, "quantity": count, "cost": binder.units[name].cost * count}
        for name, count in units.items()
    ]
    cards = sum(row["cost"] for row in rows)
    total = cards + sum(need.bought.cost for need in needs.values())
    return {
        "units": rows,
        "units_cost": cards,
        **{key: {"quantity": need.quantity, "cost": need.bought.cost} for key, need in needs.items()},
        "total": total,
        "credits_left": None if credits is None else credits - total,
    }


def _roster_steps(binder: Binder, result: dict[str, Json], needs: Mapping[Resource, Need]) -> Iterator[Step]:
    for row in result["units"]:
        card = binder.units[row["unit"]]
        values = {"n": row["quantity"], "name": card.name, "price": card.cost, "cost": row["cost"]}
        yield Step("S1", "{n} {name} at {price}: {cost} credits.", values)
        needed = {"troop": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
        words = (
            "To muster each {name} takes {troop} people, {fuel} fuel "
            "and {ammunition:# ammunition token|# ammunition tokens}."
        )
        yield Step("S2", words, needed | {"name": card.name})
    for key, need in needs.items():
        if need.quantity:
            yield from price_steps(need.bought, need.supply, key)
    yield Step("S2", "Altogether {total} credits.", {"total": result["total"]})
    if (left := result["credits_left"]) is not None:
        words = "{left} credits are left." if left >= 0 else "{short} credits are missing."
        yield Step("S2", words, {"left": left, "short": -left})


MOST_BEADS, MOST_FLAGS = 4, 99


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagSuggestQuestion:
    """Procedure 6.5's input."""

    palette: Annotated[tuple[Id, ...], Sized(1), Names("palette", by=tuple)]
    livery: tuple[Colour, Colour]
    used: tuple[Annotated[tuple[Colour, ...], Sized(1, MOST_BEADS)], ...]
    count: Annotated[int, Between(1, MOST_FLAGS)]


def flags(livery: Flag, palette: Sequence[str]) -> Iterator[Flag]:
    """All flags that begin with this livery, shortest first, beads in palette order."""
    colours = tuple(dict.fromkeys(palette))
    for more in range(MOST_BEADS - len(livery) + 1):
        for beads in product(colours, repeat=more):
            yield (*livery, *beads)


def resolve_flag_suggest(question: Json) -> Resolution:
    """Procedure 6.5: so many flags that are free."""
    asked: FlagSuggestQuestion = shape.read(FlagSuggestQuestion, question, missing_first="everywhere")
    livery, palette, used, count = asked.livery, asked.palette, set(asked.used), asked.count
    found = tuple(islice((flag for flag in flags(livery, palette) if flag not in used), count))
    colours = len(set(palette))
    taken = sum(flag[:2] == livery for flag in used)
    left = 1 + colours + colours**2 - taken - len(found)
    result = {"flags": [list(flag) for flag in found], "left": left}
    return Resolution(result, _flag_steps(livery, taken, found, left))


def _flag_steps(livery: Flag, taken: int, found: Sequence[Flag], left: int) -> tuple[Step, ...]:
    values = {"livery": ", ".join(livery), "taken": taken, "count": len(found), "left": left}
    return (
        Step("S5", "Flags begin with the livery: {livery}.", values),
        Step(
            "RULING R10",
            "{taken:# of them flies|# of them fly} already; order counts, and each flies once.",
            values,
        ),
        Step("S5", "{count:# free flag|# free flags} named; {left:# more is|# more are} free.", values),
    )
