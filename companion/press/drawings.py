"""Drawings in the midst of running text: our own machine draws them, the typesetter only leaves their places.

The typesetter would draw what is used a hundred times a hundred times over: a map took it ten seconds.
What `svg` wrote is read back as faces, an empty picture goes to the typesetter in each one's stead, and in
its file the picture becomes a form. A face that several drawings share is in the file once.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]  # it has no stubs

from companion.press.colours import Colour
from companion.press.face import POINT, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import FAMILIES
from companion.press.page import Page
from companion.press.typesetter import PLACE, SCHEME

OURS = re.compile(
    r'(<svg xmlns="[^"]*" viewBox="0 0 [^>]* text-rendering="geometricPrecision".*?</title>).*?</svg>', re.S
)
"""A drawing as `svg` writes it; its head stays: how large it is, and what is read aloud."""

NEAR = 500.0
"""Millimetres: how wide and high a face is taken to be that does not say it; nothing is cut off by that."""

FONTS = {told: font for font, told in FAMILIES.items()}
NUMBER = re.compile(r"-?[\d.]+")


def text_alone(markup: str) -> str:
    """What the typesetter has to set of a text."""
    return OURS.sub("", markup)


class Drawings:
    """Those of one text, in its order."""

    def __init__(self, markup: str) -> None:
        self.pages: list[Page] = []
        self._faces: dict[tuple[Mark, ...], Face] = {}
        self.text = OURS.sub(self._lifted, markup)

    def _lifted(self, met: re.Match[str]) -> str:
        page = self._page(fromstring(met[0]))
        if page is None:
            return met[0]
        self.pages.append(page)
        place = f'href="{SCHEME}{PLACE}{len(self.pages) - 1}" width="{page.width:g}" height="{page.height:g}"'
        return f'{met[1]}<image {place} preserveAspectRatio="none"/></svg>'

    def _page(self, drawing: Element) -> Page | None:
        """The drawing as a page of its own; nothing where it holds what only a browser can read."""
        width, height = map(float, drawing.attrib["viewBox"].split()[2:])
        known: dict[str, Face] = {}
        windows: dict[str, Box] = {}
        title, definitions, *shown = drawing
        try:
            for each in definitions:
                if _kind(each) == "clipPath":
                    windows[each.attrib["id"]] = _box(each[0])
                else:
                    known[each.attrib["id"]] = self._face(tuple(_mark(part, known, windows) for part in each))
            marks = tuple(_mark(part, known, windows) for part in shown)
        except KeyError:
            return None
        face = Face(width, height, marks, read="aside")
        return Page(width, height, (Stamp(face, 0, 0),), title.text or "")

    def _face(self, marks: tuple[Mark, ...]) -> Face:
        return self._faces.setdefault(marks, Face(NEAR, NEAR, marks, bleed=NEAR))

    def put_into(self, pdf: bytes) -> bytes:
        """The typesetter's file with every drawing in its place."""
        if not self.pages:
            return pdf
        import pikepdf

        from companion.press.pdf import pdf as drawn
        from companion.press.pdf.grafts import unmarked

        out = BytesIO()
        with (
            pikepdf.open(BytesIO(pdf)) as file,
            pikepdf.open(BytesIO(drawn(self.pages, title="Drawings"))) as ours,
        ):
            forms = [file.copy_foreign(unmarked(page.as_form_xobject())) for page in ours.pages]
            for picture, number in list(_places(file)):
                _become(picture, forms[number])
            file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _places(file: Any) -> Iterator[tuple[Any, int]]:
    """The empty pictures, each with the number of the drawing for which it stands."""
    from pikepdf import Stream

    for each in file.objects:
        if isinstance(each, Stream) and each.get("/Subtype") == "/Image" and each.get("/Width") == len(PLACE):
            yield each, int.from_bytes(each.read_bytes()[:3])


def _become(picture: Any, form: Any) -> None:
    """A picture fills a square of one by one, wherever it is put down: so does the form that it becomes."""
    from pikepdf import Array, Dictionary, Name

    left, low, right, high = (float(each) for each in form.BBox)
    wide, tall = right - left, high - low
    told = Dictionary(
        Type=Name("/XObject"), Subtype=Name("/Form"), BBox=form.BBox, Resources=form.Resources,
        Matrix=Array([Decimal(f"{1 / wide:.9f}"), 0, 0, Decimal(f"{1 / tall:.9f}"), 0, 0]),
    )  # fmt: skip
    picture.stream_dict = told
    picture.write(form.read_bytes())


def _kind(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _box(element: Element) -> Box:
    at = element.attrib
    return Box(float(at.get("x", 0)), float(at.get("y", 0)), float(at["width"]), float(at["height"]))


def _mark(element: Element, known: dict[str, Face], windows: dict[str, Box]) -> Mark:
    """What one element draws; `KeyError` for one that only a browser can read."""
    at = element.attrib
    match _kind(element):
        case "use":
            return _stamp(at, known, windows)
        case "rect":
            return Rectangle(_box(element), _paint(at), float(at.get("rx", 0)))
        case "circle":
            return Circle(float(at["cx"]), float(at["cy"]), float(at["r"]), _paint(at))
        case "path":
            runs = at["d"].rstrip("Z").split("M")[1:]
            return Path(tuple(map(_points, runs)), _paint(at), closed=at["d"].endswith("Z"))
        case "text":
            font = FONTS[at["font-family"], int(at["font-weight"]), at.get("font-style", "normal")]
            size, spacing = float(at["font-size"]) / POINT, float(at.get("letter-spacing", 0)) / POINT
            x, y = float(at["x"]), float(at["y"])
            return Text(x, y, element.text or "", font, size, _colour(at["fill"]), spacing)
    raise KeyError(element.tag)


def _stamp(at: dict[str, str], known: dict[str, Face], windows: dict[str, Box]) -> Stamp:
    told = dict(re.findall(r"(\w+)\(([^)]*)\)", at["transform"]))
    (x, y), turn = map(float, told["translate"].split()), int(told.get("rotate", 0)) // 90
    scale, face = float(told.get("scale", 1)), known[at["href"][1:]]
    right, down = {0: (0, 0), 1: (NEAR, 0), 2: (NEAR, NEAR), 3: (0, NEAR)}[turn]
    window = windows[at["clip-path"][5:-1]] if "clip-path" in at else None
    return Stamp(face, x - right * scale, y - down * scale, scale, turn, window)  # type: ignore[arg-type]  # a quarter


def _points(run: str) -> tuple[tuple[float, float], ...]:
    numbers = list(map(float, NUMBER.findall(run)))
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _paint(at: dict[str, str]) -> Paint:
    fill, stroke = (None if at.get(key, "none") == "none" else _colour(at[key]) for key in ("fill", "stroke"))
    dash = tuple(float(part) for part in at.get("stroke-dasharray", "").split())
    return Paint(fill=fill, stroke=stroke, width=float(at.get("stroke-width", 0)), dash=dash)


def _colour(code: str) -> Colour:
    code = code if len(code) == 7 else "#" + "".join(2 * letter for letter in code[1:])
    parts = tuple(int(code[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return parts[:1] if len(set(parts)) == 1 else parts  # type: ignore[return-value]  # one or three
