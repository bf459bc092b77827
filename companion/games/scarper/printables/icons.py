"""Small signs for what a card does, drawn for this project: 10 mm square, in one ink."""

from collections.abc import Callable
from functools import lru_cache

from companion.press.colours import Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle

type Points = tuple[tuple[float, float], ...]

STAR: Points = (
    (5, 0.2), (6, 3), (8.6, 1.2), (7.6, 4.1), (9.9, 5), (7.6, 6), (8.7, 8.8), (6, 7.1),
    (5, 9.9), (4, 7.1), (1.3, 8.8), (2.4, 6), (0.1, 5), (2.4, 4.1), (1.4, 1.2), (4, 3),
)  # fmt: skip
ZIGZAG: Points = ((0.6, 7.6), (2.3, 3.4), (4.1, 7.6), (5.9, 3.4), (7.7, 7.6), (9.4, 3.4))
FACTORY: Points = (
    (0.6, 9.4), (0.6, 5.4), (3.2, 3.4), (3.2, 5.4), (5.8, 3.4), (5.8, 5.4), (6.7, 4.7), (7, 0.8),
    (8.7, 0.8), (9.4, 9.4),
)  # fmt: skip


def _solid(*runs: Points) -> Callable[[Colour], tuple[Mark, ...]]:
    return lambda ink: (Path(runs, Paint(fill=ink), closed=True),)


def _lines(*runs: Points, width: float = 1.1) -> Callable[[Colour], tuple[Mark, ...]]:
    return lambda ink: (Path(runs, Paint(stroke=ink, width=width)),)


def _both(*parts: Callable[[Colour], tuple[Mark, ...]]) -> Callable[[Colour], tuple[Mark, ...]]:
    return lambda ink: tuple(mark for part in parts for mark in part(ink))


def _page(ink: Colour) -> tuple[Mark, ...]:
    frame = Rectangle(Box(1.8, 0.7, 6.4, 8.6), Paint(stroke=ink, width=0.8), 0.8)
    return (
        frame,
        Path((((3.2, 3.2), (6.8, 3.2)), ((3.2, 5), (6.8, 5)), ((3.2, 6.8), (5.6, 6.8))), frame.paint),
    )


def _discard(ink: Colour) -> tuple[Mark, ...]:
    frame = Rectangle(Box(1.8, 0.7, 6.4, 8.6), Paint(stroke=ink, width=0.8), 0.8)
    return (frame, Path((((3.3, 3.2), (6.7, 6.8)), ((6.7, 3.2), (3.3, 6.8))), Paint(stroke=ink, width=1)))


def _trench_gone(ink: Colour) -> tuple[Mark, ...]:
    cross = Path((((1, 1), (9, 9.4)), ((9, 1), (1, 9.4))), Paint(stroke=ink, width=0.55))
    return (*_lines(ZIGZAG)(ink), cross)


def _horn(ink: Colour) -> tuple[Mark, ...]:
    body = Path(
        (((1, 3.9), (4, 3.9), (8.3, 1.2), (8.3, 8), (4, 5.9), (1, 5.9)),), Paint(fill=ink), closed=True
    )
    handle = Path((((2.1, 6.3), (3.9, 6.3), (4.6, 9.3), (2.9, 9.3)),), Paint(fill=ink), closed=True)
    return (body, handle, Circle(9, 4.6, 0.8, Paint(fill=ink)))


ICONS: dict[str, Callable[[Colour], tuple[Mark, ...]]] = {
    "morale": _both(
        _solid(((1.4, 0.6), (2.4, 0.6), (2.4, 9.6), (1.4, 9.6))),
        _solid(((2.9, 1), (5.3, 1.7), (9.2, 0.9), (8, 3.2), (9.2, 5.5), (5.3, 6.2), (2.9, 5.5))),
    ),
    "propaganda": _horn,
    "economy": _solid(FACTORY),
    "build": _lines(ZIGZAG),
    "raze": _trench_gone,
    "advance": _solid(
        ((5, 0.6), (9, 4.6), (9, 6.9), (5, 2.9), (1, 6.9), (1, 4.6)),
        ((5, 4.2), (9, 8.2), (9, 9.6), (5, 5.9), (1, 9.6), (1, 8.2)),
    ),
    "charge": _both(
        _lines(((1.2, 9), (6.6, 2.7)), ((8.8, 9), (3.4, 2.7)), width=0.95),
        _solid(((8.9, 0.3), (7.3, 3.3), (6, 2.2)), ((1.1, 0.3), (2.7, 3.3), (4, 2.2))),
        _lines(((1.1, 7), (3.1, 8.7)), ((8.9, 7), (6.9, 8.7)), width=0.8),
    ),
    "assault": _solid(STAR),
    "discard": _discard,
    "table": _page,
    "defence": _solid(((5, 0.5), (9, 1.8), (9, 5), (7.6, 7.7), (5, 9.6), (2.4, 7.7), (1, 5), (1, 1.8))),
}


@lru_cache(maxsize=128)
def icon(kind: str, ink: Colour) -> Face:
    """The sign of one kind of effect."""
    return Face(10, 10, ICONS[kind](ink), name=f"{kind} icon")
