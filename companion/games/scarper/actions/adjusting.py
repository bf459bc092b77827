"""What a table may set by hand: morale, tracks, fronts, trenches, physical hands (`adjust`)."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, integer, say, text
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, MORALE_END
from companion.games.scarper.state.board import Track, read_trenches
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
    read = _reader(path, state)
    if read is None:
        hands = ", hands" if state.options.cards == "table" else ""
        wanted = f"morale, propaganda, economy{hands}, frontlines and trenches can"
        raise InvalidInput("path", f"{say(given)} cannot be set by hand; {wanted}.")
    return Change(path, read(reading.raw("value")))


def _reader(path: tuple[str, ...], state: State) -> Callable[[Json], Json] | None:
    """What reads the value for a figure; `None` for what nobody sets by hand."""
    match path:
        case ("morale",):
            return _whole(-MORALE_END, MORALE_END)
        case ("propaganda" | "economy" as track, "allied" | "german"):
            return _whole(0, getattr(state.options, f"{track}_max"))
        case ("hands", "allied" | "german", "count") if state.options.cards == "table":
            return _whole(0, LARGEST_HAND)
        case ("battlefields", where, "frontline") if where in BATTLEFIELDS:
            return _whole(state.front.tracks[where].low, state.front.tracks[where].high)
        case ("battlefields", where, "trenches") if where in BATTLEFIELDS:
            return partial(_trenches, track=state.front.tracks[where])
    return None


def _whole(low: int, high: int) -> Callable[[Json], Json]:
    return partial(integer, path="value", low=low, high=high)


def _trenches(value: Json, track: Track) -> dict[int, int]:
    try:
        return read_trenches(value, "", track, None)
    except InvalidInput as error:
        inside = f"Space {error.path}: {error.message}" if error.path else error.message
        raise InvalidInput("value", inside) from error
