"""The end of the war: who won and how, year by year, and the marker's way from 1914 on."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.scarper.data import MORALE_END, SIDE_NAMES
from companion.games.scarper.screens.year import gain_words, lead_words
from companion.games.scarper.state import State, YearRecord

WIDE, HIGH, LEFT, TOP, RIGHT = 400, 230, 28, 18, 12
HOW = {
    "direct": "The enemy's morale is broken: the marker reached 15.",
    "attrition": "By attrition: ahead when 1918 was scored.",
    "resignation": "The other side gave up.",
}


def over_panel(scene: Scene[State]) -> Values:
    """The final result."""
    state = scene.state
    winner = state.winner or "draw"
    level = winner == "draw"
    return {
        "template": "scarper/turn/over.html",
        "side": "" if level else winner,
        "title": "The war ends in a draw" if level else f"{SIDE_NAMES[winner]} victory",
        "how": "After 1918 the marker stands on 0." if level else HOW[state.win_by or "attrition"],
        "margin": abs(state.morale),
        "years": [_year(record) for record in state.history],
        "chart": chart(scene.trail or (state,)),
    }


def _year(record: YearRecord) -> Values:
    gains, tracks = record.missions, record.tracks
    nets: list[int | None] = [gains.allied - gains.german, None, None, None]
    if tracks:
        fields = tracks.battlefields.allied - tracks.battlefields.german
        nets[1:] = [fields, tracks.propaganda, tracks.economy + tracks.ongoing]
    return {
        "year": record.year,
        "cells": [None if net is None else _cell(net, gain_words(net)) for net in nets],
        "morale": _cell(record.morale, lead_words(record.morale)),
    }


def _cell(net: int, words: str) -> Values:
    side = "allied" if net > 0 else "german" if net < 0 else ""
    return {"side": side, "value": abs(net), "words": words}


def chart(trail: Sequence[State]) -> Values:
    """Morale after every line of the journal, a stepped line; the German lead is on top, as on the board."""
    wide = (WIDE - LEFT - RIGHT) / max(len(trail), 1)
    points = [(round(LEFT + n * wide, 2), _y(state.morale)) for n, state in enumerate(trail)]
    steps = "".join(f"L{x} {y}h{wide:.2f}" for x, y in points)
    zero, end = _y(0), round(LEFT + len(trail) * wide, 2)
    return {
        "width": WIDE,
        "height": HIGH,
        "zero": zero,
        "left": LEFT,
        "area": f"M{LEFT} {zero}{steps}L{end} {zero}Z",
        "line": f"M{points[0][0]} {points[0][1]}{steps}",
        "years": _years(trail, wide),
        "levels": [{"y": _y(n), "text_y": _y(n) + 5, "label": abs(n)} for n in (-15, -10, -5, 0, 5, 10, 15)],
        "end": {"x": end, "y": points[-1][1]},
        "label": "Morale over the war: " + ", ".join(_turning(trail)),
    }


def _y(morale: int) -> float:
    return round(TOP + (morale + MORALE_END) * (HIGH - 2 * TOP) / (2 * MORALE_END), 2)


def _years(trail: Sequence[State], wide: float) -> list[Values]:
    starts = [n for n, state in enumerate(trail) if n == 0 or state.year != trail[n - 1].year]
    return [{"x": round(LEFT + n * wide, 2), "label": trail[n].year} for n in starts]


def _turning(trail: Sequence[State]) -> list[str]:
    ends = [state for n, state in enumerate(trail) if n + 1 == len(trail) or trail[n + 1].year != state.year]
    return [f"{state.year} ends on {lead_words(state.morale)}" for state in ends]
