"""The emblem of a setup binder's title page: a medallion in an engraved rosette between two braids."""

from collections.abc import Iterator

from companion.games.parabellum.printables.silhouettes import silhouette
from companion.press.engraving import braid, rosette
from companion.press.face import WHITE, Box, Circle, Mark, Paint, Path, Stamp, blend
from companion.press.look import INK, Look
from companion.press.svg import moved

BRAID = 4.0
"""Millimetres: how high a braid is."""


def emblem(box: Box, look: Look) -> Iterator[Mark]:
    """The emblem in the middle of a box, as large as its height allows."""
    colour = look.strong("house")
    fine = Paint(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
    waves = round(box.width / 5)
    for y in (box.y, box.bottom - BRAID):
        yield Path(moved(braid(box.width, BRAID, waves, 5), box.x, y), fine)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    radius = min(box.height / 2 - BRAID - 2, box.width / 4)
    yield Path(moved(rosette(radius, radius * 0.45, 18, 8), x, y), fine)
    yield Circle(x, y, radius * 0.5, Paint(fill=WHITE, stroke=colour, width=0.6))
    yield Circle(x, y, radius * 0.46, Paint(stroke=colour, width=0.2))
    shown = silhouette("tank", "large", INK if look.saver else colour, WHITE)
    scale = radius * 0.6 / shown.width
    yield Stamp(shown, x - shown.width * scale / 2, y - shown.height * scale / 2, scale)
