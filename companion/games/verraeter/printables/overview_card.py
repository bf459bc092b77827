"""The overview card: the thirteen phases on its front, action cards and the end on its back."""

from collections.abc import Callable, Iterator, Sequence

from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.printables.setting import band, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import PhaseWords, phases, sayings, ways
from companion.press.face import Box, Face, Mark, Paint, Path
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, richest
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, DoesNotFit, fit, line, measure

BAND = 8.5


def front(source: Source) -> Face:
    """A round, phase by phase; on a card with little room the names alone."""
    look = source.look
    return look.card((*leaf("court", look), *composed(FRONT, source, panel(look))), "overview")


def reverse(source: Source) -> Face:
    """The six action cards in a line each, and how the game ends."""
    look = source.look
    return look.card((*leaf("court", look), *composed(REVERSE, source, panel(look))), "overview back")


def _titled(words: str) -> Callable[[Source, Box], Drawn]:
    """A title's ribbon."""

    def ribbon(source: Source, room: Box) -> Iterator[Mark]:
        yield from band(words, "court", room._replace(height=BAND), source.look, "overview")

    return fixed(BAND, ribbon)


def _round(source: Source, room: Box) -> Iterator[Mark]:
    rows = Box(room.x + 0.8, room.y + 0.8, room.width - 1.6, room.height - 1.4)
    yield from _phases(phases(source.options), rows, source.look)


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


def _cards(source: Source, room: Box) -> Drawn:
    """Two thirds of the card, its title with them."""
    share = panel(source.look).height * 0.67 - BAND
    return _rows(source, Box(room.x + 0.8, room.y + 0.6, room.width - 1.6, share - 1.0)), share


def _rows(source: Source, box: Box) -> Iterator[Mark]:
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


def _ending(source: Source, room: Box) -> tuple[Mark, ...]:
    look, brief = source.look, ways("brief_ending", source.options)
    box = Box(room.x + 1, room.y + 1, room.width - 2, room.height - 1.6)
    style = look.style(LABEL, 7.5, leading=1.15)
    for lines in (ways("ending", source.options), brief, brief[1:], brief[2:]):
        try:
            block = fit("\n".join(lines), style, box.width, box.height, "overview")
        except DoesNotFit:
            continue
        return block.at(box.x, box.y + (box.height - block.height) / 2)
    return ()


FRONT: tuple[Place[Source], ...] = (
    Place("title", "top", _titled("A round")),
    Place("phases", "rest", fixed(0, _round)),
)
REVERSE: tuple[Place[Source], ...] = (
    Place("title", "top", _titled("Action cards")),
    Place("cards", "top", _cards),
    Place("end", "top", _titled("The end")),
    Place("ending", "rest", fixed(0, _ending)),
)
