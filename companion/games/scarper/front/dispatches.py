"""What a war gives a newspaper to tell: ground won, hearts moved, and what both sides have paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.scarper.data import BATTLEFIELD_NAMES, DIRECTION, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.state import State

ATTACKS = ("frontal_charge", "concentrated_assault", "steady_push")
KINDS = {"score_year": "scored", "reveal_missions": "missions", "resolve_event": "event"}
HEARTS = 3
"""A point of morale weighs as much as so many spaces of ground."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One thing that happened: what sort of thing, and its values for a sentence."""

    number: int
    kind: str
    weight: int
    values: Mapping[str, object]

    @property
    def year(self) -> int:
        """When it was."""
        return int(str(self.values["year"]))


@dataclass(frozen=True, slots=True)
class Toll:
    """What one side has thrown in, won and lost."""

    attacks: int = 0
    won: int = 0
    lost: int = 0
    trenches: int = 0


def dispatches(passages: Sequence[Any]) -> list[Dispatch]:
    """All that moved morale or the line, as both sides saw it."""
    return [each for passage in passages if passage.before is not None for each in _of(passage)]


def _of(passage: Any) -> Iterator[Dispatch]:
    before, after = passage.before, passage.after
    net, year = after.morale - before.morale, after.year
    if net:
        side: Side = "allied" if net > 0 else "german"
        kind = KINDS.get(str(passage.action.get("type")), "other")
        card = before.box.cards.get(before.turn.card) if before.turn else None
        kind = "other" if kind == "event" and card is None else kind
        values = {"side": SIDE_NAMES[side], "gain": abs(net), "year": before.year}
        values |= {"card": card.title} if card else {}
        yield Dispatch(passage.number, kind, HEARTS * abs(net), values)
    for where, spaces in _ground(before, after).items():
        side = "allied" if spaces > 0 else "german"
        values = {"side": SIDE_NAMES[side], "where": BATTLEFIELD_NAMES[where], "n": abs(spaces), "year": year}
        yield Dispatch(passage.number, "ground", abs(spaces), values)


def _ground(before: State, after: State) -> dict[str, int]:
    """The fields on which the line moved, and how far towards the German end."""
    moved = {
        where: after.battlefields[where].frontline - field.frontline
        for where, field in before.battlefields.items()
    }
    return {where: spaces for where, spaces in moved.items() if spaces}


def tolls(passages: Sequence[Any]) -> dict[Side, Toll]:
    """What each side has paid."""
    found: dict[Side, Toll] = {side: Toll() for side in SIDES}
    for passage in passages:
        if passage.before is not None:
            found = {side: _paid(toll, side, passage) for side, toll in found.items()}
    return found


def _paid(toll: Toll, side: Side, passage: Any) -> Toll:
    before, after = passage.before, passage.after
    forward = [DIRECTION[side] * spaces for spaces in _ground(before, after).values()]
    attacks = passage.action.get("type") in ATTACKS and passage.action.get("side") == side
    fewer = before.trenches_of(side) - after.trenches_of(side)
    hit = fewer > 0 and passage.action.get("side") == OTHER[side]
    return replace(
        toll,
        attacks=toll.attacks + attacks,
        won=toll.won + sum(each for each in forward if each > 0),
        lost=toll.lost - sum(each for each in forward if each < 0),
        trenches=toll.trenches + (fewer if hit else 0),
    )
