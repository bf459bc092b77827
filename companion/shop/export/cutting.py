"""The lines that a machine cuts, a drawing a sheet: SVG for most of them, DXF for the others. Millimetres."""

from collections.abc import Iterator, Mapping
from io import StringIO
from math import pi, tan

from companion.press.document import Document
from companion.press.face import Rectangle
from companion.press.page import Page
from companion.press.sheet import CUT_PATH

CORNER = tan(pi / 8)
"""The bulge of a quarter circle, as DXF counts it."""


def cut_files(document: Document) -> Mapping[str, bytes]:
    """The drawings by their names: `sheet-01.svg`, `sheet-01.dxf`."""
    files: dict[str, bytes] = {}
    for number, page in enumerate(document.pages, 1):
        drawing = document.cut_path(number)
        if drawing:
            files[f"sheet-{number:02}.svg"] = drawing.encode()
            files[f"sheet-{number:02}.dxf"] = dxf(page)
    return files


def dxf(page: Page) -> bytes:
    """A sheet's cuts on a layer of their own, the sheet's edge on another; y upwards from its lower edge."""
    from ezdxf import units
    from ezdxf.document import Drawing

    drawing = Drawing.new("R2010")
    drawing.units = units.MM
    drawing.layers.add("CUT", color=1)
    drawing.layers.add("PAPER", color=8)
    room = drawing.modelspace()
    edge = [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)]
    room.add_lwpolyline(edge, close=True, dxfattribs={"layer": "PAPER"})
    for piece in _cuts(page):
        points = list(_outline(piece, page.height))
        room.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    file = StringIO()
    drawing.write(file)
    return file.getvalue().encode()


def _cuts(page: Page) -> Iterator[Rectangle]:
    for stamp in page.stamps:
        if stamp.face.name == CUT_PATH:
            yield from (mark for mark in stamp.face.marks if isinstance(mark, Rectangle))


def _outline(piece: Rectangle, height: float) -> Iterator[tuple[float, float, float]]:
    """A piece's outline against the clock, with the bulge of each stretch."""
    left, right, r = piece.box.x, piece.box.right, piece.radius
    low, high = height - piece.box.bottom, height - piece.box.y
    if not r:
        yield from ((left, low, 0.0), (right, low, 0.0), (right, high, 0.0), (left, high, 0.0))
        return
    yield from ((left + r, low, 0.0), (right - r, low, CORNER), (right, low + r, 0.0))
    yield from ((right, high - r, CORNER), (right - r, high, 0.0), (left + r, high, CORNER))
    yield from ((left, high - r, 0.0), (left, low + r, CORNER))
