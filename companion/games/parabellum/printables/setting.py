"""What Parabellum's pieces are set with: captions, rules, rows of squares."""

from collections.abc import Iterator

from companion.press.face import Box, Mark, Paint, Path, Text
from companion.press.look import INK, Look, at_left
from companion.press.text import SUBTITLE


def caption(words: str, look: Look, box: Box, where: str) -> tuple[Text, ...]:
    """A small heading in condensed capitals' stead: quiet, at the left."""
    return at_left(words, look.small(INK, SUBTITLE), box, where)


def rule(x: float, y: float, width: float, ink: float = 0.25) -> Mark:
    """A level line."""
    return Path((((x, y), (x + width, y)),), Paint(stroke=INK, width=ink))


def spread(count: int, across: int, box: Box, size: float) -> Iterator[Box]:
    """So many squares of a size in rows of `across`, from a box's upper left corner."""
    for n in range(count):
        yield Box(box.x + n % across * size, box.y + n // across * size, size, size)
