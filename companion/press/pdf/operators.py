"""Shapes and letters in PDF's own words: paths in points from below, and runs of type as text objects.

A type case holds one font's letters as a file names them, set word by word with the moves between letters.
What ReportLab embeds is one letter a code; in a foreign face a letter may be several glyphs, and a glyph
several letters: its glyphs go by their numbers, cut down to those used, each with its letters beside it, so
that the text can be searched and copied.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from pathlib import Path as File
from typing import Any
from unicodedata import mirrored
from zlib import compress, crc32

from bidi.mirror import MIRRORED

from companion.press.alphabets import Cut, Glyph, Run, runs, shaped, visible
from companion.press.face import POINT, Box, Circle, Colour, Paint, Path, Rectangle, Stamp, Text
from companion.press.page import Matrix
from companion.press.text import between, beyond, font, own

K = 1 / POINT
"""Points in a millimetre."""

ARC = 0.5522847498
"""How far the handles of a quarter circle reach, as a share of its radius."""


def placement(stamp: Stamp, height: float) -> str:
    """The matrix that carries a face, written from its lower left corner in points, to its place."""
    s, w, h = stamp.scale, stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    x, top = stamp.x, height - stamp.y
    if stamp.turn == 0:
        turned, x, y = (f"{s:.5g} 0 0 {s:.5g}" if s != 1 else "1 0 0 1"), x, top - h
    elif stamp.turn == 1:
        turned, y = f"0 {-s:.5g} {s:.5g} 0", top
    elif stamp.turn == 2:
        turned, x, y = f"{-s:.5g} 0 0 {-s:.5g}", x + w, top
    else:
        turned, x, y = f"0 {s:.5g} {-s:.5g} 0", x + h, top - w
    return f"{turned} {x * K:.3f} {y * K:.3f} cm"


def page_matrix(matrix: Matrix, height: float) -> str:
    """A page's own matrix in points from the lower left corner."""
    a, b, c, d, e, f = matrix
    right, up = e + c * height, height - f - d * height
    return f"{a:.7g} {-b:.7g} {-c:.7g} {d:.7g} {right * K:.4f} {up * K:.4f} cm"


def drawn(mark: Rectangle | Circle | Path, height: float) -> str:
    paint = mark.paint
    how = ("B" if paint.stroke else "f") if paint.fill else "S" if paint.stroke else "n"
    return f"{_paint(paint)}{shape(mark, height)} {how}{' [] 0 d' if paint.dash else ''}"


