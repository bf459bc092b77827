"""A printer measured by photos of its sheet: printed off, photographed on a table, and told to a tenth."""

from collections.abc import Sequence
from dataclasses import replace
from math import radians
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.random import Generator, default_rng

from companion.engine.errors import InvalidInput
from companion.press.answered.photo import flat, seen_marks
from companion.press.calibration import Calibration, Edge, Sheet, Side, calibration_sheet, proof_sheets
from companion.press.face import Rectangle
from companion.press.measured import lain, measured
from tests.press.measuring import Off, printed
from tests.press.sheets import sheet as ticked
from tests.staged import FINE, raster

GROUND = 45 * int(FINE)
"""Pixels of the table around the sheet."""


def on_a_table(
    drawn: Any,
    random: Generator,
    *,
    table: float = 70,
    hard: float = 1.0,
    wide: int = 2600,
    shadow: float = 0.5,
) -> bytes:
    """A photo of one side: it curls a little on a streaked table, a shadow beside it; the camera leans, its
    lens bends lines; light falls off; it is out of focus, grainy, and a JPEG of some quality, some way up."""
    paper = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY).astype(np.float32)
    high, across = paper.shape
    scene = np.full((high + 2 * GROUND, across + 2 * GROUND), table, np.float32)
    scene += cv2.resize(random.normal(0, 5, (40, 9)).astype(np.float32), scene.shape[::-1])
    shade, (right, down) = np.zeros(scene.shape, np.float32), random.integers(-5, 6, 2)
    shade[GROUND + down : GROUND + down + high, GROUND + right : GROUND + right + across] = 1
    scene *= 1 - shadow * cv2.blur(shade, (25, 25))
    scene[GROUND : GROUND + high, GROUND : GROUND + across] = paper
    light = (np.clip(scene, 1, 255) / 255) ** 2.2
    taken = _lens(light, paper.shape, random, hard, wide)
    y, x = np.mgrid[: taken.shape[0], : taken.shape[1]].astype(np.float32)
    fall = random.uniform(-0.4, 0.4, 2) * hard
    taken *= 0.75 + 0.25 * np.clip(fall[0] * x / x.max() + fall[1] * y / y.max(), -1, 1)
    taken = cv2.GaussianBlur(taken, (0, 0), 0.5 + 0.8 * hard * random.random())
    seen = np.clip(taken, 0, 1) ** (1 / 2.2) * 255 + random.normal(0, 4 * hard, taken.shape)
    turned = np.rot90(np.clip(seen, 0, 255).astype(np.uint8), int(random.integers(4)))
    return cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 95))])[1].tobytes()


