"""The real cards against a raw writer that draws the same marks: seconds and bytes as ratios of one run.

    uv run python tests/bench/bench_cards.py

Ours reads the library, sets, imposes and writes. The raw writer is given the finished marks and its fonts cut
down beforehand; it writes each mark by hand, and what is stamped more than once as a form once.
"""

import json
import subprocess
import sys
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion.press.face import Circle, Face, Mark, Paint, Rectangle, Stamp, Text  # noqa: E402
from companion.press.face import Path as Line  # noqa: E402
from companion.press.page import Page  # noqa: E402
from companion.printing import find, make  # noqa: E402
from tests.bench.bench_press import K, _cut, _joined, _stream, seconds  # noqa: E402

BOUND, GROWTH, BYTES = 4.0, 11.0, 1.5
MORE = 25.0
"""Megabytes that 6,000 of Parabellum's unit cards and their file may hold beyond 600."""
ESCAPED = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})
JOBS = (
    ("scarper", "cards", "library", "cards", "starter/library.json"),
    ("parabellum", "unit-cards", "binder", "units", "starter/binder.json"),
    ("verraeter", "deck", "cards", "", "starter/cards.json"),
)
"""Of which game which printable, its option for the owner's file, and what of it is made many:
Verräter's deck is of one size."""


def many(job: Sequence[str], count: int) -> dict[str, Any]:
    """The starter with so many distinct cards: new ids, titles and words, bound to no other card."""
    system, _, _, kind, file = job
    box = json.loads((ROOT / "companion/games" / system / file).read_text())
    if not kind:
        return dict(box)
    known = box[kind]
    if isinstance(known, list):
        return {**box, kind: [_another(known, number) for number in range(count)]}
    types = [{"id": key, **each} for key, each in known.items()]
    made = (_another(types, number) for number in range(count))
    return {**box, kind: {each.pop("id"): each for each in made}}


def _another(cards: Sequence[Mapping[str, Any]], number: int) -> dict[str, Any]:
    lone = {"requires", "cancels", "prevents"}
    card = {key: value for key, value in cards[number % len(cards)].items() if key not in lone}
    if number < len(cards):
        return card
    again = {"id": f"{card['id']}x{number}"}
    for key in {"title", "name", "text"} & set(card):
        again[key] = f"{card[key]} {number}"
    return card | again


