"""The back of a Unit Tracking Card."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.parabellum.data import Footprint
from companion.games.parabellum.printables.silhouettes import drawn
from companion.games.parabellum.state.naming import spoken
from companion.press.engraving import hatch
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look, middle
from companion.press.text import TITLE


@lru_cache(maxsize=64)
def unit_back(unit_class: str, footprint: Footprint, look: Look) -> Face:
    """A back that tells the class alone: no company, no type."""
    box = look.inner
    plate = Box(box.x + 9, box.y + 20, box.width - 18, 42)
    face = drawn(unit_class, footprint, look)
    marks = (
        *_weave(look),
        Rectangle(plate, Paint(fill=WHITE, stroke=look.strong("house"), width=0.7), 2),
        Stamp(face, plate.x + (plate.width - face.width) / 2, plate.y + 16 - face.height / 2),
        *middle(
            spoken(unit_class),
            look.style(TITLE, 17),
            Box(plate.x + 2, plate.y + 31, plate.width - 4, 8),
            f"back {unit_class}",
        ),
    )
    return look.card(marks, f"back {unit_class}")


def _weave(look: Look) -> Iterator[Mark]:
    """Ledger ruling both ways, the same for every company."""
    ground = look.ground
    tint = look.tint("house", 0.16)
    if tint:
        yield Rectangle(ground, Paint(fill=tint))
    width = 0.2 if look.saver else 0.32
    for lean in (1, -1):
        yield Path(
            hatch(ground.corners, step=4.2, lean=lean), Paint(stroke=look.strong("house"), width=width)
        )
