"""Where everything stands on the full board, and between what it may be cut: all of it keeps to the columns
of the battlefields and to the rows of their spaces."""

from collections.abc import Iterator, Sequence

from companion.games.scarper.data import BATTLEFIELDS, MORALE_END, YEARS
from companion.games.scarper.printables.front import FULL, Front
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.tracks import Strip, heading, spaces
from companion.games.scarper.state import Board, Options
from companion.press.face import Box
from companion.press.look import Look
from companion.press.page import FORMATS
from companion.press.tile import Borders, around

WIDTH, HEIGHT, SAFE = 594.0, 420.0, 8.0
"""The full board, DIN A2; nothing that counts lies nearer to its edge than `SAFE`."""

INNER = Box(0, 0, WIDTH, HEIGHT).inset(SAFE)
FRONT = Box(INNER.x, INNER.y + 22, FULL.width, FULL.height)
COLUMN = FULL.width / len(BATTLEFIELDS)
HALF = INNER.x + 6 * COLUMN
"""Where the Economic Track begins, beside the Propaganda Track."""

MORALE = Box(INNER.x, INNER.y + 298, INNER.width, 26)
TRACKS = Box(INNER.x, INNER.y + 332, HALF - INNER.x - 6, 24)
IN_PLAY = Box(INNER.x, INNER.y + 364, INNER.width, INNER.height - 364)
WORDS_IN_PLAY = 189.0
"""Millimetres: what is written on the place for the cards in play takes no more of its width."""

STRIPS = Strip(INNER.width, MORALE.height, 22, COLUMN), Strip(TRACKS.width, TRACKS.height, 20, COLUMN)
HAIR = 0.25
APART = 5.3
"""Millimetres between two places for cards: a cut goes through there."""


def decks(board: Board) -> list[Box]:
    """A place for each year's deck and one for the discards, row by row, apart where the board is cut."""
    (width, height), tops = FORMATS["card"], _tops(board)
    middle = INNER.x + 32 * COLUMN / 3
    lefts = (middle - APART / 2 - width, middle + APART / 2)
    return [Box(lefts[n % 2], tops[n // 2], width, height) for n in range(len(YEARS) + 1)]


def _tops(board: Board) -> tuple[float, float, float]:
    """How high each row of them stands: apart on a line between spaces where the board has two such lines."""
    high, lines = FORMATS["card"].height, _between_rows(board)
    for first in lines:
        for other in lines:
            tops = first - APART / 2 - high, first + APART / 2, other + APART / 2
            if tops[0] >= INNER.y and tops[1] + high + APART <= tops[2] and tops[2] + high <= MORALE.y - 3:
                return tops[0], other - APART / 2 - high, tops[2]
    apart = (FRONT.height - 3 * high) / 2
    return FRONT.y, FRONT.y + high + apart, FRONT.y + 2 * (high + apart)


def _between_rows(board: Board) -> list[float]:
    drawing = _drawing(board)
    high, low = drawing.rows
    gap = FULL.width / 440
    return [FRONT.y + drawing.cell(0, space).y - gap / 2 for space in range(high - 1, low - 1, -1)]


def borders_of(board: Board, options: Options) -> Borders:
    """Where the board may be cut: between battlefields, spaces, and places for cards; through no number."""
    things = [*_fields(board), *_on_tracks(options)]
    shown = Box(INNER.x - HAIR, INNER.y, INNER.width + 2 * HAIR, INNER.height + HAIR)
    apart = [line for line in _between_rows(board) if not _cuts(line, decks(board))]
    places = decks(board) if apart[1:] else [box._replace(y=FRONT.y, height=1.0) for box in decks(board)]
    return around([*things, *places], shown, SAFE - HAIR)


def _cuts(line: float, boxes: Sequence[Box]) -> bool:
    return any(box.y < line < box.bottom for box in boxes)


def _fields(board: Board) -> Iterator[Box]:
    """Each battlefield's head and spaces; what is written in the corners stands over the first columns."""
    drawing = _drawing(board)
    high, low = drawing.rows
    for column in range(len(BATTLEFIELDS)):
        cells = [drawing.cell(column, space) for space in range(high, low - 1, -1)]
        yield Box(FRONT.x + cells[0].x, INNER.y, cells[0].width, 22 + cells[0].y)
        yield from (cell._replace(x=FRONT.x + cell.x, y=FRONT.y + cell.y) for cell in cells)
    foot = FRONT.y + drawing.cell(0, low).bottom
    yield Box(INNER.x, foot, 2 * COLUMN, FRONT.bottom - foot)


def _on_tracks(options: Options) -> Iterator[Box]:
    morale, side = STRIPS
    yield from _on_track(MORALE, morale, 2 * MORALE_END + 1)
    for left, most in ((TRACKS.x, options.propaganda_max), (HALF, options.economy_max)):
        yield from _on_track(TRACKS._replace(x=left), side, most + 1)
    yield IN_PLAY._replace(width=WORDS_IN_PLAY)


def _on_track(row: Box, strip: Strip, count: int) -> Iterator[Box]:
    first, width = spaces(strip, count)
    yield row._replace(width=heading(strip))
    yield from (row._replace(x=row.x + first + n * width, width=width) for n in range(count))


def _drawing(board: Board) -> Front:
    return Front(board, FULL, Look(DRESS, DRESS.card))
