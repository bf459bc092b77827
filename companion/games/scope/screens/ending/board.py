"""Both fronts opened, at the end or after any turn: living cards, burnt places, what was moved in secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.engine.looking import Values
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, SIDES
from companion.games.scope.rules.remembering import remembered
from companion.games.scope.screens.city import card
from companion.games.scope.screens.ending.told import Fallen, Moved, Told, fallen, moved
from companion.games.scope.screens.lie import Lie
from companion.games.scope.state import State, ground

SHOWN = 2
"""How many of the latest moves are drawn: more would cover the cards."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The battlefield with all cards open, and what had happened till then."""

    lie: Lie
    told: Sequence[Told]

    @property
    def state(self) -> State:
        """How it stood."""
        return self.lie.state

    def values(self) -> Values:
        """All that the drawing prints."""
        state, lie = self.state, self.lie
        fell = fallen(self.told)
        burnt = {each.cell: each for each in fell if state.grid[each.cell].card == "empty"}
        ringed = fell[-1].cell if fell and fell[-1].turn == self._turn else ""
        return {
            "columns": state.columns,
            "rows": state.rows,
            "cells": [self._cell(at, burnt, ringed) for at in state.grid],
            "letters": [
                {"x": lie.x(ground.cell(n, 1)), "letter": "ABCDEFGH"[n]} for n in range(state.columns)
            ],
            "numbers": [
                {"y": lie.y(ground.cell(0, row)), "number": row} for row in range(1, 2 * state.rows + 1)
            ],
            "street": state.rows + 1,
            "moves": [self._moved(each, burnt) for each in moved(self.told)[-SHOWN:]],
            "shots": [
                {**lie.square(shot.quadrant), "side": side, "label": f"{SIDE_NAMES[side]} shot card"}
                for side, shot in state.shots.items()
                if shot
            ],
            "label": "Both fronts, opened: "
            + ", ".join(f"{SIDE_NAMES[side]} {state.score[side]}" for side in SIDES),
        }

    @property
    def _turn(self) -> int:
        return self.told[-1].turn if self.told else 0

    def _cell(self, at: str, burnt: Mapping[str, Fallen], ringed: str) -> Values:
        lying, fell = self.state.grid[at], burnt.get(at)
        is_known = not self.state.cards or at in remembered(self.state, lying.side).known
        name = CARD_NAMES[lying.card] if is_known else "card, face down"
        told = f"{SIDE_NAMES[lying.side]} {name}"
        if fell:
            told = f"here fell the {SIDE_NAMES[fell.side]} {CARD_NAMES[fell.card]} in turn {fell.turn}"
        return {
            **self.lie.place(at),
            "side": lying.side,
            "face": card(self.state, lying.card, lying.side) if is_known and not fell else None,
            "fell": fell,
            "ringed": at == ringed,
            "label": f"{at}: {told}",
        }

    def _moved(self, each: Moved, burnt: Mapping[str, Fallen]) -> Values:
        """A quadrant that was moved, and where its words cover no card: on an empty area of it."""
        free = [at for at in ground.corners(each.quadrant) if self.state.grid[at].card == "empty"]
        words = f"T{each.turn}: {each.words}"
        return {
            **self.lie.square(each.quadrant),
            "words": words,
            "on": next((self.lie.place(at) for at in free if at not in burnt), None),
            "label": f"{SIDE_NAMES[each.side]} moved {each.quadrant} in turn {each.turn}: {each.words}",
        }
