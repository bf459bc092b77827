"""A drawing as rows and columns. A part has its millimetres, its share of the whole, or shares what is left.

    column(
        (5, words("Who sat there", QUIET)),
        row((17, words("1", NUMBER, 0.5)), over(filled(GROUND), text(told, BODY))),
        2,
    )

A number alone is a gap. Everything is drawn into the box that it is given.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from companion.press.face import BLACK, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE
from companion.press.page import Size
from companion.press.text import Style, fit, line

type Draw = Callable[[Box], Iterable[Mark]]
type Part = Draw | float | tuple[float, Draw]

FRAME = Paint(stroke=BLACK, width=0.25)
"""What is written into."""
GREY: Colour = (0.6,)


class Share(float):
    """The size of a part as a share of the whole."""


def nothing(box: Box) -> Iterable[Mark]:
    """An empty part."""
    return ()


def row(*parts: Part) -> Draw:
    """Parts side by side."""
    return partial(_along, parts, True)


def column(*parts: Part) -> Draw:
    """Parts one below the other."""
    return partial(_along, parts, False)


def _along(parts: Sequence[Part], across: bool, box: Box) -> Iterator[Mark]:
    whole, at = (box.width, box.x) if across else (box.height, box.y)
    gaps = [(each, nothing) if isinstance(each, float | int) else each for each in parts]
    pairs = [each if isinstance(each, tuple) else (0.0, each) for each in gaps]
    sizes = [size * whole if isinstance(size, Share) else size for size, _ in pairs]
    left = (whole - sum(sizes)) / max(1, sizes.count(0))
    for long, (_, draw) in zip([size or left for size in sizes], pairs, strict=True):
        yield from draw(box._replace(x=at, width=long) if across else box._replace(y=at, height=long))
        at += long


def page(size: Size, name: str, *parts: Part, edge: float = EDGE) -> Face:
    """A sheet of parts one below the other, between its margins."""
    return Face(*size, tuple(column(*parts)(Box(0, 0, *size).inset(edge))), name)


def table(
    widths: Sequence[float], rows: Iterable[Sequence[Draw]], high: float = 0.0, line: Draw = nothing
) -> Draw:
    """Rows of cells under each other, of one height or sharing it, each over a line of its own."""
    lines = (over(line, row(*zip(widths, cells, strict=True))) for cells in rows)
    return column(*((high, each) for each in lines))


def over(*draws: Draw) -> Draw:
    """Drawings in the same place, the last one uppermost."""
    return lambda box: chain.from_iterable(draw(box) for draw in draws)


def inset(draw: Draw, left: float = 0.0, top: float = 0.0, right: float = 0.0, bottom: float = 0.0) -> Draw:
    """A drawing that keeps from the edges of its box."""
    return lambda box: draw(
        Box(box.x + left, box.y + top, box.width - left - right, box.height - top - bottom)
    )


def capped(draw: Draw, high: float) -> Draw:
    """A drawing at the head of its box, and no higher than so much."""
    return lambda box: draw(box._replace(height=min(high, box.height)))


def words(content: object, style: Style, align: float = 0.0, down: float = 0.5) -> Draw:
    """One line; `align` 0 is left, 0.5 the middle, 1 right; `down` 0 is the top."""

    def drawn(box: Box) -> Iterable[Mark]:
        block = line(str(content), style, box.width, str(content))
        return block.at(box.x, box.y + (box.height - block.height) * down, width=box.width, align=align)

    return drawn


def text(content: str, style: Style, down: float = 0.0) -> Draw:
    """Sentences broken to the width, from the top of the box; `down` 0.5 is in the middle of its height."""

    def drawn(box: Box) -> Iterable[Mark]:
        block = fit(content, style, box.width, box.height, content)
        return block.at(box.x, box.y + (box.height - block.height) * down)

    return drawn


def stamp(face: Face, size: float = 0.0, across: float = 0.5, down: float = 0.5) -> Draw:
    """A picture so many millimetres wide, or as wide as its box, in the middle of it."""

    def drawn(box: Box) -> Iterable[Mark]:
        scale = (size or box.width) / face.width
        x = box.x + (box.width - face.width * scale) * across
        y = box.y + (box.height - face.height * scale) * down
        yield Stamp(face, x, y, scale)

    return drawn


def filled(paint: Paint, radius: float = 0.0) -> Draw:
    """A ground, or the frame of a place to write in."""
    return lambda box: (Rectangle(box, paint, radius),)


def ruled(width: float = 0.15, ink: Colour = GREY, down: float = 0.0, dash: tuple[float, ...] = ()) -> Draw:
    """A line along the head of the box; `down` 1 is along its foot."""

    def drawn(box: Box) -> Iterable[Mark]:
        y = box.y + box.height * down
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=ink, width=width, dash=dash))

    return drawn