class Raw:
    """The same pages, written by hand from their marks."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        self.stamped: Counter[Face] = Counter()
        self.letters: dict[str, set[str]] = {}
        for page in pages:
            for stamp in page.stamps:
                self._count(stamp.face)
        self.fonts = {name: _cut(name, "".join(letters)) for name, letters in self.letters.items()}
        self.names = {name: f"/F{number}" for number, name in enumerate(self.fonts)}

    def _count(self, face: Face) -> None:
        self.stamped[face] += 1
        for mark in face.marks if self.stamped[face] == 1 else ():
            if isinstance(mark, Stamp):
                self._count(mark.face)
            elif isinstance(mark, Text):
                self.letters.setdefault(mark.font, set()).update(mark.text.replace("\n", ""))

    def write(self) -> bytes:
        """The file: fonts, the shared resources, forms, pages."""
        self.objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b""]
        self.forms: dict[Face, int] = {}
        fonts = " ".join(f"{self.names[name]} {self._font(name)} 0 R" for name in self.fonts)
        kids = [self._page(page) for page in self.pages]
        forms = " ".join(f"/X{at} {at} 0 R" for at in self.forms.values())
        listed = " ".join(f"{at} 0 R" for at in kids)
        self.objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{listed}]>>".encode()
        self.objects[2] = f"<</Font<<{fonts}>>/XObject<<{forms}>>>>".encode()
        return _joined(self.objects)

    def _add(self, data: bytes) -> int:
        self.objects.append(data)
        return len(self.objects)

    def _font(self, name: str) -> int:
        program, widths = self.fonts[name]
        file = self._add(_stream(program, b"/Filter/FlateDecode"))
        told = "/Flags 32/FontBBox[0 -300 1000 1000]/ItalicAngle 0/Ascent 1000/Descent -300/CapHeight 700"
        face = f"<</Type/FontDescriptor/FontName/ABCDEF+F{file}{told}/StemV 80/FontFile2 {file} 0 R>>"
        kind = f"/Subtype/TrueType/BaseFont/ABCDEF+F{file}/FirstChar 32/LastChar 255/Widths[{widths}]"
        ends = f"/Encoding/WinAnsiEncoding/FontDescriptor {self._add(face.encode())} 0 R>>"
        return self._add(f"<</Type/Font{kind}{ends}".encode())

    def _page(self, page: Page) -> int:
        drawn = " ".join(self._stamp(stamp, page.height) for stamp in page.stamps)
        contents = self._packed(drawn, b"")
        box = f"[0 0 {page.width * K:.2f} {page.height * K:.2f}]"
        told = f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Resources 3 0 R/Contents {contents} 0 R>>"
        return self._add(told.encode())

    def _packed(self, drawn: str, more: bytes) -> int:
        packed = zlib.compress(drawn.encode("cp1252", "replace"))
        return self._add(_stream(packed, b"/Filter/FlateDecode" + more))

    def _stamp(self, stamp: Stamp, height: float) -> str:
        face, s, high = stamp.face, stamp.scale, stamp.face.height * stamp.scale
        place = f"q {s:.5g} 0 0 {s:.5g} {stamp.x * K:.3f} {(height - stamp.y - high) * K:.3f} cm"
        if self.stamped[face] == 1:
            return f"{place} {' '.join(self._marks(face))} Q"
        if face not in self.forms:
            x, y, wide, tall = (K * each for each in face.box("bleed"))
            low = face.height * K - y - tall
            box = f"/Type/XObject/Subtype/Form/BBox[{x:.2f} {low:.2f} {x + wide:.2f} {low + tall:.2f}]"
            inner = " ".join(self._marks(face))
            self.forms[face] = self._packed(inner, f"{box}/Resources 3 0 R".encode())
        return f"{place} /X{self.forms[face]} Do Q"

    def _marks(self, face: Face) -> Iterator[str]:
        for mark in face.marks:
            if isinstance(mark, Stamp):
                yield self._stamp(mark, face.height)
            elif isinstance(mark, Text):
                yield self._text(mark, face.height)
            else:
                yield _shape(mark, face.height)

    def _text(self, text: Text, height: float) -> str:
        lines = ") Tj T* (".join(text.text.translate(ESCAPED).split("\n"))
        ink = f"{_ink(text.colour)} {'g' if len(text.colour) == 1 else 'rg'} {text.spacing:.3f} Tc"
        place = f"{text.pitch * K:.3f} TL {text.x * K:.2f} {(height - text.y) * K:.2f} Td"
        return f"BT {self.names[text.font]} {text.size:g} Tf {ink} {place} ({lines}) Tj ET"


def _ink(colour: Sequence[float]) -> str:
    return " ".join(f"{part:.3g}" for part in colour)


def _paint(paint: Paint) -> tuple[str, str]:
    """What stands before an outline, and the operator behind it."""
    fill, stroke = paint.fill, paint.stroke
    told = f"{_ink(fill)} {'g' if len(fill) == 1 else 'rg'} " if fill else ""
    told += f"{_ink(stroke)} {'G' if len(stroke) == 1 else 'RG'} {paint.width * K:.3f} w " if stroke else ""
    return told, ("B" if stroke else "f") if fill else "S" if stroke else "n"


def _shape(mark: Mark, height: float) -> str:
    assert isinstance(mark, Circle | Rectangle | Line), "cards of these jobs hold no pixels"
    before, behind = _paint(mark.paint)
    if isinstance(mark, Circle):
        r, x, y = mark.radius, mark.x - mark.radius, mark.y - mark.radius
        outline = _round((x, y, 2 * r, 2 * r), r, height)
    elif isinstance(mark, Rectangle):
        x, y, wide, high = mark.box
        plain = f"{x * K:.3f} {(height - y - high) * K:.3f} {wide * K:.3f} {high * K:.3f} re"
        outline = _round(mark.box, mark.radius, height) if mark.radius else plain
    else:
        runs = ([f"{x * K:.3f} {(height - y) * K:.3f}" for x, y in run] for run in mark.runs)
        end = " h" if mark.closed else ""
        outline = " ".join(f"{run[0]} m {' '.join(f'{at} l' for at in run[1:])}{end}" for run in runs)
    return f"{before}{outline} {behind}"


def _round(box: Sequence[float], radius: float, height: float) -> str:
    x, y, wide, high = (each * K for each in box)
    r, low = radius * K, height * K - y - high
    h, right, top = r * 0.4477, x + wide, low + high
    return (
        f"{x + r:.3f} {low:.3f} m {right - r:.3f} {low:.3f} l {right - h:.3f} {low:.3f} {right:.3f} "
        f"{low + h:.3f} {right:.3f} {low + r:.3f} c {right:.3f} {top - r:.3f} l {right:.3f} {top - h:.3f} "
        f"{right - h:.3f} {top:.3f} {right - r:.3f} {top:.3f} c {x + r:.3f} {top:.3f} l "
        f"{x + h:.3f} {top:.3f} {x:.3f} {top - h:.3f} {x:.3f} {top - r:.3f} c "
        f"{x:.3f} {low + r:.3f} l {x:.3f} {low + h:.3f} {x + h:.3f} {low:.3f} {x + r:.3f} {low:.3f} c h"
    )


def peak(count: int) -> float:
    """Megabytes at the most, while so many of Parabellum's types are set and written."""
    job = next(each for each in JOBS if each[0] == "parabellum")
    plate, box, few = find(*job[:2]), {job[2]: many(job, count)}, {job[2]: many(job, 30)}
    make(plate, few).pdf()
    tracemalloc.start()
    make(plate, box).pdf()
    most = tracemalloc.get_traced_memory()[1] / 1024 / 1024
    tracemalloc.stop()
    return most


