"""The backs that hide what a card is: one for supply, one for action cards, one for those on the table."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.verraeter.printables.arms import SIZE, arms, parted
from companion.games.verraeter.printables.look import NAME
from companion.games.verraeter.printables.scenery import Brush
from companion.games.verraeter.printables.setting import kicker
from companion.games.verraeter.printables.sheaf import sheaf
from companion.press.engraving import hatch
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, middle

KINDS = {"supply": ("field", "Supply"), "action": ("court", "Action"), "table": ("gold", "Court")}


@lru_cache(maxsize=64)
def back(kind: str, look: Look) -> Face:
    """The back of a kind of card: a lattice in its colour, its sign on a medal, its name and the game's."""
    what, word = KINDS[kind]
    title = Box(look.inner.x + 3, look.inner.y + 5, look.inner.width - 6, 10)
    foot = Box(look.inner.x + 9, look.inner.bottom - 12, look.inner.width - 18, 8)
    x, y = look.width / 2, (title.bottom + foot.y) / 2
    radius = min(look.inner.width * 0.42, (foot.y - title.bottom) / 2 - 2)
    marks = (
        *_lattice(what, look),
        Circle(x, y, radius + 1.3, Paint(fill=look.plate(what).fill, stroke=INK, width=0.4)),
        Circle(x, y, radius, Paint(stroke=look.strong(what), width=0.7)),
        *_sign(kind, x, y, radius, look),
        Rectangle(title, look.plate(what, 0.5), 1),
        *middle("Verräter", look.style(NAME, 17), title.inset(0.8), "back"),
        Rectangle(foot, look.plate(what, 0.5), 1),
        *kicker(word, INK, foot, look),
    )
    return look.card(marks, f"back {kind}")


def _lattice(what: str, look: Look) -> Iterator[Mark]:
    """Crossing lines on a full ground, or on white where ink is saved; a double frame inside the cut."""
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))
    ink = INK if look.saver else WHITE
    runs = tuple(run for lean in (1, -1) for run in hatch(look.ground.corners, step=5.2, lean=lean))
    yield Path(runs, Paint(stroke=ink, width=0.16))
    for by, width in ((0.0, 0.6), (1.3, 0.2)):
        yield Rectangle(look.inner.inset(by), Paint(stroke=ink, width=width))


def _sign(kind: str, x: float, y: float, radius: float, look: Look) -> Iterator[Mark]:
    if kind == "supply":
        scale = radius / 24
        yield from sheaf(Brush(look.saver, INK), 5, (x, y + 17 * scale, scale))
    elif kind == "action":
        size = radius * 1.34
        yield Stamp(arms("traitor", look), x - size / 2, y - size / 2 + size * 0.02, size / SIZE)
    else:
        size = radius * 1.3
        yield Stamp(parted(look, 30), x - size / 2, y - size / 2, size / 30)
