"""The board: the front, its tracks, and places for the cards; in full size over several sheets, or on one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, YEARS
from companion.games.scarper.printables.front import FULL, Front, front
from companion.games.scarper.printables.look import DRESS, MUTED
from companion.games.scarper.printables.source import BOARD, OPTIONS, board_of, options_of, state_of
from companion.games.scarper.printables.tracks import Strip, both_tracks, morale
from companion.games.scarper.state import Board, State, starter_board
from companion.press.colours import BLACK
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import NUMERAL, SUBTITLE, TITLE
from companion.press.look import INK, Look
from companion.press.options import INK as INKS
from companion.press.options import papers
from companion.press.paper import FORMATS, PAPERS, Size
from companion.press.shelf import Made
from companion.press.text import Style, line
from companion.press.tile import on_one_sheet, tiled
from companion.press.tile.cutting import Borders

WIDTH, HEIGHT, SAFE = 594.0, 420.0, 8.0
"""The full board, DIN A2; nothing that counts lies nearer to its edge than `SAFE`."""


def board_face(board: Board, look: Look, state: State | None) -> Face:
    """The whole board in full size, as the empty board or with a position on it."""
    inner = Box(0, 0, WIDTH, HEIGHT).inset(SAFE)
    decks = inner.x + FULL.width + 10
    marks: tuple[Mark, ...] = (
        *_title(board, inner),
        Stamp(front(Front(board, FULL, look, state.battlefields if state else None)), inner.x, inner.y + 22),
        *_decks(Box(decks, inner.y + 22, inner.right - decks, FULL.height)),
        *_tracks(look, state, inner),
        *_in_play(Box(inner.x, inner.y + 364, inner.width, inner.height - 364)),
    )
    return Face(WIDTH, HEIGHT, marks, name="board", safe=SAFE, alt=_told(state))


def _told(state: State | None) -> str:
    """The board in words, for those who do not see it."""
    first, *_, last = BATTLEFIELD_NAMES.values()
    fields = f"{len(BATTLEFIELD_NAMES)} battlefields from {first} to {last}, each a track between both ends"
    stands = ", with the game as it stands" if state else ""
    return f"The board{stands}: {fields}; places for the decks, the tracks and the cards in play."


def _tracks(look: Look, state: State | None, inner: Box) -> Iterator[Mark]:
    """Morale along the whole board, below it propaganda and economy side by side."""
    half = Strip(inner.width / 2 - 4, 24, 20)
    yield Stamp(
        morale(Strip(inner.width, 26, 22), look, state.morale if state else None), inner.x, inner.y + 298
    )
    propaganda, economy = both_tracks(half, look, options_of(state), state)
    yield Stamp(propaganda, inner.x, inner.y + 332)
    yield Stamp(economy, inner.x + half.width + 8, inner.y + 332)


def _title(board: Board, inner: Box) -> Iterator[Mark]:
    title = Style(font=TITLE, size=52, spacing=6, leading=1)
    quiet = Style(font=SUBTITLE, size=22, smallest=16, leading=1, colour=MUTED)
    yield from line("SCARPER", title, 200, "board").at(inner.x, inner.y - 1.5)
    told = "Starter board, not the published one" if board.id == starter_board().id else board.title
    yield from line(f"The Western Front, 1914 to 1918.  {told}", quiet, 380, "board.title").at(
        inner.x + 98, inner.y + 6
    )
    rule = (
        ((inner.x, inner.y + 18.5), (inner.right, inner.y + 18.5)),
        ((inner.x, inner.y + 20), (inner.right, inner.y + 20)),
    )
    yield Path(rule[:1], Paint(stroke=INK, width=1))
    yield Path(rule[1:], Paint(stroke=INK, width=0.3))


def _decks(area: Box) -> Iterator[Mark]:
    """A place for each year's deck and one for the discards, each the size of a card."""
    width, height = FORMATS["card"]
    across = (area.width - 2 * width) / 3
    down = (area.height - 3 * height) / 2
    for number, name in enumerate((*map(str, YEARS), "Discards")):
        column, row = number % 2, number // 2
        box = Box(area.x + across + column * (width + across), area.y + row * (height + down), width, height)
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 3)
        style = Style(font=NUMERAL, size=44 if number < 5 else 30, smallest=16, leading=1, colour=MUTED)
        block = line(name, style, width - 6, "board")
        yield from block.at(box.x, box.y + (height - block.height) / 2, width=width, align=0.5)


def _in_play(area: Box) -> Iterator[Mark]:
    yield Rectangle(area, Paint(stroke=BLACK, width=0.4, dash=(3, 2)), 2)
    style = Style(font=TITLE, size=24, smallest=16, leading=1)
    quiet = Style(font=SUBTITLE, size=18, smallest=16, leading=1, colour=MUTED)
    yield from line("Cards in play", style, 120, "board").at(area.x + 5, area.y + 4)
    told = "Lay cards that stay in play along this edge, their titles showing."
    yield from line(told, quiet, 300, "board").at(area.x + 62, area.y + 5.2)


def _borders(board: Board) -> Borders:
    """Where the board may be cut: between battlefields and between spaces, and around what stands beside."""
    drawing, inner = Front(board, FULL, Look(DRESS, DRESS.card)), Box(0, 0, WIDTH, HEIGHT).inset(SAFE)
    column = FULL.width / len(BATTLEFIELDS)
    decks = inner.x + FULL.width + 5
    high, low = drawing.rows
    rows = [inner.y + 22 + drawing.cell(0, space).y for space in range(high, low - 1, -1)]
    across = [0.0, *(inner.x + n * column for n in range(1, len(BATTLEFIELDS))), decks, WIDTH]
    return Borders(across, [0.0, *rows, *(inner.y + y for y in (295, 328, 360)), HEIGHT])


def board(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The board on the paper that was asked for."""
    state = state_of(scene) if choices["position"] else None
    look = DRESS.look(choices)
    face = board_face(board_of(choices, state_of(scene)), look, state)
    if choices["size"] == "full":
        borders = _borders(board_of(choices, state_of(scene))) if choices["join"] == "edge" else None
        pages = tiled(face, PAPERS[choices["paper"]], note="Scarper board", borders=borders)
    else:
        paper: Size = PAPERS["a3"] if choices["size"] == "a3" else PAPERS[choices["paper"]]
        pages = (on_one_sheet(face, paper, note="Scarper board"),)
    return DRESS.document("board", pages, {**choices, "paper": "a3"} if choices["size"] == "a3" else choices)


OWN = (OPTIONS["size"], OPTIONS["join"], OPTIONS["position"])
BOARDS: Mapping[str, Made] = {
    "board": (board, (papers("a4", "letter", "a3", "legal", "both"), *OWN, INKS, BOARD)),
}
