"""Missions as they are named: the app's by their ids, physical ones by number or by card (4.3 C and E)."""

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading, integer, items, say, text
from companion.engine.wire import Json
from companion.games.scarper.data import SIDE_NAMES, SIDES, Side
from companion.games.scarper.state.table import PerSide, State


def read_keep(value: Json, state: State) -> tuple[str, ...] | int:
    """The missions that a side keeps; with physical cards only how many."""
    if state.options.cards == "table":
        return integer(value, "", 1, 2)
    keep = tuple(text(each, str(n)) for n, each in enumerate(items(value, "", 1, 2)))
    if len(set(keep)) < len(keep):
        raise InvalidInput("", "The same mission is named twice; name each one once.")
    return keep


def no_missions(value: Json, path: str) -> None:
    """Refuse missions where the app knows them."""
    raise InvalidInput(path, "The app knows which missions were kept; leave them out.")


def read_missions(value: Json, state: State) -> PerSide[tuple[str, ...]]:
    """The physical missions that each side turns over."""
    sides = Reading(value, SIDES)
    return PerSide(_named(sides, "allied", state), _named(sides, "german", state))


def _named(sides: Reading, side: Side, state: State) -> tuple[str, ...]:
    listed, deck = sides.items(side), state.box.missions_of(side)
    for n, each in enumerate(listed):
        if type(each) is not str or each not in deck:
            wanted = f"“{state.box.title}” has no such {SIDE_NAMES[side]} mission; {say(each)} was given."
            raise InvalidInput(join(side, n), wanted)
        if each in listed[:n]:
            raise InvalidInput(join(side, n), f"“{each}” is named twice; name each mission once.")
    return tuple(listed)
