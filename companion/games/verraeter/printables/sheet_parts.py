"""What Verräter's sheets are set with: a heading, the page, names that always fit."""

from collections.abc import Iterator

from companion.games.verraeter.printables.emblems import crest
from companion.games.verraeter.printables.look import MUTED, NAME
from companion.press.face import Box, Colour, Mark, Paint, Path, Stamp, Text
from companion.press.look import EDGE, INK, Look, richest
from companion.press.text import SUBTITLE, Style, line


def heading(told: str, figure: str, look: Look, width: float) -> Iterator[Mark]:
    """The game's name between its two houses, a word at the right, and a line below."""
    title = Style(font=NAME, size=27, smallest=16, leading=1)
    side = Style(font=SUBTITLE, size=18, smallest=9, leading=1)
    quiet = Style(font=SUBTITLE, size=11, smallest=7, leading=1, colour=MUTED)
    for n, house in enumerate(("eagle", "rose")):
        yield Stamp(crest(house, look), EDGE + 58 * n, EDGE - 2, 1.1)
    yield from line("Verräter", title, 46, "sheet").at(EDGE + 11, EDGE - 2, width=47, align=0.5)
    yield from line(figure, side, width - 74, "sheet").at(EDGE, EDGE + 1, width=width, align=1)
    yield Path((((EDGE, EDGE + 10.5), (EDGE + width, EDGE + 10.5)),), Paint(stroke=INK, width=0.6))
    block = richest((told, f"{told[:90]}…"), quiet, width, 6, "sheet")
    yield from block.at(EDGE, EDGE + 12.4) if block else ()


def named(name: str, size: float, box: Box, ink: Colour = INK) -> tuple[Text, ...]:
    """A name on one line of a box, cut short where even the smallest type is too wide."""
    style = Style(font=SUBTITLE, size=size, smallest=7, leading=1, colour=ink)
    if not name:
        return ()
    tries = (name, *(f"{name[:n]}…" for n in (14, 11, 8, 5, 3)))
    block = richest(tries, style, box.width, style.size * 0.36, "sheet")
    return block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()
