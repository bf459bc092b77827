"""The rows of a game's record: each conflict, its totals, and what everybody did in it."""

from collections.abc import Iterator, Sequence

from companion.games.verraeter.data import ACTION_NAMES, COLOURS, HOUSES
from companion.games.verraeter.printables.conflicts import Conflict, Deed
from companion.games.verraeter.printables.emblems import sign
from companion.games.verraeter.printables.look import MUTED
from companion.games.verraeter.printables.player_cards import arms_of
from companion.games.verraeter.printables.sheet_parts import named
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.press.face import Box, Colour, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, richest
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, Style, line

LEFT, MIDDLE = 50.0, 27.0
"""Millimetres: the columns of the landscapes and of the totals."""
TALLEST = 17.0


def rounds_played(state: State, fought: Sequence[Conflict], box: Box, look: Look) -> Iterator[Mark]:
    """A row for each round of the game; those to come stay blank."""
    head = 6.0
    count = state.rounds if state.result is None else len(fought)
    pitch = min(TALLEST, (box.height - head) / max(1, count))
    yield from _head(state, box, look)
    for n in range(count):
        row = Box(box.x, box.y + head + n * pitch, box.width, pitch)
        rule = ((row.x, row.y), (row.right, row.y))
        yield Path((rule,), Paint(stroke=MUTED, width=0.12 if n else 0.35))
        ink: Colour = INK if n < len(fought) else (0.7,)
        number = Style(font=NUMERAL, size=min(15, pitch * 1.9), leading=1, colour=ink)
        yield from line(str(n + 1), number, 7, "record").at(row.x, row.y + (pitch - number.size * 0.35) / 2)
        if n < len(fought):
            yield from _row(state, fought[n], row, look)


def _row(state: State, conflict: Conflict, row: Box, look: Look) -> Iterator[Mark]:
    half = row.height / 2
    for n, house in enumerate(HOUSES):
        y = row.y + n * half
        won = conflict.winner == house
        tint = look.tint(house, 0.16) if won else None
        if tint:
            stripe = Box(row.x + 7.6, y + 0.4, LEFT + MIDDLE - 9.6, half - 0.8)
            yield Rectangle(stripe, Paint(fill=tint), 0.8)
        size = min(4.2, half * 0.86)
        face = sign(house, look)
        yield Stamp(face, row.x + 9, y + (half - size) / 2, size / 10)
        land = state.words.landscapes[conflict.lands[house].type]
        told = f"{land} taken" if conflict.winner not in (None, house) else land
        yield from named(told, 9 if won else 8.5, Box(row.x + 14.5, y, LEFT - 16, half), INK)
        yield from _total(conflict.totals[house], won, Box(row.x + LEFT, y, MIDDLE, half), look)
    across = (row.width - LEFT - MIDDLE) / len(state.ids)
    for n, who in enumerate(state.ids):
        place = Box(row.x + LEFT + MIDDLE + n * across, row.y, across, row.height)
        yield from _deed(conflict.deeds[who], place, look)


def _total(total: int, won: bool, place: Box, look: Look) -> Iterator[Mark]:
    """A house's total, and a bar as long; the winner's is filled."""
    style = Style(font=NUMERAL if won else LABEL, size=9, leading=1)
    block = line(str(total), style, 7, "record")
    yield from block.at(place.x, place.y + (place.height - block.height) / 2, width=6, align=1)
    long = max(0.4, min(17.0, total * 0.42))
    bar = Box(place.x + 7.4, place.y + place.height * 0.26, long, place.height * 0.48)
    fill = INK if won and not look.saver else None
    yield Rectangle(bar, Paint(fill=fill, stroke=INK, width=0.6 if won else 0.18))


def _deed(deed: Deed, place: Box, look: Look) -> Iterator[Mark]:
    """The house served, the action card and the supply; at the right the points and where they led."""
    half = place.height / 2
    size = min(3.8, half * 0.8)
    for n, house in enumerate((deed.before, deed.after) if deed.before != deed.after else (deed.after,)):
        face = sign(house, look)
        yield Stamp(face, place.x + 1 + n * (size + 0.6), place.y + half + (half - size) / 2, size / 10)
    shift = 2 + (size + 0.6) * (1 + (deed.before != deed.after))
    card = ACTION_NAMES[deed.card] if deed.card else "(not told)"
    yield from named(card, 8, Box(place.x + 1, place.y, place.width - 10, half))
    yield from _supply(deed.supply, Box(place.x + shift, place.y + half, place.width - shift - 9, half))
    yield from _score(deed, place, half)


def _supply(cards: Sequence[int], box: Box) -> Iterator[Mark]:
    """The supply that was played, card by card; where there is no room for that, what it came to."""
    told = [mark.join(str(each) for each in cards) for mark in (" + ", "+")] if cards else ["no supply"]
    style = Style(font=SUBTITLE, size=8, smallest=7, leading=1, colour=MUTED)
    block = richest((*told, f"{len(cards)}: {sum(cards)}"), style, box.width, 3.2, "record")
    yield from block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()


def _score(deed: Deed, place: Box, half: float) -> Iterator[Mark]:
    """The points of this conflict, and below them the standing after it."""
    points = Style(font=STRONG, size=8.5, smallest=7, leading=1)
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    gained = f"{deed.points:+d}" if deed.points else "0"
    for n, (told, style) in enumerate(((gained, points), (str(deed.standing), quiet))):
        block = line(told, style, 9, "record")
        y = place.y + n * half + (half - block.height) / 2
        yield from block.at(place.x, y, width=place.width - 1.5, align=1)


def _head(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """What stands in the columns."""
    style = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    for word, x in (("Round and landscapes", box.x), ("Totals", box.x + LEFT)):
        yield from line(word, style, 48, "record").at(x, box.y + 1)
    across = (box.width - LEFT - MIDDLE) / len(state.ids)
    for n, who in enumerate(state.ids):
        x = box.x + LEFT + MIDDLE + n * across
        yield Stamp(arms_of(COLOURS[n], look), x + 1, box.y + 0.6, 0.4)
        yield from named(spoken(who), 9, Box(x + 6, box.y + 0.4, across - 7, 4.6))
