"""Faces to PDF: the one back end for everything with exact geometry.

What is put down more than once (a back, a symbol, a frame of marks) becomes a form, drawn once; each run
of type becomes one text object; fonts are embedded and cut down to the letters used. The same pages give
the same bytes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.press.colours import Colour
from companion.press.face import POINT, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import LABEL, font
from companion.press.page import Page

rl_config.useA85 = 0

K = 1 / POINT
"""Points in a millimetre."""

ARC = 0.5522847498
"""How far the handles of a quarter circle reach, as a share of its radius."""


def pdf(pages: Sequence[Page], *, title: str, lang: str = "en-GB") -> bytes:
    """The pages as one PDF that asks to be printed at its true size."""
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

    def write(self, pages: Sequence[Page]) -> bytes:
        used = _uses(stamp for page in pages for stamp in page.stamps)
        for page in pages:
            self.canvas.setPageSize((page.width * K, page.height * K))
            for stamp in page.stamps:
                self._prepare(stamp.face, used)
            for stamp in page.stamps:
                self.canvas._code.extend(self._stamp(stamp, page.height))
            self.canvas.showPage()
        self.canvas.save()
        return self.file.getvalue()

    def _prepare(self, face: Face, used: Counter[Face]) -> None:
        """Draw the face as a form if it comes back, and before it the faces that it holds."""
        if face in self.forms:
            return
        for mark in face.marks:
            if isinstance(mark, Stamp):
                self._prepare(mark.face, used)
        if used[face] < 2:
            return
        x, y, width, height = face.box("bleed")
        low = (face.height - y - height) * K
        self.canvas.beginForm(f"f{len(self.forms)}", x * K, low, (x + width) * K, (face.height - y) * K)
        self.canvas._code.extend(self._marks(face))
        self.canvas.endForm()
        self.forms[face] = f"f{len(self.forms)}"

    def _stamp(self, stamp: Stamp, height: float) -> Iterator[str]:
        yield "q " + " ".join(f"{number:.5f}" for number in placement(stamp, height)) + " cm"
        if stamp.window:
            x, y, width, tall = stamp.window
            yield f"{_rectangle(Box(x, y, width, tall), stamp.face.height)} W n"
        if stamp.face in self.forms:
            self.canvas._formsinuse.append(self.forms[stamp.face])
            yield f"/{self.canvas._doc.getXObjectName(self.forms[stamp.face])} Do"
        else:
            yield from self._marks(stamp.face)
        yield "Q"

    def _marks(self, face: Face) -> Iterator[str]:
        run: list[Text] = []
        for mark in face.marks:
            if isinstance(mark, Text):
                run.append(mark)
                continue
            yield from self._text(run, face.height)
            run = []
            yield from self._stamp(mark, face.height) if isinstance(mark, Stamp) else _draw(mark, face.height)
        yield from self._text(run, face.height)

    def _text(self, run: Sequence[Text], height: float) -> Iterator[str]:
        """A run of lines as one text object: font, colour and spacing are named where they change."""
        if not run:
            return
        document, escape = self.canvas._doc, self.canvas._escape
        set_in, colour, spacing = "", None, 0.0
        yield "BT"
        for line in run:
            if line.colour != colour:
                yield _colour(line.colour, "g", "rg")
                colour = line.colour
            if line.spacing != spacing:
                yield f"{line.spacing:.3f} Tc"
                spacing = line.spacing
            yield f"1 0 0 1 {line.x * K:.3f} {(height - line.y) * K:.3f} Tm"
            for subset, letters in font(line.font).splitString(line.text, document):
                wanted = f"{font(line.font).getSubsetInternalName(subset, document)} {line.size:g} Tf"
                yield f"({escape(letters)}) Tj" if wanted == set_in else f"{wanted} ({escape(letters)}) Tj"
                set_in = wanted
        yield "0 Tc ET" if spacing else "ET"


def placement(stamp: Stamp, height: float) -> tuple[float, ...]:
    """The six numbers that carry a face, written from its lower left corner in points, to its place."""
    s, w, h = stamp.scale, stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    x, top = stamp.x, height - stamp.y
    a, b, c, d, e, f = {
        0: (s, 0, 0, s, x, top - h),
        1: (0, -s, s, 0, x, top),
        2: (-s, 0, 0, -s, x + w, top),
        3: (0, s, -s, 0, x + h, top - w),
    }[stamp.turn]
    return (a, b, c, d, e * K, f * K)


def _uses(stamps: Iterable[Stamp]) -> Counter[Face]:
    """How often each face is put down, those within faces counted once a face."""
    used: Counter[Face] = Counter()
    waiting = list(stamps)
    while waiting:
        face = waiting.pop().face
        used[face] += 1
        if used[face] == 1:
            waiting += [mark for mark in face.marks if isinstance(mark, Stamp)]
    return used


def _draw(mark: Mark, height: float) -> Iterator[str]:
    """The operators of one shape."""
    assert not isinstance(mark, Text | Stamp)
    paint = mark.paint
    if not paint.fill and not paint.stroke:
        return
    yield from _paint(paint)
    if isinstance(mark, Rectangle):
        yield _rounded(mark, height) if mark.radius else _rectangle(mark.box, height)
    elif isinstance(mark, Circle):
        box = Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
        yield _rounded(Rectangle(box, paint, mark.radius), height)
    else:
        yield " ".join(_run(run, mark, height) for run in mark.runs)
    yield ("B" if paint.stroke else "f") if paint.fill else "S"
    if paint.dash:
        yield "[] 0 d"


def _paint(paint: Paint) -> Iterator[str]:
    if paint.fill:
        yield _colour(paint.fill, "g", "rg")
    if paint.stroke:
        yield f"{_colour(paint.stroke, 'G', 'RG')} {paint.width * K:.3f} w"
    if paint.dash:
        yield f"[{' '.join(f'{part * K:.3f}' for part in paint.dash)}] 0 d"


def _colour(colour: Colour, one: str, three: str) -> str:
    numbers = " ".join(f"{part:.4g}" for part in colour)
    return f"{numbers} {one if len(colour) == 1 else three}"


def _rectangle(box: Box, height: float) -> str:
    return f"{box.x * K:.3f} {(height - box.bottom) * K:.3f} {box.width * K:.3f} {box.height * K:.3f} re"


def _run(run: Sequence[tuple[float, float]], path: Path, height: float) -> str:
    points = [f"{x * K:.3f} {(height - y) * K:.3f}" for x, y in run]
    return f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])}{' h' if path.closed else ''}"


def _rounded(mark: Rectangle, height: float) -> str:
    box, r = mark.box, min(mark.radius, mark.box.width / 2, mark.box.height / 2)
    x0, x1, y0, y1 = box.x * K, box.right * K, (height - box.bottom) * K, (height - box.y) * K
    r, h = r * K, r * K * (1 - ARC)
    return (
        f"{x0 + r:.3f} {y0:.3f} m {x1 - r:.3f} {y0:.3f} l "
        f"{x1 - h:.3f} {y0:.3f} {x1:.3f} {y0 + h:.3f} {x1:.3f} {y0 + r:.3f} c {x1:.3f} {y1 - r:.3f} l "
        f"{x1:.3f} {y1 - h:.3f} {x1 - h:.3f} {y1:.3f} {x1 - r:.3f} {y1:.3f} c {x0 + r:.3f} {y1:.3f} l "
        f"{x0 + h:.3f} {y1:.3f} {x0:.3f} {y1 - h:.3f} {x0:.3f} {y1 - r:.3f} c {x0:.3f} {y0 + r:.3f} l "
        f"{x0:.3f} {y0 + h:.3f} {x0 + h:.3f} {y0:.3f} {x0 + r:.3f} {y0:.3f} c h"
    )
