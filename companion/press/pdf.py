"""Faces to PDF: the one back end for everything with exact geometry.

What is put down more than once (a back, a symbol, a frame of marks) becomes a form, drawn once; each run
of type becomes one text object; fonts are embedded and cut down to the letters used. The same pages give
the same bytes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from io import BytesIO
from threading import Lock

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from companion.press.face import Box, Circle, Face, Path, Rectangle, Stamp, Text
from companion.press.fonts import LABEL, font
from companion.press.operators import K, colour_operator, drawn, page_matrix, placement, rectangle, shape
from companion.press.page import Page
from companion.press.type_case import TypeCase

rl_config.useA85 = 0

type Inner = dict[Face, list[Stamp]]

SHAPES = (Rectangle, Circle, Path)

ONE_AT_A_TIME = Lock()
"""The fonts are shared by all files, and reading one moves a place in it: two threads must not at once."""


def pdf(pages: Sequence[Page], *, title: str, lang: str = "en-GB") -> bytes:
    """The pages as one PDF that asks to be printed at its true size."""
    with ONE_AT_A_TIME:
        return _Writer(title, lang).write(pages)


class _Writer:
    """One file on its way: the canvas, and the forms drawn so far."""

    def __init__(self, title: str, lang: str) -> None:
        font(LABEL)
        self.file = BytesIO()
        self.canvas = Canvas(
            self.file, invariant=1, pageCompression=1, pdfVersion=(1, 7), initialFontName=LABEL, lang=lang
        )
        self.canvas.setTitle(title)
        self.canvas.setCreator("Companion")
        self.canvas.setAuthor("")
        self.canvas.setSubject(title)
        for preference, value in (("PrintScaling", "None"), ("DisplayDocTitle", "true")):
            self.canvas.setViewerPreference(preference, value)
        self.forms: dict[Face, str] = {}
        self.cases: dict[str, TypeCase] = {}

    def write(self, pages: Sequence[Page]) -> bytes:
        used, inner = _uses(stamp for page in pages for stamp in page.stamps)
        for page in pages:
            self.canvas.setPageSize((page.width * K, page.height * K))
            for stamp in page.stamps:
                self._prepare(stamp.face, used, inner)
            if page.trim:
                self._boxes(page.trim, page)
            if page.true:
                self.canvas._code.append(page_matrix(page.true, page.height))
            for stamp in page.stamps:
                self._stamp(stamp, page.height, self.canvas._code)
            self.canvas.showPage()
        self.canvas.save()
        return self.file.getvalue()

    def _boxes(self, trim: Box, page: Page) -> None:
        """What a print house reads: the cut piece, and that the ink reaches the page's edge."""
        low, high = page.height - trim.bottom, page.height - trim.y
        self.canvas.setTrimBox((trim.x * K, low * K, trim.right * K, high * K))
        self.canvas.setBleedBox((0, 0, page.width * K, page.height * K))

    def _prepare(self, face: Face, used: Counter[Face], inner: Inner) -> None:
        """Draw the face as a form if it comes back, and before it the faces that it holds."""
        if face in self.forms:
            return
        for stamp in inner[face]:
            self._prepare(stamp.face, used, inner)
        if used[face] < 2 or any(isinstance(mark, SHAPES) and mark.paint.spot for mark in face.marks):
            return  # ReportLab gives a form no plates of its own
        x, y, width, height = face.box("bleed")
        low = (face.height - y - height) * K
        self.canvas.beginForm(f"f{len(self.forms)}", x * K, low, (x + width) * K, (face.height - y) * K)
        self._marks(face, self.canvas._code)
        self.canvas.endForm()
        self.forms[face] = f"f{len(self.forms)}"

    def _stamp(self, stamp: Stamp, height: float, out: list[str]) -> None:
        a, b, c, d, e, f = placement(stamp, height)
        out.append(f"q {a:.5g} {b:.5g} {c:.5g} {d:.5g} {e:.3f} {f:.3f} cm")
        if stamp.window:
            out.append(f"{rectangle(stamp.window, stamp.face.height)} W n")
        form = self.forms.get(stamp.face)
        if form:
            self.canvas._formsinuse.append(form)
            out.append(f"/{self.canvas._doc.getXObjectName(form)} Do")
        else:
            self._marks(stamp.face, out)
        out.append("Q")

    def _marks(self, face: Face, out: list[str]) -> None:
        run: list[Text] = []
        for mark in face.marks:
            if isinstance(mark, Text):
                run.append(mark)
                continue
            if run:
                out.append(self._text(run, face.height))
                run = []
            if isinstance(mark, Stamp):
                self._stamp(mark, face.height, out)
            elif mark.paint.spot:
                self._plate(mark, face.height)
            else:
                out.append(drawn(mark, face.height))
        if run:
            out.append(self._text(run, face.height))

    def _plate(self, mark: Rectangle | Circle | Path, height: float) -> None:
        """A line in an ink of its own, over what is printed and not instead of it."""
        paint, canvas = mark.paint, self.canvas
        plate = canvas._checkSeparation(CMYKColorSep(0, 1, 0, 0, spotName=paint.spot))
        canvas._code.append("q")
        canvas.setStrokeOverprint(True)
        canvas._code.append(f"/{plate} CS 1 SCN {paint.width * K:.3f} w {shape(mark, height)} S")
        canvas.setStrokeOverprint(False)
        canvas._code.append("Q")

    def _text(self, run: Sequence[Text], height: float) -> str:
        """A run of lines as one text object: font, colour and spacing are named where they change."""
        set_in, colour, spaced, at_x, at_y = "", None, 0.0, 0, 0
        parts = ["BT"]
        for line in run:
            if line.colour is not colour:
                colour = line.colour
                parts.append(colour_operator(colour, "g", "rg"))
            if line.spacing != spaced:
                spaced = line.spacing
                parts.append(f"{spaced:.3f} Tc")
            # Moves are counted in whole hundredths of a point, so that no rounding adds up.
            x, y = round(line.x * K * 100), round((height - line.y) * K * 100)
            parts.append(f"{(x - at_x) / 100:g} {(y - at_y) / 100:g} Td")
            at_x, at_y = x, y
            for name, shown in (self.cases.get(line.font) or self._case(line.font)).set(line.text):
                wanted = f"{name} {line.size:g} Tf"
                parts.append(f"[({shown})] TJ" if wanted == set_in else f"{wanted} [({shown})] TJ")
                set_in = wanted
        parts.append("0 Tc ET" if spaced else "ET")
        return " ".join(parts)

    def _case(self, name: str) -> "TypeCase":
        self.cases[name] = TypeCase(name, self.canvas)
        return self.cases[name]


def _uses(stamps: Iterable[Stamp]) -> tuple[Counter[Face], Inner]:
    """How often each face is put down, those within faces counted once a face; and what each face holds."""
    used: Counter[Face] = Counter()
    inner: Inner = {}
    waiting = list(stamps)
    while waiting:
        face = waiting.pop().face
        used[face] += 1
        if face not in inner:
            inner[face] = [mark for mark in face.marks if type(mark) is Stamp]
            waiting += inner[face]
    return used, inner
