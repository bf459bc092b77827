"""What is drawn in the history: the tree with the way taken, the map at a turn, the purses' curves."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from campaigns.chronicle import Chronicle
from campaigns.tree.path import course, stages
from companion.engine.campaign.annals import Happening
from companion.engine.chart import Chart, Label, Series
from companion.engine.scene import NOBODY, Scene
from companion.press.chart import Pen, small_chart
from companion.press.document import Document
from companion.press.face import BLACK, Box
from companion.press.front import drawing
from companion.printing import find, make

CURVES = Box(0, 0, 118, 58)
AS_IT_STOOD = "The map as it stood before"
DASHES = ("a full line", "dashes", "dots", "dashes and dots")
"""How the lines of a chart on paper are told apart, in their order."""


def tree(told: Chronicle) -> SafeString:
    """The tree of scenarios with the way taken; empty where the game prints none."""
    choices = {"paper": "a4", "large": True}
    return _printed(told, "tree", choices, told.state, "The tree of scenarios with the way that was taken")


def turned(
    told: Chronicle, turning: Sequence[Happening]
) -> list[tuple[str, Sequence[Happening], SafeString]]:
    """The turning points line by line: when, what happened in it, the map as everybody saw it before."""
    before = {each.number: each.before for each in told.passages}
    lines = groupby(turning, lambda each: each.numbers[-1])
    return [
        (first.moment, (first, *rest), _printed(told, "map", {"size": "whole"}, before[number], AS_IT_STOOD))
        for number, (first, *rest) in lines
    ]


def purses(told: Chronicle) -> tuple[SafeString, str]:
    """What each side had left after each scenario, as it was read out; its words. Empty before the second."""
    card = told.game.campaign
    if card is None or card.branches is None:
        return SafeString(), ""
    passed = stages(told, card.branches)
    over = [stage.leg for stage in passed if stage.leg.ended is not None]
    lines = {name: each for name, each in course(passed).items() if None not in each}
    if len(over) < 2 or not lines:
        return SafeString(), ""
    series = [Series(name, [amount or 0 for amount in each]) for name, each in lines.items()]
    labels = [Label(n, n, leg.scenario.upper()) for n, leg in enumerate(over)]
    shown = Chart(told="Credits", series=series, labels=labels, reach=(0, 100))
    face = small_chart(shown, CURVES, [Pen(BLACK)] * len(series))
    words = "; ".join(f"{each.name}: {dash}" for each, dash in zip(series, DASHES, strict=False))
    return SafeString(drawing(face, f"Credits after each scenario. {words}")), words


def _printed(told: Chronicle, name: str, choices: dict[str, Any], state: Any, words: str) -> SafeString:
    """The first drawing of a printable, without its margin, and the words for those who do not see it."""
    if name not in told.game.printables:
        return SafeString()
    made = make(find(told.game.slug, name), choices, Scene(state, NOBODY))
    if not isinstance(made, Document):
        return SafeString()
    return SafeString(drawing(made.pages[0].stamps[0].face, words))
