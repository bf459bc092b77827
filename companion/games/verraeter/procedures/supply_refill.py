"""Who picks up how much supply, in which order, and whether the cards last (phase 10, specification 6.7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    BUILDING_CARDS,
    FARMER_CARDS,
    ActionCard,
    House,
)
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.state.naming import Id, spoken
from companion.games.verraeter.state.options import DEFAULTS, Options

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
class Question:
    """Procedure 6.7's input."""

    start_player: Id
    players: Annotated[tuple[Picker, ...], asked.Seats]
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


def resolve(question: Json) -> Resolution:
    """Procedure 6.7: the queue of phase 10."""
    said: Question = shape.read(Question, question)
    asked.check_seated([each.id for each in said.players], said.start_player, "start_player")
    _check(said.players, said.options)
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


def _check(pickers: Sequence[Picker], options: Options) -> None:
    cards = [each.action for each in pickers]
    for n, each in enumerate(pickers):
        asked.refuse_repeated(cards, n)
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
