"""The game set up (3.0): shuffled decks, trenches of 1914, the first hands and missions."""

from collections.abc import Mapping, Sequence

from companion.engine.errors import InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading, items
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, FIRST_YEAR, SIDES, START_ECONOMY, YEARS
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.rules.sequence import NONE_YET, enter_year
from companion.games.scarper.state.board import Board, starter_board
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.library import Library, starter_library
from companion.games.scarper.state.table import Hand, Orders, PerSide, State

KEYS = ("options", "board", "library", "decks", "mission_decks")
type Decks = Mapping[str, tuple[str, ...]]

YEAR_KEYS = tuple(str(year) for year in YEARS)


def set_up(setup: Json) -> Outcome[State]:
    """The opening state of a completed setup (specification 6.1); `InvalidInput` with paths inside it."""
    asked = Asked(setup, KEYS)
    asked.done()
    if asked.options.cards == "table":
        _no_decks(asked)
        state = _opening(asked, None, None)
    else:
        state = _opening(asked, _decks(asked, asked.library), _mission_decks(asked, asked.library))
    return enter_year(state).after(*SETUP_STEPS)


def _opening(asked: Asked, decks: Decks | None, mission_decks: PerSide[tuple[str, ...]] | None) -> State:
    empty = Hand(0, None if decks is None else ())
    nothing = Orders(None, None, 0) if decks is None else Orders((), (), 0)
    return State(
        options=asked.options,
        board=None if asked.board is starter_board() else asked.board,
        library=None if asked.library is starter_library() else asked.library,
        year=FIRST_YEAR,
        phase="missions",
        chooser=None,
        first=None,
        rounds_done=NONE_YET,
        turn=None,
        morale=0,
        propaganda=NONE_YET,
        economy=PerSide(START_ECONOMY, START_ECONOMY),
        battlefields=_fronts(asked.board),
        decks=decks,
        mission_decks=mission_decks,
        hands=PerSide(empty, empty),
        missions=PerSide(nothing, nothing),
        in_play=(),
        played=(),
        history=(),
        winner=None,
        win_by=None,
    )


SETUP_STEPS = (
    Step("3.0", "Morale and propaganda begin on 0, both economies on 5."),
    Step("RULING R3", "All frontlines begin on 0."),
    Step("3.0", "The trenches of 1914 lie as the board shows them."),
)


def _fronts(board: Board) -> dict[str, Battlefield]:
    return {each: Battlefield(0, board.trenches[each]) for each in BATTLEFIELDS}


def _no_decks(asked: Asked) -> None:
    for key in ("decks", "mission_decks"):
        if key in asked:
            raise InvalidInput(key, "With physical cards the decks lie on the table; leave them out.")


def _decks(asked: Asked, library: Library) -> Decks:
    piles = Reading(asked.raw("decks"), YEAR_KEYS, "decks")
    return {key: _arranged(piles, key, library.of_year(int(key))) for key in YEAR_KEYS}


def _mission_decks(asked: Asked, library: Library) -> PerSide[tuple[str, ...]]:
    piles = Reading(asked.raw("mission_decks"), SIDES, "mission_decks")
    return PerSide(*(_arranged(piles, side, library.missions_of(side)) for side in SIDES))


def _arranged(piles: Reading, key: str, cards: Sequence[str]) -> tuple[str, ...]:
    listed = items(piles.raw(key), piles.at(key))
    whole = all(type(each) is str for each in listed) and sorted(listed) == sorted(cards)
    if not whole:
        wanted = f"This pile must hold each of its {len(cards)} cards exactly once, top first."
        raise InvalidInput(piles.at(key), wanted)
    return tuple(listed)
