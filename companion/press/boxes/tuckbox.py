"""A tuckbox for a deck: its net on one sheet, in the game's dress."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.press.boxes.net import Net, net_of
from companion.press.document import Document
from companion.press.errors import CannotPrint
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import TITLE
from companion.press.hatching import hatch
from companion.press.look import INK, Dress, Look
from companion.press.look.setting import middle, richest
from companion.press.options import (
    FORMAT,
    LARGE,
    OWN,
    adapted,
    larger_than,
    papers,
    size_of,
    whole_number,
    yes_or_no,
)
from companion.press.options import INK as INKS
from companion.press.page import Page, margin_note
from companion.press.paper import MARGIN, MARGINS, PAPER_NAMES, PAPERS, Size
from companion.press.shelf import Made

CUT = Paint(stroke=INK, width=0.25)
FOLD = Paint(stroke=INK, width=0.25, dash=(2.0, 1.5))
HATCHED = Paint(stroke=(0.55,), width=0.15)
NOTE, FOOT = 16.0, 6.0
"""Millimetres under the net: for how to put it together, and for the ruler."""
TOLD = (
    "Cut along the solid lines, score and fold the dashed ones, the print outside. Glue the hatched flap at "
    "the side under the last spine; fold the short flaps of the bottom in, then glue the hatched one inside "
    "the front. The lid tucks in.",
    "Cut solid lines, fold dashed ones, glue the hatched flaps inside. The lid tucks in.",
)
SHEETS = ("a4", "letter", "a3", "both")


def tuckboxes(dress: Dress, ground: str, cards: int, size: str) -> Mapping[str, Made]:
    """A game's tuckbox: the colour of its ground, how many cards its deck has, and their format."""
    options = (
        papers(*SHEETS),
        INKS,
        LARGE,
        *adapted(larger_than((FORMAT, OWN), "tarot", "large", "jumbo"), {}, {"format": size}),
        whole_number("stack", "Cards", "How many the box is to hold.", cards, (1, 200)),
        yes_or_no("sleeved", "Sleeved", "0.6 mm a card instead of 0.3 mm, and 3 mm wider and higher."),
    )
    return {"tuckbox": (partial(tuckbox, dress, ground), options)}


def tuckbox(dress: Dress, ground: str, choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The box on one sheet; `CannotPrint` at `paper` where it needs a larger one."""
    net = net_of(*size_of(choices), choices["stack"], choices["sleeved"])
    look, paper = dress.look(choices), choices["paper"]
    sheet = laid_on(paper, net)
    if sheet is None:
        wide = next((PAPER_NAMES[each] for each in SHEETS if laid_on(each, net)), "")
        more = f"It fits on {wide}." if wide else "No paper here is large enough: put fewer cards into a box."
        raise CannotPrint("paper", f"This box is {net.width:.0f} × {net.height:.0f} mm laid flat. {more}")
    left, room = (sheet.width - net.width) / 2, sheet.width - 2 * MARGIN - 4
    face = drawn(net, look, ground)
    top = MARGINS.get(paper, MARGIN) + 1
    told = richest(TOLD, look.small(INK), room, NOTE, "assembly")
    note = told.at(MARGIN + 2, top + net.height + 2) if told else ()
    words = Face(*sheet, tuple(note), "how to put it together")
    foot = margin_note(sheet, Box(0, 0, *sheet), f"{dress.title} tuckbox", at_edge=True)
    page = Page(*sheet, (Stamp(face, left, top), Stamp(words, 0, 0), *foot), "tuckbox")
    return dress.document("tuckbox", (page,), choices)


def laid_on(paper: str, net: Net) -> Size | None:
    """The paper upright or lying, whichever the net fits on; `None` where it fits on neither."""
    edge = MARGINS.get(paper, MARGIN)
    for sheet in (PAPERS[paper], PAPERS[paper].turned()):
        high = net.height + NOTE + FOOT + 2 * edge
        if net.width + 2 * edge <= sheet.width and high <= sheet.height:
            return sheet
    return None


def drawn(net: Net, look: Look, ground: str) -> Face:
    """The net: grounds and titles on its panels, then what is hatched, folded and cut."""
    marks: list[Mark] = [Path(hatch(flap, step=2.5, lean=1), HATCHED) for flap in net.glued]
    back, spine, front, last = net.panels
    for panel in (back, front):
        marks += _panel(panel, look, ground)
    for panel in (spine, last):
        marks += _spine(panel, look, ground)
    marks += [Path(net.folds, FOLD), Path((net.outline,), CUT, closed=True)]
    return Face(net.width, net.height, tuple(marks), "net")


def _panel(box: Box, look: Look, ground: str) -> Iterator[Mark]:
    """The game's name on its ground, in a double frame."""
    ink = look.on_panel(ground)
    yield Rectangle(box.inset(1.2), look.panel(ground), radius=1.5)
    for by, width in ((3.2, 0.6), (4.4, 0.2)):
        yield Rectangle(box.inset(by), Paint(stroke=ink, width=width), radius=1.0)
    size = min(30.0, box.width / 2.2)
    yield from middle(look.design.title, look.style(TITLE, size, ink), box.inset(6), "title")


def _spine(box: Box, look: Look, ground: str) -> Iterator[Mark]:
    """The name along a spine, where it is thick enough to carry one."""
    yield Rectangle(box.inset(1.2), look.panel(ground), radius=1.0)
    inner = Box(0, 0, box.height, box.width)
    size = min(20.0, (box.width - 2.6) * 2)
    style = look.style(TITLE, size, look.on_panel(ground))
    name = Face(box.height, box.width, middle(look.design.title, style, inner.inset(1.2), "spine"), "spine")
    yield Stamp(name, box.x, box.y, turn=1)
