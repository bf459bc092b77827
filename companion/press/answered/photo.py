"""A photographed sheet, laid flat by its marks, and each of its boxes: ticked, empty or doubtful.

It is checked before it is decoded, and never larger than is read. The marks tell which way is up: what a
camera wrote beside the picture (EXIF) is not looked at. Ink is measured against the paper around it, and on a
sheet that bends each box is found anew, by the line around it. Nothing is guessed: a box whose line cannot be
found, that a shadow's edge crosses, or with too little in it to be a tick is doubtful.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from io import BytesIO
from struct import error as Malformed
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from companion.engine.errors import InvalidInput
from companion.engine.wording import listed
from companion.press.answered import LARGEST, MARKED, MARKS, PRINTERS, SIDE, Slip, code_box, corners, slip_of
from companion.press.face import Box
from companion.press.page import PAPERS, Tick

type Grey = NDArray[np.uint8]

MOST_PIXELS = {"JPEG": 52_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
"""Pixels by the format: a JPEG is decoded at half or a quarter of its size where it is large."""
READ = 3000
"""Pixels of the longer side that are read."""
LEAST = 700
PHONE = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")


def grey(content: bytes) -> Grey:
    """The picture; `InvalidInput` at `photo` for what is none, is cut short, too large or too small."""
    if len(content) > LARGEST:
        raise InvalidInput("photo", f"A photo may have {LARGEST >> 20} MB; this is larger.")
    if content[4:8] == b"ftyp" and content[8:12] in PHONE:
        raise InvalidInput(
            "photo",
            "This is a HEIC or AVIF picture, which is not read here: send it as JPEG (on an iPhone: "
            "Settings, Camera, Formats, Most Compatible; or take it with the button on this page).",
        )
    try:
        return _read(content)
    except Image.DecompressionBombError as error:
        raise InvalidInput("photo", "This picture has far too many pixels.") from error
    except UnidentifiedImageError as error:
        raise InvalidInput("photo", "This is no picture that is read here: JPEG, PNG or WebP.") from error
    except (OSError, ValueError, SyntaxError, Malformed, EOFError) as error:
        raise InvalidInput("photo", "This picture is cut short or broken; take it once more.") from error


def _read(content: bytes) -> Grey:
    with Image.open(BytesIO(content), formats=tuple(MOST_PIXELS)) as image:
        wide, high = image.size
        most = MOST_PIXELS[str(image.format)]
        if wide * high > most:
            refusal = f"{wide} × {high} pixels are too many; up to {most // 1_000_000} million are read."
            raise InvalidInput("photo", refusal)
        if min(wide, high) < LEAST:
            raise InvalidInput("photo", f"{wide} × {high} pixels are too few to read a sheet by.")
        image.draft("L", (READ, READ))
        return smaller(np.asarray(image.convert("L")))


def smaller(image: object) -> Grey:
    """A picture brought to the size at which it is read, where it is larger."""
    picture: Grey = np.ascontiguousarray(image, np.uint8)
    share = READ / max(picture.shape)
    if share >= 1:
        return picture
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA).astype(np.uint8)


FINE = 8.0
"""Pixels a millimetre of the flat sheet."""
COARSE = 4.2
"""Pixels a millimetre that a photo must have at least."""
CODE_TRIES = ((16, 1.2), (24, 0.0), (20, 0.6), (20, 1.2), (24, 1.2), (24, 0.6), (32, 0.0), (10, 1.2))
"""Pixels a millimetre and how much it is sharpened, as the code is tried to be read."""
APART = 3.0
"""Millimetres that no corner of a mark lies from its place on one and the same sheet, however bent."""
TWO = "Two sheets are in this picture: take them one by one."
PLACES = ("upper left", "upper right", "lower right", "lower left")

type Points = NDArray[np.float32]


class Flat(NamedTuple):
    """A sheet as it lies: its pixels, the paper, and which sheet it says it is."""

    picture: Grey
    paper: str
    slip: Slip

    def part(self, box: Box) -> Grey:
        x, y, right, low = (max(0, round(each * FINE)) for each in (box.x, box.y, box.right, box.bottom))
        return self.picture[y:low, x:right]

    def jpeg(self, box: Box) -> bytes:
        """A part of it as a small picture to look at."""
        clear = cv2.normalize(self.part(box), np.zeros(0), 0, 255, cv2.NORM_MINMAX)
        _, content = cv2.imencode(".jpg", clear, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return content.tobytes()


def warm() -> None:
    """Look for marks and a code where there are none: OpenCV loads and sets up what it needs."""
    blank = np.full((READ // 4, READ // 4), 255, np.uint8)
    with suppress(InvalidInput):
        _marks(blank)
    cv2.QRCodeDetector().detectAndDecode(blank)


def flat(content: bytes) -> Flat:
    """The sheet in a photo; `InvalidInput` at `photo` with what to do otherwise."""
    picture = grey(content)
    paper, marks = _marks(picture)
    way = _way(paper, marks)
    size = PAPERS[paper]
    whole = (round(size.width * FINE), round(size.height * FINE))
    laid = cv2.warpPerspective(picture, way, whole, flags=cv2.INTER_LINEAR, borderValue=255)
    return Flat(laid.astype(np.uint8), paper, slip_of(_code(picture, paper, way)))


def seen_marks(picture: Grey) -> list[tuple[int, Points]]:
    """Every mark that can be seen, and its corners in pixels, from its own upper left one."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMax = 43
    settings.errorCorrectionRate = 0.0
    settings.perspectiveRemovePixelPerCell = 8  # with the usual four, grain in a square makes it the other
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    places, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    numbered = np.ravel(numbers) if places else ()
    seen = [
        (int(n), np.reshape(at, (4, 2)).astype(np.float32)) for n, at in zip(numbered, places, strict=True)
    ]
    return _large([(n, at) for n, at in seen if n < len(MARKS)])


