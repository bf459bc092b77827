"""The Morale Track as a drawing: 15-0-15."""

from collections.abc import Sequence

from companion.engine.wording import Values, count
from companion.games.scarper.data import MORALE_END, SIDE_NAMES

CELL = 30
NAMES = {"propaganda": "Propaganda", "economy": "Economy"}


def morale(now: int, before: int | None = None, woulds: Sequence[tuple[str, int]] = ()) -> Values:
    """The Morale Track: German lead on the left, Allied on the right; `before` leaves its shadow.

    `woulds` are where the year's end would leave it, by what the dice come to.
    """
    lead = "allied" if now > 0 else "german" if now < 0 else ""
    words = f"{SIDE_NAMES[lead]} ahead by {abs(now)}" if lead else "Morale is level"
    return {
        "value": abs(now),
        "side": lead,
        "who": SIDE_NAMES[lead] if lead else "Level",
        "words": words,
        "left": _left(MORALE_END - abs(now)) if lead else "15 either way wins",
        "x": _morale_x(now),
        "shadow_x": None if before is None or before == now else _morale_x(before),
        "woulds": [{"key": key, "x": _morale_x(value)} for key, value in woulds],
        "cells": [_morale_cell(n) for n in range(-MORALE_END, MORALE_END + 1)],
        "width": CELL * (2 * MORALE_END + 1),
    }


def _left(spaces: int) -> str:
    return count(spaces, "space") + " from victory" if spaces else "the end of the track"


def _morale_x(value: int) -> int:
    return (value + MORALE_END) * CELL


def _morale_cell(n: int) -> Values:
    side = "allied" if n > 0 else "german" if n < 0 else ""
    return {
        "x": _morale_x(n),
        "side": side,
        "label": abs(n) if n % 5 == 0 else "",
        "end": abs(n) == MORALE_END,
    }
