"""The conflicts of a game, read off the states that a table has passed through; nothing in them is hidden.

What a round has not turned over yet is not in here: neither picks nor supply of a conflict to come.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.verraeter.data import BONUS, ActionCard, House
from companion.games.verraeter.state import Landscape, Player, State


class Deed(NamedTuple):
    """What one player did in a conflict, and what it brought. `card` is `None` where nobody told the app."""

    before: House
    after: House
    card: ActionCard | None
    supply: tuple[int, ...]
    points: int
    standing: int


class Conflict(NamedTuple):
    """One conflict after its cards were turned over: `lands` and `totals` by house, the one that turned."""

    round: int
    lands: Mapping[str, Landscape]
    totals: Mapping[str, int]
    winner: House | None
    deeds: Mapping[str, Deed]


class Correction(NamedTuple):
    """Points that were set by hand."""

    round: int
    player: str
    by: int


def conflicts(trail: Sequence[State]) -> tuple[Conflict, ...]:
    """Every conflict that was fought, in order."""
    return tuple(
        _conflict(before, after)
        for before, after in pairwise(trail)
        if before.phase == "reveal" and after.phase != "reveal"
    )


def _conflict(before: State, after: State) -> Conflict:
    fought, site = after.last_conflict, before.site or (0, 1)
    grounds = [before.circle[n] for n in site]
    return Conflict(
        before.round,
        {land.house: land for land in grounds},
        {house: total["total"] for house, total in fought["totals"].items()},
        fought["winner"],
        {each.id: _deed(each, after.player(each.id), fought) for each in before.players},
    )


def _deed(before: Player, after: Player, fought: Json) -> Deed:
    points = fought["vp"][before.id]
    sides = (before.allegiance, fought["allegiances"][before.id])
    card = after.pick or before.pick or _betrayed(sides, points["bonus"])
    return Deed(*sides, card, before.played or (), points["total"], after.vp)


def _betrayed(sides: tuple[House, House], bonus: int) -> ActionCard | None:
    """The card that the outcome itself gives away, where the real cards lay on the table."""
    if sides[0] != sides[1]:
        return "traitor"
    return "strategist" if bonus == BONUS["strategist"] else None


def corrections(trail: Sequence[State]) -> Iterator[Correction]:
    """Points that changed without a conflict."""
    for before, after in pairwise(trail):
        if before.phase == "reveal" and after.phase != "reveal":
            continue
        for old, new in zip(before.players, after.players, strict=True):
            if old.vp != new.vp:
                yield Correction(before.round, new.id, new.vp - old.vp)
