"""Identifiers of players, units and scenarios, and how people read them (specification 2.1)."""

import re
from typing import Annotated

from companion.engine.errors import InvalidInput
from companion.engine.reading import say
from companion.engine.shape import Known, Matching
from companion.engine.thing import THING
from companion.engine.wire import Json

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,31}")
UNIT_ID = re.compile(r"u[1-9][0-9]{0,4}")
NUMBER = re.compile(r"u[1-9][0-9]{0,5}")
SCENARIO_ID = re.compile(r"[1-9][a-z]?")

type Id = Annotated[str, Matching(IDENTIFIER.pattern, "an id: a letter a-z, then up to 31 of a-z, 0-9 and _")]
"""An identifier of a player, company, unit type, class, terrain, map, objective, colour or tag."""
type UnitId = Annotated[str, Matching(UNIT_ID.pattern, "a unit's id: u and its number, such as u12")]
"""A unit's number over the whole campaign, such as `u12`."""
type UnitNumber = Annotated[
    str, Matching(NUMBER.pattern, "a unit's number: u and a whole number from 1 to 999999")
]
"""The number that a card is dealt (RULING R63): an id like any other unit's, up to `u999999`."""
type ScenarioId = Annotated[
    str, Matching(SCENARIO_ID.pattern, "a scenario: its round and perhaps a letter, such as 2a")
]
"""A scenario's round and letter, such as `2a`."""
type PlayerId = Annotated[str, Known("players")]
"""Somebody at the table."""


def _read(value: Json, path: str, shape: re.Pattern[str], wanted: str) -> str:
    if type(value) is str and shape.fullmatch(value):
        return value
    raise InvalidInput(path, f"{THING}: {wanted} is wanted; {say(value)} was given.")


def read_id(value: Json, path: str) -> str:
    """An identifier of a player, company, unit type, class, terrain, map, objective, colour or tag."""
    return _read(value, path, IDENTIFIER, "an id: a letter a-z, then up to 31 of a-z, 0-9 and _")


def read_unit_id(value: Json, path: str) -> str:
    """A unit's number over the whole campaign, such as `u12`."""
    return _read(value, path, UNIT_ID, "a unit's id: u and its number, such as u12")


def read_number(value: Json, path: str) -> str:
    """The number that a card is dealt (RULING R63): an id like any other unit's, up to `u999999`."""
    return _read(value, path, NUMBER, "a unit's number: u and a whole number from 1 to 999999")


def read_scenario_id(value: Json, path: str) -> str:
    """A scenario's round and letter, such as `2a`."""
    return _read(value, path, SCENARIO_ID, "a scenario: its round and perhaps a letter, such as 2a")


def unit_order(unit: str) -> int:
    """Units go by their number.

    >>> sorted(["u10", "u9"], key=unit_order)
    ['u9', 'u10']
    """
    return int(unit[1:])


def spoken(identifier: Json) -> str:
    """An id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    return identifier.replace("_", " ").title() if type(identifier) is str and identifier else "Somebody"
