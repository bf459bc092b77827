"""The values on a group's cards: landscapes, their points, the supply deck (specification 3.2 and 9.4)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.shape import Between, Every, Sized
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

WINNERS = 4
"""A landscape shows points for one to four winners."""

type Value = Annotated[int, Between(0, 99)]
type Points = Annotated[tuple[Value, ...], Sized(WINNERS, WINNERS)]
type Text = Annotated[str, Sized(1)]
type Supply = Annotated[Mapping[int, Annotated[int, Between(0, 40)]], Every(SUPPLY_VALUES, some=True)]
"""How many supply cards there are of each value."""


@dataclass(frozen=True, slots=True)
class Land:
    """What is printed on one type of landscape: `vp` are the points of each winner, by their number."""

    conflict: Value
    vp: Points


@dataclass(frozen=True, slots=True)
class NamedLand(Land):
    """The same with a group's own word for it."""

    name: Text | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards in force: what the landscapes show, and how many supply cards there are of each value."""

    landscapes: Annotated[Mapping[str, Land], Every(LANDSCAPES)] = field(
        default_factory=lambda: read_file(starter_file(), "")[0].landscapes
    )
    supply: Supply = field(default_factory=lambda: read_file(starter_file(), "")[0].supply)

    @property
    def deck(self) -> tuple[int, ...]:
        """Every supply card, ascending."""
        return tuple(value for value in SUPPLY_VALUES for _ in range(self.supply.get(value, 0)))


@dataclass(frozen=True, slots=True)
class Words:
    """What a group calls its houses and landscapes; display only."""

    houses: Mapping[str, str] = field(default_factory=lambda: HOUSE_NAMES)
    landscapes: Mapping[str, str] = field(default_factory=lambda: LANDSCAPE_NAMES)


@dataclass(frozen=True, slots=True)
class File:
    """A group's own file of cards (9.4)."""

    format: Literal["verraeter-cards/1"]
    name: Text
    houses: Annotated[Mapping[str, Text], Every(HOUSES)] = field(default_factory=lambda: HOUSE_NAMES)
    landscapes: Annotated[Mapping[str, NamedLand], Every(LANDSCAPES)] | None = None
    supply: Supply | None = None


def starter_file() -> Json:
    """The project's own card values, as a file (9.3): not the printed ones."""
    return json.loads((FOLDER / "starter" / "cards.json").read_text("utf-8"))


@cache
def starter_cards() -> Cards:
    """The card values in force where a group brings none."""
    return read_file(starter_file(), "")[0]


def read_file(value: Json, path: str) -> tuple[Cards, Words]:
    """A group's own file of cards (9.4); `InvalidInput` with the path of the first bad value."""
    file: File = shape.read(File, value, path)
    lands = {kind: Land(land.conflict, land.vp) for kind, land in (file.landscapes or {}).items()}
    names = {kind: land.name or LANDSCAPE_NAMES[kind] for kind, land in (file.landscapes or {}).items()}
    return _completed(lands or None, file.supply), Words(file.houses, {**LANDSCAPE_NAMES, **names})


def _completed(lands: Mapping[str, Land] | None, supply: Supply | None) -> Cards:
    if lands is None or supply is None:
        starter = starter_cards()
        return Cards(lands or starter.landscapes, starter.supply if supply is None else supply)
    return Cards(lands, supply)


def check_starting_hands(cards: Cards, players: int, path: str) -> None:
    """Refuse a deck that has not a 3, a 4 and a 5 for each player (setup.supply)."""
    for value in STARTING_HAND:
        if cards.supply.get(value, 0) < players:
            has = cards.supply.get(value, 0)
            wanted = f"Each of {players} players starts with a {value}, and the deck has {has} of them."
            raise IllegalAction(path, wanted)
