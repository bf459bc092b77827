"""How quick the press is, as ratios within one run: against a hand-written PDF, and against naive ReportLab.

    uv run python tests/bench/bench_press.py

The job (PRINT.md 1): cards of 60 words with a title, a vector sign, a back and crop marks, nine to a sheet.
The raw bound writes the same file by hand, with nothing between the words and the bytes.
"""

import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import batched
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from fontTools import subset  # noqa: E402
from fontTools.ttLib import TTFont as Loaded  # noqa: E402
from reportlab.lib.styles import ParagraphStyle  # noqa: E402
from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: E402
from reportlab.pdfbase.ttfonts import TTFont  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402
from reportlab.platypus import Paragraph  # noqa: E402

from companion.engine.option import chosen  # noqa: E402
from companion.games.scarper.game import PRINTABLES  # noqa: E402
from companion.press.alphabets import FONTS  # noqa: E402
from companion.press.document import Document  # noqa: E402
from companion.press.face import POINT, Box, Face, Paint, Rectangle, Stamp, rgb  # noqa: E402
from companion.press.face import Path as Line  # noqa: E402
from companion.press.page import FORMATS, PAPERS, Page, Piece  # noqa: E402
from companion.press.prose import Markup  # noqa: E402
from companion.press.sheet import Layout, behind, grid, impose  # noqa: E402
from companion.press.text import BODY, TITLE, Style, advance, fit, font, line  # noqa: E402
from companion.press.tile import Borders, tiled  # noqa: E402

for plain, ours in (("Plain-Title", TITLE), ("Plain-Body", BODY)):
    registerFont(TTFont(plain, FONTS / f"{ours}.ttf"))  # as one registers a font without the press

RAW_BOUND, NAIVE_BOUND, BYTES_BOUND, GROWTH_BOUND, CHROMIUM_BOUND = 3.0, 3.0, 1.5, 11.0, 12.0
MORE_BOUND, PEAK_BOUND, PART, TEXT_BOUND = 25, 100, 540, 0.5
K = 1 / POINT
BLUE = rgb("#274469")
PROSE = """
trench front line advance morale gain remove steady push frontal charge assault enemy allied german
battlefield economy propaganda card event round year mission score (verdun) ypres somme aisne marne
"""
WORDS = PROSE.split()
STAR = (
    (5, 0.2), (6, 3), (8.6, 1.2), (7.6, 4.1), (9.9, 5), (7.6, 6), (8.7, 8.8), (6, 7.1),
    (5, 9.9), (4, 7.1), (1.3, 8.8), (2.4, 6), (0.1, 5), (2.4, 4.1), (1.4, 1.2), (4, 3),
)  # fmt: skip
SIGN = Face(10, 10, (Line((STAR,), Paint(fill=BLUE), closed=True),))
BACK = Face(63, 88, (Rectangle(Box(4, 4, 55, 80), Paint(fill=BLUE)), Stamp(SIGN, 26, 39)))
TEXT, HEAD = Style(font=BODY, size=9), Style(font=TITLE, size=16)


def texts(count: int) -> list[tuple[str, str]]:
    """A title and sixty words for each card."""
    random = Random(1914)
    return [(f"Card {n}", " ".join(random.choices(WORDS, k=60))) for n in range(count)]


def press(cards: list[tuple[str, str]]) -> bytes:
    """Our own way, from words to file."""
    pieces = [Piece(_face(title, words), BACK) for title, words in cards]
    return Document("Bench", impose(pieces, Layout(paper=PAPERS["a4"])), "a4").pdf()


def _face(title: str, words: str) -> Face:
    band = Rectangle(Box(4, 4, 55, 12), Paint(fill=BLUE))
    marks = (
        band,
        Stamp(SIGN, 47, 5),
        *line(title, HEAD, 40, "title").at(6, 6),
        *fit(words, TEXT, 55, 66, "text").at(4, 18),
    )
    return Face(63, 88, marks)


