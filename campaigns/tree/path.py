"""The scenarios so far with their evenings, and the lines of the log that made them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.chronicle import Chronicle
from campaigns.models import Evening
from companion.engine.campaign.branches import Branches, Leg


@dataclass(frozen=True, slots=True)
class Stage:
    """A scenario that was begun: on which evenings, and the numbers of the lines that ended and left it."""

    leg: Leg
    evenings: Sequence[Evening]
    ended: int | None
    chosen: int | None


def stages(told: Chronicle, card: Branches[Any]) -> list[Stage]:
    """Oldest first."""
    legs = card.legs([passage.after for passage in told.passages])
    ends = [leg.chosen_at or len(told.passages) for leg in legs]
    return [_stage(told, leg, end) for leg, end in zip(legs, ends, strict=True)]


def _stage(told: Chronicle, leg: Leg, end: int) -> Stage:
    evenings = {passage.evening: None for passage in told.passages[leg.begun : end] if passage.evening}
    return Stage(leg, list(evenings), _number(told, leg.ended), _number(told, leg.chosen_at))


def _number(told: Chronicle, place: int | None) -> int | None:
    return None if place is None else told.passages[place].number


def course(passed: Sequence[Stage]) -> dict[str, list[int | None]]:
    """What each company had at the end of each scenario that is over, as it was read out; None where not."""
    over = [stage.leg for stage in passed if stage.leg.ended is not None]
    names = {purse.who: None for leg in over for purse in leg.purses}
    return {name: [_left(leg, name) for leg in over] for name in names}


def _left(leg: Leg, name: str) -> int | None:
    return next((purse.left.amount for purse in leg.purses if purse.who == name and purse.left), None)
