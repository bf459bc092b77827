"""Faces to PDF: the one back end for everything with exact geometry.

What is put down more than once (a back, a symbol, a frame of marks) becomes a form, drawn once; each run
of type becomes one text object; fonts are embedded and cut down to the letters used. Pages are drawn as they
come and not kept. The same pages give the same bytes.
"""

from collections.abc import Iterable, Sequence
from threading import Lock

from companion.press.face import Circle, Face, Image, Path, Rectangle, Stamp, Text
from companion.press.page import Page
from companion.press.pdf.bindery import OVERPRINT, Bindery, Corners, Surface
from companion.press.pdf.operators import K, colour_operator, drawn, page_matrix, placement, rectangle, shape
from companion.press.pdf.type_case import TypeCase
from companion.press.pdf.wayfinding import Signs, signed

SHAPES = (Rectangle, Circle, Path)

HEAVY = 30
"""A drawing of more marks than this is a form at once: it would be large twice."""

ONE_AT_A_TIME = Lock()
"""The fonts are shared by all files, and reading one moves a place in it: two threads must not at once."""


def pdf(pages: Iterable[Page], *, title: str, lang: str = "en-GB", duplex: str = "") -> bytes:
    """The pages as one PDF that asks to be printed at its true size, and how its paper is turned."""
    with ONE_AT_A_TIME:
        writer = _Writer(title, lang)
        if duplex:
            writer.bindery.canvas.setViewerPreference("Duplex", duplex)
        signs: list[Signs] = []
        for page in pages:
            writer.add(page)
            signs.append(Signs(page.heads, page.jumps))
        made = writer.bindery.file()
    return signed(made, signs) if any(each.heads or each.jumps for each in signs) else made


class _Writer:
    """One file on its way: which faces were drawn, and under which name those are kept that came back."""

    def __init__(self, title: str, lang: str) -> None:
        self.bindery = Bindery(title, lang)
        self.drawn: dict[Face, str] = {}
        self.cases: dict[str, TypeCase] = {}

    def add(self, page: Page) -> None:
        surface = Surface()
        if page.true:
            surface.out.append(page_matrix(page.true, page.height))
        for stamp in page.stamps:
            self._stamp(stamp, page.height, surface)
        self.bindery.for_print_house = bool(page.trim)
        self.bindery.page(surface, (page.width * K, page.height * K), _boxes(page))

    def _stamp(self, stamp: Stamp, height: float, surface: Surface) -> None:
        surface.out.append(f"q {placement(stamp, height)}")
        if stamp.window:
            surface.out.append(f"{rectangle(stamp.window, stamp.face.height)} W n")
        form = self._form(stamp.face)
        if form:
            surface.forms[form] = None
            surface.out.append(f"/{form} Do")
        else:
            self._marks(stamp.face, surface)
        surface.out.append("Q")

    def _form(self, face: Face) -> str:
        """The name of a face that is put down again; nothing for one that is drawn where it stands."""
        form = self.drawn.get(face)
        if form:
            return form
        if form is None and len(face.marks) <= HEAVY:
            self.drawn[face] = ""
            return ""
        if any(isinstance(mark, SHAPES) and mark.paint.spot for mark in face.marks):
            return ""  # what a machine cuts stands on the page itself: its program may not look into forms
        surface = Surface()
        self._marks(face, surface)
        x, y, width, height = face.box("bleed")
        box = (x * K, (face.height - y - height) * K, (x + width) * K, (face.height - y) * K)
        self.drawn[face] = self.bindery.form(surface, box)
        return self.drawn[face]

    def _marks(self, face: Face, surface: Surface) -> None:
        run: list[Text] = []
        out, height = surface.out, face.height
        for mark in face.marks:
            if isinstance(mark, Text):
                run.append(mark)
                continue
            if run:
                out.append(self._text(run, height))
                run = []
            if isinstance(mark, Stamp):
                self._stamp(mark, height, surface)
            elif isinstance(mark, Image):
                self._image(mark, height, surface)
            elif mark.paint.spot:
                self._plate(mark, height, surface)
            else:
                out.append(drawn(mark, height))
        if run:
            out.append(self._text(run, height))

    def _plate(self, mark: Rectangle | Circle | Path, height: float, surface: Surface) -> None:
        """A line in an ink and on a layer of its own, over what is printed and not printed itself."""
        plate = self.bindery.plate(surface, mark.paint.spot)
        layer = self.bindery.layer(surface, mark.paint.spot)
        line = f"{mark.paint.width * K:.3f} w {shape(mark, height)} S"
        surface.out.append(f"/OC /{layer} BDC q /{OVERPRINT} gs /{plate} CS 1 SCN {line} Q EMC")

    def _image(self, mark: Image, height: float, surface: Surface) -> None:
        """A picture in its box, kept once however often it is put down."""
        name = self.bindery.picture(mark.pixels)
        surface.forms[name] = None
        x, y, wide, high = mark.box
        low = height - y - high
        surface.out.append(f"q {wide * K:.3f} 0 0 {high * K:.3f} {x * K:.3f} {low * K:.3f} cm /{name} Do Q")

    def _text(self, run: Sequence[Text], height: float) -> str:
        """A run of type as one text object: font, colour and spacing are named where they change."""
        set_in, colour, spaced, leading, at_x, at_y = "", None, 0.0, 0, 0, 0
        parts = ["BT"]
        for text in run:
            if text.colour is not colour:
                colour = text.colour
                parts.append(colour_operator(colour, "g", "rg"))
            if text.spacing != spaced:
                spaced = text.spacing
                parts.append(f"{spaced:.3f} Tc")
            # Moves are counted in whole thousandths of a point, so that no rounding adds up.
            x, y = round(text.x * K * 100) * 10, round((height - text.y) * K * 100) * 10
            pitch, lines = round(text.pitch * K * 1000), text.text.count("\n")
            if lines and pitch != leading:
                leading = pitch
                parts.append(f"{leading / 1000:g} TL")
            parts.append(f"{(x - at_x) / 1000:.7g} {(y - at_y) / 1000:.7g} Td")
            at_x, at_y = x, y - lines * pitch
            case = self.cases.get(text.font) or self._case(text.font)
            shown, set_in = case.set(text.text, f"{text.size:g}", set_in)
            parts.append(shown)
        parts.append("0 Tc ET" if spaced else "ET")
        return " ".join(parts)

    def _case(self, name: str) -> TypeCase:
        self.cases[name] = TypeCase(name, self.bindery.book, self.bindery.foreign)
        return self.cases[name]


def _boxes(page: Page) -> dict[str, Corners]:
    """What a print house reads: the cut piece, and that the ink reaches the page's edge."""
    if not page.trim:
        return {}
    low, high = page.height - page.trim.bottom, page.height - page.trim.y
    trim = (page.trim.x * K, low * K, page.trim.right * K, high * K)
    return {"TrimBox": trim, "BleedBox": (0, 0, page.width * K, page.height * K)}
