"""What the pictures of the landscapes are put together from: towers, cottages, trees, beasts, reeds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.verraeter.printables.outlines import Runs, moved, outline
from companion.press.colours import BLACK, WHITE, Colour, rgb
from companion.press.face import Circle, Mark, Paint, Path

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
EDGE: Colour = rgb("#3a3026")


@dataclass(frozen=True, slots=True)
class Brush:
    """How a picture is drawn: full of colour, or in outlines alone; and whose banner flies."""

    saver: bool
    banner: Colour

    def area(self, tone: str) -> Paint:
        """Ground without an edge; an outline where ink is saved."""
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=0.16)
        return Paint(fill=TONES[tone])

    def thing(self, tone: str, width: float = 0.22) -> Paint:
        """Something with an edge."""
        if self.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=width)
        return Paint(fill=TONES[tone], stroke=EDGE, width=width)

    def pen(self, width: float = 0.22, tone: str = "") -> Paint:
        """A line."""
        return Paint(stroke=BLACK if self.saver else TONES.get(tone, EDGE), width=width)

    def fine(self, tone: str, width: float = 0.2) -> Paint:
        """A line in a tone of its own, thinner where there is no colour."""
        return self.pen(0.16) if self.saver else self.pen(width, tone)

    @property
    def dark(self) -> Paint:
        """What is black in every ink: windows, gates."""
        return Paint(fill=BLACK if self.saver else TONES["night"])

    @property
    def flag(self) -> Paint:
        """The house's banner."""
        return Paint(
            fill=WHITE if self.saver else self.banner, stroke=BLACK if self.saver else EDGE, width=0.2
        )


def shape(written: str | Runs, paint: Paint, at: tuple[float, float, float] = (0, 0, 1)) -> Path:
    """An outline put at x and y, enlarged."""
    runs = outline(written) if isinstance(written, str) else written
    return Path(moved(runs, *at), paint, closed=paint.fill is not None)


def sky(brush: Brush, sun: tuple[float, float, float]) -> Iterator[Mark]:
    """The sky over ninety by sixty, with its sun and two streaks of cloud."""
    if not brush.saver:
        yield shape("M0 0L90 0L90 60L0 60Z", brush.area("sky"))
    yield Circle(*sun, brush.thing("sun", 0.2) if brush.saver else brush.area("sun"))
    x, y, radius = sun
    if not brush.saver:
        yield Circle(x, y, radius * 1.35, Paint(stroke=TONES["sun"], width=0.18))
    cloud = "M0 0C3 -1.6 6 -1.6 8 -0.6C10 -2.4 14 -2.2 15 -0.4C18 -1 20 -0.4 21 0.4L-1 0.4Z"
    paint = brush.pen(0.14) if brush.saver else brush.area("haze")
    yield shape(cloud, paint, (12, 12, 0.9))
    yield shape(cloud, paint, (58, 8, 0.75))


def banner(brush: Brush, x: float, y: float, size: float = 1.0) -> Iterator[Mark]:
    """A pole with a swallow-tailed banner, its foot at (x, y)."""
    yield shape("M0 0L0 -8", brush.pen(0.3), (x, y, size))
    yield shape("M0 -8C2 -9 3 -7 6.4 -8L4.8 -6.2L6.4 -4.4C3 -3.4 2 -5.4 0 -4.4Z", brush.flag, (x, y, size))


def tower(brush: Brush, at: tuple[float, float, float], roof: bool = True) -> Iterator[Mark]:
    """A round tower with battlements or a pointed roof; its foot's middle is at x, y."""
    yield shape("M-3 0L-3 -14L3 -14L3 0Z", brush.thing("wall"), at)
    if not brush.saver:
        yield shape("M0.8 0L0.8 -14L2.9 -14L2.9 0Z", brush.area("stone"), at)
    yield shape(
        "M-3.8 -14L-3.8 -17L-2.2 -17L-2.2 -15.6L-0.8 -15.6L-0.8 -17L0.8 -17L0.8 -15.6L2.2 -15.6L2.2 -17"
        "L3.8 -17L3.8 -14Z",
        brush.thing("wall"),
        at,
    )
    if roof:
        yield shape("M-3.4 -16.4L0 -24L3.4 -16.4Z", brush.thing("roof"), at)
        if not brush.saver:
            yield shape("M0 -23.4L1 -16.5L3.1 -16.5Z", brush.area("night"), at)
    slits = "M-0.4 -11L0.4 -11L0.4 -8.6L-0.4 -8.6Z M-1.9 -6L-1.2 -6L-1.2 -4L-1.9 -4Z"
    yield shape(slits, brush.dark, at)


