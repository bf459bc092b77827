"""The game set up: an owner's files checked, decks shuffled, hands dealt, and the app's later rolls (3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Annotated, Any, TypedDict

from companion.engine import shape
from companion.engine.desk import rolling
from companion.engine.dice import roll as die
from companion.engine.errors import THING, InvalidInput
from companion.engine.game import OwnerFile, Resolution, Step
from companion.engine.shape import Every, Last, Then
from companion.engine.wire import Json, items
from companion.games.scarper import data
from companion.games.scarper.procedures.rounds import HouseRules, OwnBoard, OwnLibrary, read_question
from companion.games.scarper.rules.rounds import NONE_YET, enter_year
from companion.games.scarper.state import DEFAULTS, After, Hand, Orders, PerSide, State, box


class LibraryFacts(TypedDict):
    """The result of 6.15."""

    cards: int
    by_year: dict[str, dict[str, int]]
    by_side: dict[str, int]
    missions: dict[data.Side, int]
    remain: list[str]
    late: list[str]


class BoardFacts(TypedDict):
    """The result of 6.16."""

    spaces: dict[str, list[int]]
    symmetric: bool
    max_score: dict[str, int]
    trenches: dict[str, int]


def check_library(file: object) -> Resolution[LibraryFacts]:
    """Procedure 6.15: is this a library, and what is in it?"""
    library = box.read_library(file, "library")
    cards = list(library.cards.values())
    late = sorted(card.id for card in cards if is_late(card, library))
    missions = {side: len(library.missions_of(side)) for side in data.SIDES}
    result: LibraryFacts = {
        "cards": len(cards),
        "by_year": {str(year): _of_year(cards, year) for year in data.YEARS},
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


def is_late(card: box.Card, library: box.Library) -> bool:
    return any(library.cards[each].year > card.year for each in card.requires)


def _of_year(cards: list[box.Card], year: int) -> dict[str, int]:
    there = [card for card in cards if card.year == year]
    return {**_by_side(there), "points": sum(card.points for card in there)}


def _by_side(cards: list[box.Card]) -> dict[str, int]:
    return {side: sum(card.side == side for card in cards) for side in data.CARD_SIDES}


def check_board(file: object) -> Resolution[BoardFacts]:
    """Procedure 6.16: is this a board, and what is on it?"""
    board = box.read_board(file, "board")
    scores = {"allied": _most(board, +1), "german": _most(board, -1)}
    standing = {"allied": _standing(board, -1), "german": _standing(board, +1)}
    result: BoardFacts = {
        "spaces": {each: list(board.tracks[each].spaces) for each in data.BATTLEFIELDS},
        "symmetric": all(
            track.values == {-space: -value for space, value in track.values.items()}
            and board.trenches[each] == {-space: count for space, count in board.trenches[each].items()}
            for each, track in board.tracks.items()
        ),
        "max_score": scores,
        "trenches": standing,
    }
    reach = "“{title}”: all battlefields together give at most Allied {allied}, German {german}."
    dug = "The war begins with {allied} Allied and {german} German trenches."
    return Resolution(
        result, (Step("2.1", reach, {"title": board.title, **scores}), Step("3.0", dug, standing))
    )


def _most(board: box.Board, sign: int) -> int:
    return sum(max(sign * value for value in track.values.values()) for track in board.tracks.values())


def _standing(board: box.Board, sign: int) -> int:
    return sum(
        count for trenches in board.trenches.values() for space, count in trenches.items() if space * sign > 0
    )


FILES = (
    OwnerFile(
        key="library",
        title="Card library",
        help="The event cards and missions of your box, as a JSON file; else the project's own are used.",
        check=check_library,
        sample=lambda: box.starter_library().given,
    ),
    OwnerFile(
        key="board",
        title="Board",
        help="The nine battlefields of your board with their values, as a JSON file.",
        check=check_board,
        sample=lambda: box.starter_board().given,
    ),
)


type Decks = Mapping[str, tuple[str, ...]]


def _dealt(
    cards: Mapping[str, Sequence[str]], value: object, names: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Piles that hold just these cards, top first; none where the cards lie on the table."""
    if names["options"].cards == "table":
        raise InvalidInput("", "With physical cards the decks lie on the table; leave them out.")
    piles: Mapping[str, Any] = shape.read(Annotated[Mapping[str, Any], Every(tuple(cards), some=True)], value)
    for key, wanted in cards.items():
        if key not in piles:
            raise InvalidInput(key, f"Still to say: {THING}.")
        listed = items(piles[key], key)
        if not all(type(each) is str for each in listed) or sorted(listed) != sorted(wanted):
            words = f"This pile must hold each of its {len(wanted)} cards exactly once, top first."
            raise InvalidInput(key, words)
    return {key: tuple(piles[key]) for key in cards}


def _decks(value: object, names: Mapping[str, Any]) -> Decks:
    return _dealt({str(year): names["library"].of_year(year) for year in data.YEARS}, value, names)