def _marks(picture: Grey) -> tuple[str, Mapping[int, Points]]:
    """The paper, and the corners of each of its marks that can be seen, by its place."""
    seen = seen_marks(picture)
    if not seen:
        raise InvalidInput("photo", "No corner mark is to be seen: lay the whole sheet into the picture.")
    seen, others = [each for each in seen if each[0] not in PRINTERS], seen
    if not seen and others:
        raise InvalidInput("photo", "This is a sheet to measure a printer by: take it to the print shop.")
    papers = {n // 4 for n, _ in seen}
    marks = {n % 4: at for n, at in seen}
    if len(papers) > 1 or len(marks) < len(seen):
        raise InvalidInput("photo", TWO)
    first = 4 * papers.pop()
    if len(marks) < 3:
        lacks = listed([place for n, place in enumerate(PLACES) if n not in marks])
        raise InvalidInput(
            "photo", f"These corner marks are not to be seen: {lacks}. Three of the four are needed."
        )
    return next(paper for paper, number in MARKED.items() if number == first), marks


def _large(seen: list[tuple[int, Points]]) -> list[tuple[int, Points]]:
    """The marks without what is much smaller than they are: some drawing that looks like one."""
    sides = [float(np.linalg.norm(at[1] - at[0])) for _, at in seen]
    return [each for each, side in zip(seen, sides, strict=True) if side > 0.6 * max(sides)]


def _way(paper: str, marks: Mapping[int, Points]) -> NDArray[np.float64]:
    """How the photo's pixels become those of the flat sheet."""
    boxes = corners(paper)
    true = np.array([corner for n in marks for corner in boxes[n].corners], np.float32) * FINE
    seen = np.concatenate(list(marks.values())).astype(np.float32)
    across = min(float(np.linalg.norm(each[n] - each[n - 1])) for each in marks.values() for n in range(4))
    if across < SIDE * COARSE:
        raise InvalidInput("photo", "The sheet is too small in this picture: go nearer to it.")
    way, _ = cv2.findHomography(seen, true, 0)
    if way is None:
        raise InvalidInput("photo", "The sheet lies too aslant in this picture: take it from above.")
    laid = cv2.perspectiveTransform(seen[None], way)[0]
    if float(np.abs(laid - true).max()) > APART * FINE:
        raise InvalidInput("photo", TWO)
    return way.astype(np.float64)


def _code(picture: Grey, paper: str, way: NDArray[np.float64]) -> str:
    """What the code says, drawn out of the photo larger than the sheet is, and sharpened."""
    box = code_box(paper).inset(-2)
    for fine, sharp in CODE_TRIES:
        larger = fine / FINE
        to = np.array([[larger, 0, -box.x * fine], [0, larger, -box.y * fine], [0, 0, 1]])
        size = (round(box.width * fine), round(box.height * fine))
        drawn = cv2.warpPerspective(picture, to @ way, size, flags=cv2.INTER_CUBIC)
        soft = cv2.GaussianBlur(drawn, (0, 0), fine * 0.35)
        read, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.addWeighted(drawn, 1 + sharp, soft, -sharp, 0))
        if read:
            return str(read)
    raise InvalidInput("photo", "The code at the upper right cannot be read: more light, and hold still.")


type Verdict = Literal["ticked", "empty", "doubtful"]
type Dark = NDArray[np.float32]