class Raw:
    """The bound: a PDF written by hand. Fonts are cut down and packed beforehand, every word is measured
    beforehand; what is left is to break the lines, to escape them, to place them and to pack the pages."""

    def __init__(self, cards: list[tuple[str, str]]) -> None:
        self.cards = cards
        self.fonts = [_cut(name, "".join(part for card in cards for part in card)) for name in (TITLE, BODY)]
        self.widths = {word: advance(BODY, word) for _, words in cards for word in words.split(" ")}
        found = grid(PAPERS["a4"], FORMATS["card"])
        self.slots = [(s.x * K, (297 - s.bottom) * K) for s in found.slots()]
        backs = (behind(slot, found.paper, "long") for slot in found.slots())
        self.behind = [(back.x * K, (297 - back.bottom) * K) for back in backs]
        points = [f"{x * K:.3f} {(10 - y) * K:.3f}" for x, y in STAR]
        self.sign = f".153 .267 .412 rg {points[0]} m {' l '.join(points[1:])} l h f".encode()
        self.back = b".153 .267 .412 rg 11.34 11.34 155.91 226.77 re f 1 0 0 1 73.7 110.55 cm /S Do"
        self.escapes = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})

    def write(self) -> bytes:
        """The file."""
        streams = []
        for number, sheet in enumerate(batched(self.cards, 9, strict=False)):
            fronts = "\n".join(self._card(card, slot) for card, slot in zip(sheet, self.slots, strict=False))
            backs = "\n".join(f"q 1 0 0 1 {x:.2f} {y:.2f} cm /B Do Q" for x, y in self.behind[: len(sheet)])
            note = f" BT /F0 7 Tf 320 20 Td (sheet {number}) Tj ET"
            streams += [(fronts + self._ticks() + note).encode("cp1252"), (backs + note).encode("cp1252")]
        return self._file(streams)

    def _ticks(self) -> str:
        xs, ys = {x for x, _ in self.slots}, {y for _, y in self.slots}
        runs = [f"{x:.2f} {y} m {x:.2f} {y + 11} l" for x in sorted(xs) for y in (33, 800)]
        runs += [f"{x} {y:.2f} m {x + 11} {y:.2f} l" for y in sorted(ys) for x in (15, 570)]
        return f" q .25 w {' '.join(runs)} S Q "

    def _card(self, card: tuple[str, str], slot: tuple[float, float]) -> str:
        title, words = card
        body = " ".join(
            f"11.34 {196 - 11 * number:.2f} Td ({each.translate(self.escapes)}) Tj 1 0 0 1 0 0 Tm"
            for number, each in enumerate(self._lines(words))
        )
        return (
            f"q 1 0 0 1 {slot[0]:.2f} {slot[1]:.2f} cm .153 .267 .412 rg 11.34 204.09 155.91 34.02 re f "
            f"q 1 0 0 1 133.2 206.9 cm /S Do Q 0 g BT /F0 16 Tf 17 218 Td ({title.translate(self.escapes)}) "
            f"Tj 1 0 0 1 0 0 Tm /F1 9 Tf {body} ET Q"
        )

    def _lines(self, words: str) -> list[str]:
        """The lines, broken greedily."""
        widths, room, space = self.widths, 55 * K / 9 * 1000, advance(BODY, " ")
        lines, line, used = [], [], -space
        for word in words.split(" "):
            used += space + widths[word]
            if used > room:
                lines.append(" ".join(line))
                line, used = [], widths[word]
            line.append(word)
        return [*lines, " ".join(line)]

    def _file(self, streams: list[bytes]) -> bytes:
        """The objects, their places, and the trailer."""
        objects = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
        for program, widths in self.fonts:
            at = len(objects) + 1
            objects += [
                f"<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+F{at}/FirstChar 32/LastChar 255"
                f"/Widths[{widths}]/Encoding/WinAnsiEncoding/FontDescriptor {at + 1} 0 R>>".encode(),
                f"<</Type/FontDescriptor/FontName/ABCDEF+F{at}/Flags 32/FontBBox[0 -300 1000 1000]"
                f"/ItalicAngle 0/Ascent 1000/Descent -300/CapHeight 700/StemV 80"
                f"/FontFile2 {at + 2} 0 R>>".encode(),
                _stream(program, b"/Filter/FlateDecode"),
            ]
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 180 250]/Resources<</XObject<</S 9 0 R>>>>"
        objects += [_stream(self.sign, form), _stream(self.back, form)]
        kids = []
        resources = b"/Resources<</Font<</F0 3 0 R/F1 6 0 R>>/XObject<</S 9 0 R/B 10 0 R>>>>"
        for stream in streams:
            objects.append(_stream(zlib.compress(stream), b"/Filter/FlateDecode"))
            contents = f"/Contents {len(objects)} 0 R>>".encode()
            objects.append(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]" + resources + contents)
            kids.append(f"{len(objects)} 0 R")
        objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
        return _joined(objects)


