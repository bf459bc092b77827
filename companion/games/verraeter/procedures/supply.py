"""Supply: what is picked up and drawn, and what it is worth at the end (specification 6.7, 6.8, 6.10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.dice import Exact, exact_json
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wording import average, percent
from companion.games.verraeter import data
from companion.games.verraeter.data import BUILDING_CARDS, MOST_OFFICES
from companion.games.verraeter.procedures import conflict
from companion.games.verraeter.state import DEFAULTS, Cards, Id, Options, SupplyCards, spoken, starter_cards

type Pile = Annotated[int, Between(0, 99)]


@dataclass(frozen=True, slots=True)
class Picker:
    """One player before phase 10: `hand` is its size, `estates` the houses over his estates."""

    id: Id
    allegiance: data.House
    hand: Annotated[int, Between(0, 9)]
    action: data.ActionCard | None = None
    estates: Annotated[tuple[data.House, ...], Sized(0, data.BUILDING_CARDS)] = field(kw_only=True)


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
        return Claim(picker, data.FARMER_CARDS, "farmer", 0, 0)
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


class RefillRow(TypedDict):
    """What one player may pick up, and why; `must_discard` where he takes all of it."""

    player: str
    entitlement: int
    reason: str
    estates: int
    diplomat: int
    must_discard: int


class RefillQueue(TypedDict):
    """Procedure 6.7's result: `short` are cards that nobody can pick up."""

    queue: list[RefillRow]
    skipped: list[str]
    total: int
    reshuffle_after: int | None
    short: int


def resolve_refill(given: object) -> Resolution[RefillQueue]:
    """Procedure 6.7: the queue of phase 10."""
    question = shape.read(RefillQuestion, given)
    conflict.check_seated([each.id for each in question.players], question.start_player, "start_player")
    _check_pickers(question.players, question.options)
    listed = claims(question.players, question.start_player)
    queue = [claim for claim in listed if claim.entitlement]
    total = sum(claim.entitlement for claim in queue)
    short = _short(queue, question.draw + question.discard, question.options)
    reshuffle = question.draw if total > question.draw else None
    result: RefillQueue = {
        "queue": [_entry(claim, question.options) for claim in queue],
        "skipped": [claim.picker.id for claim in listed if not claim.entitlement],
        "total": total,
        "reshuffle_after": reshuffle,
        "short": short,
    }
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
    return Resolution(result, (*map(claim_step, listed), *steps))


def _check_pickers(pickers: Sequence[Picker], options: Options) -> None:
    cards = [each.action for each in pickers]
    for n, each in enumerate(pickers):
        conflict.refuse_repeated(cards, n)
        if each.hand > options.hand_limit:
            words = (
                f"A hand holds at most {options.hand_limit} cards after picking up; {each.hand} were given."
            )
            raise IllegalAction(f"players.{n}.hand", words)


def _short(queue: Sequence[Claim], piles: int, options: Options) -> int:
    """How many of these cards nobody can pick up although each takes what he can."""
    short = 0
    for claim in queue:
        drawn = most_cards(claim.entitlement, claim.picker.hand, piles, options)
        short += claim.entitlement - drawn
        piles -= drawn - surplus(claim.picker.hand, drawn, options)
    return short


def _entry(claim: Claim, options: Options) -> RefillRow:
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


def unseen_cards(values: Sequence[int], cards: Cards) -> dict[int, int]:
    """How many cards of each value may still be drawn; those of which none is left are left out."""
    left = Counter(dict(cards.supply))
    for n, value in enumerate(values):
        left[value] -= 1
        if left[value] < 0:
            has = cards.supply.get(value, 0)
            raise IllegalAction(f"known.{n}", f"There are {has} cards of value {value}, and more were given.")
    return {value: count for value, count in sorted(left.items()) if count}


class TotalOdds(Exact):
    """The chance of a total, and of at least that much."""

    total: int
    at_least: Exact


class DrawOdds(TypedDict):
    """Procedure 6.10's result: how many cards of each value are unseen, and what they come to."""

    unseen: dict[str, int]
    cards: int
    totals: list[TotalOdds]
    mean: Exact


