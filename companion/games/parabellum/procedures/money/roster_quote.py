"""What a roster costs, cards and everything to muster them (specification 6.4, S2)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES, Resource
from companion.games.parabellum.procedures.money.prices import Bought, price, price_steps
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder import Binder, read_binder

MOST_CARDS = 999


class Need(NamedTuple):
    """So many tokens of a resource, out of a supply."""

    quantity: int
    supply: int | None
    bought: Bought


def resolve(question: Json) -> Resolution:
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
    return Resolution(result, tuple(_steps(binder, result, needs)))


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


def _steps(binder: Binder, result: dict[str, Json], needs: Mapping[Resource, Need]) -> Iterator[Step]:
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