def _cut(name: str, letters: str) -> tuple[bytes, str]:
    """A font cut down to its letters and packed, and its widths."""
    loaded = Loaded(FONTS / f"{name}.ttf")
    cutter = subset.Subsetter()
    cutter.populate(text=letters)
    cutter.subset(loaded)
    file = BytesIO()
    loaded.save(file)
    widths = font(name).face.charWidths
    return zlib.compress(file.getvalue()), " ".join(str(widths.get(code, 500)) for code in range(32, 256))


def _stream(data: bytes, more: bytes) -> bytes:
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (more, len(data), data)


def _joined(objects: list[bytes]) -> bytes:
    out, places = [b"%PDF-1.7\n"], []
    size = len(out[0])
    for number, each in enumerate(objects, 1):
        places.append(size)
        out.append(b"%d 0 obj %b endobj\n" % (number, each))
        size += len(out[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    out.append(b"xref\n0 %d\n0000000000 65535 f \n%btrailer<</Size %d/Root 1 0 R>>startxref\n%d\n%%%%EOF" % (
        len(places) + 1, table, len(places) + 1, size))  # fmt: skip
    return b"".join(out)


def naive(cards: list[tuple[str, str]]) -> bytes:
    """What one writes first: a Paragraph a card, everything drawn each time."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=(210 * K, 297 * K), invariant=1)
    style = ParagraphStyle("body", fontName="Plain-Body", fontSize=9, leading=11)
    found = grid(PAPERS["a4"], FORMATS["card"])
    for sheet in batched(cards, 9, strict=False):
        for (title, words), slot in zip(sheet, found.slots(), strict=False):
            x, y = slot.x * K, (297 - slot.bottom) * K
            canvas.setFillColorRGB(0.153, 0.267, 0.412)
            canvas.rect(x + 4 * K, y + 72 * K, 55 * K, 12 * K, stroke=0, fill=1)
            _star(canvas, x + 47 * K, y + 73 * K)
            canvas.setFillGray(0)
            canvas.setFont("Plain-Title", 16)
            canvas.drawString(x + 6 * K, y + 76 * K, title)
            paragraph = Paragraph(words, style)
            _, height = paragraph.wrap(55 * K, 66 * K)
            paragraph.drawOn(canvas, x + 4 * K, y + 70 * K - height)
            canvas.line(x, 20, x, 40)
            canvas.line(x, 800, x, 820)
        canvas.showPage()
        for slot in found.slots()[: len(sheet)]:
            place = behind(slot, found.paper, "long")
            canvas.setFillColorRGB(0.153, 0.267, 0.412)
            canvas.rect((place.x + 4) * K, (297 - place.bottom + 4) * K, 55 * K, 80 * K, stroke=0, fill=1)
            _star(canvas, (place.x + 26) * K, (297 - place.bottom + 39) * K)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _star(canvas: Canvas, x: float, y: float) -> None:
    path = canvas.beginPath()
    for number, (right, down) in enumerate(STAR):
        (path.lineTo if number else path.moveTo)(x + right * K, y + (10 - down) * K)
    path.close()
    canvas.setFillColorRGB(*(0.153, 0.267, 0.412))
    canvas.drawPath(path, stroke=0, fill=1)


def seconds(*works: Callable[[], object], runs: int) -> list[float]:
    """The best of some runs of each, taken in turn so that all meet the same machine."""
    best = [float("inf")] * len(works)
    for _ in range(runs):
        for number, work in enumerate(works):
            start = process_time()
            work()
            best[number] = min(best[number], process_time() - start)
    return best


def main() -> int:
    """Measure, print the table, and say whether the bounds hold."""
    head = f"{'cards':>6} {'raw':>9} {'press':>9} {'naive':>9}"
    print(f"{head} {'press/raw':>10} {'naive/press':>12} {'bytes/raw':>10}")
    held: dict[str, bool] = {}
    for count, runs in ((60, 15), (600, 5), (6000, 3)):
        cards = texts(count)
        raw = Raw(cards)
        press(cards)
        naive(cards[:9])
        least, ours, first = seconds(raw.write, lambda c=cards: press(c), lambda c=cards: naive(c), runs=runs)
        size = len(press(cards)) / len(raw.write())
        held[f"{count} cards at most {RAW_BOUND:g}x raw"] = ours / least <= RAW_BOUND
        held[f"{count} cards at most {BYTES_BOUND:g}x the bytes"] = size <= BYTES_BOUND
        held[f"{count} cards {NAIVE_BOUND:g}x faster than naive"] = first / ours >= NAIVE_BOUND
        told = f"{count:>6} {1e3 * least:>7.1f}ms {1e3 * ours:>7.1f}ms {1e3 * first:>7.1f}ms"
        print(f"{told} {ours / least:>9.2f}x {first / ours:>11.2f}x {size:>9.2f}x")
    held |= _growth() | _memory() | _map() | _chromium() | _text()
    _scarper()
    for bound, is_held in held.items():
        print(f"  {'held  ' if is_held else 'BROKEN'} {bound}")
    return 0 if all(held.values()) else 1


def _growth() -> dict[str, bool]:
    """Ten times the cards, the two jobs in turn: what else the machine does falls upon both."""
    few, many = texts(600), texts(6000)
    less, more = seconds(lambda: press(few), lambda: press(many), runs=7)
    print(f"600 to 6,000 cards: {more / less:.1f}x the time")
    return {f"ten times the cards at most {GROWTH_BOUND:g}x the time": more / less <= GROWTH_BOUND}


def peak(count: int, parts: int = 1) -> float:
    """Megabytes: the most that a fresh process holds to print so many cards in so many files."""
    code = (
        "import re, sys; from pathlib import Path; sys.path[:0] = [sys.argv[1]];"
        "from tests.bench.bench_press import press, texts;"
        "count, parts = int(sys.argv[2]), int(sys.argv[3]);"
        "[press(texts(count)) for _ in range(parts)];"
        r"print(re.search(r'VmHWM:\s+(\d+)', Path('/proc/self/status').read_text())[1])"
    )
    command = [sys.executable, "-c", code, str(ROOT), str(count), str(parts)]
    return int(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout) / 1024


def _memory() -> dict[str, bool]:
    small, large, parts = peak(600), peak(6000), peak(PART, 30_000 // PART)
    print(f"peak: 600 cards {small:.0f} MB, 6,000 {large:.0f} MB, 30,000 in parts of {PART} {parts:.0f} MB")
    return {
        f"6,000 cards at most {MORE_BOUND} MB more than 600": large - small <= MORE_BOUND,
        f"30,000 cards in parts at most {PEAK_BOUND} MB": parts <= PEAK_BOUND,
    }


def _map() -> dict[str, bool]:
    """A large map over many tiles, put down once and clipped, against drawing it anew on each."""
    cells = [
        Rectangle(Box(12 * x, 12 * y, 11, 11), Paint(fill=BLUE, stroke=(0.0,)), 1)
        for x in range(110)
        for y in range(90)
    ]
    whole = Face(1320, 1080, tuple(cells), name="map")
    borders = Borders(range(0, 1321, 12), range(0, 1081, 12))
    sheets = tiled(whole, PAPERS["a4"], borders, note="Bench")

    def redrawn() -> bytes:
        """The same pages, the map a face of its own on each."""
        pages = (_own(page, whole) for page in sheets)
        return Document("Bench", tuple(pages), "a4").pdf()

    def ours() -> bytes:
        return Document("Bench", sheets, "a4").pdf()

    once, anew = seconds(ours, redrawn, runs=2)
    share = len(ours()) / len(redrawn())
    told = f"{anew / once:.1f}x faster than redrawing, 1/{1 / share:.0f} the bytes"
    print(f"tiled map, {len(sheets)} pages: {told}")
    return {"a tiled map at least 8x faster": anew / once >= 8, "and at most 1/10 the bytes": share <= 0.1}


def _own(page: Page, whole: Face) -> Page:
    stamps = (replace(s, face=replace(whole)) if s.face is whole else s for s in page.stamps)
    return replace(page, stamps=tuple(stamps))


def _chromium() -> dict[str, bool]:
    """The same 600 cards as a web page, printed by a whole Chromium, against our warm process."""
    browser = shutil.which("chromium")
    if not browser:
        print("chromium: not on this machine, not measured")
        return {}
    cards = texts(600)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "cards.html"
        page.write_text(_html(cards), "utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        start = perf_counter()
        subprocess.run(
            [*command, f"--print-to-pdf={folder}/out.pdf", page.as_uri()], capture_output=True, check=True
        )
        theirs = perf_counter() - start
    start = perf_counter()
    press(cards)
    ours = perf_counter() - start
    print(f"chromium, 600 cards: {theirs:.2f} s against {ours:.3f} s: {theirs / ours:.0f}x")
    return {f"600 cards {CHROMIUM_BOUND:g}x faster than chromium": theirs / ours >= CHROMIUM_BOUND}


def _html(cards: list[tuple[str, str]]) -> str:
    star = " ".join(f"{x:.2f},{y:.2f}" for x, y in STAR)
    sign = f'<svg viewBox="0 0 10 10"><polygon points="{star}" fill="#274469"/></svg>'
    sheets = "".join(
        "<section>" + "".join(f"<div><h1>{t} {sign}</h1><p>{w}</p></div>" for t, w in sheet) + "</section>"
        + "<section>" + f"<div><i>{sign}</i></div>" * len(sheet) + "</section>"
        for sheet in batched(cards, 9, strict=False)
    )  # fmt: skip
    faces = "".join(
        f'@font-face {{ font-family: F{n}; src: url("{(FONTS / f"{name}.ttf").as_uri()}") }}'
        for n, name in enumerate((TITLE, BODY))
    )
    return (
        f"<style>{faces} @page {{ size: A4; margin: 16.5mm 10.5mm }} body {{ margin: 0 }}"
        "section { display: grid; grid-template-columns: repeat(3, 63mm); break-after: page }"
        "div { width: 63mm; height: 88mm; box-sizing: border-box; padding: 4mm; outline: .25pt solid }"
        "h1 { font: 16pt F0; background: #dde; margin: 0; height: 12mm } p { font: 9pt/11pt F1 }"
        "svg { width: 10mm; height: 10mm } i { display: block; background: #274469; height: 80mm }</style>"
        + sheets
    )


def _text() -> dict[str, bool]:
    """A page of running text, by the warm typesetter; each time another one, so that none is remembered."""
    printable = PRINTABLES["aid"]
    aid = printable.make(chosen(printable.options, {}), None)

    def spent(number: int) -> float:
        start = perf_counter()
        replace(aid, body=aid.body + Markup(f"<!-- {number} -->")).pdf()
        return perf_counter() - start

    spent(0)
    least = min(spent(number) for number in range(1, 8))
    print(f"a page of text, warm: {least:.2f} s")
    return {f"a page of text in {TEXT_BOUND:g} s": least <= TEXT_BOUND}


def _scarper() -> None:
    printable = PRINTABLES["cards"]
    choices = chosen(printable.options, {})
    [whole, drawn] = seconds(
        lambda: printable.make(choices, None).pdf(), lambda: printable.make(choices, None), runs=7
    )
    told = f"{1e3 * whole:.0f} ms, of which layout {1e3 * drawn:.0f} ms"
    print(f"Scarper's sixty events, warm, library to file: {told}")


if __name__ == "__main__":
    sys.exit(main())
