"""The values on a group's cards: landscapes, their points, the supply deck (specification 3.2 and 9.4)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.reading import Reading, integer, items, text
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    FOLDER,
    HOUSE_NAMES,
    HOUSES,
    LANDSCAPE_NAMES,
    LANDSCAPES,
    STARTING_HAND,
    SUPPLY_VALUES,
)

FORMAT = "verraeter-cards/1"
LARGEST = 99
MOST_OF_ONE = 40
VALUE_KEYS = tuple(str(value) for value in SUPPLY_VALUES)
WINNERS = 4
"""A landscape shows points for one to four winners."""


@dataclass(frozen=True, slots=True)
class Land:
    """What is printed on one type of landscape: `vp` are the points of each winner, by their number."""

    conflict: int
    vp: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards in force: what the landscapes show, and how many supply cards there are of each value."""

    landscapes: Mapping[str, Land]
    supply: Mapping[int, int]

    @property
    def deck(self) -> tuple[int, ...]:
        """Every supply card, ascending."""
        return tuple(value for value in SUPPLY_VALUES for _ in range(self.supply.get(value, 0)))


@dataclass(frozen=True, slots=True)
class Words:
    """What a group calls its houses and landscapes; display only."""

    houses: Mapping[str, str] = field(default_factory=lambda: HOUSE_NAMES)
    landscapes: Mapping[str, str] = field(default_factory=lambda: LANDSCAPE_NAMES)


def starter_file() -> Json:
    """The project's own card values, as a file (9.3): not the printed ones."""
    return json.loads((FOLDER / "starter" / "cards.json").read_text("utf-8"))


@cache
def starter_cards() -> Cards:
    """The card values in force where a group brings none."""
    return read_file(starter_file(), "")[0]


def read_cards(value: Json, path: str, *, in_full: bool = False) -> Cards:
    """Card data, completed from the starter set unless all must be there; `InvalidInput` at the fault."""
    reading = Reading(value, ("landscapes", "supply"), path)
    lands = _landscapes(reading, ("conflict", "vp")) if in_full or "landscapes" in reading else None
    supply = _supply(reading) if in_full or "supply" in reading else None
    return _completed(lands, supply)


def _completed(lands: dict[str, Land] | None, supply: dict[int, int] | None) -> Cards:
    if lands is None or supply is None:
        starter = starter_cards()
        return Cards(lands or starter.landscapes, starter.supply if supply is None else supply)
    return Cards(lands, supply)


def _landscapes(reading: Reading, keys: tuple[str, ...]) -> dict[str, Land]:
    each = Reading(reading.raw("landscapes"), LANDSCAPES, reading.at("landscapes"))
    return {kind: _land(Reading(each.raw(kind), keys, each.at(kind))) for kind in LANDSCAPES}


def _land(reading: Reading) -> Land:
    conflict = reading.integer("conflict", 0, LARGEST)
    listed = items(reading.raw("vp"), reading.at("vp"), WINNERS, WINNERS)
    land = Land(
        conflict, tuple(integer(each, reading.at("vp", n), 0, LARGEST) for n, each in enumerate(listed))
    )
    if "name" in reading:
        reading.text("name")
    return land


def _supply(reading: Reading) -> dict[int, int]:
    counts = Reading(reading.raw("supply"), VALUE_KEYS, reading.at("supply"))
    return {int(key): counts.integer(key, 0, MOST_OF_ONE) for key in VALUE_KEYS if key in counts}


def cards_json(cards: Cards) -> Json:
    """Card data as a state holds it."""
    return {
        "landscapes": {
            kind: {"conflict": land.conflict, "vp": list(land.vp)} for kind, land in cards.landscapes.items()
        },
        "supply": {str(value): count for value, count in cards.supply.items()},
    }


def read_file(value: Json, path: str) -> tuple[Cards, Words]:
    """A group's own file of cards (9.4); `InvalidInput` with the path of the first bad value."""
    reading = Reading(value, ("format", "name", "houses", "landscapes", "supply"), path)
    if reading.raw("format") != FORMAT:
        raise InvalidInput(reading.at("format"), f"A file of card values says “{FORMAT}” here.")
    reading.text("name")
    houses = _house_names(reading) if "houses" in reading else HOUSE_NAMES
    lands = _landscapes(reading, ("conflict", "vp", "name")) if "landscapes" in reading else None
    supply = _supply(reading) if "supply" in reading else None
    return _completed(lands, supply), Words(houses, _land_names(reading.value.get("landscapes", {})))


def _house_names(reading: Reading) -> dict[str, str]:
    given = Reading(reading.raw("houses"), HOUSES, reading.at("houses"))
    return {house: text(given.raw(house), given.at(house)) for house in HOUSES}


def _land_names(landscapes: Json) -> dict[str, str]:
    return {kind: landscapes.get(kind, {}).get("name", LANDSCAPE_NAMES[kind]) for kind in LANDSCAPES}


def check_starting_hands(cards: Cards, players: int, path: str) -> None:
    """Refuse a deck that has not a 3, a 4 and a 5 for each player (setup.supply)."""
    for value in STARTING_HAND:
        if cards.supply.get(value, 0) < players:
            has = cards.supply.get(value, 0)
            wanted = f"Each of {players} players starts with a {value}, and the deck has {has} of them."
            raise IllegalAction(path, wanted)
