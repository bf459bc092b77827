"""Identifiers of players, units and scenarios, and how people read them (specification 2.1)."""

import re
from typing import Annotated

from companion.engine import shape
from companion.engine.called import Called
from companion.engine.shape import Known, Matching
from companion.engine.wire import Json

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,31}")
NUMBER = re.compile(r"u[1-9][0-9]{0,5}")
SCENARIO_ID = re.compile(r"[1-9][a-z]?")

type Id = Annotated[str, Matching(IDENTIFIER.pattern, "an id: a letter a-z, then up to 31 of a-z, 0-9 and _")]
"""An identifier of a player, company, unit type, class, terrain, map, objective, colour or tag."""
type UnitId = Annotated[str, Matching("u[1-9][0-9]{0,4}", "a unit's id: u and its number, such as u12")]
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


def read_id(value: Json, path: str) -> str:
    """An identifier of a player or anything else that a binder names."""
    found: str = shape.read(Id, value, path)
    return found


def read_scenario_id(value: Json, path: str) -> str:
    """A scenario's round and letter, such as `2a`."""
    found: str = shape.read(ScenarioId, value, path)
    return found


def unit_order(unit: str) -> int:
    """Units go by their number.

    >>> sorted(["u10", "u9"], key=unit_order)
    ['u9', 'u10']
    """
    return int(unit[1:])


def player_named(player: Json) -> Called:
    """A player's id as people read it, until who plays there gives a name."""
    return Called(spoken(player), player if type(player) is str else "")


def spoken(identifier: Json) -> str:
    """An id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    return identifier.replace("_", " ").title() if type(identifier) is str and identifier else "Somebody"
