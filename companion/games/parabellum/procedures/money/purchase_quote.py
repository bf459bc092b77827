"""What so many tokens cost before anybody buys them (specification 6.4)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.procedures.money.prices import (
    MOST_ASKED,
    Bought,
    affordable,
    next_price,
    price,
    price_steps,
)
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder.catalogue import read_resource


def resolve(question: Json) -> Resolution:
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
