"""What a printer does wrong, and how pages are drawn so that they come out right all the same.

Nearly every printer puts the second side a little off the first, and some draw everything a little too
large or too small. Both are measured once (`calibration_sheet`) and kept under the printer's name.
"""

from dataclasses import dataclass, replace
from math import cos, radians, sin

from companion.press.document import Document, Printed
from companion.press.page import Matrix, Page
from companion.press.prose import Prose
from companion.press.sheaf import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What to change so that a printer prints true.

    `dx` and `dy` are millimetres that every back is moved to the right and down, seen with the back before
    you; `rotation` turns it clockwise about the paper's middle, in degrees. `scale_x` and `scale_y` enlarge
    every page, front or back, about its middle: 1.002 where 100 mm come out as 99.8.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def is_nothing(self) -> bool:
        """Whether this printer prints true as it is."""
        return self == Calibration()

    def after(self, more: "Calibration") -> "Calibration":
        """This, and what a second sheet, printed with it, still found."""
        return Calibration(
            dx=self.dx + more.dx,
            dy=self.dy + more.dy,
            rotation=self.rotation + more.rotation,
            scale_x=self.scale_x * more.scale_x,
            scale_y=self.scale_y * more.scale_y,
        )

    def matrix(self, page: Page) -> Matrix | None:
        """How this page is drawn anew; `None` where it stays as it is."""
        back = page.side == "back"
        turn = radians(self.rotation) if back else 0.0
        a, b = self.scale_x * cos(turn), self.scale_y * sin(turn)
        c, d = -self.scale_x * sin(turn), self.scale_y * cos(turn)
        x, y = page.width / 2, page.height / 2
        right, down = (self.dx, self.dy) if back else (0.0, 0.0)
        found = (a, b, c, d, x - a * x - c * y + right, y - b * x - d * y + down)
        return None if found == (1, 0, 0, 1, 0, 0) else found


def calibrated[P: Printed](printed: P, calibration: Calibration) -> P:
    """The same document for that printer. Of sheets of running text only the scale is made good: on them
    no back has a front to meet."""
    if isinstance(printed, Prose):
        return replace(printed, scale=(calibration.scale_x, calibration.scale_y))
    if not isinstance(printed, Document) or calibration.is_nothing:
        return printed
    pages = changed(printed.pages, lambda page: replace(page, true=calibration.matrix(page)))
    return replace(printed, pages=pages)
