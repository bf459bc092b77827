"""A printer, measured in photos of its sheet: where either side came to lie on the paper.

Four marks are printed on either side. In a photo each is some millimetres from the two edges of the paper
nearest to it, and that is all that is measured: a lens that bends lines, a sheet that curls or a camera held
aslant changes a mark and the edge beside it alike. Both sides share the edges, so what front and back are
off by is what the backs must be moved by. The paper's own size is the ruler. Edges must be seen: the sheet
lies on something darker than it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import degrees, hypot, radians
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine.errors import InvalidInput
from companion.engine.wording import listed
from companion.press.answered import PRINTERS, SIDE
from companion.press.answered.photo import PLACES, TWO, Grey, Points, grey, seen_marks
from companion.press.calibration import Calibration, Sheet, Side, lying_sheet

type Floats = NDArray[np.float64]
type Light = NDArray[np.float32]

CLEAR = 5.0
"""Pixels a millimetre that a photo must have at least: a tenth of a millimetre is half a pixel."""
OUT, IN = 10.0, 4.4
"""Millimetres outside and inside the paper's edge, as the marks foretell it: it is looked for there."""
FROM, LONG = 3.0, 37.0
"""Millimetres along an edge, from the paper's corner, that are looked at."""
DRAWN = 16.0
"""Pixels a millimetre to which that strip is drawn."""
RISE = 0.12
"""How much brighter than what it lies on the paper is at least, as a share of the paper's light."""
STRAIGHT, AGREE = 0.2, 0.35
"""Millimetres: how far an edge may be from straight beside a mark, and what the corners may differ by."""
ALIKE = 0.035
"""A share by which marks are as large as they should be for how far apart they are."""
MOST = 0.05
"""A share by which no printer that prints at 100 % draws too large or too small."""
TRUE = 0.12
"""Millimetres that nothing of a proof is off by where it counts as true: what a photo tells for certain."""

type Face = Literal["front", "back"]
SORTS = ("the first sheet", "the second, upright sheet", "the sheet that lies on its side")
EDGES = (("left", "top"), ("right", "top"), ("right", "lower"), ("left", "lower"))
"""The two edges beside each mark."""


class Lain(NamedTuple):
    """How one side of a sheet lies on its paper: `sort` is which of the three sheets, from 0.

    Millimetres that its middle is right of and below the paper's, its turn clockwise in radians, how large it
    is drawn, and what the corners differ by.
    """

    sort: int
    side: Face
    right: float
    down: float
    turn: float
    scale_x: float
    scale_y: float
    doubt: float


def lain(sheet: Sheet, photo: bytes) -> Lain:
    """One side as it lies on its paper; `InvalidInput` at `photo` with what to do otherwise."""
    picture = grey(photo)
    sort, side, marks = _marks(picture)
    sheet = replace(sheet, fine=sort > 0, lying=sort == 2)
    way = _way(sheet, marks)
    light: Light = np.power(picture.astype(np.float32) / 255, np.float32(2.2)).astype(np.float32)
    edges = [_edges(light, way, sheet, n) for n in range(4)]
    # Shift, turn and scale that bring the edges seen beside the marks to where the paper's are.
    width, height = sheet.size
    rows, wanted = [], []
    for box, (x, y) in zip(sheet.marks, edges, strict=True):
        middle_x, middle_y = box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2
        rows += [[1, 0, -middle_y, x - width / 2, 0], [0, 1, middle_x, 0, y - height / 2]]
        wanted += [(1 if x > width / 2 else -1) * width / 2, (1 if y > height / 2 else -1) * height / 2]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    doubt = float(np.abs(np.array(rows) @ found - wanted).max())
    right, down, turn, scale_x, scale_y = map(float, found)
    if max(abs(scale_x - 1), abs(scale_y - 1)) > MOST:
        raise InvalidInput("photo", "This sheet was not printed at 100 %, or on other paper than was said.")
    if doubt > AGREE:
        raise InvalidInput("photo", "The sheet does not lie flat: press it down, and take it from above.")
    return Lain(sort, side, right, down, turn, scale_x, scale_y, doubt)


