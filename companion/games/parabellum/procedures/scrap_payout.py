"""What one unit pays when it is scrapped (B4, specification 6.14)."""

from collections.abc import Iterator

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE, Tie
from companion.games.parabellum.procedures.payouts import Card, fraction_text, payout, payout_steps, to_five
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.options import read_options

COUNTERS = ("fuel", "fuel_max", "ammunition", "ammunition_max")


def resolve(question: Json) -> Resolution:
    """Procedure 6.14: credits, people and tokens for one unit."""
    reading = Reading.complete(question, ("cost", "strength", "max_strength", "from"), (*COUNTERS, "options"))
    cost, strength = amount(reading, "cost"), reading.integer("strength", 0, MOST_DICE)
    most = reading.integer("max_strength", 1, MOST_DICE)
    reserve = reading.name("from", ("reserve", "predeploy")) == "reserve"
    card = Card(cost, strength, most, *(amount(reading, key, 0) for key in COUNTERS))
    tie = asked_tie(reading)
    _check(card, reserve=reserve)
    exact = payout(cost, strength, most, reserve=reserve)
    paid = to_five(exact, tie)
    result = {
        "payout": paid,
        "exact": fraction_text(exact),
        "personnel": strength,
        "fuel_tokens": token(card.fuel, card.fuel_max, reserve=reserve),
        "ammunition_tokens": token(card.ammunition, card.ammunition_max, reserve=reserve),
    }
    steps = (*payout_steps(card, exact, paid, reserve=reserve), *_recovered(result, reserve=reserve))
    return Resolution(result, steps)


def asked_tie(reading: Reading) -> Tie:
    """How a question wants exact ties paid."""
    if "options" not in reading:
        return "up"
    return read_options(reading.value["options"], "options", only=("payout_tie",)).payout_tie


def token(counters: int, most: int, *, reserve: bool = False) -> int:
    """One token for a full resource, whatever it cost to fill (R43)."""
    return int(not reserve and most > 0 and counters == most)


def check_counters(card: Card, path: str = "") -> None:
    """Refuse more counters than the card has boxes."""
    for key in ("fuel", "ammunition"):
        held, most = getattr(card, key), getattr(card, f"{key}_max")
        if held > most:
            said = f"The card has {most} {key} counters at most; {held} were given."
            raise IllegalAction(f"{path}{key}", said)


def _check(card: Card, *, reserve: bool) -> None:
    check_counters(card)
    if card.strength > card.most:
        said = f"The card has places for {card.most}; {card.strength} were given."
        raise IllegalAction("strength", said)
    if reserve and card.strength:
        raise IllegalAction("strength", f"A card in reserve has nobody on it; {card.strength} were given.")
    if not reserve and not card.strength:
        raise IllegalAction("strength", "A mustered unit has at least one; a unit without people is gone.")


def _recovered(result: dict[str, Json], *, reserve: bool) -> Iterator[Step]:
    if reserve:
        yield Step("B4", "Nobody and nothing was on the card yet.")
        return
    yield Step("B4", "{people:# person goes|# people go} to the reserve.", {"people": result["personnel"]})
    tokens = {"fuel": result["fuel_tokens"], "ammunition": result["ammunition_tokens"]}
    words = "Full counters give one token each: {fuel} fuel, {ammunition} ammunition."
    yield Step("RULING R43", words, tokens)
