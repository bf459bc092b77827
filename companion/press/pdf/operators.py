"""Shapes in PDF's own words: millimetres from above become points from below."""

from collections.abc import Sequence
from functools import lru_cache

from companion.press.colours import Colour
from companion.press.face import POINT, Box, Circle, Paint, Path, Rectangle, Stamp
from companion.press.page import Matrix

K = 1 / POINT
"""Points in a millimetre."""

ARC = 0.5522847498
"""How far the handles of a quarter circle reach, as a share of its radius."""


def placement(stamp: Stamp, height: float) -> str:
    """The matrix that carries a face, written from its lower left corner in points, to its place."""
    s, w, h = stamp.scale, stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    x, top = stamp.x, height - stamp.y
    if stamp.turn == 0:
        turned, x, y = (f"{s:.5g} 0 0 {s:.5g}" if s != 1 else "1 0 0 1"), x, top - h
    elif stamp.turn == 1:
        turned, y = f"0 {-s:.5g} {s:.5g} 0", top
    elif stamp.turn == 2:
        turned, x, y = f"{-s:.5g} 0 0 {-s:.5g}", x + w, top
    else:
        turned, x, y = f"0 {s:.5g} {-s:.5g} 0", x + h, top - w
    return f"{turned} {x * K:.3f} {y * K:.3f} cm"


def page_matrix(matrix: Matrix, height: float) -> str:
    """A page's own matrix in points from the lower left corner."""
    a, b, c, d, e, f = matrix
    right, up = e + c * height, height - f - d * height
    return f"{a:.7g} {-b:.7g} {-c:.7g} {d:.7g} {right * K:.4f} {up * K:.4f} cm"


def drawn(mark: Rectangle | Circle | Path, height: float) -> str:
    """The operators of one shape in its paint."""
    paint = mark.paint
    how = ("B" if paint.stroke else "f") if paint.fill else "S" if paint.stroke else "n"
    return f"{_paint(paint)}{shape(mark, height)} {how}{' [] 0 d' if paint.dash else ''}"


def shape(mark: Rectangle | Circle | Path, height: float) -> str:
    """The outline of one shape."""
    if isinstance(mark, Rectangle):
        return _rounded(mark.box, mark.radius, height) if mark.radius else rectangle(mark.box, height)
    if isinstance(mark, Circle):
        box = Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
        return _rounded(box, mark.radius, height)
    return _outline(mark.runs, mark.closed, height)


@lru_cache(maxsize=1_000)
def _paint(paint: Paint) -> str:
    fill = f"{colour_operator(paint.fill, 'g', 'rg')} " if paint.fill else ""
    stroke = f"{colour_operator(paint.stroke, 'G', 'RG')} {paint.width * K:.3f} w " if paint.stroke else ""
    dash = f"[{' '.join(f'{part * K:.3f}' for part in paint.dash)}] 0 d " if paint.dash else ""
    return fill + stroke + dash


@lru_cache(maxsize=1_000)
def colour_operator(colour: Colour, one: str, three: str) -> str:
    """A colour for `one` operator or `three`: grey or red, green and blue."""
    numbers = " ".join(f"{part:.4g}" for part in colour)
    return f"{numbers} {one if len(colour) == 1 else three}"


def rectangle(box: Box, height: float) -> str:
    """The outline of a box on a face of that height."""
    return f"{box.x * K:.3f} {(height - box.bottom) * K:.3f} {box.width * K:.3f} {box.height * K:.3f} re"


@lru_cache(maxsize=2_000)
def _outline(runs: Sequence[Sequence[tuple[float, float]]], closed: bool, height: float) -> str:
    """The runs of a path; signs and maps come back in every file."""
    end = " h" if closed else ""
    drawn = []
    for run in runs:
        points = [f"{x * K:.3f} {(height - y) * K:.3f}" for x, y in run]
        lines = f" {' l '.join(points[1:])} l" if points[1:] else ""
        drawn.append(f"{points[0]} m{lines}{end}")
    return " ".join(drawn)


@lru_cache(maxsize=4_000)
def _rounded(box: Box, radius: float, height: float) -> str:
    """A box with round corners; cards of one kind have theirs in the same places."""
    r = min(radius, box.width / 2, box.height / 2)
    x0, x1, y0, y1 = box.x * K, box.right * K, (height - box.bottom) * K, (height - box.y) * K
    r, h = r * K, r * K * (1 - ARC)
    return (
        f"{x0 + r:.3f} {y0:.3f} m {x1 - r:.3f} {y0:.3f} l "
        f"{x1 - h:.3f} {y0:.3f} {x1:.3f} {y0 + h:.3f} {x1:.3f} {y0 + r:.3f} c {x1:.3f} {y1 - r:.3f} l "
        f"{x1:.3f} {y1 - h:.3f} {x1 - h:.3f} {y1:.3f} {x1 - r:.3f} {y1:.3f} c {x0 + r:.3f} {y1:.3f} l "
        f"{x0 + h:.3f} {y1:.3f} {x0:.3f} {y1 - h:.3f} {x0:.3f} {y1 - r:.3f} c {x0:.3f} {y0 + r:.3f} l "
        f"{x0:.3f} {y0 + h:.3f} {x0 + h:.3f} {y0:.3f} {x0 + r:.3f} {y0:.3f} c h"
    )
