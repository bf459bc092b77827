"""The binder's title page: its emblem, its name, the companies in their liveries, the first ground (C2)."""

from collections.abc import Iterator

from companion.games.parabellum.printables.binder.emblem import emblem
from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.printables.map_sheet import Plan, country
from companion.games.parabellum.printables.minis import livery_line
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.press.book import Leaf, Strip, drawn, leaves
from companion.press.engraving import braid
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import richest
from companion.press.svg import moved
from companion.press.text import STRONG

BEADS, NAMED, BRAID = 7.0, 10.0, 4.0
"""Millimetres: how high a livery is, the place of a company's name below it, and a braid."""
ACROSS = 9
"""Squares of the map side by side: few enough that its trees and roofs are seen."""
FRAME = 2.4
"""Millimetres between the map and its outer frame."""


def cover(binder: Binder, state: State | None, type_: Type, *, full: bool) -> Leaf:
    """The title page; where it is not `full`, its lower half is left to the contents."""
    count, crest = len(binder.scenarios), Box(0, 0, type_.room.width, type_.room.height * 0.28 - 8)
    strips: list[Strip] = [
        drawn(emblem(crest, type_.look), crest.width, crest.height + 8),
        *type_.title(binder.name, "Setup binder", "name"),
        *type_.words(f"{count} scenarios, {len(binder.units)} types of unit.", "name"),
    ]
    if state:
        fought = len(state.history)
        strips += type_.words(f"As it stands after {fought} scenario{'' if fought == 1 else 's'}.", "name")
    if full:
        strips.append(_companies(binder, type_))
        left = type_.room.height - sum(each.height + each.gap for each in strips) - 5
        strips.append(Strip(face=_frontispiece(binder, type_, left), gap=4))
    [leaf] = leaves(strips, type_.room.height)
    return leaf


def _companies(binder: Binder, type_: Type) -> Strip:
    """Side by side each company's colours above its name."""
    return drawn(_liveries(binder, type_), type_.room.width, BEADS + NAMED, 5)


def _liveries(binder: Binder, type_: Type) -> Iterator[Mark]:
    pitch = type_.room.width / max(1, len(binder.companies))
    style = type_.look.style(STRONG, 9.5)
    for n, each in enumerate(binder.companies.values()):
        yield from livery_line(each.id, binder, type_.look, Box(n * pitch + 1, 0, pitch - 2, BEADS))
        if name := richest((each.name,), style, pitch - 2, NAMED - 1.5, "companies"):
            yield from name.at(n * pitch + 1, BEADS + 1.2, width=pitch - 2, align=0.5)


def _frontispiece(binder: Binder, type_: Type, high: float) -> Face:
    """The ground of the first scenario in an engraved frame as high as what is left of the page."""
    scenario = next(iter(binder.scenarios.values()))
    sheet, look, wide = binder.maps[scenario.map], type_.look, type_.room.width
    inner = Box(FRAME, BRAID + FRAME, wide - 2 * FRAME, high - 2 * BRAID - 2 * FRAME)
    across = min(ACROSS, sheet.columns)
    down = max(1, min(sheet.height, int(inner.height / (inner.width / across))))
    size = across * INCH, down * INCH
    scale = min(inner.width / size[0], inner.height / size[1])
    face = country(Plan(binder, sheet, scenario, look, scenario.features), across, down)
    shown = Box((wide - size[0] * scale) / 2, (high - size[1] * scale) / 2, size[0] * scale, size[1] * scale)
    colour = look.strong("house")
    fine = Paint(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
    waves = braid(wide, BRAID, round(wide / 5), 5)
    marks: tuple[Mark, ...] = (
        Path(waves, fine),
        Path(moved(waves, 0, high - BRAID), fine),
        Stamp(face, shown.x, shown.y, scale),
        Rectangle(shown.inset(-0.8), Paint(stroke=colour, width=0.8)),
        Rectangle(shown.inset(-1.7), Paint(stroke=colour, width=0.2)),
    )
    return Face(wide, high, marks, "frontispiece", alt=f"Country of {scenario.name}.")
