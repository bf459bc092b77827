"""What a printer does wrong, and how pages are drawn so that they come out right all the same.

Nearly every printer puts the second side a little off the first, and some draw everything a little too
large or too small. Both are measured once (`sheet`) and kept under the printer's name.
"""

from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Literal

from companion.press.document import Document, Printed
from companion.press.page import Matrix, Page
from companion.press.prose import Prose
from companion.press.sheaf import changed
from companion.press.whole import Whole

type Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What to change so that a printer prints true.

    `dx` and `dy` are millimetres that every back is moved to the right and down, seen with the back of the
    upright paper before you; `rotation` turns it clockwise about the paper's middle, in degrees. `scale_x`
    and `scale_y` enlarge every page, front or back, about its middle: 1.002 where 100 mm come out as 99.8.
    All of it belongs to the paper as it is fed. A lying page is turned onto it by the printer's driver, its
    top to the paper's left or right side: `lying` is which, and shift and scale turn with it.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    lying: Side = "left"

    @property
    def is_nothing(self) -> bool:
        """Whether this printer prints true as it is."""
        return self == Calibration(lying=self.lying)

    def after(self, more: "Calibration") -> "Calibration":
        """This, and what a second sheet, printed with it, still found."""
        return Calibration(
            dx=self.dx + more.dx,
            dy=self.dy + more.dy,
            rotation=self.rotation + more.rotation,
            scale_x=self.scale_x * more.scale_x,
            scale_y=self.scale_y * more.scale_y,
            lying=self.lying,
        )

    def shift(self, *, lying: bool) -> tuple[float, float]:
        """Millimetres to the right and down that a back is moved as its page is seen, upright or lying."""
        if not lying:
            return self.dx, self.dy
        return (-self.dy, self.dx) if self.lying == "left" else (self.dy, -self.dx)

    def scale(self, *, lying: bool) -> tuple[float, float]:
        """How much a page is enlarged across and down as it is seen, upright or lying."""
        return (self.scale_y, self.scale_x) if lying else (self.scale_x, self.scale_y)

    def matrix(self, page: Page) -> Matrix | None:
        """How this page is drawn anew; `None` where it stays as it is."""
        back, lying = page.side == "back", page.width > page.height
        turn = radians(self.rotation) if back else 0.0
        across, along = self.scale(lying=lying)
        a, b = across * cos(turn), along * sin(turn)
        c, d = -across * sin(turn), along * cos(turn)
        x, y = page.width / 2, page.height / 2
        right, down = self.shift(lying=lying) if back else (0.0, 0.0)
        found = (a, b, c, d, x - a * x - c * y + right, y - b * x - d * y + down)
        return None if found == (1, 0, 0, 1, 0, 0) else found


def calibrated[P: Printed](printed: P, calibration: Calibration) -> P:
    """The same document for that printer. Of sheets of running text only the scale is made good: on them
    no back has a front to meet."""
    if isinstance(printed, Prose):
        return replace(printed, scale=(calibration.scale_x, calibration.scale_y))
    if isinstance(printed, Whole):
        return replace(
            printed,
            parts=[replace(part, made=calibrated(part.made, calibration)) for part in printed.parts],
        )
    if not isinstance(printed, Document) or calibration.is_nothing:
        return printed
    pages = changed(printed.pages, lambda page: replace(page, true=calibration.matrix(page)))
    return replace(printed, pages=pages)
