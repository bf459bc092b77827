"""Setting type: measuring, breaking lines, and making text fit without ever cutting it off."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, name, normalize

from companion.press.alphabets.breaking import pieces
from companion.press.alphabets.clusters import scripts
from companion.press.alphabets.fallbacks import lacking
from companion.press.alphabets.order import directed, leftward
from companion.press.colours import BLACK, Colour
from companion.press.errors import DoesNotFit, MissingGlyph
from companion.press.face import POINT, Text
from companion.press.fonts import advance, missing

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
        """Line by line."""
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
    """The text with its lines broken."""
    room = round(width / POINT / size * 1000)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        found = _lines(paragraph, font, room)
        if found is None:
            return None
        lines += found if paragraph.isascii() else directed(found, paragraph)
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