def _lens(light: Any, paper: tuple[int, int], random: Generator, hard: float, wide: int) -> Any:
    high, across = paper
    width, height = (wide * 3 // 4, wide) if across < high else (wide, wide * 3 // 4)
    share = min(width / across, height / high) * random.uniform(0.84, 0.92)
    quad = np.array([[-across, -high], [across, -high], [across, high], [-across, high]]) * share / 2
    quad *= 1 - random.uniform(0, 0.07 * hard, (4, 2))
    lean = radians(random.uniform(-2, 2) * hard)
    quad = quad @ np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    quad += np.array([width, height]) / 2
    corners = np.array([[0, 0], [across, 0], [across, high], [0, high]]) + GROUND - 0.5
    way = cv2.getPerspectiveTransform(quad.astype(np.float32) - 0.5, corners.astype(np.float32))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    middle_x, middle_y, bend = width / 2, height / 2, random.uniform(-0.002, 0.002) * hard
    grow = 1 + bend * ((x - middle_x) ** 2 + (y - middle_y) ** 2) / (middle_x**2 + middle_y**2)
    x, y = middle_x + (x - middle_x) * grow, middle_y + (y - middle_y) * grow
    deep = way[2, 0] * x + way[2, 1] * y + way[2, 2]
    there_x = (way[0, 0] * x + way[0, 1] * y + way[0, 2]) / deep
    there_y = (way[1, 0] * x + way[1, 1] * y + way[1, 2]) / deep
    least = min(across, high) / 210  # pixels a millimetre of A4; a smaller sheet curls less
    curl, turn = random.uniform(0, 0.15) * hard * least, random.uniform(0, 6.3, 2)
    there_x += curl * np.sin(there_x / across * 3 + there_y / high * 2 + turn[0])
    there_y += curl * np.sin(there_y / high * 3 + there_x / across * 2 + turn[1])
    soft = cv2.GaussianBlur(light, (0, 0), max(0.3, 0.4 / share))
    return cv2.remap(soft, there_x.astype(np.float32), there_y.astype(np.float32), cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE)  # fmt: skip


def photos(pdf: bytes, sides: Sequence[int] = (0, 1), seed: int = 1, **how: float) -> list[tuple[str, bytes]]:
    random = default_rng(seed)
    return [(f"{n}.jpg", on_a_table(raster(pdf, n), random, **how)) for n in sides]  # type: ignore[arg-type]


def turned(degrees: float) -> Any:
    turn = radians(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def worst(sheet: Sheet, front: Off, back: Off, found: Calibration) -> tuple[float, float]:
    """Millimetres: what any corner of what is printed on a back lies beside its front's by, and what any
    front is off its size by, on a printer that is off and made good."""
    mirror = np.diag([-1, 1] if sheet.sign > 0 else [1, -1])
    good = np.diag([found.scale_x, found.scale_y])
    beside, grown = [], []
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        drawn = np.array([x * (sheet.size.width / 2 - 10), y * (sheet.size.height / 2 - 10)])
        size = np.diag([front.scale_x, front.scale_y]) @ good @ drawn
        there = np.array([front.dx, front.dy]) + turned(front.turn) @ size
        moved = good @ turned(found.rotation) @ mirror @ drawn + [found.dx, found.dy]
        under = (
            np.array([back.dx, back.dy]) + turned(back.turn) @ np.diag([back.scale_x, back.scale_y]) @ moved
        )
        beside.append(float(np.linalg.norm(mirror @ there - under)))
        grown.append(float(np.abs(size - drawn).max()) / abs(drawn).max() * 88)
    return max(beside), max(grown)


def printer(random: Generator) -> tuple[Off, Off]:
    """A printer that is off in every way, as far as such printers are."""
    scale_x, scale_y = 1 + random.uniform(-0.006, 0.006, 2)
    return tuple(  # type: ignore[return-value]
        Off(*random.uniform(-2, 2, 2), turn=random.uniform(-0.4, 0.4), scale_x=scale_x, scale_y=scale_y)
        for _ in range(2)
    )


KINDS: list[tuple[str, Edge]] = [("a4", "long"), ("letter", "short"), ("a5", "long"), ("a3", "short")]


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(24))
def test_two_photos_measure_shift_turn_and_scale_to_a_tenth(seed: int) -> None:
    random = default_rng(seed)
    paper, edge = KINDS[seed % len(KINDS)]
    sheet, (front, back) = Sheet(paper, edge), printer(random)
    pdf = printed(calibration_sheet(sheet).pdf(), front, back)
    wide = 3000 if paper == "a3" else 2600
    found = measured(sheet, Calibration(), photos(pdf, seed=seed, wide=wide, table=random.uniform(25, 110)))
    beside, grown = worst(sheet, front, back, found.more)
    assert beside <= 0.1
    assert grown <= 0.05
    assert not found.true


@pytest.mark.sampled
@pytest.mark.parametrize("way", ["left", "right"])
def test_photos_of_the_second_sheets_prove_it_and_tell_how_lying_pages_are_turned(way: Side) -> None:
    sheet, front, back = Sheet("a4", fine=True), Off(dx=0.5), Off(dx=1.7, dy=-0.8, turn=0.2)
    known = measured(
        Sheet("a4"), Calibration(), photos(printed(calibration_sheet(Sheet("a4")).pdf(), front, back))
    ).more
    pdf = printed(proof_sheets(sheet, known).pdf(), front, back, way)
    four = photos(pdf, range(4), hard=0.5)
    found = measured(sheet, known, four)
    assert (found.true, found.lying) == (True, way)
    with pytest.raises(InvalidInput, match="lies on its side the front and back is still"):
        measured(sheet, known, four[:2])
    with pytest.raises(
        InvalidInput, match="This is the second, upright sheet; wanted are photos of the first"
    ):
        measured(Sheet("a4"), known, four[:2])


SHEET = Sheet("a4")


def drawn() -> Any:
    return raster(calibration_sheet(SHEET).pdf(), 0).copy()


def spoilt(how: str) -> bytes:
    """A photo of which nothing can be told."""
    paper, random = drawn(), default_rng(5)
    if how == "white table":
        return on_a_table(paper, random, table=252, hard=0.3, shadow=0)
    if how == "edge out":
        content = np.frombuffer(on_a_table(paper, random, hard=0.0), np.uint8)
        seen = cv2.imdecode(content, cv2.IMREAD_GRAYSCALE)
        left = min(float(at[:, 0].min()) for _, at in seen_marks(seen)) - 25
        return cv2.imencode(".jpg", np.ascontiguousarray(seen[:, round(left) :]))[1].tobytes()
    if how == "torn":
        paper[-200:, :200] = 60
    elif how == "small":
        return on_a_table(paper, random, wide=1400, hard=0.1)
    elif how == "folded":
        paper = np.vstack([paper[:1200, :], paper[1310:, :]])
    elif how == "two":
        paper = np.hstack([paper, np.full((len(paper), 90, 3), 60, np.uint8), paper])
        return on_a_table(paper, random, wide=3600, hard=0.2)
    elif how == "to tick":
        paper = raster(ticked()[0].pdf()).copy()
    elif how == "blank":
        paper[:] = 250
    return on_a_table(paper, random, hard=0.4)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("white table", "edge cannot be told from what it lies on"),
        ("edge out", "edge cannot be told from what it lies on"),
        ("torn", "not to be seen: lower left. All four"),
        ("small", "too small in this picture"),
        ("folded", r"edge cannot be told|other paper than|does not lie flat"),
        ("two", "Two sheets"),
        ("to tick", "a sheet to tick"),
        ("blank", "No corner mark is to be seen"),
    ],
)
def test_a_photo_that_tells_nothing_is_refused_in_words(how: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        lain(SHEET, spoilt(how))


def test_another_paper_than_was_said_is_found_out() -> None:
    [(_, content), *_] = photos(calibration_sheet(Sheet("letter")).pdf(), [0], hard=0.3)
    with pytest.raises(InvalidInput, match=r"other paper|edge cannot be told"):
        lain(SHEET, content)


def test_a_printers_sheet_is_none_to_tick_and_says_so() -> None:
    [(_, content)] = photos(calibration_sheet(SHEET).pdf(), [1], hard=0.3)
    with pytest.raises(InvalidInput, match="take it to the print shop"):
        flat(content)


def test_all_photos_that_tell_nothing_are_named_at_once() -> None:
    with pytest.raises(InvalidInput, match=r"front.jpg: .* back.jpg: .*"):
        measured(SHEET, Calibration(), [("front.jpg", spoilt("blank")), ("back.jpg", spoilt("torn"))])


def test_marks_stand_clear_of_the_stairs_on_every_paper() -> None:
    for paper in ("a4", "letter", "a3", "legal", "tabloid", "a5"):
        for sheet in (Sheet(paper), Sheet(paper, "short"), replace(Sheet(paper), fine=True, lying=True)):
            back = calibration_sheet(sheet).pages[1].stamps[0].face
            bars = [each.box for each in back.marks if isinstance(each, Rectangle)]
            bars = [each for each in bars if each not in sheet.marks]
            assert len(bars) == 84
            for mark in (each.inset(-1.5) for each in sheet.marks):
                assert not [bar for bar in bars if bar.x < mark.right and bar.right > mark.x
                            and bar.y < mark.bottom and bar.bottom > mark.y]  # fmt: skip
