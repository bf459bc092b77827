"""A foreign face in one file: glyphs by their numbers, placed as the alphabet asks, cut down to those used.

What ReportLab embeds is one letter a code; here a letter may be several glyphs, and a glyph several letters.
Each glyph's letters are told beside it, so that the text can be searched and copied.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import compress, crc32

from companion.press.alphabets.fallbacks import Cut
from companion.press.alphabets.line import Glyph

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
        """The font object."""
        glyphs = tuple(sorted(self.used))
        program, is_truetype = _program(self.cut.path, self.cut.number, glyphs)
        name = f"{_tag(glyphs)}+{self._postscript_name()}".encode()
        if is_truetype:
            file = b"/FontFile2 %b" % keep(_stream(program, b"/Length1 %d" % len(program)))
            kind, map_ = b"CIDFontType2", b"/CIDToGIDMap/Identity"
        else:
            file = b"/FontFile3 %b" % keep(_stream(program, b"/Subtype/CIDFontType0C"))
            kind, map_ = b"CIDFontType0", b""
        described = keep(self._descriptor(name, file))
        widths = " ".join(f"{glyph}[{self._width(glyph)}]" for glyph in glyphs).encode()
        told = keep(_stream(_to_unicode(self.used)))
        below = keep(
            b"<</Type/Font/Subtype/%b/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
            b"/Supplement 0>>/FontDescriptor %b/DW 1000/W[%b]%b>>" % (kind, name, described, widths, map_)
        )
        return (
            b"<</Type/Font/Subtype/Type0/BaseFont/%b/Encoding/Identity-H/DescendantFonts[%b]/ToUnicode %b>>"
            % (name, below, told)
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
def _program(path: Path, number: int, glyphs: Sequence[int]) -> tuple[bytes, bool]:
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


def _tag(glyphs: Sequence[int]) -> str:
    """Six letters that name a cutting down."""
    number = crc32(repr(glyphs).encode())
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


def _to_unicode(used: Mapping[int, str]) -> bytes:
    """Which letters each glyph stands for."""
    told = [
        f"<{glyph:04X}><{letters.encode('utf-16-be').hex().upper()}>"
        for glyph, letters in sorted(used.items())
        if letters
    ]
    pages = (told[at : at + 100] for at in range(0, len(told), 100))
    lines = "\n".join(f"{len(page)} beginbfchar\n{'\n'.join(page)}\nendbfchar" for page in pages)
    return (
        "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
        "/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n"
        "1 begincodespacerange<0000><FFFF>endcodespacerange\n"
        f"{lines}\nendcmap CMapName currentdict/CMap defineresource pop end end"
    ).encode()


def _stream(content: bytes, head: bytes = b"") -> bytes:
    packed = compress(content)
    return b"<<%b/Length %d/Filter/FlateDecode>>\nstream\n%b\nendstream" % (head, len(packed), packed)
