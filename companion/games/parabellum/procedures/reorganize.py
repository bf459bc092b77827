"""Two weakened units of a class become one (B2, R44; specification 6.15)."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.payouts import Card, Merged, fraction_text, merge, payout_steps
from companion.games.parabellum.procedures.scrap_payout import asked_tie, check_counters
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.naming import read_id

CARD_KEYS = (
    "class",
    "cost",
    "strength",
    "max_strength",
    "fuel",
    "fuel_max",
    "ammunition",
    "ammunition_max",
)


class Named(NamedTuple):
    """A card and its class."""

    unit_class: str
    card: Card


def resolve(question: Json) -> Resolution:
    """Procedure 6.15: people and counters move over, the other card is scrapped."""
    reading = Reading.complete(question, ("keep", "scrap"), ("options",))
    keep, scrap = _card(reading, "keep"), _card(reading, "scrap")
    tie = asked_tie(reading)
    _check(keep, scrap)
    merged = merge(keep.card, scrap.card, tie)
    return Resolution(_result(merged), tuple(merge_steps(keep.card, scrap.card, merged)))


def _card(reading: Reading, key: str) -> Named:
    row = Reading.complete(reading.raw(key), CARD_KEYS, (), key)
    unit_class = read_id(row.raw("class"), row.at("class"))
    cost, strength = amount(row, "cost"), row.integer("strength", 0, MOST_DICE)
    most = row.integer("max_strength", 1, MOST_DICE)
    return Named(unit_class, Card(cost, strength, most, *(amount(row, each) for each in CARD_KEYS[4:])))


def _check(keep: Named, scrap: Named) -> None:
    check_counters(keep.card, "keep.")
    check_counters(scrap.card, "scrap.")
    for key, card in (("keep", keep.card), ("scrap", scrap.card)):
        if not 1 <= card.strength < card.most:
            said = (
                f"Both units are weakened: 1 to {card.most - 1} of {card.most}; {card.strength} were given."
            )
            raise IllegalAction(f"{key}.strength", said)
    if keep.unit_class != scrap.unit_class:
        said = f"Both are of one class; {keep.unit_class} and {scrap.unit_class} were given."
        raise IllegalAction("scrap.class", said)
    if scrap.card.cost < keep.card.cost:
        said = f"The cheaper card stays: this one costs {scrap.card.cost}, the other {keep.card.cost}."
        raise IllegalAction("scrap.cost", said)


def _result(merged: Merged) -> Json:
    return {
        "keep": {"strength": merged.strength, "fuel": merged.fuel, "ammunition": merged.ammunition},
        "reserve_personnel": merged.reserve_personnel,
        "wasted": {"fuel": merged.wasted_fuel, "ammunition": merged.wasted_ammunition},
        "payout": merged.payout,
        "exact": fraction_text(merged.exact),
    }


def merge_steps(keep: Card, scrap: Card, merged: Merged) -> Iterator[Step]:
    """The story of a reorganization."""
    values = {"a": keep.strength, "b": scrap.strength, "most": keep.most, **merged._asdict()}
    yield Step("B2", "{a} and {b} people: {strength} of {most} on the card that is kept.", values)
    yield Step("B2", "{reserve_personnel:# goes|# go} to the reserve.", values)
    counters = {"fuel": keep.fuel + scrap.fuel, "kept": merged.fuel, "lost": merged.wasted_fuel}
    yield Step("RULING R44", "Fuel counters: {fuel} together, {kept} kept, {lost} lost.", counters)
    counters = {
        "ammunition": keep.ammunition + scrap.ammunition,
        "kept": merged.ammunition,
        "lost": merged.wasted_ammunition,
    }
    yield Step(
        "RULING R44", "Ammunition counters: {ammunition} together, {kept} kept, {lost} lost.", counters
    )
    yield from payout_steps(scrap, merged.exact, merged.payout)
