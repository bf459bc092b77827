"""A state read from the JSON that a table, a backup or a question holds (specification 6.2).

Its keys are checked; the rest is the caller's word, as long as it can be read as a state at all.
"""

from collections.abc import Callable
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, integer, items, text
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, MORALE_END, PHASES, SIDES, YEARS
from companion.games.scarper.state.board import Board, read_board, read_trenches, starter_board
from companion.games.scarper.state.library import read_library
from companion.games.scarper.state.options import read_options
from companion.games.scarper.state.table import (
    Battlefield,
    Hand,
    InPlay,
    Orders,
    PerSide,
    State,
    TracksScored,
    Turn,
    YearRecord,
)

KEYS = tuple(State.__dataclass_fields__)
WINNERS = (*SIDES, "draw")
WAYS = ("direct", "attrition", "resignation")
MOST = 1000
"""No figure of a table is larger."""


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    reading = Reading(value, KEYS, path)
    for key in KEYS:
        reading.raw(key)
    return _all_known(_state(reading), path)


def _state(reading: Reading) -> State:
    board = _given(reading, "board", read_board)
    return State(
        options=read_options(reading.value["options"], reading.at("options")),
        board=board,
        library=_given(reading, "library", read_library),
        year=reading.integer("year", YEARS[0], YEARS[-1]),
        phase=reading.name("phase", PHASES),
        chooser=_name_or_none(reading, "chooser", SIDES),
        first=_name_or_none(reading, "first", SIDES),
        rounds_done=_figures(reading, "rounds_done"),
        turn=_turn(reading),
        morale=reading.integer("morale", -MORALE_END, MORALE_END),
        propaganda=_figures(reading, "propaganda"),
        economy=_figures(reading, "economy"),
        battlefields=_battlefields(reading, board or starter_board()),
        decks=_decks(reading),
        mission_decks=_mission_decks(reading),
        hands=_hands(reading),
        missions=_missions(reading),
        in_play=tuple(_in_play(reading, n, each) for n, each in enumerate(reading.items("in_play"))),
        played=_ids(reading.value["played"], reading.at("played")),
        history=tuple(_record(reading, n, each) for n, each in enumerate(reading.items("history"))),
        winner=_name_or_none(reading, "winner", WINNERS),
        win_by=_name_or_none(reading, "win_by", WAYS),
    )


def _given[T](reading: Reading, key: str, read: Callable[[Json, str], T]) -> T | None:
    return None if reading.value[key] is None else read(reading.value[key], reading.at(key))


def _all_known(state: State, path: str) -> State:
    cards, missions = state.box.cards, state.box.missions
    held = [each for hand in state.hands for each in hand.cards or ()]
    named = [each.card for each in state.in_play] + held
    turn = [state.turn.card] if state.turn and state.turn.card else []
    for each in (*named, *turn):
        if each not in cards:
            raise InvalidInput(path, f"“{each}” is no card of “{state.box.title}”.")
    for each in (each for orders in state.missions for each in orders.kept or ()):
        if each not in missions:
            raise InvalidInput(path, f"“{each}” is no mission of “{state.box.title}”.")
    return state


def _name_or_none(reading: Reading, key: str, names: tuple[str, ...]) -> Any:
    return None if reading.raw(key) is None else reading.name(key, names)


def _figures(reading: Reading, key: str) -> PerSide[int]:
    sides = Reading(reading.raw(key), SIDES, reading.at(key))
    return PerSide(sides.integer("allied", -MOST, MOST), sides.integer("german", -MOST, MOST))


def _ids(value: Json, path: str) -> tuple[str, ...]:
    return tuple(text(each, path) for each in items(value, path))


def _ids_or_none(value: Json, path: str) -> tuple[str, ...] | None:
    return None if value is None else _ids(value, path)


