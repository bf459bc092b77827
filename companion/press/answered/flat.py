"""A photographed sheet laid flat: its marks are found, and its millimetres drawn out of the picture."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine.errors import InvalidInput
from companion.engine.wording import listed
from companion.press.answered.marks import MARKED, SIDE, code_box, corners
from companion.press.answered.photo import READ, Grey, grey
from companion.press.answered.slip import Slip, slip_of
from companion.press.face import Box
from companion.press.paper import PAPERS

FINE = 8.0
"""Pixels a millimetre of the flat sheet."""
COARSE = 4.2
"""Pixels a millimetre that a photo must have at least."""
CODE_TRIES = ((16, 1.2), (24, 0.0), (20, 0.6), (20, 1.2), (24, 1.2), (24, 0.6), (32, 0.0), (10, 1.2))
"""Pixels a millimetre and how much it is sharpened, as the code is tried to be read."""
PLACES = ("upper left", "upper right", "lower right", "lower left")

type Points = NDArray[np.float32]


class Flat(NamedTuple):
    """A sheet as it lies: its pixels, the paper, and which sheet it says it is."""

    picture: Grey
    paper: str
    slip: Slip

    def part(self, box: Box) -> Grey:
        """A part of it."""
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
    paper, found = _marks(picture)
    way = _way(paper, found)
    size = PAPERS[paper]
    whole = (round(size.width * FINE), round(size.height * FINE))
    laid = cv2.warpPerspective(picture, way, whole, flags=cv2.INTER_LINEAR, borderValue=255)
    return Flat(laid.astype(np.uint8), paper, slip_of(_code(picture, paper, way)))


def _marks(picture: Grey) -> tuple[str, Mapping[int, Points]]:
    """The paper, and the corners of each of its marks that can be seen, by its place."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMax = 43
    settings.errorCorrectionRate = 0.0
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    places, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    told = np.ravel(numbers) if places else ()
    seen = [(int(n), np.reshape(at, (4, 2)).astype(np.float32)) for n, at in zip(told, places, strict=True)]
    seen = _large([(n, at) for n, at in seen if n < 4 * len(MARKED)])
    if not seen:
        raise InvalidInput("photo", "No corner mark is to be seen: lay the whole sheet into the picture.")
    papers = [n // 4 for n, _ in seen]
    paper = max(papers, key=papers.count)
    found = {n % 4: at for n, at in seen if n // 4 == paper}
    if len(found) < papers.count(paper):
        raise InvalidInput("photo", "Two sheets are in this picture: take them one by one.")
    if len(found) < 3:
        lacks = listed([place for n, place in enumerate(PLACES) if n not in found])
        raise InvalidInput(
            "photo", f"These corner marks are not to be seen: {lacks}. Three of the four are needed."
        )
    return MARKED[paper], found


def _large(seen: list[tuple[int, Points]]) -> list[tuple[int, Points]]:
    """The marks without what is much smaller than they are: some drawing that looks like one."""
    sides = [float(np.linalg.norm(at[1] - at[0])) for _, at in seen]
    return [each for each, side in zip(seen, sides, strict=True) if side > 0.6 * max(sides)]


def _way(paper: str, found: Mapping[int, Points]) -> NDArray[np.float64]:
    """How the photo's pixels become those of the flat sheet."""
    boxes = corners(paper)
    true = np.array([corner for n in found for corner in boxes[n].corners], np.float32) * FINE
    seen = np.concatenate(list(found.values())).astype(np.float32)
    across = min(float(np.linalg.norm(each[n] - each[n - 1])) for each in found.values() for n in range(4))
    if across < SIDE * COARSE:
        raise InvalidInput("photo", "The sheet is too small in this picture: go nearer to it.")
    way, _ = cv2.findHomography(seen, true, 0)
    if way is None:
        raise InvalidInput("photo", "The sheet lies too aslant in this picture: take it from above.")
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
