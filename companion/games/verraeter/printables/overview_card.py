"""The overview card: the thirteen phases on its front, action cards and the end on its back."""

from collections.abc import Iterator, Sequence

from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.printables.setting import band, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import PhaseWords, phases, sayings, ways
from companion.press.errors import DoesNotFit
from companion.press.face import Box, Face, Mark, Paint, Path
from companion.press.fonts import LABEL, NUMERAL, STRONG, SUBTITLE
from companion.press.look import INK, Look
from companion.press.look.setting import richest
from companion.press.text import fit, line, measure

BAND = 8.5


def front(source: Source) -> Face:
    """A round, phase by phase; on a card with little room the names alone."""
    look = source.look
    box = panel(look)
    rows = Box(box.x + 0.8, box.y + BAND + 0.8, box.width - 1.6, box.height - BAND - 1.4)
    told = phases(source.options)
    marks = (
        *leaf("court", look),
        *band("A round", "court", box._replace(height=BAND), look, "overview"),
        *_phases(told, rows, look),
    )
    return look.card(marks, "overview")


def _phases(told: Sequence[PhaseWords], box: Box, look: Look) -> Iterator[Mark]:
    """Thirteen rows of one height: the number, the name and what happens."""
    pitch = box.height / len(told)
    columns = 2 if pitch < look.smallest * 0.36 else 1
    rows = -(-len(told) // columns)
    pitch, wide = box.height / rows, box.width / columns
    for n, phase in enumerate(told):
        place = Box(box.x + n // rows * wide, box.y + n % rows * pitch, wide, pitch)
        if n % rows:
            top = ((place.x, place.y), (place.x + wide - 0.6, place.y))
            yield Path((top,), Paint(stroke=look.strong("court"), width=0.12))
        yield from _phase(phase, place, look)


def _phase(phase: PhaseWords, place: Box, look: Look) -> Iterator[Mark]:
    figure = look.style(NUMERAL, 10, look.strong("court"))
    block = line(str(phase.number), figure, 6, "overview")
    y = place.y + (place.height - block.height) / 2
    indent = measure("13", NUMERAL, block.size) + 1.2
    yield from block.at(place.x, y, width=indent - 1.2, align=1)
    style = look.style(SUBTITLE, 9.5, INK)
    try:
        head = line(phase.name, style, place.width - indent - 0.6, "overview")
    except DoesNotFit:
        return
    yield from head.at(place.x + indent, place.y + (place.height - head.height) / 2)
    left = place.x + indent + measure(phase.name, SUBTITLE, head.size) + 1.3
    small = look.style(LABEL, 7, (0.25,))
    rest = richest(phase.brief, small, place.right - left, place.height, "overview")
    if rest:
        yield from rest.at(left, place.y + (place.height - rest.height) / 2)


def reverse(source: Source) -> Face:
    """The six action cards in a line each, and how the game ends."""
    look = source.look
    box = panel(look)
    half = box.height * 0.67
    end = Box(box.x, box.y + half, box.width, BAND)
    rows = Box(box.x + 0.8, box.y + BAND + 0.6, box.width - 1.6, half - BAND - 1.0)
    rest = Box(box.x + 1, end.bottom + 1, box.width - 2, box.bottom - end.bottom - 1.6)
    marks = (
        *leaf("court", look),
        *band("Action cards", "court", box._replace(height=BAND), look, "overview"),
        *_cards(rows, source),
        *band("The end", "court", end, look, "overview"),
        *_ending(rest, source),
    )
    return look.card(marks, "overview back")


def _cards(box: Box, source: Source) -> Iterator[Mark]:
    look, told = source.look, sayings(source.options)
    pitch = box.height / len(ACTION_CARDS)
    for n, card in enumerate(ACTION_CARDS):
        y = box.y + n * pitch
        if n:
            rule = ((box.x, y), (box.right, y))
            yield Path((rule,), Paint(stroke=look.strong("court"), width=0.12))
        name = look.style(STRONG, 8)
        head = richest((ACTION_NAMES[card],), name, box.width, pitch, "overview")
        if head is None:
            continue
        brief = told[card].told[1:] or told[card].told
        room = pitch - head.height - 0.6
        body = (
            richest(brief, look.style(LABEL, 7.5, (0.2,)), box.width, room, "overview") if room > 0 else None
        )
        top = y + (pitch - head.height - (body.height if body else 0)) / 2
        yield from head.at(box.x, top)
        yield from _worth(told[card].figures, Box(box.x, top, box.width, head.height), look)
        if body:
            yield from body.at(box.x, top + head.height)


def _worth(figures: Sequence[tuple[str, str]], box: Box, look: Look) -> tuple[Mark, ...]:
    """An action card's figures at the right end of its line, where there is room."""
    told = ", ".join(f"{figure} {word}" for figure, word in figures)
    short = ", ".join(figure for figure, _ in figures)
    style = look.style(SUBTITLE, 8.5, look.strong("court"))
    block = richest((told, short), style, box.width * 0.46, box.height + 0.3, "overview")
    return block.at(box.x, box.y, width=box.width, align=1) if block else ()


def _ending(box: Box, source: Source) -> tuple[Mark, ...]:
    look, brief = source.look, ways("brief_ending", source.options)
    style = look.style(LABEL, 7.5, leading=1.15)
    for lines in (ways("ending", source.options), brief, brief[1:], brief[2:]):
        try:
            block = fit("\n".join(lines), style, box.width, box.height, "overview")
        except DoesNotFit:
            continue
        return block.at(box.x, box.y + (box.height - block.height) / 2)
    return ()
