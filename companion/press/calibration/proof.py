"""The second print of a calibration: it proves what the first found, on an upright page and on a lying one.

Which way a lying page is turned onto the paper depends on the printer's driver and cannot be known; it can be
seen. The lying sheet shows both ways at once, each set right as it would need, and one of them is true.
"""

from dataclasses import replace
from typing import Literal

from companion.press.calibration import Calibration, Side, calibrated
from companion.press.calibration.sheet import Sheet, calibration_sheet
from companion.press.document import Document

WAYS: dict[Literal["1", "2"], Side] = {"1": "left", "2": "right"}
"""The stairs of the lying sheet, and the side of the paper to which the driver turns the page's top."""


def lying_sheet(sheet: Sheet, found: Calibration) -> Sheet:
    """The sheet that proves lying pages: stairs 1 are true for the one way, stairs 2 for the other."""
    one, other = (replace(found, lying=way).shift(lying=True) for way in WAYS.values())
    return replace(sheet, fine=True, lying=True, aside=(other[0] - one[0], other[1] - one[1]))


def proof_sheets(sheet: Sheet, found: Calibration, *, note: str = "calibration") -> Document:
    """Two sheets, printed with what the first one found: a fine one that is upright, and one that lies."""
    drawn = calibration_sheet(sheet, note=note)
    lying = calibration_sheet(lying_sheet(sheet, found), note=note)
    both = replace(drawn, pages=(*drawn.pages, *lying.pages))
    return calibrated(both, replace(found, lying=WAYS["1"]))
