"""Whether a condition holds, read from a side: missions and the “if” of effects (specification 9.6)."""

from collections.abc import Callable, Mapping

from companion.games.scarper.data import BATTLEFIELDS, Side
from companion.games.scarper.procedures.position import Standing, figure, lead, score
from companion.games.scarper.state.conditions import Condition
from companion.games.scarper.state.effects import side_of


def holds(condition: Condition, own: Side, at: Standing) -> bool:
    """Whether the claim is true at this moment; a mission that the table judges has no answer here."""
    return CLAIMS[condition.p](condition, own, at)


def _figure(condition: Condition, own: Side, at: Standing) -> int:
    return figure(at, condition.what, side_of(condition.side, own), condition.battlefields)


def _at_least(condition: Condition, own: Side, at: Standing) -> bool:
    return _figure(condition, own, at) >= condition.value


def _at_most(condition: Condition, own: Side, at: Standing) -> bool:
    return _figure(condition, own, at) <= condition.value


def _ahead(condition: Condition, own: Side, at: Standing) -> bool:
    return lead(at, condition.what, own, condition.battlefields) >= condition.value


def _run(condition: Condition, own: Side, at: Standing) -> bool:
    length = 0
    for battlefield in BATTLEFIELDS:
        length = length + 1 if score(at, battlefield, own) >= condition.value else 0
        if length == condition.length:
            return True
    return False


def _in_play(condition: Condition, own: Side, at: Standing) -> bool:
    return any(card.card == condition.card for card in at.in_play)


def _year(condition: Condition, own: Side, at: Standing) -> bool:
    first, last = condition.span
    return first <= at.year <= last


def _all(condition: Condition, own: Side, at: Standing) -> bool:
    return all(holds(each, own, at) for each in condition.of)


def _any(condition: Condition, own: Side, at: Standing) -> bool:
    return any(holds(each, own, at) for each in condition.of)


def _not(condition: Condition, own: Side, at: Standing) -> bool:
    return not holds(condition.of[0], own, at)


CLAIMS: Mapping[str, Callable[[Condition, Side, Standing], bool]] = {
    "at_least": _at_least,
    "at_most": _at_most,
    "ahead": _ahead,
    "run": _run,
    "in_play": _in_play,
    "year": _year,
    "all": _all,
    "any": _any,
    "not": _not,
}
