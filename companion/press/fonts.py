"""The type in the case: which faces we own, how wide each letter is, and which letters are missing.

Barlow Condensed for titles and numerals, Barlow for labels, Literata for sentences; all under the Open
Font Licence, whose texts lie beside the files. Letters that these lack are set in the faces of `alphabets`.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from companion.press.alphabets.clusters import clusters, scripts
from companion.press.alphabets.line import drawn, runs, shaped, stand_in
from companion.press.kerning import between

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).with_name("fonts")

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

    loaded = TTFont(name, FOLDER / f"{name}.ttf")
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
        sum(glyph.advance for glyph in shaped(run)) if run.cut else _advance(name, drawn(run.text))
        for run in runs(word, name, own(name))
    )


def _advance(name: str, word: str) -> int:
    widths: Mapping[int, int] = font(name).face.charWidths
    default: int = font(name).face.defaultWidth
    wide = sum(widths.get(ord(letter), default) for letter in word)
    return wide + sum(between(name, left, right) for left, right in pairwise(word))


def own(name: str) -> Mapping[int, int]:
    """The letters of a face of ours, by their code points."""
    known: Mapping[int, int] = font(name).face.charToGlyph
    return known


@lru_cache(maxsize=20_000)
def beyond(name: str, text: str) -> frozenset[str]:
    """The letters of `text` that this face of ours lacks."""
    known = own(name)
    return frozenset(letter for letter in text if ord(letter) not in known)


def missing(name: str, text: str) -> str:
    """The letters of `text` that no face here can draw, each once, in the order met."""
    lost = beyond(name, text)
    if not lost:
        return ""
    alphabets, found = scripts(text), {}
    for cluster in dict.fromkeys(clusters(text)):
        if not lost.isdisjoint(cluster) and drawn(cluster) and not stand_in(cluster, alphabets, name):
            found.update(dict.fromkeys(letter for letter in drawn(cluster) if letter in lost))
    return "".join(found)


@cache
def edition() -> str:
    """A short name for these very font files: a print is the same only if its type is."""
    files = sorted(FOLDER.glob("*.ttf"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
