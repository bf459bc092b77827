"""The rounds of a war, read off the states that a table has passed through."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.games.scarper.data import Side
from companion.games.scarper.state import State


@dataclass(frozen=True, slots=True)
class Round:
    """One action round that was played: the card and its use, and the state that it ended in."""

    year: int
    side: Side
    number: int
    card: str
    use: str
    end: State | None = None

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self.end is not None


def rounds(trail: Sequence[State]) -> tuple[Round, ...]:
    """Every round in which a card was played, in order; the last may be unfinished."""
    found: list[Round] = []
    for before, after in pairwise(trail):
        turn = before.turn
        if not turn:
            continue
        card = after.turn.card if after.turn and after.turn.card else _played(before, after)
        if turn.step == "start" and card:
            found.append(_begun(before, after, turn.side, card))
        if found and not found[-1].done and _ended(before, after, turn.side):
            found[-1] = replace(found[-1], end=after)
    return tuple(found)


def _played(before: State, after: State) -> str | None:
    """The card that came down, where the round was over at once."""
    now = [*after.played, *(each.card for each in after.in_play)]
    known = {*before.played, *(each.card for each in before.in_play)}
    return next((card for card in now if card not in known), None)


def _begun(before: State, after: State, side: Side, card: str) -> Round:
    mode = after.turn.mode if after.turn and after.turn.card else "commands"
    points = before.box.cards[card].points
    use = "event" if mode == "event" else f"{points} points"
    if after.turn and after.turn.event in ("first", "last"):
        use += (
            ", event " + {"first": "before", "last": "after"}[after.turn.event] if mode == "commands" else ""
        )
    return Round(before.year, side, before.rounds_done[side] + 1, card, use)


def _ended(before: State, after: State, side: Side) -> bool:
    same_year = before.year == after.year
    return not same_year or after.rounds_done[side] > before.rounds_done[side] or after.phase == "over"


def by_place(played: Sequence[Round]) -> dict[tuple[int, Side, int], Round]:
    """The rounds by year, side and number."""
    return {(each.year, each.side, each.number): each for each in played}
