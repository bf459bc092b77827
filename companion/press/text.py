"""Type: our fonts and how wide their letters are, lines and paragraphs, and text made to fit or refused.

Barlow Condensed for titles and numerals, Barlow for labels, Literata for sentences; all under the Open Font
Licence, whose texts lie beside the files. Letters that these lack are set in the faces of `alphabets`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any
from unicodedata import category, name, normalize

from companion.engine.errors import GameError
from companion.press.alphabets import (
    FONTS,
    clusters,
    directed,
    lacking,
    leftward,
    pieces,
    runs,
    scripts,
    shaped,
    stand_in,
    visible,
)
from companion.press.face import BLACK, POINT, Colour, Text

PAIRS = 2
"""The kind of lookup in a font's table of positions that adjusts pairs."""

ONE_AT_A_TIME = Lock()
"""The tables of a font are read as they are asked for, which two threads must not do at once."""


class Kerning:
    """One font's pairs, as its `kern` feature for Latin letters tells them, in thousandths of the size."""

    def __init__(self, name: str) -> None:
        from fontTools.ttLib import TTFont

        loaded = TTFont(FONTS / f"{name}.ttf", lazy=True)
        self.glyphs: Mapping[int, str] = loaded.getBestCmap()
        self.unit: float = 1000 / loaded["head"].unitsPerEm
        self.lookups = [list(lookup) for lookup in _lookups(loaded["GPOS"].table)] if "GPOS" in loaded else []

    def between(self, left: str, right: str) -> int:
        """What is added between two letters: mostly less than nothing."""
        one, other = self.glyphs.get(ord(left), ""), self.glyphs.get(ord(right), "")
        return round(self.unit * sum(_adjusted(lookup, one, other) for lookup in self.lookups))


def _lookups(table: Any) -> Iterator[Iterator[Any]]:
    """For each lookup of the feature its parts, the first that knows a pair being the one that counts."""
    scripts = {each.ScriptTag: each.Script for each in table.ScriptList.ScriptRecord}
    script = scripts.get("latn") or scripts["DFLT"]
    features = [table.FeatureList.FeatureRecord[at] for at in script.DefaultLangSys.FeatureIndex]
    wanted = {at for each in features if each.FeatureTag == "kern" for at in each.Feature.LookupListIndex}
    for at in sorted(wanted):
        parts = [getattr(part, "ExtSubTable", part) for part in table.LookupList.Lookup[at].SubTable]
        yield (part for part in parts if part.LookupType == PAIRS)


def _adjusted(lookup: list[Any], one: str, other: str) -> int:
    for part in lookup:
        if one not in part.Coverage.glyphs:
            continue
        if part.Format == 1:
            pairs = part.PairSet[part.Coverage.glyphs.index(one)].PairValueRecord
            value = next((pair.Value1 for pair in pairs if pair.SecondGlyph == other), None)
            if value is None:
                continue
        else:
            first, second = part.ClassDef1.classDefs.get(one, 0), part.ClassDef2.classDefs.get(other, 0)
            value = part.Class1Record[first].Class2Record[second].Value1
        return int(getattr(value, "XAdvance", 0) or 0)
    return 0


@cache
def kerning(name: str) -> Kerning:
    return Kerning(name)


@lru_cache(maxsize=20_000)
def between(name: str, left: str, right: str) -> int:
    """What a font adds between two letters, in thousandths of the type size.

    >>> between("Barlow-Regular", "A", "V") < -20, between("Barlow-Regular", "n", "n")
    (True, 0)
    """
    with ONE_AT_A_TIME:
        return kerning(name).between(left, right)


if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

TITLE = "BarlowCondensed-Bold"
NUMERAL = "BarlowCondensed-Bold"
SUBTITLE = "BarlowCondensed-SemiBold"
LABEL = "Barlow-Regular"
STRONG = "Barlow-SemiBold"
BODY = "Literata-Regular"

FAMILIES: Mapping[str, tuple[str, int, str]] = {
    "BarlowCondensed-SemiBold": ("Barlow Condensed", 600, "normal"),
    "BarlowCondensed-Bold": ("Barlow Condensed", 700, "normal"),
    "Barlow-Regular": ("Barlow", 400, "normal"),
    "Barlow-SemiBold": ("Barlow", 600, "normal"),
    "Literata-Regular": ("Literata", 400, "normal"),
    "Literata-Italic": ("Literata", 400, "italic"),
    "Literata-SemiBold": ("Literata", 600, "normal"),
}
"""Each font's family, weight and style, as style sheets name them."""


