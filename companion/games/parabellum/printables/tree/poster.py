"""The scenario tree as a poster for the wall: a campaign's way through it, or one for the pen."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.look import DRESS, MUTED
from companion.games.parabellum.printables.setting import rule
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of
from companion.games.parabellum.printables.tree.drawing import tree_face
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Stamp
from companion.press.look import EDGE, INK, Look, at_left
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Made, papers, yes_or_no
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, SUBTITLE, TITLE, Style, line, measure

TOP, FOOT = 13.0, 8.0
"""Millimetres above the tree for its title, and below it for the key."""

LIVE = yes_or_no(
    "path",
    "At a live table",
    "Mark the way that the campaign took, what is open and what is closed; or the empty tree.",
    default=True,
)


def tree_poster(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The tree on one lying sheet."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if choices["path"] and state and state.binder is binder else None
    paper = PAPERS[choices["paper"]]
    lying = Size(max(paper), min(paper))
    inner = Box(EDGE, EDGE + TOP, lying.width - 2 * EDGE, lying.height - 2 * EDGE - TOP - FOOT)
    drawing = tree_face(binder, live, look, Size(inner.width, inner.height))
    marks = (*_heading(binder, live, look, inner), Stamp(drawing, inner.x, inner.y), *key(live, look, inner))
    poster = DRESS.page(Face(*lying, marks, name="scenario tree"), "scenario tree")
    return DRESS.document(f"{binder.name}, scenario tree", (poster,), choices)


def _heading(binder: Binder, state: State | None, look: Look, inner: Box) -> Iterator[Mark]:
    title = Box(inner.x, EDGE - 2, inner.width * 0.6, 10)
    yield from at_left(binder.name, Style(font=TITLE, size=24, smallest=11, leading=1), title, "name")
    fought = len(state.history) if state else 0
    beside = f"Scenario tree after {fought} fought" if state else "Scenario tree"
    quiet = line(beside, Style(font=SUBTITLE, size=13, leading=1, colour=MUTED), inner.width * 0.38, "name")
    yield from quiet.at(inner.x, EDGE + 1, width=inner.width, align=1)
    yield rule(inner.x, EDGE + 9.5, inner.width, 0.6)


def key(state: State | None, look: Look, inner: Box) -> Iterator[Mark]:
    """What lines and numbers mean."""
    told: list[tuple[str, Paint]] = []
    if state:
        told = [
            ("the way taken", Paint(stroke=look.strong("house"), width=1.3)),
            ("open now", Paint(stroke=look.strong("alarm"), width=0.8)),
            ("may come", Paint(stroke=INK, width=0.35)),
            ("closed", Paint(stroke=MUTED, width=0.25, dash=(1.4, 1.2))),
        ]
    style, x, y = look.style(LABEL, 8), inner.x, inner.bottom + 4.2
    for words, paint in told:
        yield Path((((x, y), (x + 9, y)),), paint)
        block = line(words, style, 60, "tree")
        yield from block.at(x + 10.5, y - block.height / 2)
        x += 10.5 + measure(words, style.font, block.size) + 6
    rest = line("Numbers behind objectives: credits for completing them.", style, inner.right - x, "tree")
    yield from rest.at(x, y - rest.height / 2)


POSTERS: Mapping[str, Made] = {
    "tree": (tree_poster, (papers("a3", "a4", "letter", "legal"), INKS, LIVE, LARGE, BINDER)),
}
"""The poster."""
