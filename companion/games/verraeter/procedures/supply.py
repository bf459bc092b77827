"""Supply: who picks up how much in phase 10, and what so many draws may be worth (6.7, 6.10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.dice import exact_json
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.engine.wording import average, percent
from companion.games.verraeter.data import (
    BUILDING_CARDS,
    FARMER_CARDS,
    ActionCard,
    House,
)
from companion.games.verraeter.procedures import conflict
from companion.games.verraeter.state import DEFAULTS, Cards, Id, Options, SupplyCards, spoken, starter_cards

type Pile = Annotated[int, Between(0, 99)]


@dataclass(frozen=True, slots=True)
class Picker:
    """One player before phase 10: `hand` is its size, `estates` the houses over his estates."""

    id: Id
    allegiance: House
    hand: Annotated[int, Between(0, 9)]
    action: ActionCard | None = None
    estates: Annotated[tuple[House, ...], Sized(0, BUILDING_CARDS)] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class RefillQuestion:
    """Procedure 6.7's input."""

    start_player: Id
    players: Annotated[tuple[Picker, ...], conflict.Seats]
    draw: Pile
    discard: Pile
    options: Options = DEFAULTS


class Claim(NamedTuple):
    """What one player may pick up, and why."""

    picker: Picker
    entitlement: int
    reason: Literal["farmer", "estates"]
    estates: int
    diplomat: int


def claims(pickers: Sequence[Picker], start_player: str) -> list[Claim]:
    """Everybody's entitlement in the order of picking up: the farmer, then from the start player (R27)."""
    first = next(n for n, each in enumerate(pickers) if each.id == start_player)
    clockwise = [*pickers[first:], *pickers[:first]]
    return [_claim(each) for each in sorted(clockwise, key=lambda each: each.action != "farmer")]


def _claim(picker: Picker) -> Claim:
    if picker.action == "farmer":
        return Claim(picker, FARMER_CARDS, "farmer", 0, 0)
    estates = sum(house == picker.allegiance for house in picker.estates)
    diplomat = int(picker.action == "diplomat_2")
    return Claim(picker, estates + diplomat, "estates", estates, diplomat)


def surplus(hand: int, drawn: int, options: Options) -> int:
    """How many cards go to the discard pile when so many are picked up (R20)."""
    return max(0, hand + drawn - options.hand_limit)


def most_cards(entitlement: int, hand: int, piles: int, options: Options) -> int:
    """The largest number that can be picked up out of so many cards in both piles (R20, R21).

    What is laid down before drawing comes out of the hand, and may be drawn again.
    """
    early = options.surplus == "before"

    def can(drawn: int) -> bool:
        laid_down = surplus(hand, drawn, options) if early else 0
        return drawn <= piles + laid_down and laid_down <= hand

    return next((n for n in range(entitlement, 0, -1) if can(n)), 0)


def resolve_refill(question: Json) -> Resolution:
    """Procedure 6.7: the queue of phase 10."""
    said: RefillQuestion = shape.read(RefillQuestion, question)
    conflict.check_seated([each.id for each in said.players], said.start_player, "start_player")
    _check_pickers(said.players, said.options)
    listed = claims(said.players, said.start_player)
    queue = [claim for claim in listed if claim.entitlement]
    total = sum(claim.entitlement for claim in queue)
    short = _short(queue, said.draw + said.discard, said.options)
    reshuffle = said.draw if total > said.draw else None
    result = {
        "queue": [_entry(claim, said.options) for claim in queue],
        "skipped": [claim.picker.id for claim in listed if not claim.entitlement],
        "total": total,
        "reshuffle_after": reshuffle,
        "short": short,
    }
    return Resolution(result, (*map(claim_step, listed), *_pile_steps(result)))


def _check_pickers(pickers: Sequence[Picker], options: Options) -> None:
    cards = [each.action for each in pickers]
    for n, each in enumerate(pickers):
        conflict.refuse_repeated(cards, n)
        if each.hand > options.hand_limit:
            said = (
                f"A hand holds at most {options.hand_limit} cards after picking up; {each.hand} were given."
            )
            raise IllegalAction(f"players.{n}.hand", said)


def _short(queue: Sequence[Claim], piles: int, options: Options) -> int:
    """How many of these cards nobody can pick up although each takes what he can."""
    short = 0
    for claim in queue:
        drawn = most_cards(claim.entitlement, claim.picker.hand, piles, options)
        short += claim.entitlement - drawn
        piles -= drawn - surplus(claim.picker.hand, drawn, options)
    return short


def _entry(claim: Claim, options: Options) -> Json:
    return {
        "player": claim.picker.id,
        "entitlement": claim.entitlement,
        "reason": claim.reason,
        "estates": claim.estates,
        "diplomat": claim.diplomat,
        "must_discard": surplus(claim.picker.hand, claim.entitlement, options),
    }


def claim_step(claim: Claim) -> Step:
    """What one player may pick up, in words."""
    values = {"who": spoken(claim.picker.id), "count": claim.entitlement, "estates": claim.estates}
    if claim.reason == "farmer":
        return Step(
            "10", "{who} is the farmer: first, up to {count:# card|# cards}, and none for estates.", values
        )
    if claim.diplomat:
        return Step(
            "10",
            "{who}: {estates:# for an estate|# for estates} in friendly land, 1 for the diplomat: "
            "up to {count}.",
            values,
        )
    if claim.entitlement:
        return Step("10", "{who}: up to {count:# for an estate|# for estates} in friendly land.", values)
    return Step("10", "{who} has no estate in friendly land and picks up nothing.", values)


def _pile_steps(result: dict[str, Json]) -> list[Step]:
    steps = [Step("10", "{total:# card|# cards} in all.", {"total": result["total"]})]
    if result["reshuffle_after"] is not None:
        values = {"count": result["reshuffle_after"]}
        steps.append(
            Step("R21", "The draw pile lasts for {count}; then the discard pile is shuffled.", values)
        )
    if result["short"]:
        steps.append(
            Step("R21", "{short} of them cannot be had: both piles are empty.", {"short": result["short"]})
        )
    return steps


@dataclass(frozen=True, slots=True)
class DrawOddsQuestion:
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


def resolve_draw_odds(question: Json) -> Resolution:
    """Procedure 6.10: the odds of a draw."""
    said: DrawOddsQuestion = shape.read(DrawOddsQuestion, question)
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