def _turn(reading: Reading) -> Turn | None:
    if reading.raw("turn") is None:
        return None
    turn = Reading(reading.raw("turn"), tuple(Turn.__dataclass_fields__), reading.at("turn"))
    return Turn(
        side=turn.name("side", SIDES),
        step=turn.name("step", ("start", "event", "commands")),
        card=None if turn.raw("card") is None else turn.text("card"),
        mode=_name_or_none(turn, "mode", ("event", "commands")),
        event=turn.name("event", ("none", "first", "last", "done", "blocked")),
        owner=_name_or_none(turn, "owner", SIDES),
        points=turn.integer("points", 0, 6),
        left=turn.integer("left", 0, 6),
    )


def _battlefields(reading: Reading, board: Board) -> dict[str, Battlefield]:
    fields = Reading(reading.raw("battlefields"), BATTLEFIELDS, reading.at("battlefields"))
    fronts = {}
    for each in BATTLEFIELDS:
        track = board.tracks[each]
        one = Reading(fields.raw(each), ("frontline", "trenches"), fields.at(each))
        frontline = one.integer("frontline", track.low, track.high)
        fronts[each] = Battlefield(
            frontline, read_trenches(one.raw("trenches"), one.at("trenches"), track, None)
        )
    return fronts


def _decks(reading: Reading) -> dict[str, tuple[str, ...]] | None:
    if reading.raw("decks") is None:
        return None
    years = tuple(str(year) for year in YEARS)
    decks = Reading(reading.raw("decks"), years, reading.at("decks"))
    return {year: _ids(decks.raw(year), decks.at(year)) for year in years}


def _mission_decks(reading: Reading) -> PerSide[tuple[str, ...]] | None:
    if reading.raw("mission_decks") is None:
        return None
    decks = Reading(reading.raw("mission_decks"), SIDES, reading.at("mission_decks"))
    return PerSide(*(_ids(decks.raw(side), decks.at(side)) for side in SIDES))


def _hands(reading: Reading) -> PerSide[Hand]:
    sides = Reading(reading.raw("hands"), SIDES, reading.at("hands"))
    each = [Reading(sides.raw(side), ("count", "cards"), sides.at(side)) for side in SIDES]
    return PerSide(
        *(Hand(h.integer("count", 0, MOST), _ids_or_none(h.raw("cards"), h.at("cards"))) for h in each)
    )


def _missions(reading: Reading) -> PerSide[Orders]:
    sides = Reading(reading.raw("missions"), SIDES, reading.at("missions"))
    each = [Reading(sides.raw(side), ("drawn", "kept", "count"), sides.at(side)) for side in SIDES]
    return PerSide(
        *(
            Orders(
                _ids_or_none(one.raw("drawn"), one.at("drawn")),
                _ids_or_none(one.raw("kept"), one.at("kept")),
                one.integer("count", 0, 2),
            )
            for one in each
        )
    )


def _in_play(reading: Reading, n: int, value: Json) -> InPlay:
    entry = Reading(value, ("card", "owner"), reading.at("in_play", n))
    return InPlay(entry.text("card"), entry.name("owner", SIDES))


def _record(reading: Reading, n: int, value: Json) -> YearRecord:
    keys = ("year", "missions", "revealed", "tracks", "morale")
    record = Reading(value, keys, reading.at("history", n))
    revealed = Reading(record.raw("revealed"), SIDES, record.at("revealed"))
    return YearRecord(
        year=record.integer("year", YEARS[0], YEARS[-1]),
        missions=_figures(record, "missions"),
        revealed=PerSide(*(_ids(revealed.raw(side), revealed.at(side)) for side in SIDES)),
        tracks=None if record.raw("tracks") is None else _tracks(record),
        morale=record.integer("morale", -MORALE_END, MORALE_END),
    )


def _tracks(record: Reading) -> TracksScored:
    tracks = Reading(record.raw("tracks"), tuple(TracksScored.__slots__), record.at("tracks"))
    nets = {
        key: integer(tracks.raw(key), tracks.at(key), -MOST, MOST)
        for key in ("propaganda", "economy", "ongoing")
    }
    return TracksScored(battlefields=_figures(tracks, "battlefields"), **nets)
