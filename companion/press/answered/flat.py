"""A photographed sheet laid flat: its marks are found, and its millimetres drawn out of the picture."""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine.errors import InvalidInput
from companion.engine.wording import listed
from companion.press.answered.marks import MARKED, SIDE, code_box, corners
from companion.press.answered.photo import Grey, grey
from companion.press.answered.slip import Slip, slip_of
from companion.press.face import Box
from companion.press.paper import PAPERS

FINE = 8.0
"""Pixels a millimetre of the flat sheet."""
COARSE = 4.2
"""Pixels a millimetre that a photo must have at least."""
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


def flat(content: bytes) -> Flat:
    """The sheet in a photo; `InvalidInput` at `photo` with what to do otherwise."""
    picture = grey(content)
    paper, found = _marks(picture)
    laid = _laid(picture, paper, found)
    return Flat(laid, paper, slip_of(_code(laid, paper)))


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


def _laid(picture: Grey, paper: str, found: Mapping[int, Points]) -> Grey:
    """The whole paper at its true shape."""
    boxes = corners(paper)
    true = np.array([corner for n in found for corner in boxes[n].corners], np.float32) * FINE
    seen = np.concatenate(list(found.values())).astype(np.float32)
    across = min(float(np.linalg.norm(each[n] - each[n - 1])) for each in found.values() for n in range(4))
    if across < SIDE * COARSE:
        raise InvalidInput("photo", "The sheet is too small in this picture: go nearer to it.")
    way, _ = cv2.findHomography(seen, true, 0)
    if way is None:
        raise InvalidInput("photo", "The sheet lies too aslant in this picture: take it from above.")
    size = PAPERS[paper]
    whole = (round(size.width * FINE), round(size.height * FINE))
    return cv2.warpPerspective(picture, way, whole, flags=cv2.INTER_LINEAR, borderValue=255).astype(np.uint8)


def _code(laid: Grey, paper: str) -> str:
    """What the code says."""
    box = code_box(paper).inset(-1.5)
    x, y, right, low = (max(0, round(each * FINE)) for each in (box.x, box.y, box.right, box.bottom))
    there = laid[y:low, x:right]
    evened = cv2.createCLAHE(3.0, (4, 4)).apply(there)
    _, stark = cv2.threshold(cv2.resize(evened, None, fx=2, fy=2), 0, 255, cv2.THRESH_OTSU)
    for tried in (there, cv2.resize(there, None, fx=2, fy=2), stark):
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            read, *_ = detector.detectAndDecode(tried)
            if read:
                return str(read)
    raise InvalidInput("photo", "The code at the upper right cannot be read: more light, and hold still.")
