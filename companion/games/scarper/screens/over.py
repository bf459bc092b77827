"""The end of the war: who won and how, year by year, and the marker's way from 1914 on."""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Drawing, Label, Series, on_screen
from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.scarper.data import MORALE_END, SIDE_NAMES
from companion.games.scarper.screens.year import gain_words, lead_words
from companion.games.scarper.state import State, YearRecord

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


def chart(trail: Sequence[State]) -> Drawing:
    """Morale after every line of the journal, a stepped line; the German lead is on top, as on the board."""
    levels = range(-MORALE_END, MORALE_END + 1, 5)
    return on_screen(
        Chart(
            told="Morale over the war: " + ", ".join(_turning(trail)),
            series=(Series("Morale", [state.morale for state in trail]),),
            labels=_years(trail),
            levels={level: str(abs(level)) for level in levels},
            stepped=True,
            parted=True,
            filled=("german", "allied"),
        )
    )


def _years(trail: Sequence[State]) -> list[Label]:
    starts = [n for n, state in enumerate(trail) if n == 0 or state.year != trail[n - 1].year]
    return [Label(n, end, str(trail[n].year)) for n, end in pairwise([*starts, len(trail)])]


def _turning(trail: Sequence[State]) -> list[str]:
    ends = [state for n, state in enumerate(trail) if n + 1 == len(trail) or trail[n + 1].year != state.year]
    return [f"{state.year} ends on {lead_words(state.morale)}" for state in ends]
