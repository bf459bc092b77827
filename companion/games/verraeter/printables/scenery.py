"""How Verräter's pictures are painted: their tones, and a brush for each ink."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import ClassVar

from companion.press import svg
from companion.press.face import BLACK, WHITE, Colour, Mark, Paint, Path, rgb
from companion.press.svg import Pictures, Runs, in_colours, moved, outline

TONES: Mapping[str, Colour] = {
    "sky": rgb("#f0e4c6"),
    "haze": rgb("#e3d3ac"),
    "sun": rgb("#dfa63c"),
    "far": rgb("#b7b489"),
    "hill": rgb("#9aa165"),
    "grass": rgb("#7f8f4e"),
    "deep": rgb("#566b3e"),
    "dark": rgb("#3c4d33"),
    "earth": rgb("#b3925f"),
    "bark": rgb("#6b4e33"),
    "water": rgb("#7ea3b3"),
    "shallow": rgb("#a9c3c8"),
    "wall": rgb("#dccba6"),
    "stone": rgb("#b9a988"),
    "roof": rgb("#a35238"),
    "thatch": rgb("#c29a4d"),
    "night": rgb("#4a3f33"),
    "wool": rgb("#f7f1e3"),
}
"""The colours of the pictures; none of them means anything."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@dataclass(frozen=True, slots=True)
class Brush(svg.Brush):
    """How a picture is drawn: full of colour, or in outlines alone; and whose banner flies."""

    banner: Colour = BLACK
    named: Mapping[str, Colour] = field(default_factory=dict, hash=False)

    tones: ClassVar[Mapping[str, Colour]] = TONES

    def paint(self, told: Mapping[str, str]) -> Paint | None:
        """The paint of a shape in `pictures.svg`."""
        if self.saver and told.get("ink") == "colour":
            return None
        match told.get("class"):
            case "flag":
                return self.flag
            case "sun":
                return self.thing("sun", 0.2) if self.saver else self.area("sun")
            case "cloud":
                return self.pen(0.14) if self.saver else self.area("haze")
            case None:
                return in_colours({"ink": BLACK, "sun": TONES["sun"], **self.named})(told)
        return svg.Brush.paint(self, told)

    def picture(self, name: str) -> tuple[Mark, ...]:
        """One of the pictures."""
        return PICTURES.marks(name, self.paint)

    @property
    def flag(self) -> Paint:
        """The house's banner."""
        return Paint(
            fill=WHITE if self.saver else self.banner, stroke=BLACK if self.saver else self.edge, width=0.2
        )


def shape(written: str | Runs, paint: Paint, at: tuple[float, float, float] = (0, 0, 1)) -> Path:
    """An outline put at x and y, enlarged."""
    runs = outline(written) if isinstance(written, str) else written
    return Path(moved(runs, *at), paint, closed=paint.fill is not None)
