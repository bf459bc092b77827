"""Whether a condition holds, read from a side: missions and the “if” of effects (specification 9.6)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.scarper.data import BATTLEFIELDS, Side
from companion.games.scarper.procedures.position import Standing, figure, lead, score
from companion.games.scarper.state import conditions
from companion.games.scarper.state.conditions import AtLeast, Claim, Run
from companion.games.scarper.state.effects import side_of


def holds(condition: Claim, own: Side, at: Standing) -> bool:
    """Whether the claim is true at this moment."""
    return CLAIMS[type(condition)](condition, own, at)


def _figure(condition: AtLeast, own: Side, at: Standing) -> int:
    return figure(at, condition.what, side_of(condition.side, own), condition.battlefields)


def _run(condition: Run, own: Side, at: Standing) -> bool:
    length = 0
    for battlefield in BATTLEFIELDS:
        length = length + 1 if score(at, battlefield, own) >= condition.value else 0
        if length == condition.length:
            return True
    return False


CLAIMS: Mapping[type, Callable[[Any, Side, Standing], bool]] = {
    conditions.AtLeast: lambda it, own, at: _figure(it, own, at) >= it.value,
    conditions.AtMost: lambda it, own, at: _figure(it, own, at) <= it.value,
    conditions.Ahead: lambda it, own, at: lead(at, it.what, own, it.battlefields) >= it.margin,
    conditions.Run: _run,
    conditions.OnTable: lambda it, own, at: any(each.card == it.card for each in at.in_play),
    conditions.Within: lambda it, own, at: it.first <= at.year <= it.last,
    conditions.Every: lambda it, own, at: all(holds(each, own, at) for each in it.of),
    conditions.Either: lambda it, own, at: any(holds(each, own, at) for each in it.of),
    conditions.Opposite: lambda it, own, at: not holds(it.of, own, at),
}
