"""What so many cards from the draw pile may be worth, from what the asker knows (specification 6.10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Annotated

from companion.engine import shape
from companion.engine.dice import exact_json
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.phrase import average
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.engine.wording import percent
from companion.games.verraeter.state.cards import Cards, starter_cards
from companion.games.verraeter.state.naming import SupplyCards


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.10's input: cards that are known, how many are drawn."""

    known: Annotated[SupplyCards, Sized(0, 99)]
    draws: Annotated[int, Between(0, 8)]
    cards: Cards = field(default_factory=starter_cards)


def totals(unseen: Mapping[int, int], draws: int) -> dict[int, int]:
    """In how many of the equally likely draws each total comes, by total."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, count in unseen.items():
        more: Counter[tuple[int, int]] = Counter()
        for (taken, total), weight in ways.items():
            for n in range(min(count, draws - taken) + 1):
                more[taken + n, total + n * value] += weight * comb(count, n)
        ways = dict(more)
    return {total: weight for (taken, total), weight in sorted(ways.items()) if taken == draws}


def unseen_cards(known: Sequence[int], cards: Cards) -> dict[int, int]:
    """How many cards of each value may still be drawn; those of which none is left are left out."""
    left = Counter(dict(cards.supply))
    for n, value in enumerate(known):
        left[value] -= 1
        if left[value] < 0:
            has = cards.supply.get(value, 0)
            raise IllegalAction(f"known.{n}", f"There are {has} cards of value {value}, and more were given.")
    return {value: count for value, count in sorted(left.items()) if count}


def resolve(question: Json) -> Resolution:
    """Procedure 6.10: the odds of a draw."""
    said: Question = shape.read(Question, question)
    draws, unseen = said.draws, unseen_cards(said.known, said.cards)
    number = sum(unseen.values())
    if draws > number:
        raise IllegalAction(
            "draws", f"{number} cards are unseen; no more can be drawn, and {draws} were asked."
        )
    result = draw_odds(unseen, draws)
    return Resolution(result, _steps(result, draws))


def draw_odds(unseen: Mapping[int, int], draws: int) -> dict[str, Json]:
    """The chance of each total, and of at least that much."""
    number = sum(unseen.values())
    ways, cases = totals(unseen, draws), comb(number, draws)
    below = accumulate(ways.values(), initial=0)
    mean = Fraction(draws * sum(value * count for value, count in unseen.items()), number or 1)
    return {
        "unseen": {str(value): count for value, count in unseen.items()},
        "cards": number,
        "totals": [
            {
                "total": total,
                **exact_json(Fraction(weight, cases)),
                "at_least": exact_json(Fraction(cases - less, cases)),
            }
            for (total, weight), less in zip(ways.items(), below, strict=False)
        ],
        "mean": exact_json(mean),
    }


def _steps(result: dict[str, Json], draws: int) -> tuple[Step, ...]:
    most = max(result["totals"], key=lambda each: Fraction(each["exact"]))
    values = {"cards": result["cards"], "draws": draws, "mean": average(result["mean"]["exact"])}
    values |= {"total": most["total"], "chance": percent(float(most["value"]))}
    return (
        Step("10", "{cards:# card is|# cards are} unseen, each as likely as the other to be drawn.", values),
        Step(
            "10",
            "{draws:# card is|# cards are} worth {mean} on average; most likely is {total}, with {chance}.",
            values,
        ),
    )