@cache
def font(name: str) -> "TTFont":
    """A font of ours, parsed once a process and known to ReportLab, which is loaded with the first."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(name, FONTS / f"{name}.ttf")
    loaded.face.makeSubset = _remembering(loaded.face.makeSubset)
    pdfmetrics.registerFont(loaded)
    return loaded


def _remembering(cut: Callable[[list[int]], bytes]) -> Callable[[list[int]], bytes]:
    """The same cutting down of a font, done once for the same letters: most files use the same ones."""

    @lru_cache(maxsize=64)
    def once(letters: tuple[int, ...]) -> bytes:
        return cut(list(letters))

    return lambda letters: once(tuple(letters))


@lru_cache(maxsize=20_000)
def advance(name: str, word: str) -> int:
    """The width of a word in thousandths of its type size, its letters set as close as the font wants."""
    if word.isascii() or not beyond(name, word):
        return _advance(name, word)
    return sum(
        sum(glyph.advance for glyph in shaped(run)) if run.cut else _advance(name, visible(run.text))
        for run in runs(word, name, own(name))
    )


def _advance(name: str, word: str) -> int:
    widths: Mapping[int, int] = font(name).face.charWidths
    default: int = font(name).face.defaultWidth
    wide = sum(widths.get(ord(letter), default) for letter in word)
    return wide + sum(between(name, left, right) for left, right in pairwise(word))


def own(name: str) -> Mapping[int, int]:
    """The letters of a face of ours, by their code points."""
    glyphs: Mapping[int, int] = font(name).face.charToGlyph
    return glyphs


@cache
def _letters(name: str) -> frozenset[str]:
    return frozenset(map(chr, own(name)))


def beyond(name: str, text: str) -> frozenset[str]:
    """The letters of `text` that this face of ours lacks."""
    return frozenset(text) - _letters(name)


def missing(name: str, text: str) -> str:
    """The letters of `text` that no face here can draw, each once, in the order met."""
    lost = beyond(name, text)
    if not lost:
        return ""
    alphabets, lacking = scripts(text), {}
    for cluster in dict.fromkeys(clusters(text)):
        if not lost.isdisjoint(cluster) and visible(cluster) and not stand_in(cluster, alphabets, name):
            lacking.update(dict.fromkeys(letter for letter in visible(cluster) if letter in lost))
    return "".join(lacking)


@cache
def edition() -> str:
    """A short name for these very font files: a print is the same only if its type is."""
    files = sorted(FONTS.glob("*.ttf"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


class CannotPrint(GameError):
    """It can be read, and it cannot be put on paper. `path` names the card and its field."""

    code = "cannot_print"


class DoesNotFit(CannotPrint):
    """A text that is still too long at the smallest size that people can read."""


class MissingGlyph(CannotPrint):
    """A character that our fonts cannot draw: it would print as nothing, and say nothing."""


class PressUnavailable(CannotPrint):
    """This machine lacks what sheets of running text need. Cards, boards and maps print all the same."""

    code = "press_unavailable"


SMALLEST = 7.0
"""Points: nothing on a card is set smaller."""

SMALLEST_LARGE = 9.0
"""Points: the limit where large type is asked for."""

STEP = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a text is set: it begins at `size` points and may shrink to `smallest`."""

    font: str
    size: float
    smallest: float = SMALLEST
    leading: float = 1.22
    colour: Colour = BLACK
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """Type that fits: its lines, their size in points, and the height that they take in millimetres.

    `room` is the width in millimetres that it was broken to: text that is read from the right begins there.
    """

    text: str
    style: Style
    size: float
    room: float = 0.0

    @property
    def lines(self) -> Sequence[str]:
        return self.text.split("\n")

    @property
    def pitch(self) -> float:
        """From baseline to baseline, in millimetres."""
        return self.size * self.style.leading * POINT

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last, in millimetres."""
        return self.pitch * (self.text.count("\n") + 1)

    def at(self, x: float, y: float, *, width: float = 0.0, align: float = 0.0) -> tuple[Text, ...]:
        """The lines, set from (x, y) downwards; `align` 0 is left, 0.5 the middle of `width`, 1 right."""
        style, size, pitch = self.style, self.size, self.pitch
        if self.room and not align and not self.text.isascii() and leftward(self.text):
            width, align = self.room, 1.0
        baseline = y + pitch / 2 + size * 0.34 * POINT
        whole = Text(x, baseline, self.text, style.font, size, style.colour, style.spacing, pitch)
        if not align:
            return (whole,) if self.text else ()
        return tuple(
            line._replace(x=x + align * (width - measure(line.text, style.font, size, style.spacing)))
            for line in whole.lines()
        )


def measure(text: str, font: str, size: float, spacing: float = 0.0) -> float:
    """The width of one line in millimetres.

    >>> round(measure("Verdun", "Barlow-Regular", 10), 2)
    10.77
    """
    units = sum(advance(font, word) for word in text.split(" ")) + advance(font, " ") * text.count(" ")
    return (units * size / 1000 + spacing * max(0, len(text) - 1)) * POINT


def clean(text: str, font: str, where: str) -> str:
    """The text as it can be set: composed letters, plain spaces; `MissingGlyph` for all that cannot be."""
    text = normalize("NFC", text).replace("\r\n", "\n").replace("\t", " ")
    lost = missing(font, text.replace("\n", " "))
    if lost:
        raise MissingGlyph(where, refusal(lost, text))
    return text


def refusal(lost: str, text: str) -> str:
    """Why letters cannot be printed: their names, the word in which they stand, and what would be right."""
    named = ", ".join(_describe(letter) for letter in lost[:3])
    more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
    word = next(word for word in text.split() if lost[0] in word) if not lost[0].isspace() else ""
    place = (
        f" in “{word if len(word) <= 24 else word[:23] + '…'}”"
        if len(word) > 1 and word.isprintable()
        else ""
    )
    fallback = next(filter(None, (lacking(script) for script in scripts(lost))), None)
    if fallback:
        cure = f"{fallback.name} needs a font that this machine lacks: apt install {fallback.package}."
    else:
        cure = "No font here has it; write it in another alphabet, or leave it out."
    return f"Our fonts cannot print {named}{more}{place}. {cure}"


def _describe(letter: str) -> str:
    if category(letter) == "Cc":
        return f"the control character U+{ord(letter):04X}, which is no letter"
    code = f"U+{ord(letter):04X} {name(letter, '').lower()}".strip()
    return f"“{letter}” ({code})" if category(letter)[0] in "LNPS" else f"the character {code}"


def wrap(text: str, font: str, size: float, width: float) -> Sequence[str] | None:
    """The text in lines of at most `width` millimetres; `None` where one word alone is wider."""
    broken = _broken(text, font, size, width)
    return None if broken is None else broken.split("\n")


@lru_cache(maxsize=16_000)
def _broken(text: str, font: str, size: float, width: float) -> str | None:
    room = round(width / POINT / size * 1000)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        rows = _lines(paragraph, font, room)
        if rows is None:
            return None
        lines += rows if paragraph.isascii() else directed(rows, paragraph)
    return "\n".join(lines)


def _lines(paragraph: str, font: str, room: int) -> list[str] | None:
    """A paragraph in lines of at most `room` thousandths of the type size."""
    if not paragraph.isascii():
        return _closed(paragraph, font, room)
    space = advance(font, " ")
    lines: list[str] = []
    line: list[str] = []
    used = -space
    for word in paragraph.split(" "):
        needed = advance(font, word)
        if needed > room:
            return None
        used += space + needed
        if used > room:
            lines.append(" ".join(line))
            line, used = [], needed
        line.append(word)
    return [*lines, " ".join(line)]


def _closed(paragraph: str, font: str, room: int) -> list[str] | None:
    """The same where words may stand without spaces between them."""
    lines: list[str] = []
    line, used = "", 0
    for glue, word in pieces(paragraph):
        needed = advance(font, word)
        if needed > room:
            return None
        used += needed + (advance(font, " ") if glue else 0)
        if used > room:
            lines.append(line)
            line, used = word, needed
        else:
            line += glue + word
    return [*lines, line]


def fit(text: str, style: Style, width: float, height: float, where: str) -> Block:
    """The text at the largest allowed size that fits into `width` by `height` millimetres.

    Raises `DoesNotFit`, naming the place and by how much, where even the smallest size is too large.
    """
    text = clean(text, style.font, where)
    whole = _block(text, style, max(style.size, style.smallest), width)
    if whole and whole.height <= height:
        return whole
    _refuse_if_too_long(text, style, width, height, where)
    size = style.size - STEP
    while size > style.smallest:
        block = _block(text, style, size, width)
        if block and block.height <= height:
            return block
        size -= STEP
    smallest = _block(text, style, style.smallest, width)
    assert smallest  # it fitted in _refuse_if_too_long
    return smallest


def _block(text: str, style: Style, size: float, width: float) -> Block | None:
    broken = _broken(text, style.font, size, width)
    return None if broken is None else Block(broken, style, size, width)


def _refuse_if_too_long(text: str, style: Style, width: float, height: float, where: str) -> None:
    smallest = _block(text, style, style.smallest, width)
    if smallest is None:
        word = max((piece for _, piece in pieces(text)), key=lambda word: advance(style.font, word))
        over = measure(word, style.font, style.smallest) - width
        shown = word if len(word) <= 24 else f"{word[:23]}…"
        raise DoesNotFit(where, f"The word “{shown}” is {over:.1f} mm too wide at {style.smallest:g} pt.")
    if smallest.height > height + 1e-6:
        over = smallest.height - height
        share = 100 * (1 - height / smallest.height)
        size = f"{style.smallest:g} pt"
        raise DoesNotFit(where, f"The text is {over:.1f} mm too high at {size}: shorten it by {share:.0f} %.")


def line(text: str, style: Style, width: float, where: str) -> Block:
    """One line that fits `width`; as `fit`, but never broken."""
    text = clean(text, style.font, where).replace("\n", " ")
    size = max(style.size, style.smallest)
    while size >= style.smallest:
        if measure(text, style.font, size, style.spacing) <= width + 1e-6:
            return Block(text, style, size)
        size -= STEP
    over = measure(text, style.font, style.smallest, style.spacing) - width
    raise DoesNotFit(where, f"The line is {over:.1f} mm too wide at {style.smallest:g} pt: shorten it.")