def resolve_draw_odds(given: object) -> Resolution[DrawOdds]:
    """Procedure 6.10: the odds of a draw."""
    question = shape.read(DrawOddsQuestion, given)
    draws, unseen = question.draws, unseen_cards(question.known, question.cards)
    number = sum(unseen.values())
    if draws > number:
        raise IllegalAction(
            "draws", f"{number} cards are unseen; no more can be drawn, and {draws} were asked."
        )
    result = draw_odds(unseen, draws)
    most = max(result["totals"], key=lambda each: Fraction(each["exact"]))
    values = {"cards": result["cards"], "draws": draws, "mean": average(result["mean"]["exact"])}
    values |= {"total": most["total"], "chance": percent(float(most["value"]))}
    steps = (
        Step("10", "{cards:# card is|# cards are} unseen, each as likely as the other to be drawn.", values),
        Step(
            "10",
            "{draws:# card is|# cards are} worth {mean} on average; most likely is {total}, with {chance}.",
            values,
        ),
    )
    return Resolution(result, steps)


def draw_odds(unseen: Mapping[int, int], draws: int) -> DrawOdds:
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


@dataclass(frozen=True, slots=True)
class Standing:
    """One player at the end: points so far, offices under any landscape, supply cards in hand."""

    id: Id
    vp: Annotated[int, Between(-99, 999)]
    offices: Annotated[int, Between(0, BUILDING_CARDS)]
    supply: Annotated[int, Between(0, 9)]


@dataclass(frozen=True, slots=True)
class FinalScoreQuestion:
    """Procedure 6.8's input."""

    players: Annotated[tuple[Standing, ...], conflict.Seats]
    options: Options = DEFAULTS


class Score(TypedDict):
    """One player's score: `counted` are the supply cards that each office brings points for."""

    player: str
    vp: int
    offices: int
    supply: int
    counted: int
    bonus: int
    total: int
    rank: int


class FinalScore(TypedDict):
    """Procedure 6.8's result."""

    scores: list[Score]
    winners: list[str]


def final_score(standings: Sequence[Standing], options: Options) -> FinalScore:
    """Everybody's score, the best first; equals share a rank (R24) and stand as they sit."""
    rows = [_score(each, options) for each in standings]
    by_supply = options.tie_break == "supply"

    def weight(row: Score) -> tuple[int, int]:
        return row["total"], row["supply"] if by_supply else 0

    rows.sort(key=weight, reverse=True)
    for row in rows:
        row["rank"] = 1 + sum(weight(other) > weight(row) for other in rows)
    return {"scores": rows, "winners": [row["player"] for row in rows if row["rank"] == 1]}


def _score(standing: Standing, options: Options) -> Score:
    cap = options.office_card_cap
    counted = standing.supply if cap is None else min(standing.supply, cap)
    bonus = standing.offices * counted
    return {
        "player": standing.id,
        "vp": standing.vp,
        "offices": standing.offices,
        "supply": standing.supply,
        "counted": counted,
        "bonus": bonus,
        "total": standing.vp + bonus,
        "rank": 1,
    }


def score_steps(result: FinalScore, options: Options) -> tuple[Step, ...]:
    words = "{player}: {vp:# point|# points} and {offices:# office|# offices} × "
    words += "{counted:# supply card|# supply cards} = {total}."
    rows = [Step("score", words, {**row, "player": spoken(row["player"])}) for row in result["scores"]]
    winners = result["winners"]
    rule = "score" if options.tie_break == "shared" and len(winners) == 1 else "R24"
    won = "{who} wins." if len(winners) == 1 else "{who} share the victory."
    return (*rows, Step(rule, won, {"who": ", ".join(map(spoken, winners))}))


def resolve_final_score(given: object) -> Resolution[FinalScore]:
    """Procedure 6.8: the end score."""
    question = shape.read(FinalScoreQuestion, given)
    conflict.check_seated([each.id for each in question.players])
    _check(question.players, question.options)
    result = final_score(question.players, question.options)
    return Resolution(result, score_steps(result, question.options))


def _check(standings: Sequence[Standing], options: Options) -> None:
    for n, each in enumerate(standings):
        if each.offices > MOST_OFFICES:
            words = f"A player has at most {MOST_OFFICES} offices; {each.offices} were given."
            raise IllegalAction(f"players.{n}.offices", words)
    for n, each in enumerate(standings):
        if each.supply > options.hand_limit:
            words = f"A hand holds at most {options.hand_limit} cards; {each.supply} were given."
            raise IllegalAction(f"players.{n}.supply", words)
