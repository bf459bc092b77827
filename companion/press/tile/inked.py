"""Where a drawing has ink: so that no sheet is printed for a part of a map where there is none."""

from collections.abc import Iterator
from itertools import pairwise

from companion.press.colours import WHITE
from companion.press.face import POINT, Box, Circle, Face, Image, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.text import measure


def inked(face: Face) -> Iterator[Box]:
    """Boxes outside which nothing is drawn; what is white on white paper is nothing."""
    for mark in face.marks:
        yield from _of(mark)


def _of(mark: Mark) -> Iterator[Box]:
    if isinstance(mark, Stamp):
        yield from _stamped(mark)
    elif isinstance(mark, Text):
        for line in mark.lines():
            high, wide = line.size * POINT, measure(line.text, line.font, line.size, line.spacing)
            yield Box(line.x, line.y - high, wide, 1.3 * high)
    elif isinstance(mark, Image):
        yield mark.box
    elif _shows(mark.paint):
        yield from (box.inset(-mark.paint.width / 2) for box in shape(mark))


def _shows(paint: Paint) -> bool:
    return any(colour and set(colour) != set(WHITE) for colour in (paint.fill, paint.stroke))


def shape(mark: Rectangle | Circle | Path) -> Iterator[Box]:
    """Boxes outside which a shape has nothing."""
    if isinstance(mark, Rectangle):
        yield mark.box
    elif isinstance(mark, Circle):
        yield Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
    elif mark.paint.fill or mark.closed:
        yield _around([point for run in mark.runs for point in run])
    else:
        yield from (_around(pair) for run in mark.runs for pair in pairwise(run))


def _around(points: list[tuple[float, float]] | tuple[tuple[float, float], ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _stamped(stamp: Stamp) -> Iterator[Box]:
    """The ink of a face where it is put down; of one that is shown through a window, what is seen."""
    for box in inked(stamp.face):
        seen = _seen(box, stamp.window) if stamp.window else box
        if seen:
            yield _placed(seen, stamp)


def _seen(box: Box, window: Box) -> Box | None:
    if not box.meets(window):
        return None
    x, y = max(box.x, window.x), max(box.y, window.y)
    return Box(x, y, min(box.right, window.right) - x, min(box.bottom, window.bottom) - y)


def _placed(box: Box, stamp: Stamp) -> Box:
    s, wide, high = stamp.scale, stamp.face.width, stamp.face.height
    x, y, width, height = {
        0: (box.x, box.y, box.width, box.height),
        1: (high - box.bottom, box.x, box.height, box.width),
        2: (wide - box.right, high - box.bottom, box.width, box.height),
        3: (box.y, wide - box.right, box.height, box.width),
    }[stamp.turn]
    return Box(stamp.x + s * x, stamp.y + s * y, s * width, s * height)
