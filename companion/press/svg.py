"""The same faces as SVG, for previews on the screen: what is seen is what is printed."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from companion.press.alphabets.order import leftward, turns
from companion.press.colours import Colour
from companion.press.face import POINT, Circle, Face, Image, Mark, Paint, Rectangle, Stamp, Text
from companion.press.fonts import FAMILIES
from companion.press.page import Page
from companion.press.text import measure


def svg(page: Page, *, title: str = "") -> str:
    """One page as a drawing; its units are millimetres. Faces used more than once are drawn once."""
    drawing = _Drawing()
    body = "".join(drawing.stamp(stamp) for stamp in page.stamps)
    if page.true:
        body = f'<g transform="matrix({" ".join(f"{part:.9g}" for part in page.true)})">{body}</g>'
    name = escape(title or page.label)
    # Letters of three units are placed as precisely as large ones, with the figures that paper has.
    type_ = 'text-rendering="geometricPrecision" font-variant="normal"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width:g} {page.height:g}" role="img"'
        f' {type_} aria-label="{name}"><title>{name}</title><defs>{"".join(drawing.definitions)}</defs>'
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="#fff"/>{body}</svg>'
    )


def outline(page: Page) -> str:
    """The marks of a page and nothing else, in true millimetres, for programs that cut."""
    marks = "".join(_mark(mark) for stamp in page.stamps for mark in stamp.face.marks)
    size = f'width="{page.width:g}mm" height="{page.height:g}mm" viewBox="0 0 {page.width:g} {page.height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{marks}</svg>'


class _Drawing:
    """One drawing on its way: the faces defined so far, each under a name of its own."""

    def __init__(self) -> None:
        self.names: dict[Face, str] = {}
        self.definitions: list[str] = []

    def stamp(self, stamp: Stamp) -> str:
        name = self._name(stamp.face)
        clip = self._clip(stamp) if stamp.window else ""
        return f'<use href="#{name}" transform="{_placement(stamp)}"{clip}/>'

    def _name(self, face: Face) -> str:
        if face not in self.names:
            body = "".join(self.stamp(m) if isinstance(m, Stamp) else _mark(m) for m in face.marks)
            self.names[face] = f"face-{len(self.names)}"
            self.definitions.append(f'<g id="{self.names[face]}">{body}</g>')
        return self.names[face]

    def _clip(self, stamp: Stamp) -> str:
        assert stamp.window
        x, y, width, height = stamp.window
        name = f"window-{len(self.definitions)}"
        window = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'
        self.definitions.append(f'<clipPath id="{name}">{window}</clipPath>')
        return f' clip-path="url(#{name})"'


def _placement(stamp: Stamp) -> str:
    width, height = stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    right, down = {0: (0.0, 0.0), 1: (height, 0.0), 2: (width, height), 3: (0.0, width)}[stamp.turn]
    parts = [f"translate({_n(stamp.x + right)} {_n(stamp.y + down)})"]
    parts += [f"rotate({90 * stamp.turn})"] if stamp.turn else []
    parts += [f"scale({stamp.scale:.6g})"] if stamp.scale != 1 else []
    return " ".join(parts)


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _mark(mark: Mark) -> str:
    if isinstance(mark, Text):
        return "".join(_line(line) for line in mark.lines())
    assert not isinstance(mark, Stamp)
    if isinstance(mark, Image):
        return _image(mark)
    paint = "".join(_paint(mark.paint))
    if isinstance(mark, Rectangle):
        x, y, width, height = (_n(number) for number in mark.box)
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{_n(mark.radius)}"{paint}/>'
    if isinstance(mark, Circle):
        return f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.radius)}"{paint}/>'
    end = "Z" if mark.closed else ""
    runs = ("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in run) + end for run in mark.runs)
    return f'<path d="{"".join(runs)}"{paint}/>'


def _image(mark: Image) -> str:
    x, y, width, height = (_n(number) for number in mark.box)
    data = b64encode(mark.pixels.data).decode()
    place = f'x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none"'
    return f'<image {place} href="data:{mark.pixels.kind};base64,{data}"/>'


def _paint(paint: Paint) -> Iterator[str]:
    yield f' fill="{_code(paint.fill)}"' if paint.fill else ' fill="none"'
    if paint.stroke:
        yield f' stroke="{_code(paint.stroke)}" stroke-width="{_n(paint.width)}"'
    if paint.dash:
        yield f' stroke-dasharray="{" ".join(_n(part) for part in paint.dash)}"'


def _code(colour: Colour) -> str:
    parts = colour * 3 if len(colour) == 1 else colour
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _line(mark: Text) -> str:
    """One line of type, held to the width that it has on paper."""
    family, weight, style = FAMILIES[mark.font]
    if mark.spacing:
        fixed = f' letter-spacing="{_n(mark.spacing * POINT)}"'
    else:
        fixed = f' textLength="{_n(measure(mark.text, mark.font, mark.size))}"' if len(mark.text) > 1 else ""
    slant = f' font-style="{style}"' if style != "normal" else ""
    # What is read from the right ends where it would begin: it still lies from `x` on, as on paper.
    way = (' direction="rtl" text-anchor="end"' if leftward(mark.text) else ' direction="ltr"') * turns(
        mark.text
    )
    return (
        f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-family="{family}" font-weight="{weight}"{slant}{way}'
        f' font-size="{_n(mark.size * POINT)}" fill="{_code(mark.colour)}"{fixed}>{escape(mark.text)}</text>'
    )