def shape(mark: Rectangle | Circle | Path, height: float) -> str:
    if isinstance(mark, Rectangle):
        return _rounded(mark.box, mark.radius, height) if mark.radius else rectangle(mark.box, height)
    if isinstance(mark, Circle):
        box = Box(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
        return _rounded(box, mark.radius, height)
    return _outline(mark.runs, mark.closed, height)


@lru_cache(maxsize=1_000)
def _paint(paint: Paint) -> str:
    fill = f"{colour_operator(paint.fill, 'g', 'rg')} " if paint.fill else ""
    stroke = f"{colour_operator(paint.stroke, 'G', 'RG')} {paint.width * K:.3f} w " if paint.stroke else ""
    dash = f"[{' '.join(f'{part * K:.3f}' for part in paint.dash)}] 0 d " if paint.dash else ""
    return fill + stroke + dash


@lru_cache(maxsize=1_000)
def colour_operator(colour: Colour, one: str, three: str) -> str:
    """A colour for `one` operator or `three`: grey or red, green and blue."""
    numbers = " ".join(f"{part:.4g}" for part in colour)
    return f"{numbers} {one if len(colour) == 1 else three}"


def rectangle(box: Box, height: float) -> str:
    """The outline of a box on a face of that height."""
    return f"{box.x * K:.3f} {(height - box.bottom) * K:.3f} {box.width * K:.3f} {box.height * K:.3f} re"


@lru_cache(maxsize=2_000)
def _outline(runs: Sequence[Sequence[tuple[float, float]]], closed: bool, height: float) -> str:
    """The runs of a path; signs and maps come back in every file."""
    end = " h" if closed else ""
    drawn = []
    for run in runs:
        points = [f"{x * K:.3f} {(height - y) * K:.3f}" for x, y in run]
        lines = f" {' l '.join(points[1:])} l" if points[1:] else ""
        drawn.append(f"{points[0]} m{lines}{end}")
    return " ".join(drawn)


@lru_cache(maxsize=4_000)
def _rounded(box: Box, radius: float, height: float) -> str:
    """A box with round corners; cards of one kind have theirs in the same places."""
    r = min(radius, box.width / 2, box.height / 2)
    x0, x1, y0, y1 = box.x * K, box.right * K, (height - box.bottom) * K, (height - box.y) * K
    r, h = r * K, r * K * (1 - ARC)
    return (
        f"{x0 + r:.3f} {y0:.3f} m {x1 - r:.3f} {y0:.3f} l "
        f"{x1 - h:.3f} {y0:.3f} {x1:.3f} {y0 + h:.3f} {x1:.3f} {y0 + r:.3f} c {x1:.3f} {y1 - r:.3f} l "
        f"{x1:.3f} {y1 - h:.3f} {x1 - h:.3f} {y1:.3f} {x1 - r:.3f} {y1:.3f} c {x0 + r:.3f} {y1:.3f} l "
        f"{x0 + h:.3f} {y1:.3f} {x0:.3f} {y1 - h:.3f} {x0:.3f} {y1 - r:.3f} c {x0:.3f} {y0 + r:.3f} l "
        f"{x0:.3f} {y0 + h:.3f} {x0 + h:.3f} {y0:.3f} {x0 + r:.3f} {y0:.3f} c h"
    )


type Keep = Callable[[bytes], bytes]
"""Puts an object into the file and tells its place."""

SYMBOLIC = 4
"""The font descriptor's flag: a symbolic font, whose codes are its own."""


class ForeignFont:
    """One face on its way into one file, under the name that pages call it."""

    def __init__(self, cut: Cut, name: str) -> None:
        self.cut, self.name = cut, name
        self.used: dict[int, str] = {0: ""}

    def show(self, glyphs: Iterable[Glyph], size: float) -> str:
        """The operators that show a run; marks above and below are raised and lowered by themselves."""
        parts: list[str] = []
        codes: list[str] = []
        rise = 0
        for glyph in glyphs:
            self.used[glyph.number] = self.used.get(glyph.number) or glyph.letters
            if glyph.up != rise:
                parts += [f"[{''.join(codes)}]TJ"] if codes else []
                codes, rise = [], glyph.up
                parts.append(f"{rise * size / 1000:.3f} Ts")
            before, after = -glyph.right, glyph.right + self._width(glyph.number) - glyph.advance
            codes.append(f"{before or ''}<{glyph.number:04X}>{after or ''} ")
        parts += [f"[{''.join(codes)}]TJ"] if codes else []
        return " ".join([*parts, "0 Ts"] if rise else parts)

    def _width(self, glyph: int) -> int:
        return _width(self.cut, glyph)

    def embedded(self, keep: Keep) -> bytes:
        glyphs = tuple(sorted(self.used))
        program, is_truetype = _program(self.cut.path, self.cut.number, glyphs)
        number = crc32(repr(glyphs).encode())
        tag = "".join(chr(65 + number // 26**place % 26) for place in range(6))
        name = f"{tag}+{self._postscript_name()}".encode()
        if is_truetype:
            file = b"/FontFile2 %b" % keep(stream(program, b"/Length1 %d" % len(program)))
            kind, map_ = b"CIDFontType2", b"/CIDToGIDMap/Identity"
        else:
            file = b"/FontFile3 %b" % keep(stream(program, b"/Subtype/CIDFontType0C"))
            kind, map_ = b"CIDFontType0", b""
        described = keep(self._descriptor(name, file))
        widths = " ".join(f"{glyph}[{self._width(glyph)}]" for glyph in glyphs).encode()
        ranges = [
            f"<{glyph:04X}><{letters.encode('utf-16-be').hex().upper()}>"
            for glyph, letters in sorted(self.used.items())
            if letters
        ]
        pages = (ranges[at : at + 100] for at in range(0, len(ranges), 100))
        lines = "\n".join(f"{len(page)} beginbfchar\n{'\n'.join(page)}\nendbfchar" for page in pages)
        to_unicode = (
            "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
            "/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n"
            "1 begincodespacerange<0000><FFFF>endcodespacerange\n"
            f"{lines}\nendcmap CMapName currentdict/CMap defineresource pop end end"
        ).encode()
        unicode = keep(stream(to_unicode))
        below = keep(
            b"<</Type/Font/Subtype/%b/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
            b"/Supplement 0>>/FontDescriptor %b/DW 1000/W[%b]%b>>" % (kind, name, described, widths, map_)
        )
        return (
            b"<</Type/Font/Subtype/Type0/BaseFont/%b/Encoding/Identity-H/DescendantFonts[%b]/ToUnicode %b>>"
            % (name, below, unicode)
        )

    def _postscript_name(self) -> str:
        return "".join(letter for letter in self.cut.path.stem if letter.isalnum() or letter == "-")

    def _descriptor(self, name: bytes, file: bytes) -> bytes:
        extents = self.cut.font.get_font_extents("ltr")
        up, down = (round(each * self.cut.unit) for each in (extents.ascender, extents.descender))
        return (
            b"<</Type/FontDescriptor/FontName/%b/Flags %d/ItalicAngle 0/StemV 80/CapHeight %d/Ascent %d"
            b"/Descent %d/FontBBox[-1000 %d 3000 %d]%b>>" % (name, SYMBOLIC, up, up, down, down, up, file)
        )


@lru_cache(maxsize=20_000)
def _width(cut: Cut, glyph: int) -> int:
    wide: int = cut.font.get_glyph_h_advance(glyph)
    return round(wide * cut.unit)


@lru_cache(maxsize=64)
def _program(path: File, number: int, glyphs: Sequence[int]) -> tuple[bytes, bool]:
    """The font cut down to these glyphs under their old numbers, and whether it is TrueType."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.GLYPH_INDEX).update(glyphs)
    wanted.flags = uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), number)
    small = uharfbuzz.subset(face, wanted)
    outlines: Any = small.reference_table("CFF ")
    is_truetype = not len(outlines.data)
    return bytes(small.blob.data if is_truetype else outlines.data), is_truetype


def stream(content: bytes, head: bytes = b"") -> bytes:
    """Content as a file holds it, packed; `head` is what is said of it besides."""
    packed = compress(content)
    return b"<<%b/Length %d/Filter/FlateDecode>>\nstream\n%b\nendstream" % (head, len(packed), packed)


ESCAPED = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r", "\n": r"\n"})


class TypeCase(dict[str, str]):
    """One font's words in one file, each as it is first met.

    A file's font holds 256 letters, plain ones under their own codes; those beyond are in a second one, and a
    line with such a letter is put together from both. A line with a letter that is `strange` to the font is
    put together from it and from `foreign` ones.
    """

    def __init__(self, name: str, book: Any, foreign: Callable[[Cut], ForeignFont]) -> None:
        super().__init__()
        self.foreign, self.strange = foreign, set[str]()
        self.font, self.book, self.font_name = font(name), book, name
        self.font.splitString(" ", book)
        self.first = self.font.getSubsetInternalName(0, book)
        self.beyond: set[str] = set()
        self.codes: dict[str, tuple[int, str]] = {}

    def __missing__(self, word: str) -> str:
        self[word] = plain(self.font_name, word) if word.isascii() else self._word(word)
        return self[word]

    def set(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        """The operators that show the lines of a text, and the font and size that are in hand afterwards.

        `set_in` is what was in hand before them.
        """
        glyph = self.__getitem__
        lines = [" ".join(map(glyph, line.split(" "))) for line in text.split("\n")]
        if self.strange and not self.strange.isdisjoint(text):
            return self._foreign(text, size, set_in)
        if self.beyond and not self.beyond.isdisjoint(text):
            return self._mixed(text, size, set_in)
        wanted = f"{self.first} {size} Tf"
        shown = "[({})]TJ".format(")]TJ T*[(".join(lines))
        return (shown if wanted == set_in else f"{wanted} {shown}"), wanted

    def _word(self, word: str) -> str:
        strange = beyond(self.font_name, word)
        self.strange |= strange
        if strange:
            return ""
        return kerned(self.font_name, word, [self._code(letter)[1] for letter in word])

    def _code(self, letter: str) -> tuple[int, str]:
        """Which of the file's fonts a letter is in, and its code there."""
        if letter not in self.codes:
            [(subset, code)] = self.font.splitString(letter, self.book)
            self.codes[letter] = subset, code.decode("latin-1").translate(ESCAPED)
            if subset:
                self.beyond.add(letter)
        return self.codes[letter]

    def _mixed(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        """Lines that need a second font of the file."""
        parts: list[str] = []
        for number, line in enumerate(text.split("\n")):
            parts += ["T*"] if number else []
            for subset, run in self._runs(line):
                wanted = f"{self.font.getSubsetInternalName(subset, self.book)} {size} Tf"
                parts.append(f"[({run})]TJ" if wanted == set_in else f"{wanted} [({run})]TJ")
                set_in = wanted
        return " ".join(parts), set_in

    def _foreign(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        parts: list[str] = []
        for number, line in enumerate(text.split("\n")):
            parts += ["T*"] if number else []
            for run in runs(line, self.font_name, own(self.font_name)):
                shown, set_in = self._shown(run, size, set_in)
                parts.append(shown)
        return " ".join(parts), set_in

    def _shown(self, run: Run, size: str, set_in: str) -> tuple[str, str]:
        if not run.cut:
            letters = visible(run.text)
            return self._mixed(_mirrored(letters) if run.back else letters, size, set_in)
        foreign = self.foreign(run.cut)
        shown, wanted = foreign.show(shaped(run), float(size)), f"/{foreign.name} {size} Tf"
        return (_text(run, shown) if wanted == set_in else f"{wanted} {_text(run, shown)}"), wanted

    def _runs(self, line: str) -> Iterator[tuple[int, str]]:
        """A line as runs of one font of the file each; words do not move towards each other."""
        moves = [0 if " " in pair else between(self.font_name, *pair) for pair in pairwise(line)]
        letters = zip(line, (*moves, 0), strict=False)
        for subset, run in groupby(letters, key=lambda pair: self._code(pair[0])[0]):
            yield subset, "".join(f"{self._code(a)[1]}){-by}(" if by else self._code(a)[1] for a, by in run)


def _text(run: Run, shown: str) -> str:
    """Glyphs with their letters as they stand: readers of files turn them by themselves."""
    if not run.back:
        return shown
    letters = f"\ufeff{run.text[::-1]}".encode("utf-16-be").hex().upper()
    return f"/Span<</ActualText<{letters}>>>BDC {shown} EMC"


def _mirrored(letters: str) -> str:
    """Signs between letters that are read from the right: their brackets open the other way."""
    return "".join(MIRRORED[each] if mirrored(each) else each for each in reversed(letters))


@lru_cache(maxsize=20_000)
def plain(name: str, word: str) -> str:
    """A word of plain letters, whose codes are the same in every file."""
    return kerned(name, word, [letter.translate(ESCAPED) for letter in word])


def kerned(name: str, word: str, codes: list[str]) -> str:
    """A word's codes, the string broken where its letters move: `V)30(erdun`."""
    moves = (*(between(name, *pair) for pair in pairwise(word)), 0)
    return "".join(f"{code}){-by}(" if by else code for code, by in zip(codes, moves, strict=False))


class TextObjects:
    """The type of one file."""

    def __init__(self, book: Any, foreign: Callable[[Cut], ForeignFont]) -> None:
        self.book, self.foreign = book, foreign
        self.cases: dict[str, TypeCase] = {}

    def set(self, run: Sequence[Text], height: float) -> str:
        """The object of one run; font, colour and spacing are named where they change."""
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
        self.cases[name] = TypeCase(name, self.book, self.foreign)
        return self.cases[name]
