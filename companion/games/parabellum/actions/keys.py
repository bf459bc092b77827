"""How each key of an action is read, whatever its type: players, units, squares, tokens (specification 5)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import POSITIONS, RESOURCES, WORKS
from companion.games.parabellum.state.naming import read_id, read_number, read_scenario_id, read_unit_id
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import read_square

LONGEST_LIST, MOST_SHOTS, LONGEST_FLAG = 40, 20, 4
MOST_BOUGHT, MOST_CARDS, MOST_LOADED = 9999, 999, 99
TURN_DICE = (6, 8)

type Reader = Callable[[Reading, str], Any]


def _id(reading: Reading, key: str) -> str:
    return read_id(reading.raw(key), reading.at(key))


def _unit(reading: Reading, key: str) -> str:
    return read_unit_id(reading.raw(key), reading.at(key))


def _square(reading: Reading, key: str) -> str:
    return read_square(reading.raw(key), reading.at(key))


def _load(reading: Reading, key: str) -> Load:
    load = Load(reading.integer("fuel", 0, MOST_LOADED), reading.integer("ammunition", 0, MOST_LOADED))
    if not load.total:
        raise InvalidInput(reading.at("fuel"), "At least one token must be named; both are 0.")
    return load


def _or_none(read: Reader) -> Reader:
    return lambda reading, key: read(reading, key) if key in reading else None


def _rows(reading: Reading, key: str, most: int) -> list[tuple[Any, str]]:
    return [(each, reading.at(key, n)) for n, each in enumerate(reading.items(key, 1, most))]


def _flag(reading: Reading, key: str) -> tuple[str, ...]:
    return tuple(read_id(each, at) for each, at in _rows(reading, key, LONGEST_FLAG))


def _path(reading: Reading, key: str) -> tuple[str, ...]:
    return tuple(read_square(each, at) for each, at in _rows(reading, key, LONGEST_LIST))


def _items(reading: Reading, key: str) -> tuple[kinds.Item, ...]:
    rows = (
        Reading.complete(each, kinds.Item._fields, (), at) for each, at in _rows(reading, key, LONGEST_LIST)
    )
    return tuple(kinds.Item(_id(row, "unit"), row.integer("quantity", 1, MOST_CARDS)) for row in rows)


def _deal(reading: Reading, key: str) -> Mapping[str, str] | None:
    if key not in reading:
        return None
    given = reading.raw(key)
    row = Reading(given, given if type(given) is dict else (), reading.at(key))
    if not row.value:
        raise InvalidInput(row.path, "At least one card is dealt; leave the deal out, and the app deals.")
    return {read_number(each, row.at(each)): read_id(row.value[each], row.at(each)) for each in row.value}


def _sources(reading: Reading, key: str) -> tuple[kinds.Source, ...]:
    found = []
    for each, at in _rows(reading, key, LONGEST_LIST):
        place, row = _place(each, at, ("tokens",))
        named = _unit(row, "unit") if place == "unit" else _square(row, "cache")
        found.append(kinds.Source(place, named, row.integer("tokens", 1, MOST_LOADED)))
    return tuple(found)


def _shots(reading: Reading, key: str) -> tuple[kinds.Aim, ...]:
    found = []
    for each, at in _rows(reading, key, MOST_SHOTS):
        place, row = _place(each, at)
        found.append(kinds.Aim(place, _unit(row, "unit") if place == "unit" else _square(row, "cache")))
    return tuple(found)


def _place(value: Any, path: str, more: tuple[str, ...] = ()) -> tuple[Any, Reading]:
    """A unit or a cache, told apart by its key."""
    place = "cache" if type(value) is dict and "cache" in value else "unit"
    return place, Reading.complete(value, (place, *more), (), path)


def _dice(reading: Reading, key: str) -> Mapping[str, int]:
    if key not in reading:
        return {}
    given = reading.raw(key)
    row = Reading(given, given if type(given) is dict else (), reading.at(key))
    for player in row.value:
        read_id(player, row.at(player))
        if row.value[player] not in TURN_DICE or type(row.value[player]) is not int:
            raise InvalidInput(row.at(player), "The turn-order die is 6 or 8.")
    return row.value


READERS: Mapping[str, Reader] = {
    "type": lambda reading, key: reading.raw(key),
    "player": _id,
    "unit": _unit,
    "target": _unit,
    "transport": _unit,
    "from": _unit,
    "to": _unit,
    "keep": _unit,
    "scrap": _unit,
    "square": _square,
    "position": lambda reading, key: reading.name(key, POSITIONS),
    "path": _path,
    "resource": lambda reading, key: reading.name(key, RESOURCES),
    "quantity": lambda reading, key: reading.integer(key, 1, MOST_BOUGHT),
    "items": _items,
    "deal": _deal,
    "flag": _flag,
    "fuel": _load,
    "work": lambda reading, key: reading.name(key, WORKS),
    "terrain": lambda reading, key: _id(reading, key) if key in reading else None,
    "earthwork": lambda reading, key: reading.boolean(key) if key in reading else False,
    "shots": _shots,
    "rolls": lambda reading, key: reading.raw(key),
    "dice": _dice,
    "counter": lambda reading, key: reading.boolean(key),
    "complete": lambda reading, key: reading.boolean(key),
    "objective": _id,
    "scenario": lambda reading, key: read_scenario_id(reading.raw(key), reading.at(key)),
    "reason": lambda reading, key: reading.text(key),
}
SPECIAL: Mapping[tuple[str, str], Reader] = {
    ("resupply", "from"): _sources,
    ("resupply", "resource"): lambda reading, key: reading.name(key, RESOURCES[1:]),
    ("alight", "square"): _or_none(_square),
    ("alight", "position"): _or_none(READERS["position"]),
}
"""Keys that mean something else, or may be left out, in one type of action."""
