"""Everybody's points after every round, as lines that differ in dash and sign as well as in colour."""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Drawing, Label, Series, on_screen
from companion.engine.game import Scene
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.state import State


def rounds(trail: Sequence[State]) -> list[State]:
    """The first state, and that after each conflict; at the end the last."""
    settled = [
        after for before, after in pairwise(trail) if before.phase == "reveal" and after.phase != "reveal"
    ]
    return [*trail[:1], *settled]


def chart(scene: Scene[State]) -> Drawing | None:
    """The lines, or None before the first conflict."""
    state, points = scene.state, rounds(scene.trail)
    if len(points) < 2:
        return None
    series = [_line(state, who, [each.player(who).vp for each in points]) for who in state.ids]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    return on_screen(Chart(told=f"Points: {told}", series=series, labels=_labels(state, len(points))))


def _line(state: State, who: str, values: list[int]) -> Series:
    rows = state.result["scores"] if state.result else ()
    values += [row["total"] for row in rows if row["player"] == who]
    them = person(state, who)
    return Series(them["name"], values, look=them["seat"], words=str(values[-1]))


def _labels(state: State, known: int) -> list[Label]:
    end = [Label(known, known, "end")] if state.result else []
    return [*(Label(n, n, str(n)) for n in range(1, known)), *end]
