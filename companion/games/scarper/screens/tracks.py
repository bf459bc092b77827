"""The three tracks as drawings: morale 15-0-15, propaganda and economy from 0 to their ends."""

from companion.engine.wording import Values, count
from companion.games.scarper.data import MORALE_END, SIDE_NAMES, SIDES
from companion.games.scarper.state import State

CELL = 30
WIDTH = 374
NAMES = {"propaganda": "Propaganda", "economy": "Economy"}


def morale(now: int, before: int | None = None) -> Values:
    """The Morale Track: German lead on the left, Allied on the right; `before` leaves its shadow."""
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


def side_track(state: State, what: str, href: str | None) -> Values:
    """The Propaganda or Economic Track with a marker a side; `href` is what a tap on it chooses."""
    highest = state.options.propaganda_max if what == "propaganda" else state.options.economy_max
    pair = state.track(what)
    step = WIDTH / (highest + 1)
    every = 1 if highest <= 20 else 5
    return {
        "id": what,
        "name": NAMES[what],
        "href": href,
        "width": WIDTH,
        "step": round(step, 3),
        "cells": [
            {"x": round(n * step, 3), "middle": round((n + 0.5) * step, 3), "label": "" if n % every else n}
            for n in range(highest + 1)
        ],
        "markers": [
            {"side": side, "value": pair[side], "x": round((pair[side] + 0.5) * step, 3)} for side in SIDES
        ],
        "label": f"{NAMES[what]}: " + ", ".join(f"{SIDE_NAMES[side]} {pair[side]}" for side in SIDES),
    }