def cottage(brush: Brush, at: tuple[float, float, float], roof: str = "thatch") -> Iterator[Mark]:
    """A timbered house seen from its gable; the foot of its left corner is at x, y."""
    yield shape("M5 0L5 -5L12 -5L12 0Z", brush.thing("wall"), at)
    yield shape("M0 0L0 -5L2.5 -9L5 -5L5 0Z", brush.thing("wool"), at)
    yield shape("M2 -9.6L10.2 -9.6L13 -4.6L5.6 -4.6Z", brush.thing(roof), at)
    yield shape("M-0.6 -4.6L2 -9.6L2.9 -9.6L5.7 -4.4L4.9 -4L2.4 -8.2L0.2 -4.2Z", brush.thing(roof), at)
    yield shape("M0 -4.4L5 -4.4M1.3 0L1.3 -4.4M3.7 0L3.7 -4.4M2.5 -4.4L2.5 -7.8", brush.pen(0.18), at)
    yield shape(
        "M1.8 0L1.8 -2.6L3.2 -2.6L3.2 0Z M6.6 -3.4L8 -3.4L8 -1.9L6.6 -1.9Z"
        "M9.6 -3.4L11 -3.4L11 -1.9L9.6 -1.9Z",
        brush.dark,
        at,
    )
    yield shape("M8.6 -9.4L8.6 -11.6L10 -11.6L10 -9.4Z", brush.thing("stone"), at)


def fir(brush: Brush, at: tuple[float, float, float], tone: str = "deep") -> Iterator[Mark]:
    """A fir; its foot is at x, y."""
    yield shape("M-0.6 0L-0.6 -2.4L0.6 -2.4L0.6 0Z", brush.thing("bark", 0.16), at)
    yield shape(
        "M0 -17L2 -12.6L1.2 -12.8L3.2 -8.6L2 -8.8L4.4 -4.4L2.2 -4.8L5 -1.6Q0 -0.4 -5 -1.6L-2.2 -4.8L-4.4 -4.4"
        "L-2 -8.8L-3.2 -8.6L-1.2 -12.8L-2 -12.6Z",
        brush.thing(tone),
        at,
    )
    light = brush.fine("dark")
    yield shape("M0.4 -13L1.2 -11M0.6 -9.6L2 -7M0.8 -5.8L3 -3M-0.6 -8L-1.6 -6", light, at)


def oak(brush: Brush, at: tuple[float, float, float], tone: str = "grass") -> Iterator[Mark]:
    """A broad tree; its foot is at x, y."""
    yield shape("M-1.6 0C-0.8 -1.6 -0.8 -4 -0.9 -6L1 -6C0.9 -4 1 -1.6 1.8 0Z", brush.thing("bark", 0.2), at)
    yield shape(
        "M-6 -5.4C-8.6 -6.4 -8.4 -10 -6 -10.6C-6.4 -13.6 -2.6 -15 -1 -13.2C0.6 -15.6 4.8 -14.8 5 -11.8"
        "C8.2 -11.6 8.6 -7.2 6 -6.2C5.4 -4.2 2.4 -4 1.4 -5.2C0 -3.6 -2.4 -4 -3 -5C-4 -4 -5.6 -4.4 -6 -5.4Z",
        brush.thing(tone),
        at,
    )
    curls = (
        "M-4 -9.4Q-3 -10.8 -1.6 -10M0.6 -11.4Q2 -12.6 3.2 -11.2"
        "M1 -7.4Q2.6 -8.6 4 -7.4M-3.6 -6.6Q-2.6 -7.6 -1.4 -6.8"
    )
    yield shape(curls, brush.fine("dark"), at)


def sheep(brush: Brush, at: tuple[float, float, float]) -> Iterator[Mark]:
    """A sheep that grazes; its hooves stand at y."""
    yield shape("M-1.8 0L-1.8 -1.6M-1 0L-1 -1.6M1 0L1 -1.6M1.8 0L1.8 -1.6", brush.pen(0.35), at)
    yield shape(
        "M-2.4 -1.4C-3.6 -1.8 -3.4 -3.4 -2.4 -3.6C-2.4 -4.8 -0.8 -5 -0.2 -4.4C0.6 -5.2 2 -4.8 2.2 -4"
        "C3.4 -4 3.6 -2.2 2.6 -1.6C1.6 -0.8 0.4 -1 0 -1.4C-0.8 -0.8 -1.8 -0.8 -2.4 -1.4Z",
        brush.thing("wool"),
        at,
    )
    yield shape("M-3 -3.4C-4.2 -3.6 -4.8 -2 -4.6 -1.2C-4 -0.8 -3.2 -1.4 -3 -2.2Z", brush.dark, at)


def reeds(brush: Brush, at: tuple[float, float, float]) -> Iterator[Mark]:
    """A tuft of rushes with their brown heads; its foot is at x, y."""
    stalks = (
        "M0 0Q-0.4 -6 -1.6 -10M0.4 0Q0.4 -7 0.6 -12.4M0.8 0Q1.6 -5 3.2 -8.6M-0.4 0Q-2 -4 -4 -6"
        "M1.2 0Q3 -3 5 -4.4"
    )
    yield shape(stalks, brush.pen(0.32, "dark"), at)
    heads = (
        "M-2 -9.6Q-2.4 -11.8 -1.6 -13Q-0.8 -11.8 -1.2 -9.4Z M0.2 -12Q0.1 -14.4 0.7 -15.6Q1.3 -14.4 1 -12Z"
        "M2.8 -8.2Q2.9 -10.4 3.9 -11.2Q4.3 -9.8 3.6 -7.9Z"
    )
    yield shape(heads, brush.thing("bark", 0.14), at)