def _mission_decks(value: object, names: Mapping[str, Any]) -> PerSide[tuple[str, ...]]:
    return PerSide(**_dealt({side: names["library"].missions_of(side) for side in data.SIDES}, value, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A completed setup (specification 6.1); with physical cards it has no decks."""

    options: HouseRules = DEFAULTS
    board: OwnBoard = field(default_factory=box.starter_board)
    library: OwnLibrary = field(default_factory=box.starter_library)
    decks: Annotated[Any, Then(_decks), Last(4)] = None
    mission_decks: Annotated[Any, Then(_mission_decks), Last(4)] = None


def set_up(setup: object) -> After:
    """The opening state of a completed setup (specification 6.1); `InvalidInput` with paths inside it."""
    query = read_question(Setup, setup)
    for key in ("decks", "mission_decks"):
        if query.options.cards == "app" and getattr(query, key) is None:
            raise InvalidInput(key, f"Still to say: {THING}.")
    empty = Hand(0, None if query.decks is None else ())
    nothing = Orders(None, None, 0) if query.decks is None else Orders((), (), 0)
    state = State(
        options=query.options,
        board=None if query.board is box.starter_board() else query.board,
        library=None if query.library is box.starter_library() else query.library,
        year=data.FIRST_YEAR,
        phase="missions",
        chooser=None,
        first=None,
        rounds_done=NONE_YET,
        turn=None,
        morale=0,
        propaganda=NONE_YET,
        economy=PerSide(data.START_ECONOMY, data.START_ECONOMY),
        battlefields={each: box.Battlefield(0, query.board.trenches[each]) for each in data.BATTLEFIELDS},
        decks=query.decks,
        mission_decks=query.mission_decks,
        hands=PerSide(empty, empty),
        missions=PerSide(nothing, nothing),
        in_play=(),
        played=(),
        history=(),
        winner=None,
        win_by=None,
    )
    return enter_year(state).after(*SETUP_STEPS)


SETUP_STEPS = (
    Step("3.0", "Morale and propaganda begin on 0, both economies on 5."),
    Step("RULING R3", "All frontlines begin on 0."),
    Step("3.0", "The trenches of 1914 lie as the board shows them."),
)


DICE = {
    "frontal_charge": ("attacker", "defender"),
    "concentrated_assault": ("d6",),
    "charge": ("attacker", "defender"),
    "assault": ("d6",),
}
"""By type of action and by kind of effect; from a `d6` a d3 is read."""


def _rolls(kind: str, random: Random) -> dict[str, int]:
    return {key: die(random, 6) for key in DICE[kind]}


roll_charge = rolling(partial(_rolls, "charge"))
roll_assault = rolling(partial(_rolls, "assault"))


def roll(state: State, action: object, random: Random) -> Json:
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind == "resolve_event":
        choices = action.get("choices")
        card = state.box.cards.get(state.turn.card or "") if state.turn else None
        if type(choices) is not list or card is None or len(choices) != len(card.effects):
            return action
        rolled = [
            {**choice, "rolls": _rolls(effect.kind, random)}
            if (
                effect.kind in DICE
                and type(choice) is dict
                and "battlefield" in choice
                and "rolls" not in choice
            )
            else choice
            for effect, choice in zip(card.effects, choices, strict=True)
        ]
        return action if rolled == choices else {**action, "choices": rolled}
    if type(kind) is not str or kind not in DICE or "rolls" in action:
        return action
    return {**action, "rolls": _rolls(kind, random)}


def shuffle_setup(question: Json, random: Random) -> tuple[Json, Json | None]:
    """A setup with the piles that it leaves to the app, and those piles."""
    library = _library(question)
    if library is None:
        return question, None
    piles = {key: shuffled(library, random) for key, shuffled in PILES.items() if key not in question}
    return ({**question, **piles}, piles) if piles else (question, None)


def shuffle(setup: object, random: Random) -> Json:
    return shuffle_setup(setup, random)[0]


def _library(question: object) -> box.Library | None:
    """The library of a setup whose cards the app deals; `None` for any other setup."""
    if type(question) is not dict:
        return None
    options = question.get("options", {})
    if type(options) is not dict or options.get("cards", "app") != "app":
        return None
    try:
        return box.own_library(question.get("library"))
    except InvalidInput:
        return None


def _shuffled_decks(library: box.Library, random: Random) -> dict[str, list[str]]:
    return {str(year): _shuffled(library.of_year(year), random) for year in data.YEARS}


def _shuffled_mission_decks(library: box.Library, random: Random) -> dict[str, list[str]]:
    return {side: _shuffled(library.missions_of(side), random) for side in data.SIDES}


def _shuffled(cards: tuple[str, ...], random: Random) -> list[str]:
    return random.sample(cards, len(cards))


PILES = {"decks": _shuffled_decks, "mission_decks": _shuffled_mission_decks}
