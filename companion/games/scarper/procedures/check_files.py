"""The two files that an owner brings, checked: a card library and a board (specification 6.15, 6.16)."""

from companion.engine.game import OwnerFile, Resolution, Step
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, CARD_SIDES, SIDES, YEARS
from companion.games.scarper.state.board import Board, read_board, starter_board
from companion.games.scarper.state.library import Card, Library, read_library, starter_library


def check_library(file: Json) -> Resolution:
    """Procedure 6.15: is this a library, and what is in it?"""
    library = read_library(file, "library")
    cards = list(library.cards.values())
    late = sorted(card.id for card in cards if is_late(card, library))
    missions = {side: len(library.missions_of(side)) for side in SIDES}
    result = {
        "cards": len(cards),
        "by_year": {str(year): _of_year(cards, year) for year in YEARS},
        "by_side": _by_side(cards),
        "missions": missions,
        "remain": sorted(card.id for card in cards if card.remain),
        "late": late,
    }
    counted: dict[str, object] = {"title": library.title, "cards": len(cards), "allied": missions["allied"]}
    counted["german"] = missions["german"]
    steps = [
        Step("2.2.1", "“{title}” holds {cards} event cards, at least 9 a year.", counted),
        Step("2.2.2", "It holds {allied} Allied and {german} German missions.", counted),
        *(Step("5.2.2", "“{card}” requires a card of a later year.", {"card": each}) for each in late),
    ]
    return Resolution(result, tuple(steps))


def is_late(card: Card, library: Library) -> bool:
    """Whether a card requires one of a later year."""
    return any(library.cards[each].year > card.year for each in card.requires)


def _of_year(cards: list[Card], year: int) -> dict[str, int]:
    there = [card for card in cards if card.year == year]
    return {**_by_side(there), "points": sum(card.points for card in there)}


def _by_side(cards: list[Card]) -> dict[str, int]:
    return {side: sum(card.side == side for card in cards) for side in CARD_SIDES}


def check_board(file: Json) -> Resolution:
    """Procedure 6.16: is this a board, and what is on it?"""
    board = read_board(file, "board")
    scores = {"allied": _most(board, +1), "german": _most(board, -1)}
    standing = {"allied": _standing(board, -1), "german": _standing(board, +1)}
    result = {
        "spaces": {each: list(board.tracks[each].spaces) for each in BATTLEFIELDS},
        "symmetric": is_symmetric(board),
        "max_score": scores,
        "trenches": standing,
    }
    reach = "“{title}”: all battlefields together give at most Allied {allied}, German {german}."
    dug = "The war begins with {allied} Allied and {german} German trenches."
    return Resolution(
        result,
        (Step("2.1", reach, {"title": board.title, **scores}), Step("3.0", dug, standing)),
    )


def is_symmetric(board: Board) -> bool:
    """Whether each battlefield, values and trenches, is its own mirror image."""
    return all(
        track.values == {-space: -value for space, value in track.values.items()}
        and board.trenches[each] == {-space: count for space, count in board.trenches[each].items()}
        for each, track in board.tracks.items()
    )


def _most(board: Board, sign: int) -> int:
    return sum(max(sign * value for value in track.values.values()) for track in board.tracks.values())


def _standing(board: Board, sign: int) -> int:
    return sum(
        count for trenches in board.trenches.values() for space, count in trenches.items() if space * sign > 0
    )


FILES = (
    OwnerFile(
        key="library",
        title="Card library",
        help="The event cards and missions of your box, as a JSON file; else the project's own are used.",
        check=check_library,
        sample=lambda: starter_library().given,
    ),
    OwnerFile(
        key="board",
        title="Board",
        help="The nine battlefields of your board with their values, as a JSON file.",
        check=check_board,
        sample=lambda: starter_board().given,
    ),
)
