"""The game set up: an owner's files checked, decks shuffled, hands dealt, and the app's later rolls (3)."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from companion.engine.dice import roll as die
from companion.engine.errors import InvalidInput
from companion.engine.game import Outcome, OwnerFile, Resolution, Step
from companion.engine.procedure import rolling
from companion.engine.wire import Json, Reading, items
from companion.games.scarper.data import BATTLEFIELDS, CARD_SIDES, FIRST_YEAR, SIDES, START_ECONOMY, YEARS
from companion.games.scarper.procedures.rounds import Asked
from companion.games.scarper.rules.rounds import NONE_YET, enter_year
from companion.games.scarper.state import Hand, Orders, PerSide, State
from companion.games.scarper.state.box import (
    Battlefield,
    Board,
    Card,
    Library,
    own_library,
    read_board,
    read_library,
    starter_board,
    starter_library,
)


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
        state = _opening(asked, _read_decks(asked, asked.library), _read_mission_decks(asked, asked.library))
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


def _read_decks(asked: Asked, library: Library) -> Decks:
    piles = Reading(asked.raw("decks"), YEAR_KEYS, "decks")
    return {key: _arranged(piles, key, library.of_year(int(key))) for key in YEAR_KEYS}


def _read_mission_decks(asked: Asked, library: Library) -> PerSide[tuple[str, ...]]:
    piles = Reading(asked.raw("mission_decks"), SIDES, "mission_decks")
    return PerSide(*(_arranged(piles, side, library.missions_of(side)) for side in SIDES))


def _arranged(piles: Reading, key: str, cards: Sequence[str]) -> tuple[str, ...]:
    listed = items(piles.raw(key), piles.at(key))
    whole = all(type(each) is str for each in listed) and sorted(listed) == sorted(cards)
    if not whole:
        wanted = f"This pile must hold each of its {len(cards)} cards exactly once, top first."
        raise InvalidInput(piles.at(key), wanted)
    return tuple(listed)


type Given = dict[str, Json]


DICE = {
    "frontal_charge": ("attacker", "defender"),
    "concentrated_assault": ("d6",),
    "charge": ("attacker", "defender"),
    "assault": ("d6",),
}
"""By type of action and by kind of effect; from a `d6` a d3 is read."""


def _rolls(kind: str, random: Random) -> Given:
    return {key: die(random, 6) for key in DICE[kind]}


roll_charge = rolling(partial(_rolls, "charge"))
roll_assault = rolling(partial(_rolls, "assault"))


def roll(state: State, action: Json, random: Random) -> Json:
    """The action with every die that it left out."""
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind == "resolve_event":
        return _roll_event(state, action, random)
    if type(kind) is not str or kind not in DICE or "rolls" in action:
        return action
    return {**action, "rolls": _rolls(kind, random)}


def _roll_event(state: State, action: Given, random: Random) -> Given:
    choices = action.get("choices")
    card = state.box.cards.get(state.turn.card or "") if state.turn else None
    if type(choices) is not list or card is None or len(choices) != len(card.effects):
        return action
    rolled = [
        {**choice, "rolls": _rolls(effect.kind, random)} if _lacks_dice(effect.kind, choice) else choice
        for effect, choice in zip(card.effects, choices, strict=True)
    ]
    return action if rolled == choices else {**action, "choices": rolled}


def _lacks_dice(kind: str, choice: Json) -> bool:
    return kind in DICE and type(choice) is dict and "battlefield" in choice and "rolls" not in choice


def shuffle_setup(question: Json, random: Random) -> tuple[Json, Json | None]:
    """A setup with the piles that it leaves to the app, and those piles."""
    library = _library(question)
    if library is None:
        return question, None
    piles = {key: shuffled(library, random) for key, shuffled in PILES.items() if key not in question}
    return ({**question, **piles}, piles) if piles else (question, None)


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with every pile shuffled that it leaves to the app."""
    return shuffle_setup(setup, random)[0]


def _library(question: Json) -> Library | None:
    """The library of a setup whose cards the app deals; `None` for any other setup."""
    if type(question) is not dict:
        return None
    options = question.get("options", {})
    if type(options) is not dict or options.get("cards", "app") != "app":
        return None
    try:
        return own_library(question.get("library"))
    except InvalidInput:
        return None


def _shuffled_decks(library: Library, random: Random) -> Given:
    return {str(year): _shuffled(library.of_year(year), random) for year in YEARS}


def _shuffled_mission_decks(library: Library, random: Random) -> Given:
    return {side: _shuffled(library.missions_of(side), random) for side in SIDES}


def _shuffled(cards: tuple[str, ...], random: Random) -> list[str]:
    return random.sample(cards, len(cards))


PILES = {"decks": _shuffled_decks, "mission_decks": _shuffled_mission_decks}