def _marks(picture: Grey) -> tuple[int, Face, dict[int, Points]]:
    """Which of the sheets it is, which side, and the corners of its four marks, by their places."""
    every = seen_marks(picture)
    seen = [(n - PRINTERS.start, at) for n, at in every if n in PRINTERS]
    if not seen and every:
        raise InvalidInput("photo", "This is a sheet to tick, none to measure a printer by.")
    if not seen:
        lay = "lay the whole sheet into the picture, on something dark."
        raise InvalidInput("photo", f"No corner mark is to be seen: {lay}")
    marks = {n % 4: at for n, at in seen}
    if len(marks) < len(seen) or len({n // 4 for n, _ in seen}) > 1:
        raise InvalidInput("photo", TWO)
    if len(marks) < 4:
        lacks = listed([place for n, place in enumerate(PLACES) if n not in marks])
        raise InvalidInput("photo", f"These corner marks are not to be seen: {lacks}. All four are needed.")
    number = seen[0][0]
    return number // 8, "back" if number % 8 >= 4 else "front", marks


def _way(sheet: Sheet, marks: dict[int, Points]) -> Floats:
    """How the sheet's millimetres, as it was drawn, become the photo's pixels."""
    across = min(float(np.linalg.norm(each[n] - each[n - 1])) for each in marks.values() for n in range(4))
    if across < SIDE * CLEAR:
        raise InvalidInput("photo", "The sheet is too small in this picture: go nearer, all of it in view.")
    drawn = np.array([corner for n in range(4) for corner in sheet.marks[n].corners], np.float32)
    seen = np.concatenate([marks[n] for n in range(4)]).astype(np.float32)
    way, _ = cv2.findHomography(drawn, seen, 0)
    if way is None:
        raise InvalidInput("photo", "The sheet lies too aslant in this picture: take it from above.")
    middles = np.reshape(drawn, (4, 4, 2)).mean(axis=1), np.reshape(seen, (4, 4, 2)).mean(axis=1)
    squares, _ = cv2.findHomography(middles[1], middles[0], 0)
    laid = np.reshape(cv2.perspectiveTransform(seen[None], squares)[0], (4, 4, 2))
    wide = laid[:, 1] + laid[:, 2] - laid[:, 0] - laid[:, 3]
    high = laid[:, 2] + laid[:, 3] - laid[:, 0] - laid[:, 1]
    grown = np.array([wide[:, 0].mean(), high[:, 1].mean()]) / 2 / SIDE - 1
    if float(np.abs(grown).max()) > ALIKE:
        raise InvalidInput("photo", "This sheet is of other paper than this printer's, or does not lie flat.")
    return way.astype(np.float64)


def _edges(light: Light, way: Floats, sheet: Sheet, n: int) -> tuple[float, float]:
    """Where the paper's upright and its level edge lie beside that mark, in the sheet's own millimetres."""
    box, (upright, level) = sheet.marks[n], EDGES[n]
    width, height = sheet.size
    x, y = box.x + box.width / 2, box.y + box.height / 2
    right, low = upright == "right", level == "lower"
    across = _edge(light, way, (width if right else 0, 1 if right else -1), (0, height if low else 0, low), y)
    down = _edge(light, way, (height if low else 0, 1 if low else -1), (1, width if right else 0, right), x)
    if across is None or down is None:
        lost = upright if across is None else level
        raise InvalidInput(
            "photo",
            f"The paper's {lost} edge cannot be told from what it lies on, at the {PLACES[n]} corner: all of "
            "the sheet in the picture, flat, on something much darker than paper.",
        )
    return across, down


def _edge(
    light: Light, way: Floats, outer: tuple[float, int], along: tuple[int, float, bool], at: float
) -> float | None:
    """Where an edge lies beside a mark; `None` where none is to be seen.

    `outer` is where it should be and on which side of it the table is; `along` whether it is level, the
    paper's corner where it begins and whether it goes back from there; `at` is where the mark is.
    """
    edge, out = outer
    level, corner, back = along
    step = -1 if back else 1
    # The strip's columns go from the table into the paper, its rows from the paper's corner along the edge.
    to = np.array([[-out / DRAWN, 0, edge + out * OUT], [0, step / DRAWN, corner + step * FROM], [0, 0, 1]])
    if level:
        to = to[[1, 0, 2]]
    size = (round((OUT + IN) * DRAWN), round(LONG * DRAWN))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    drawn = cv2.warpPerspective(light, way @ to, size, flags=flags, borderValue=-1.0)
    strip = drawn.astype(np.float32)
    if float(strip.min()) < -0.01:
        strip = _within(strip)
    found = _line(strip, abs(at - corner) - FROM)
    return None if found is None else edge + out * (OUT - found)


def _within(strip: Light) -> Light:
    """The same where part of it is outside the photo: what is there is as its neighbour, and no edge."""
    outside = strip < -0.01
    inner = np.where(outside.all(axis=0), np.nan, np.where(outside, np.nan, strip))
    filled = strip.copy()
    for row, values in zip(filled, inner, strict=True):
        seen = np.flatnonzero(~np.isnan(values))
        if len(seen):
            row[: seen[0]] = row[seen[0]]
            row[seen[-1] + 1 :] = row[seen[-1]]
        else:
            row[:] = 0
    return filled


def _line(strip: Light, at: float) -> float | None:
    """How many millimetres into the strip its edge is, at that row: a line through what each row tells."""
    rows = cv2.resize(strip, (strip.shape[1], round(LONG)), interpolation=cv2.INTER_AREA)
    rows = cv2.GaussianBlur(rows, (0, 0), sigmaX=0.12 * DRAWN, sigmaY=0.01)
    paper = float(np.quantile(rows[:, -round(2 * DRAWN) :], 0.8))
    places = [(n + 0.5, found) for n, row in enumerate(rows) if (found := _rise(row, paper)) is not None]
    if len(places) < LONG / 2:
        return None
    along, across = np.array(places).T
    kept = np.ones(len(along), bool)
    for _ in range(6):
        slope, start = np.polyfit(along[kept], across[kept], 1)
        off = np.abs(across - (start + slope * along))
        kept = off <= max(STRAIGHT / 2, 2.5 * float(np.median(off)))
    if kept.sum() < LONG / 2 or float(off[kept].max()) > 2 * STRAIGHT or float(off[kept].mean()) > STRAIGHT:
        return None
    return float(start + slope * at)


def _rise(row: Light, paper: float) -> float | None:
    """Where a row rises most, from the table to the paper, to a part of a pixel."""
    climbs = np.diff(row)
    top = int(climbs.argmax())
    if climbs[top] <= 0:
        return None
    reach = round(0.6 * DRAWN)
    first, last = max(0, top - reach), min(len(climbs), top + reach + 1)
    part = np.clip(climbs[first:last], 0, None)
    part = np.where(part >= 0.15 * climbs[top], part, 0)
    if float(part.sum()) < RISE * paper:
        return None
    return float((part * (np.arange(first, last) + 0.5)).sum() / part.sum() / DRAWN)


def told(sheet: Sheet, front: Lain, back: Lain) -> Calibration:
    """What the printer needs, from both sides of one sheet."""
    mirror_x, mirror_y = (-1, 1) if sheet.sign > 0 else (1, -1)
    scale_x, scale_y = (front.scale_x + back.scale_x) / 2, (front.scale_y + back.scale_y) / 2
    turn = -(front.turn + back.turn)
    x, y = mirror_x * front.right - back.right, mirror_y * front.down - back.down
    # What is moved is drawn by the printer too: turned and scaled as it does.
    dx, dy = (x + back.turn * y) / scale_x, (y - back.turn * x) / scale_y
    return Calibration(
        dx=round(dx, 3),
        dy=round(dy, 3),
        rotation=round(degrees(turn), 4),
        scale_x=round(1 / scale_x, 5),
        scale_y=round(1 / scale_y, 5),
    )


class Found(NamedTuple):
    """What photos told: `more` to change, whether it is `true` as it is, and how lying pages are turned."""

    more: Calibration
    true: bool = False
    lying: Side | None = None


def measured(sheet: Sheet, known: Calibration, photos: Sequence[tuple[str, bytes]]) -> Found:
    """What these photos, each with its name, tell of a printer; `InvalidInput` at `photo`.

    `sheet` is the one that it prints next: the first, or with what is `known` the second ones.
    """
    sides: dict[tuple[int, Face], Lain] = {}
    faults = []
    for name, content in photos:
        try:
            each = lain(sheet, content)
            sides[each.sort, each.side] = each
        except InvalidInput as error:
            faults.append(f"{name}: {error.message}" if len(photos) > 1 else error.message)
    if faults:
        raise InvalidInput("photo", " ".join(faults))
    sort = 1 if sheet.fine else 0
    if strange := {n for n, _ in sides} - ({1, 2} if sort else {0}):
        wanted = "those printed last, the second ones" if sort else SORTS[0]
        raise InvalidInput("photo", f"This is {SORTS[min(strange)]}; wanted are photos of {wanted}.")
    more = told(sheet, *_both(sides, sort))
    off = hypot(more.dx, more.dy) + hypot(*sheet.size) / 2 * abs(radians(more.rotation))
    scaled = max(abs(more.scale_x - 1), abs(more.scale_y - 1)) * min(sheet.size)
    if not sort or off > 2 * TRUE or scaled > 2 * TRUE:
        return Found(more)
    return Found(more, true=True, lying=_turned(sheet, known, sides))


def _both(sides: Mapping[tuple[int, Face], Lain], sort: int) -> tuple[Lain, Lain]:
    faces: tuple[Face, Face] = ("front", "back")
    if lacks := [face for face in faces if (sort, face) not in sides]:
        raise InvalidInput("photo", f"Of {SORTS[sort]} the {listed(lacks)} is still to be photographed.")
    return sides[sort, "front"], sides[sort, "back"]


def _turned(sheet: Sheet, known: Calibration, sides: Mapping[tuple[int, Face], Lain]) -> Side:
    """To which side a lying page's top was turned: it was drawn for the one, and is off by `aside` at the
    other. Where both are as good as the same, either does."""
    lying = lying_sheet(sheet, known)
    more = told(lying, *_both(sides, 2))
    offs = {
        "left": hypot(more.dx, more.dy),
        "right": hypot(more.dx - lying.aside[0], more.dy - lying.aside[1]),
    }
    way: Side = "right" if offs["right"] < offs["left"] - TRUE else "left"
    if offs[way] > 3 * TRUE:
        raise InvalidInput(
            "photo", "The lying sheet fits neither way of turning it: print both second sheets once more."
        )
    return way
