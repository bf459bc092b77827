"""What a table may set by hand: morale, tracks, fronts, trenches, physical hands (`adjust`)."""

from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, integer, say, text
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, MORALE_END, SIDES
from companion.games.scarper.state.board import read_trenches
from companion.games.scarper.state.table import State

LARGEST_HAND = 9


class Change(NamedTuple):
    """One figure that the table sets by hand."""

    path: tuple[str, ...]
    value: Json


def read_change(value: Json, state: State) -> Change:
    """One figure; how it goes with the others is for the rules. `InvalidInput` at the fault."""
    reading = Reading(value, ("path", "value"))
    given = text(reading.raw("path"), "path")
    path = tuple(given.split("."))
    _known(path, given, "path", state)
    return Change(path, _value(path, reading.raw("value"), "value", state))


def _known(path: tuple[str, ...], given: str, where: str, state: State) -> None:
    match path:
        case ("morale",):
            return
        case ("propaganda" | "economy", side) if side in SIDES:
            return
        case ("battlefields", battlefield, "frontline" | "trenches") if battlefield in BATTLEFIELDS:
            return
        case ("hands", side, "count") if side in SIDES and state.options.cards == "table":
            return
    hands = ", hands" if state.options.cards == "table" else ""
    wanted = f"morale, propaganda, economy{hands}, frontlines and trenches can"
    raise InvalidInput(where, f"{say(given)} cannot be set by hand; {wanted}.")


def _value(path: tuple[str, ...], value: Json, where: str, state: State) -> Json:
    match path:
        case ("morale",):
            return integer(value, where, -MORALE_END, MORALE_END)
        case ("propaganda", _):
            return integer(value, where, 0, state.options.propaganda_max)
        case ("economy", _):
            return integer(value, where, 0, state.options.economy_max)
        case ("hands", _, _):
            return integer(value, where, 0, LARGEST_HAND)
        case (_, battlefield, "frontline"):
            track = state.front.tracks[battlefield]
            return integer(value, where, track.low, track.high)
        case (_, battlefield, _):
            return _trenches(value, where, state, battlefield)
        case _:
            raise AssertionError(path)


def _trenches(value: Json, where: str, state: State, battlefield: str) -> dict[int, int]:
    try:
        return read_trenches(value, "", state.front.tracks[battlefield], None)
    except InvalidInput as error:
        inside = f"Space {error.path}: {error.message}" if error.path else error.message
        raise InvalidInput(where, inside) from error
