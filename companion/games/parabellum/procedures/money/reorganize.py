"""Two weakened units of a class become one (B2, R44; specification 6.15)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Named
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.money.payouts import (
    Card,
    Merged,
    merge,
    payout_steps,
)
from companion.games.parabellum.procedures.money.scrap_payout import TieRule, check_counters
from companion.games.parabellum.state.amounts import Amount
from companion.games.parabellum.state.naming import Id
from companion.games.parabellum.state.options import DEFAULTS


class Classed(NamedTuple):
    """A card and its class."""

    unit_class: Annotated[Id, Named("class")]
    cost: Amount
    strength: Annotated[int, Between(0, MOST_DICE)]
    max_strength: Annotated[int, Between(1, MOST_DICE)]
    fuel: Amount
    fuel_max: Amount
    ammunition: Amount
    ammunition_max: Amount

    @property
    def card(self) -> Card:
        """The card alone."""
        return Card(*self[1:])


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.15's input."""

    keep: Classed
    scrap: Classed
    options: TieRule = DEFAULTS


def resolve(question: Json) -> Resolution:
    """Procedure 6.15: people and counters move over, the other card is scrapped."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    keep, scrap = asked.keep, asked.scrap
    _check(keep, scrap)
    merged = merge(keep.card, scrap.card, asked.options.payout_tie)
    return Resolution(_result(merged), tuple(merge_steps(keep.card, scrap.card, merged)))


def _check(keep: Classed, scrap: Classed) -> None:
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