AWAY = 1.6
"""Millimetres by which a bent sheet may have put a box away from its place."""
RIM = 0.75
"""Millimetres inside a box's line that are not looked at."""
AROUND = 1.1
"""Millimetres around a box that should be paper."""
INK = 0.15
"""How much darker than its paper a pixel is that has ink on it."""
LINE = 0.22
"""How dark the line around a box is at least."""
EMPTY, TICKED = 0.02, 0.055
"""Shares of a box: with less ink it is empty, with more it is ticked."""
LONG = 0.5
"""A share of a box's side: a stroke of a tick is at least so long."""
FAINT = 0.19
"""What is ticked is on average at least so dark."""
SHADED = 0.3
"""A share of dark pixels around a box, from which on a shadow lies there."""
SMALL = 3.4
"""Pixels a millimetre of the sheet as it is shown."""
PAPER = 7.0
"""Millimetres across which the brightest is the paper."""


class Weighed(NamedTuple):
    """A box: what it is, and how much of it has ink on it."""

    verdict: Verdict
    share: float


def weighed(picture: Grey, ticks: Iterable[Tick]) -> Mapping[str, Weighed]:
    """Every box of a flat sheet, by its name."""
    dark = darkness(picture)
    return {tick.name: _weigh(dark, tick) for tick in ticks}


def marked(picture: Grey, ticks: Iterable[Tick], read: Mapping[str, Weighed]) -> bytes:
    """The sheet as it was read, as a small JPEG: what is ticked framed, what is doubtful ringed."""
    share = SMALL / FINE
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    drawn = cv2.cvtColor(cv2.normalize(small, np.zeros(0), 0, 255, cv2.NORM_MINMAX), cv2.COLOR_GRAY2BGR)
    for tick in ticks:
        box, verdict = tick.box.inset(-0.9), read[tick.name].verdict
        first, last = ((round(x * SMALL), round(y * SMALL)) for x, y in (box.corners[0], box.corners[2]))
        if verdict == "ticked":
            cv2.rectangle(drawn, first, last, (40, 130, 20), 2)
        elif verdict == "doubtful":
            middle = (round((box.x + box.width / 2) * SMALL), round((box.y + box.height / 2) * SMALL))
            cv2.circle(drawn, middle, round(box.width * SMALL * 0.75), (0, 90, 220), 2)
    _, content = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 72])
    return content.tobytes()


def darkness(picture: Grey) -> Dark:
    """How much darker each pixel is than the paper around it, from 0 to 1."""
    calm = cv2.GaussianBlur(picture, (3, 3), 0)
    small = cv2.resize(calm, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    across = round(PAPER * FINE / 4) | 1
    paper = cv2.dilate(small, np.ones((across, across), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), across / 4)
    paper = cv2.resize(paper, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    share = calm.astype(np.float32) / np.maximum(paper.astype(np.float32), 24)
    return np.clip(1 - share, 0, 1)


def _weigh(dark: Dark, tick: Tick) -> Weighed:
    x, y = round(tick.box.x * FINE), round(tick.box.y * FINE)
    side = round(tick.box.width * FINE)
    away, rim, around = (round(each * FINE) for each in (AWAY, RIM, AROUND))
    place = dark[max(0, y - away) : y + side + away + 1, max(0, x - away) : x + side + away + 1]
    dx, found_x = _shift(place[away:-away].mean(axis=0), side, away)
    dy, found_y = _shift(place[:, away:-away].mean(axis=1), side, away)
    x, y = x + dx, y + dy
    inside = dark[y + rim : y + side - rim, x + rim : x + side - rim]
    outside = dark[max(0, y - around) : y + side + around, max(0, x - around) : x + side + around]
    ink = inside > INK
    share = float(ink.mean())
    if min(found_x, found_y) < LINE or _shade(outside, around) > SHADED:
        return Weighed("doubtful", share)
    if share < EMPTY:
        return Weighed("empty", share)
    sure = share > TICKED and _longest(ink) > LONG and float(inside[ink].mean()) > FAINT
    return Weighed("ticked" if sure else "doubtful", share)


def _shift(profile: NDArray[np.float32], side: int, away: int) -> tuple[int, float]:
    """How far a box's two parallel lines are from their places, and how dark the lighter of them is."""
    lines = np.minimum(profile[: len(profile) - side], profile[side:])
    lines = lines[: 2 * away + 1]
    near = lines - 0.004 * np.abs(np.arange(len(lines)) - away)
    best = int(near.argmax())
    return best - away, float(lines[best])


def _longest(ink: NDArray[np.bool_]) -> float:
    """How far the ink reaches across a box or down it, as a share of its side."""
    reaches = (np.flatnonzero(ink.any(axis=n)) for n in (0, 1))
    return max((int(each[-1]) - int(each[0])) / len(ink) for each in reaches)


def _shade(outside: Dark, around: int) -> float:
    """The share of dark pixels on the paper around a box, its own line left out."""
    gap = max(2, around // 4)
    edge = around - gap
    rings = (outside[:edge], outside[-edge:], outside[:, :edge].T, outside[:, -edge:].T)
    return float(np.mean([(ring > INK).mean() for ring in rings]))
