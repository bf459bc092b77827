"""Where a print's cards, board and house rules come from: a live table, an owner's file, the starter set."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER
from companion.games.scarper.state import Board, Library, Options, State, starter_library
from companion.games.scarper.state.board import own_board
from companion.games.scarper.state.library import own_library
from companion.press.options import options_in

OPTIONS = options_in(FOLDER / "printables" / "options.json")
"""The choices that Scarper's paper has for itself."""
LIBRARY, BOARD = OPTIONS["library"], OPTIONS["board"]


def state_of(scene: Scene[Any] | None) -> State | None:
    """The live game, if one is printed."""
    return scene.state if scene else None


def library_of(choices: Mapping[str, Json], state: State | None) -> Library:
    """The cards to print; `InvalidInput` with paths as `check-library` gives them."""
    given = choices.get("library")
    return state.box if state and given is None else own_library(given)


def board_of(choices: Mapping[str, Json], state: State | None) -> Board:
    """The board to print; `InvalidInput` with paths as `check-board` gives them."""
    given = choices.get("board")
    return state.front if state and given is None else own_board(given)


def options_of(state: State | None) -> Options:
    """The house rules in force."""
    return state.options if state else Options()


def label_of(library: Library) -> str:
    """What the margin of every sheet says about where its cards come from."""
    if library.id == starter_library().id:
        return "Starter set, not the published cards"
    return library.title
