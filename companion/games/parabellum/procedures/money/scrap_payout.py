"""What one unit pays when it is scrapped (B4, specification 6.14)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Named, Only
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.money.payouts import (
    Card,
    payout,
    payout_steps,
    to_five,
)
from companion.games.parabellum.state.amounts import Amount
from companion.games.parabellum.state.options import DEFAULTS, Options

type TieRule = Annotated[Options, Only("payout_tie")]
"""How a question wants exact ties paid."""


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.14's input."""

    cost: Amount
    strength: Annotated[int, Between(0, MOST_DICE)]
    max_strength: Annotated[int, Between(1, MOST_DICE)]
    source: Annotated[Literal["reserve", "predeploy"], Named("from")]
    fuel: Amount = 0
    fuel_max: Amount = 0
    ammunition: Amount = 0
    ammunition_max: Amount = 0
    options: TieRule = DEFAULTS


def resolve(question: Json) -> Resolution:
    """Procedure 6.14: credits, people and tokens for one unit."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    cost, strength, most, tie = asked.cost, asked.strength, asked.max_strength, asked.options.payout_tie
    reserve = asked.source == "reserve"
    card = Card(cost, strength, most, asked.fuel, asked.fuel_max, asked.ammunition, asked.ammunition_max)
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
