"""What was turned up in a whole game, each card with the chance of a target there; the luck of each side.

The chance is what everybody could have known before the card was turned up, whether or not the table let the
app reckon it then (specification 6.7).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.games.scope.data import ENEMY, TARGETS, Card, Side
from companion.games.scope.procedures.events import Reveal
from companion.games.scope.procedures.learning import Front, learnt, unseen
from companion.games.scope.procedures.search_odds import Question, read_question
from companion.games.scope.screens.ending.told import Told
from companion.games.scope.screens.odds import AT_TABLE
from companion.games.scope.state import State


class Found(NamedTuple):
    """A card that was turned up: when, by whom, where, what it was, and the chance of a target there."""

    turn: int
    side: Side
    cell: str
    card: Card
    chance: Fraction

    @property
    def is_target(self) -> bool:
        """Whether it was worth points."""
        return self.card in TARGETS


class Luck(NamedTuple):
    """What a side has found, of how many, and how much more than was to be expected."""

    found: int
    of: int
    more: Fraction


def found(told: Sequence[Told]) -> tuple[Found, ...]:
    """Every enemy card that somebody turned up, in order, as far as its chances can be worked out."""
    if not told:
        return ()
    chances = {side: _chances(_asked(told[-1].after, side)) for side in ENEMY}
    return tuple(each for line in told for each in _of(line, chances[ENEMY[line.side]]))


def _of(line: Told, chances: Sequence[Fraction | None]) -> Iterator[Found]:
    enemy = ENEMY[line.side]
    first, events = len(line.before.events[enemy]), line.after.events[enemy]
    for n in range(first, len(events)):
        event, chance = events[n], chances[n] if n < len(chances) else None
        if event["type"] == "reveal" and chance is not None:
            yield Found(line.turn, line.side, event["cell"], event["card"], chance)


def luck(cards: Sequence[Found], side: Side) -> Luck:
    """How lucky a side's finds were."""
    own = [each for each in cards if each.side == side]
    hits = sum(each.is_target for each in own)
    return Luck(hits, len(own), hits - sum((each.chance for each in own), Fraction(0)))


def _asked(state: State, side: Side) -> str:
    asked = {"front": side, "columns": state.columns, "rows": state.rows, "counts": dict(state.counts)}
    return json.dumps({**asked, "events": list(state.events[side])})


@lru_cache(maxsize=64)
def _chances(asked: str) -> tuple[Fraction | None, ...]:
    """For each event, where it turned a card up, the chance of a target there just before."""
    said: Question = read_question(json.loads(asked))
    front = Front(said.front, said.columns, said.rows, said.shot_model)
    belief, chances = unseen(front, said.counts, AT_TABLE), list[Fraction | None]()
    try:
        for n, event in enumerate(said.events):
            turned = event.cell if isinstance(event, Reveal) else None
            chances.append(None if turned is None else _target(belief.chances_at(turned)))
            belief = learnt(front, belief, event, f"events.{n}")
    except GameError:
        return tuple(chances)
    return tuple(chances)


def _target(odds: Mapping[Card, Fraction]) -> Fraction:
    return sum((chance for card, chance in odds.items() if card in TARGETS), Fraction(0))
