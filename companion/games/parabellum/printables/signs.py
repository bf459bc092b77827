"""The signs of what is counted: people, fuel, ammunition, and the features of a map; 10 mm square each."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from companion.press.colours import Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle

type Drawing = Callable[[Colour], Iterator[Mark]]


def _people(ink: Colour) -> Iterator[Mark]:
    """A head and shoulders."""
    yield Circle(5, 3.0, 2.1, Paint(fill=ink))
    body = ((1.4, 9.4), (1.4, 8.0), (2.4, 6.3), (4.0, 5.6), (6.0, 5.6), (7.6, 6.3), (8.6, 8.0), (8.6, 9.4))
    yield Path((body,), Paint(fill=ink), closed=True)


def _fuel(ink: Colour) -> Iterator[Mark]:
    """A can with a spout and a crossed side."""
    frame = ((1.8, 9.3), (1.8, 3.0), (3.0, 1.8), (6.0, 1.8), (8.2, 4.0), (8.2, 9.3))
    yield Path((frame,), Paint(stroke=ink, width=0.85), closed=True)
    yield Path((((6.4, 1.9), (7.6, 0.7), (9.0, 2.1)),), Paint(stroke=ink, width=0.85))
    yield Path((((3.2, 8.0), (6.8, 4.4)), ((3.2, 4.4), (6.8, 8.0))), Paint(stroke=ink, width=0.7))


def _ammunition(ink: Colour) -> Iterator[Mark]:
    """Three cartridges side by side."""
    for x in (1.0, 3.9, 6.8):
        tip = ((x, 4.0), (x + 0.3, 2.2), (x + 1.1, 0.7), (x + 1.9, 2.2), (x + 2.2, 4.0))
        yield Path((tip,), Paint(fill=ink), closed=True)
        yield Rectangle(Box(x, 4.6, 2.2, 3.6), Paint(fill=ink))
        yield Rectangle(Box(x - 0.15, 8.6, 2.5, 0.8), Paint(fill=ink))


def _cargo(ink: Colour) -> Iterator[Mark]:
    """A crate."""
    yield Rectangle(Box(1.0, 1.0, 8.0, 8.0), Paint(stroke=ink, width=0.85))
    yield Path((((1.0, 3.4), (9.0, 3.4)), ((1.0, 6.6), (9.0, 6.6))), Paint(stroke=ink, width=0.5))
    yield Path((((2.2, 3.4), (7.8, 6.6)),), Paint(stroke=ink, width=0.5))


def _passenger(ink: Colour) -> Iterator[Mark]:
    """A seat with somebody on it."""
    yield Circle(4.4, 2.2, 1.6, Paint(fill=ink))
    yield Path((((3.0, 4.4), (3.6, 8.0), (7.0, 8.0), (7.4, 9.6)),), Paint(stroke=ink, width=1.3))
    yield Path((((1.4, 1.6), (1.9, 9.4)),), Paint(stroke=ink, width=0.7))


def _speed(ink: Colour) -> Iterator[Mark]:
    """Two chevrons."""
    for x in (1.2, 4.8):
        yield Path((((x, 1.4), (x + 3.6, 5.0), (x, 8.6)),), Paint(stroke=ink, width=1.3))


def _range(ink: Colour) -> Iterator[Mark]:
    """Cross hairs."""
    yield Circle(5, 5, 3.3, Paint(stroke=ink, width=0.8))
    cross = (((5, 0.2), (5, 3.4)), ((5, 6.6), (5, 9.8)), ((0.2, 5), (3.4, 5)), ((6.6, 5), (9.8, 5)))
    yield Path(cross, Paint(stroke=ink, width=0.8))


def _entrench(ink: Colour) -> Iterator[Mark]:
    """Three layers, one over another."""
    for y in (3.0, 5.9, 8.8):
        yield Path((((0.7, y), (2.6, y - 2.0), (7.4, y - 2.0), (9.3, y)),), Paint(stroke=ink, width=0.9))


def _barricade(ink: Colour) -> Iterator[Mark]:
    """Three crossed beams on a rail."""
    for x in (0.6, 3.5, 6.4):
        yield Path((((x, 2.2), (x + 3, 8.2)), ((x + 3, 2.2), (x, 8.2))), Paint(stroke=ink, width=0.8))
    yield Path((((0.2, 5.2), (9.8, 5.2)),), Paint(stroke=ink, width=0.8))


def _earthwork(ink: Colour) -> Iterator[Mark]:
    """A bank with its slope hatched."""
    yield Path((((0.5, 7.6), (2.4, 3.2), (7.6, 3.2), (9.5, 7.6)),), Paint(stroke=ink, width=0.9), closed=True)
    slope = tuple(((2.4 + n * 1.3, 3.8), (1.7 + n * 1.65, 7.0)) for n in range(5))
    yield Path(slope, Paint(stroke=ink, width=0.5))


def _mine(ink: Colour) -> Iterator[Mark]:
    """A disc with horns."""
    yield Circle(5, 5, 2.6, Paint(fill=ink))
    horns = []
    for x, y in ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7)):
        horns.append(((5 + 2.4 * x, 5 + 2.4 * y), (5 + 4.5 * x, 5 + 4.5 * y)))
    yield Path(tuple(horns), Paint(stroke=ink, width=0.8))


def _bridge(ink: Colour) -> Iterator[Mark]:
    """A roadway of planks between two rails."""
    yield Path((((0.4, 2.4), (9.6, 2.4)), ((0.4, 7.6), (9.6, 7.6))), Paint(stroke=ink, width=0.9))
    yield Path(
        tuple(((1.2 + n * 1.9, 2.6), (1.2 + n * 1.9, 7.4)) for n in range(5)), Paint(stroke=ink, width=0.7)
    )


DRAWINGS: dict[str, Drawing] = {
    "people": _people, "fuel": _fuel, "ammunition": _ammunition, "cargo": _cargo, "passenger": _passenger,
    "speed": _speed, "range": _range, "entrench": _entrench,
    "barricade": _barricade, "earthwork": _earthwork, "mine": _mine, "bridge": _bridge,
}  # fmt: skip


@lru_cache(maxsize=128)
def sign(what: str, ink: Colour) -> Face:
    """A sign in one ink."""
    return Face(10, 10, tuple(DRAWINGS[what](ink)), name=f"sign {what}")
