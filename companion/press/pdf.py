"""Faces to PDF: the one back end for everything with exact geometry.

What is put down more than once (a back, a symbol, a frame of marks) becomes a form, drawn once; each run
of type becomes one text object; fonts are embedded and cut down to the letters used. The same pages give
the same bytes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from threading import Lock

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from companion.press.colours import Colour
from companion.press.face import POINT, Box, Circle, Face, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import LABEL, font
from companion.press.kerning import between
from companion.press.page import Matrix, Page

rl_config.useA85 = 0

type Inner = dict[Face, list[Stamp]]

K = 1 / POINT
"""Points in a millimetre."""

SHAPES = (Rectangle, Circle, Path)

ONE_AT_A_TIME = Lock()
"""The fonts are shared by all files, and reading one moves a place in it: two threads must not at once."""

ARC = 0.5522847498
"""How far the handles of a quarter circle reach, as a share of its radius."""


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
        self.cases: dict[str, _Case] = {}

    def write(self, pages: Sequence[Page]) -> bytes:
        used, inner = _uses(stamp for page in pages for stamp in page.stamps)
        for page in pages:
            self.canvas.setPageSize((page.width * K, page.height * K))
            for stamp in page.stamps:
                self._prepare(stamp.face, used, inner)
            if page.trim:
                self._boxes(page.trim, page)
            if page.true:
                self.canvas._code.append(_true(page.true, page.height))
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
            out.append(f"{_rectangle(stamp.window, stamp.face.height)} W n")
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
                out.append(_draw(mark, face.height))
        if run:
            out.append(self._text(run, face.height))

    def _plate(self, mark: Rectangle | Circle | Path, height: float) -> None:
        """A line in an ink of its own, over what is printed and not instead of it."""
        paint, canvas = mark.paint, self.canvas
        plate = canvas._checkSeparation(CMYKColorSep(0, 1, 0, 0, spotName=paint.spot))
        canvas._code.append("q")
        canvas.setStrokeOverprint(True)
        canvas._code.append(f"/{plate} CS 1 SCN {paint.width * K:.3f} w {_shape(mark, height)} S")
        canvas.setStrokeOverprint(False)
        canvas._code.append("Q")

    def _text(self, run: Sequence[Text], height: float) -> str:
        """A run of lines as one text object: font, colour and spacing are named where they change."""
        set_in, colour, spaced, at_x, at_y = "", None, 0.0, 0, 0
        parts = ["BT"]
        for line in run:
            if line.colour is not colour:
                colour = line.colour
                parts.append(_colour(colour, "g", "rg"))
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

    def _case(self, name: str) -> "_Case":
        self.cases[name] = _Case(name, self.canvas)
        return self.cases[name]


class _Case(dict[int, str]):
    """One font's letters in one file: each letter's code, escaped, as it is first met.

    A file's font holds 256 letters; those beyond are in a second one, and a line with such a letter is
    put together from both. Words are kept as they were set, with the moves between their letters.
    """

    def __init__(self, name: str, canvas: Canvas) -> None:
        super().__init__()
        self.font, self.canvas, self.font_name = font(name), canvas, name
        self.first = ""
        self.beyond: set[str] = set()
        self.words: dict[str, str] = {}

    def __missing__(self, code: int) -> str:
        [(subset, letter)] = self.font.splitString(chr(code), self.canvas._doc)
        if subset:
            self.beyond.add(chr(code))
        self[code] = self.canvas._escape(letter)
        return self[code]

    def set(self, text: str) -> Sequence[tuple[str, str]]:
        """The text as (font's name in the file, codes and the moves between them)."""
        known = self.words
        parts = [known.get(word) or self._word(word) for word in text.split(" ")]
        self.first = self.first or self.font.getSubsetInternalName(0, self.canvas._doc)
        if not self.beyond or self.beyond.isdisjoint(text):
            return ((self.first, self[32].join(parts)),)
        return self._mixed(text)

    def _word(self, word: str) -> str:
        """A word's codes, the string broken where its letters move: `V)30(erdun`."""
        moves = (*(between(self.font_name, *pair) for pair in pairwise(word)), 0)
        letters = zip(word, moves, strict=False)
        self.words[word] = "".join(
            f"{self[ord(one)]}){-by}(" if by else self[ord(one)] for one, by in letters
        )
        return self.words[word]

    def _mixed(self, text: str) -> Sequence[tuple[str, str]]:
        """A line that needs a second font of the file."""
        runs: list[tuple[str, str]] = []
        start = 0
        name = self.font.getSubsetInternalName
        for subset, codes in self.font.splitString(text, self.canvas._doc):
            run = text[start : start + len(codes)]
            start += len(codes)
            shown = "".join(
                f"{self.canvas._escape(codes[at : at + 1])}){-self._after(text, start - len(run) + at)}("
                for at in range(len(run))
            )
            runs.append((name(subset, self.canvas._doc), shown))
        return runs

    def _after(self, text: str, at: int) -> int:
        """The move after a letter of a line; words do not move towards each other."""
        pair = text[at : at + 2]
        return between(self.font_name, *pair) if len(pair) == 2 and " " not in pair else 0


def placement(stamp: Stamp, height: float) -> tuple[float, ...]:
    """The six numbers that carry a face, written from its lower left corner in points, to its place."""
    s, w, h = stamp.scale, stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    x, top = stamp.x, height - stamp.y
    if stamp.turn == 0:
        return (s, 0, 0, s, x * K, (top - h) * K)
    if stamp.turn == 1:
        return (0, -s, s, 0, x * K, top * K)
    if stamp.turn == 2:
        return (-s, 0, 0, -s, (x + w) * K, top * K)
    return (0, s, -s, 0, (x + h) * K, (top - w) * K)


def _true(matrix: Matrix, height: float) -> str:
    """A page's own matrix in points from the lower left corner."""
    a, b, c, d, e, f = matrix
    right, up = e + c * height, height - f - d * height
    return f"{a:.7g} {-b:.7g} {-c:.7g} {d:.7g} {right * K:.4f} {up * K:.4f} cm"


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


def _draw(mark: Rectangle | Circle | Path, height: float) -> str:
    """The operators of one shape in its paint."""
    paint = mark.paint
    drawn = ("B" if paint.stroke else "f") if paint.fill else "S" if paint.stroke else "n"
    return f"{_paint(paint)}{_shape(mark, height)} {drawn}{' [] 0 d' if paint.dash else ''}"


def _shape(mark: Rectangle | Circle | Path, height: float) -> str:
    """The outline of one shape."""
    if isinstance(mark, Rectangle):
        return _rounded(mark, height) if mark.radius else _rectangle(mark.box, height)
    if isinstance(mark, Circle):
        box = Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
        return _rounded(Rectangle(box, mark.paint, mark.radius), height)
    return " ".join(_run(run, mark, height) for run in mark.runs)


@lru_cache(maxsize=1_000)
def _paint(paint: Paint) -> str:
    fill = f"{_colour(paint.fill, 'g', 'rg')} " if paint.fill else ""
    stroke = f"{_colour(paint.stroke, 'G', 'RG')} {paint.width * K:.3f} w " if paint.stroke else ""
    dash = f"[{' '.join(f'{part * K:.3f}' for part in paint.dash)}] 0 d " if paint.dash else ""
    return fill + stroke + dash


@lru_cache(maxsize=1_000)
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
