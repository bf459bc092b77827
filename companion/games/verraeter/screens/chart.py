"""Everybody's points after every round, as lines that differ in dash and sign as well as in colour."""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Area, Scale, path
from companion.engine.game import Scene
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.state import State

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 400, 220, 30, 34, 12, 24
AREA = Area(LEFT, TOP, WIDE - RIGHT, HIGH - FOOT)
STEPS = (2, 5, 10, 20, 50)
APART = 17
"""Signs at the lines' ends keep so far from each other."""


def rounds(trail: Sequence[State]) -> list[State]:
    """The first state, and that after each conflict; at the end the last."""
    settled = [
        after for before, after in pairwise(trail) if before.phase == "reveal" and after.phase != "reveal"
    ]
    return [*trail[:1], *settled]


def chart(scene: Scene[State]) -> Values | None:
    """The lines, or None before the first conflict."""
    state, points = scene.state, rounds(scene.trail)
    if len(points) < 2:
        return None
    series = {who: [each.player(who).vp for each in points] + _final(state, who) for who in state.ids}
    top = max(1, *(max(values) for values in series.values()))
    bottom = min(0, *(min(values) for values in series.values()))
    scale = Scale(AREA, len(next(iter(series.values()))) - 1, bottom, top)
    return {
        "width": WIDE,
        "height": HIGH,
        "lines": _lines(state, series, scale),
        "levels": [{"y": scale.y(n), "label": n} for n in _levels(scale)],
        "rounds": [{"x": scale.x(n), "label": n} for n in range(1, len(points))],
        "final": scale.x(len(points)) if state.result else None,
        "foot": HIGH - 6,
        "label": "Points: "
        + "; ".join(f"{person(state, who)['name']} {series[who][-1]}" for who in state.ids),
    }


def _final(state: State, who: str) -> list[int]:
    rows = state.result["scores"] if state.result else ()
    return [row["total"] for row in rows if row["player"] == who]


def _levels(scale: Scale) -> list[int]:
    low, high = int(scale.low), int(scale.high)
    step = next((each for each in STEPS if (high - low) / each <= 6), STEPS[-1])
    return list(range(-(-low // step) * step, high + 1, step))


def _lines(state: State, series: dict[str, list[int]], scale: Scale) -> list[Values]:
    drawn = [
        person(state, who)
        | {
            "path": path(scale.spots(values)),
            "end_x": scale.x(scale.last),
            "end_y": scale.y(values[-1]),
            "value": values[-1],
        }
        for who, values in series.items()
    ]
    below = -APART * 1.0
    for line in sorted(drawn, key=lambda each: each["end_y"]):
        line["sign_y"] = below = max(line["end_y"], below + APART)
    return drawn
