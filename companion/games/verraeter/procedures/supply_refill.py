"""Who picks up how much supply, in which order, and whether the cards last (phase 10, specification 6.7)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading, name
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    BUILDING_CARDS,
    FARMER_CARDS,
    HOUSES,
    ActionCard,
    House,
)
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.state.naming import read_id, spoken
from companion.games.verraeter.state.options import Options

KEYS = ("start_player", "players", "draw", "discard", "options")
PLAYER_KEYS = ("id", "allegiance", "hand", "action", "estates")
MOST_CARDS = 99
LARGEST_HAND = 9


class Picker(NamedTuple):
    """One player before phase 10: `hand` is its size, `estates` the houses over his estates."""

    id: str
    allegiance: House
    hand: int
    action: ActionCard | None
    estates: tuple[House, ...]


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
    reading = Reading(question, KEYS)
    start_player = read_id(reading.raw("start_player"), "start_player")
    pickers = [_picker(row) for row in asked.rows_of_players(reading, PLAYER_KEYS)]
    draw, discard = reading.integer("draw", 0, MOST_CARDS), reading.integer("discard", 0, MOST_CARDS)
    options = asked.asked_options(reading)
    asked.check_seated([each.id for each in pickers], start_player, "start_player")
    _check(pickers, options)
    listed = claims(pickers, start_player)
    queue = [claim for claim in listed if claim.entitlement]
    total = sum(claim.entitlement for claim in queue)
    short = _short(queue, draw + discard, options)
    reshuffle = draw if total > draw else None
    result = {
        "queue": [_entry(claim, options) for claim in queue],
        "skipped": [claim.picker.id for claim in listed if not claim.entitlement],
        "total": total,
        "reshuffle_after": reshuffle,
        "short": short,
    }
    return Resolution(result, (*map(claim_step, listed), *_pile_steps(result)))


def _picker(row: Reading) -> Picker:
    who, allegiance = asked.asked_id(row), row.name("allegiance", HOUSES)
    hand = row.integer("hand", 0, LARGEST_HAND)
    action = asked.named_or_none(row, "action", ACTION_CARDS)
    listed = row.items("estates", 0, BUILDING_CARDS)
    estates = tuple(name(each, row.at("estates", n), HOUSES) for n, each in enumerate(listed))
    return Picker(who, allegiance, hand, action, estates)


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
