"""The Morale, Propaganda and Economic Tracks on paper (2.3)."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from companion.games.scarper.data import MORALE_END, SIDES
from companion.games.scarper.printables.look import MUTED, PAPER, icon, symbol
from companion.games.scarper.state import Options, PerSide, State
from companion.press.face import BLACK, POINT, WHITE, Box, Circle, Colour, Face, Mark, Paint, Rectangle, Stamp
from companion.press.look import Look
from companion.press.text import NUMERAL, TITLE, Style, line, measure


class Strip(NamedTuple):
    """How large a track is drawn: millimetres, and its type in points. Its spaces keep to the thirds of a
    `column`, where that is one."""

    width: float
    height: float
    size: float
    column: float = 0.0


def morale(strip: Strip, look: Look, live: int | None = None) -> Face:
    """From 15 on the German side through 0 to 15 on the Allied side (8.1)."""
    ends, count = strip.size * POINT * 1.5, 2 * MORALE_END + 1
    first, width = spaces(strip, count, ends)
    row = Box(first, 0, count * width, strip.height)
    cells = tuple(_morale_cells(row, strip, look, live))
    marks = [*_head(strip, "Morale", "morale"), *cells]
    for side, x in (("german", row.x - ends), ("allied", row.right)):
        scale = ends / 13
        marks.append(
            Stamp(
                symbol(side, look.strong(side), WHITE),
                x + scale * 1.5,
                (strip.height - ends) / 2,
                scale=scale,
            )
        )
    return Face(strip.width, strip.height, tuple(marks), name="morale")


def _morale_cells(row: Box, strip: Strip, look: Look, live: int | None) -> Iterator[Mark]:
    width = row.width / (2 * MORALE_END + 1)
    for number, value in enumerate(range(-MORALE_END, MORALE_END + 1)):
        side = "allied" if value > 0 else "german"
        box = Box(row.x + number * width, row.y, width, row.height)
        tint = look.tint(side, 0.08 + 0.16 * abs(value) / MORALE_END) if value else None
        yield Rectangle(box, Paint(fill=tint, stroke=MUTED, width=0.15))
        here = value == live
        if here:
            yield Rectangle(
                box.inset(width * 0.06),
                Paint(fill=None if look.saver else BLACK, stroke=BLACK, width=0.8),
                0.8,
            )
        yield from _number(
            str(abs(value)),
            box,
            strip.size,
            WHITE if here and not look.saver else look.strong(side) if value else BLACK,
        )


def side_track(strip: Strip, what: str, most: int, look: Look, live: PerSide[int] | None = None) -> Face:
    """The Propaganda or the Economic Track, 0 to its maximum, with a marker a side if it is live."""
    first, width = spaces(strip, most + 1, 1, 0)
    every = next(
        n for n in (1, 2, 5, 10, 20, 50) if n * width > measure(str(most), NUMERAL, strip.size) + 0.8
    )
    marks: list[Mark] = [*_head(strip, what.capitalize(), what)]
    for number in range(most + 1):
        box = Box(first + number * width, 0, width, strip.height)
        marks.append(Rectangle(box, Paint(fill=None if look.saver else PAPER, stroke=MUTED, width=0.15)))
        standing = [side for side in SIDES if live and live[side] == number]
        marks += list(_markers(box, standing, look))
        if number % every == 0 and not standing:
            marks += _number(str(number), box, strip.size, BLACK)
    return Face(strip.width, strip.height, tuple(marks), name=what)


def both_tracks(strip: Strip, look: Look, options: Options, state: State | None) -> tuple[Face, Face]:
    """Propaganda and economy as the house rules have them, live where there is a game to show."""

    def track(what: str, most: int) -> Face:
        return side_track(strip, what, most, look, state.track(what) if state else None)

    return track("propaganda", options.propaganda_max), track("economy", options.economy_max)


def _markers(box: Box, standing: Sequence[str], look: Look) -> Iterator[Mark]:
    """The sides' discs on one space: the German above, the Allied below, as on the front."""
    size = min(box.height / 2.1, box.width * 0.92)
    for side in standing:
        y = box.y + (
            box.height * (0.25 if side == "german" else 0.75) if len(standing) > 1 else box.height / 2
        )
        colour = look.strong(side)
        yield Circle(box.x + box.width / 2, y, size / 2, Paint(fill=WHITE, stroke=colour, width=0.25))
        left, top = box.x + (box.width - size * 0.8) / 2, y - size * 0.4
        yield Stamp(symbol(side, colour, WHITE), left, top, scale=size * 0.08)


def spaces(strip: Strip, count: int, before: float = 0.0, behind: float | None = None) -> tuple[float, float]:
    """Where a track's first space begins, and how wide each is; so far before and behind them are signs."""
    if not strip.column:
        first = heading(strip) + before
        return first, (strip.width - first - (before if behind is None else behind)) / count
    first, third = 4 * strip.column / 3, strip.column / 3
    return first, third / ceil(count * third / (strip.width - first))


def heading(strip: Strip) -> float:
    """How much of a track its name and sign take, at its left end."""
    size = strip.size * 1.15
    return measure("Propaganda", TITLE, size) + _sign(strip) + 3


def _sign(strip: Strip) -> float:
    return min(strip.height * 0.7, strip.size * 1.15 * POINT * 1.4)


def _head(strip: Strip, word: str, picture: str) -> tuple[Mark, ...]:
    """A track's name and sign at its left end."""
    size, side = strip.size * 1.15, _sign(strip)
    style = Style(font=TITLE, size=size, smallest=min(size, 7), leading=1)
    name = line(word, style, strip.width / 3, "board")
    texts = name.at(side + 1.5, (strip.height - name.height) / 2)
    return (Stamp(icon(picture, BLACK), 0, (strip.height - side) / 2, scale=side / 10), *texts)


def _number(text: str, box: Box, size: float, colour: Colour) -> tuple[Mark, ...]:
    style = Style(font=NUMERAL, size=size, smallest=min(size, 7), leading=1, colour=colour)
    block = line(text, style, box.width + 1, "board")
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)
