"""Reading a calibration sheet: from the letters and lengths that somebody saw to what the printer needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import degrees
from statistics import fmean as mean
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.press.calibration import Calibration
from companion.press.calibration.sheet import LETTERS, STEP, TRUE, Sheet


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What was read off a sheet: for each cut one letter, or two, the upper or left stair first; and how
    long the two bars on the front are in millimetres, where anybody measured them."""

    across: Sequence[str]
    down: Sequence[str]
    bar_across: float | None = None
    bar_down: float | None = None


def read(sheet: Sheet, reading: Reading) -> Calibration:
    """What the printer needs, from the letters; `InvalidInput` at the letter or length that cannot be."""
    across, down = _read(sheet, reading.across, "across"), _read(sheet, reading.down, "down")
    tells = sheet.fine or _differ(across) or _differ(down)
    turn = _turn(across, down) if tells else 0.0
    rows, columns = (mean(each.place for each in found) for found in (across, down))
    dx = mean(each.offset for each in across) + turn * (rows - sheet.size.height / 2)
    dy = mean(each.offset for each in down) - turn * (columns - sheet.size.width / 2)
    scales = [
        _scale(drawn, found, key)
        for drawn, found, key in zip(
            sheet.rulers, (reading.bar_across, reading.bar_down), ("bar_across", "bar_down"), strict=True
        )
    ]
    return Calibration(
        dx=round(dx, 3),
        dy=round(dy, 3),
        rotation=round(degrees(turn), 4),
        scale_x=scales[0],
        scale_y=scales[1],
    )


class _Found(NamedTuple):
    """What one stair told: the back must be moved by `offset` there, where along the cut that is."""

    place: float
    offset: float


def _read(sheet: Sheet, letters: Sequence[str], key: str) -> Sequence[_Found]:
    """Both stairs of a cut; one letter alone is that of both."""
    found = [letter.strip().upper() for letter in letters if letter.strip()]
    if not 1 <= len(found) <= 2 or any(len(each) != 1 or each not in LETTERS for each in found):
        raise InvalidInput(key, "Give one letter from A to U, or two where the stairs of a cut differ.")
    pair = sheet.across if key == "across" else sheet.down
    return [
        _Found(stairs.middle(letter), sheet.sign * sheet.step * (LETTERS.index(letter) - LETTERS.index(TRUE)))
        for stairs, letter in zip(pair, (found[0], found[-1]), strict=True)
    ]


def _differ(found: Sequence[_Found]) -> bool:
    """Whether two stairs of the coarse sheet tell a turn: one bar may be a slip of the eye."""
    return abs(found[1].offset - found[0].offset) >= 2 * STEP - 1e-9


def _turn(across: Sequence[_Found], down: Sequence[_Found]) -> float:
    """The turn in radians that agrees best with all four stairs; those further apart tell it better."""
    risen, length = 0.0, 0.0
    for sign, (first, second) in ((-1, across), (1, down)):
        span = second.place - first.place
        risen += sign * span * (second.offset - first.offset)
        length += span * span
    return risen / length


def _scale(drawn: float, found: float | None, key: str) -> float:
    if found is None:
        return 1.0
    if not 0.95 * drawn <= found <= 1.05 * drawn:
        raise InvalidInput(key, f"This bar is {drawn:g} mm long, give or take 5 %: print it at 100 %.")
    return round(drawn / found, 5)
