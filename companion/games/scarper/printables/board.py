"""The board: the front, its tracks, and places for the cards; in full size over several sheets, or on one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, YEARS
from companion.games.scarper.printables.board_plan import (
    COLUMN,
    FRONT,
    HALF,
    HEIGHT,
    IN_PLAY,
    INNER,
    MORALE,
    SAFE,
    STRIPS,
    TRACKS,
    WIDTH,
    WORDS_IN_PLAY,
    borders_of,
    decks,
)  # fmt: skip
from companion.games.scarper.printables.front import FULL, Front, front
from companion.games.scarper.printables.look import DRESS, MUTED
from companion.games.scarper.printables.source import BOARD, OPTIONS, board_of, options_of, state_of
from companion.games.scarper.printables.tracks import both_tracks, morale
from companion.games.scarper.state import Board, State, starter_board
from companion.press.document import Document
from companion.press.face import BLACK, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look
from companion.press.options import INK as INKS
from companion.press.options import TILED, Made, papers
from companion.press.page import PAPERS
from companion.press.text import NUMERAL, SUBTITLE, TITLE, Style, line
from companion.press.tile import on_one_sheet, tiled


def board_face(board: Board, look: Look, state: State | None) -> Face:
    """The whole board in full size, as the empty board or with a position on it."""
    drawn = front(Front(board, FULL, look, state.battlefields if state else None))
    marks: tuple[Mark, ...] = (
        *_title(board),
        Stamp(drawn, FRONT.x, FRONT.y),
        *_decks(decks(board)),
        *_tracks(look, state),
        *_in_play(IN_PLAY),
    )
    return Face(WIDTH, HEIGHT, marks, name="board", safe=SAFE, alt=_told(state))


def _told(state: State | None) -> str:
    """The board in words, for those who do not see it."""
    first, *_, last = BATTLEFIELD_NAMES.values()
    fields = f"{len(BATTLEFIELD_NAMES)} battlefields from {first} to {last}, each a track between both ends"
    stands = ", with the game as it stands" if state else ""
    return f"The board{stands}: {fields}; places for the decks, the tracks and the cards in play."


def _tracks(look: Look, state: State | None) -> Iterator[Mark]:
    """Morale along the whole board, below it propaganda and economy side by side."""
    whole, half = STRIPS
    yield Stamp(morale(whole, look, state.morale if state else None), MORALE.x, MORALE.y)
    propaganda, economy = both_tracks(half, look, options_of(state), state)
    yield Stamp(propaganda, TRACKS.x, TRACKS.y)
    yield Stamp(economy, HALF, TRACKS.y)


def _title(board: Board) -> Iterator[Mark]:
    title = Style(font=TITLE, size=52, spacing=6, leading=1)
    quiet = Style(font=SUBTITLE, size=18, smallest=10, leading=1, colour=MUTED)
    yield from line("SCARPER", title, 200, "board").at(INNER.x, INNER.y - 1.5)
    told = "Starter board, not the published one" if board.id == starter_board().id else board.title
    for y, words in ((1.5, "The Western Front, 1914 to 1918"), (9.0, told)):
        yield from line(words, quiet, 98, "board.title").at(INNER.x + 2 * COLUMN, INNER.y + y)
    for y, width in ((18.5, 1.0), (20.0, 0.3)):
        run = ((INNER.x, INNER.y + y), (FRONT.right, INNER.y + y))
        yield Path((run,), Paint(stroke=INK, width=width))


def _decks(places: Sequence[Box]) -> Iterator[Mark]:
    """A place for each year's deck and one for the discards, each the size of a card."""
    for box, name in zip(places, (*map(str, YEARS), "Discards"), strict=True):
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 3)
        style = Style(font=NUMERAL, size=44 if name.isdigit() else 30, smallest=16, leading=1, colour=MUTED)
        block = line(name, style, box.width - 6, "board")
        yield from block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def _in_play(area: Box) -> Iterator[Mark]:
    yield Rectangle(area, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 2)
    style = Style(font=TITLE, size=24, smallest=16, leading=1)
    quiet = Style(font=SUBTITLE, size=16, smallest=10, leading=1, colour=MUTED)
    yield from line("Cards in play", style, 48, "board").at(area.x + 5, area.y + 4)
    told = "Lay cards that stay in play along this edge, their titles showing."
    yield from line(told, quiet, WORDS_IN_PLAY - 55, "board").at(area.x + 53, area.y + 5.9)


def board(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The board on the paper that was asked for."""
    state = state_of(scene) if choices["position"] else None
    look = DRESS.look(choices)
    face = board_face(board_of(choices, state_of(scene)), look, state)
    paper = PAPERS["a3" if choices["size"] == "a3" else choices["paper"]]
    if choices["size"] == "full":
        overlap = choices["join"] != "edge"
        borders = borders_of(board_of(choices, state_of(scene)), options_of(state))
        pages = tiled(face, paper, borders, note="Scarper board", overlap=overlap)
    else:
        pages = (on_one_sheet(face, paper, note="Scarper board"),)
    return DRESS.document("board", pages, {**choices, "paper": "a3"} if choices["size"] == "a3" else choices)


OWN = (OPTIONS["size"], OPTIONS["join"], OPTIONS["position"])
BOARDS: Mapping[str, Made] = {
    "board": (board, (papers(*TILED), *OWN, INKS, BOARD)),
}
