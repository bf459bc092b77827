"""How drawn pictures are painted: by the class and the tone of each shape, in colour or in outlines alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.press.colours import BLACK, WHITE, Colour, rgb
from companion.press.face import Paint


@dataclass(frozen=True, slots=True)
class Brush:
    """A brush for the pictures of one game, whose `tones` are its colours by name.

    With `saver` a picture is outlines in black; what its file marks with ink="colour" is left out.
    """

    saver: bool

    tones: ClassVar[Mapping[str, Colour]] = {}
    edge: ClassVar[Colour] = rgb("#3a3026")
    night: ClassVar[Colour] = rgb("#4a3f33")

    def paint(self, told: Mapping[str, str]) -> Paint | None:
        """The paint of a shape: an area, a thing with an edge, a line, or what is dark in every ink."""
        if self.saver and told.get("ink") == "colour":
            return None
        tone, width = told.get("tone", ""), float(told.get("stroke-width", 0))
        match told.get("class"):
            case "area":
                return self.area(tone)
            case "thing":
                return self.thing(tone, width)
            case "pen":
                return self.pen(width, tone)
            case "fine":
                return self.fine(tone, width)
            case "dark":
                return self.dark
        raise ValueError(f"no class of a shape: {told}")

    def tone(self, name: str) -> Colour:
        """A colour by its name."""
        return self.tones[name]

    def area(self, tone: str) -> Paint:
        """Ground without an edge; an outline where ink is saved."""
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=0.16)
        return Paint(fill=self.tone(tone))

    def thing(self, tone: str, width: float = 0.22) -> Paint:
        """Something with an edge."""
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=width)
        return Paint(fill=self.tone(tone), stroke=self.edge, width=width)

    def pen(self, width: float = 0.22, tone: str = "") -> Paint:
        """A line."""
        return Paint(stroke=BLACK if self.saver else self.tones.get(tone, self.edge), width=width)

    def fine(self, tone: str, width: float = 0.2) -> Paint:
        """A line in a tone of its own, thinner where there is no colour."""
        return self.pen(0.16) if self.saver else self.pen(width, tone)

    @property
    def dark(self) -> Paint:
        """What is black in every ink: windows, gates."""
        return Paint(fill=BLACK if self.saver else self.night)