def _memory() -> bool:
    """Each in a process of its own: what one print leaves behind, the next one need not fetch."""
    call = (
        "import sys; sys.path[:0] = [sys.argv[1]]; from tests.bench.bench_cards import peak; print(peak({}))"
    )
    small, large = (
        float(subprocess.check_output([sys.executable, "-c", call.format(n), str(ROOT)], cwd=ROOT))
        for n in (600, 6000)
    )
    print(f"parabellum unit-cards: 600 hold {small:.0f} MB at the most, 6,000 {large:.0f}")
    return large - small <= MORE


def main() -> int:
    """Measure, print the table, and say whether the bounds hold."""
    held: dict[str, bool] = {}
    for job in JOBS:
        system, name, key = job[:3]
        few, lots = {key: many(job, 600)}, {key: many(job, 6000)}
        plate = find(system, name)
        file = make(plate, few).pdf()
        raw = Raw(make(plate, few).pages)  # type: ignore[attr-defined]
        less, least, more = seconds(
            lambda p=plate, f=few: make(p, f).pdf(),
            raw.write,
            lambda p=plate, f=lots: make(p, f).pdf(),
            runs=3,
        )
        size = len(file) / len(raw.write())
        print(f"{system} {name}: raw {least:.2f} s, ours {less:.2f} s = {less / least:.1f}x,", end=" ")
        print(f"bytes {size:.2f}x; 6,000 (where it grows) in {more:.2f} s = {more / less:.1f}x")
        held[f"{system}: 600 at most {BOUND:g}x raw"] = less / least <= BOUND
        if job[3]:
            held[f"{system}: ten times as many at most {GROWTH:g}x"] = more / less <= GROWTH
        held[f"{system}: at most {BYTES:g}x the bytes"] = size <= BYTES
    held[f"parabellum: 6,000 at most {MORE:g} MB more than 600"] = _memory()
    for bound, is_held in held.items():
        print(f"  {'held  ' if is_held else 'BROKEN'} {bound}")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
