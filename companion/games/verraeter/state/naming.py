"""Players' identifiers, and the small readings that states, actions and questions share."""

import re
from collections.abc import Collection

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, integer, say
from companion.engine.wire import Json
from companion.games.verraeter.data import CIRCLE, SUPPLY_VALUES, UNKNOWN

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,15}")
FEWEST_PLAYERS, MOST_PLAYERS = 3, 4
LARGEST_VALUE = SUPPLY_VALUES[-1]


def read_id(value: Json, path: str) -> str:
    """A player's identifier."""
    if type(value) is str and IDENTIFIER.fullmatch(value):
        return value
    wanted = "a player's id: a letter a-z, then up to 15 of a-z, 0-9 and _"
    raise InvalidInput(path, f"This must be {wanted}; {say(value)} was given.")


def read_player(value: Json, path: str, players: Collection[str]) -> str:
    """Somebody who sits at the table."""
    if type(value) is str and value in players:
        return value
    raise InvalidInput(path, f"{say(value)} does not sit at this table; {', '.join(players)} do.")


def read_player_or_none(value: Json, path: str, players: Collection[str]) -> str | None:
    """Somebody who sits at the table, or nobody."""
    return None if value is None else read_player(value, path, players)


def check_unique(ids: Collection[str], path: str, key: str = "") -> None:
    """Refuse an identifier that was given before, at the second of them."""
    seen = set[str]()
    for n, each in enumerate(ids):
        if each in seen:
            raise InvalidInput(
                f"{path}.{n}" + key, f"“{each}” sits here already; each player has an id of his own."
            )
        seen.add(each)


def read_values(
    reading: Reading, key: str, *, most: int | None = None, unknown: bool = False
) -> tuple[int, ...]:
    """Supply cards by their values; where `unknown`, 0 stands for a card that nobody has told the app."""
    low = UNKNOWN if unknown else SUPPLY_VALUES[0]
    listed = reading.items(key, 0, most)
    return tuple(integer(each, reading.at(key, n), low, LARGEST_VALUE) for n, each in enumerate(listed))


def read_name_or_none[T: str](reading: Reading, key: str, names: Collection[T]) -> T | None:
    """One of a few identifiers, or nothing."""
    return None if reading.raw(key) is None else reading.name(key, names)


def read_position(reading: Reading, key: str) -> int:
    """A position in the circle."""
    return reading.integer(key, 0, CIRCLE - 1)


def read_card_list[T: str](
    reading: Reading, key: str, names: Collection[T], least: int, most: int
) -> tuple[T, ...]:
    """Different cards by their names."""
    cards: list[T] = []
    for n, each in enumerate(reading.items(key, least, most)):
        if type(each) is not str or each not in names:
            wanted = f"This must be one of {', '.join(names)}; {say(each)} was given."
            raise InvalidInput(reading.at(key, n), wanted)
        if each in cards:
            raise InvalidInput(reading.at(key, n), f"“{each}” is named before; there is one card of each.")
        cards.append(next(name for name in names if name == each))
    return tuple(cards)


def spoken(player: Json) -> str:
    """A player's id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    return player.replace("_", " ").title() if type(player) is str and player else "Somebody"
