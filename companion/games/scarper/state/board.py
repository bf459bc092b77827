"""The map as a board file gives it: nine tracks, their values, the trenches of 1914 (specification 9.3)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading
from companion.engine.shape import AsOne, Between, Matching, OneOf, Sized
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, FARTHEST_SPACE, FOLDER, SIDES, Side

SPACE = re.compile(r"0|-?[1-9]")
"""A space as a key of JSON: no plus sign, no leading zero."""
MOST_TRENCHES = 99

type BattlefieldId = Annotated[str, OneOf(BATTLEFIELDS)]
type Identifier = Annotated[
    str, Matching("[a-z0-9-]+", "an identifier of the letters a-z, digits and hyphens")
]
type Text = Annotated[str, Sized(1)]
type Values = Annotated[tuple[Annotated[int, Between(0, 15)], ...], Sized(1, FARTHEST_SPACE), AsOne]


@dataclass(frozen=True, slots=True)
class Track:
    """One battlefield's spaces: `low` is the Allied end, `high` the German end, 0 the start.

    `values` are signed: positive where the Allied side scores with the frontline there.
    """

    low: int
    high: int
    values: Mapping[int, int]

    @property
    def spaces(self) -> range:
        """All spaces, ascending."""
        return range(self.low, self.high + 1)

    def end(self, attacker: Side) -> int:
        """The space beyond which `attacker` cannot go: the defender's end."""
        return self.high if attacker == "allied" else self.low

    def ground(self, side: Side, frontline: int) -> range:
        """The spaces behind the frontline where `side` may build (R4)."""
        return range(self.low, frontline) if side == "allied" else range(frontline + 1, self.high + 1)


@dataclass(frozen=True, slots=True)
class Board:
    """A board in force. `ranks` orders all its distinct values (R6); `given` is the file as it came."""

    id: str
    title: str
    tracks: Mapping[str, Track]
    trenches: Mapping[str, Mapping[int, int]]
    ranks: Mapping[int, int]
    given: Json = field(repr=False)

    def value(self, battlefield: str, frontline: int) -> int:
        """What the frontline's place scores, positive for the Allied side."""
        return self.tracks[battlefield].values[frontline]


@cache
def starter_board() -> Board:
    """The project's own board: 5 3 1 0 1 3 5 everywhere (R2)."""
    return read_board(json.loads((FOLDER / "starter" / "board.json").read_text("utf-8")), "board")


def own_board(value: Json, path: str = "board") -> Board:
    """The board of a file that somebody may have brought; the starter's where there is none."""
    return starter_board() if value is None else read_board(value, path)


def read_board(value: Json, path: str) -> Board:
    """Check a board file; `InvalidInput` at the fault, as specification 9.3 names it."""
    reading = Reading(value, ("id", "title", "battlefields"), path)
    identifier = shape.read(Identifier, reading.raw("id"), reading.at("id"))
    title = reading.text("title")
    fields = Reading(reading.raw("battlefields"), BATTLEFIELDS, reading.at("battlefields"))
    tracks: dict[str, Track] = {}
    trenches: dict[str, Mapping[int, int]] = {}
    standing = dict.fromkeys(SIDES, 0)
    for battlefield in BATTLEFIELDS:
        one = Reading(fields.raw(battlefield), ("allied", "german", "trenches"), fields.at(battlefield))
        tracks[battlefield] = _track(one)
        trenches[battlefield] = _trenches(one, tracks[battlefield], standing)
    values = sorted({value for track in tracks.values() for value in track.values.values()})
    ranks = {value: rank for rank, value in enumerate(values)}
    return Board(identifier, title, tracks, trenches, ranks, value)


def _track(reading: Reading) -> Track:
    allied, german = _values(reading, "allied"), _values(reading, "german")
    values = {0: 0, **dict(enumerate(allied, 1))}
    values |= {-space: -value for space, value in enumerate(german, 1)}
    return Track(-len(german), len(allied), values)


def _values(reading: Reading, side: str) -> list[int]:
    path = reading.at(side)
    values = list(shape.read(Values, reading.raw(side), path))
    if values != sorted(values):
        raise InvalidInput(path, "The values must not fall on the way to the end; put them in rising order.")
    return values


def _trenches(reading: Reading, track: Track, standing: dict[Side, int]) -> dict[int, int]:
    trenches = read_trenches(reading.raw("trenches"), reading.at("trenches"), track, frontline=0)
    for space, count in trenches.items():
        side: Side = "allied" if space < 0 else "german"
        standing[side] += count
        if standing[side] > MOST_TRENCHES:
            raise InvalidInput(reading.at("trenches", space), "A side begins with at most 99 trenches.")
    return trenches


def read_trenches(value: Json, path: str, track: Track, frontline: int | None) -> dict[int, int]:
    """Trenches by space, ascending; none may lie in the frontline's own space (unless that is `None`)."""
    reading = Reading(value, value if type(value) is dict else (), path)
    trenches = {}
    for key in sorted(reading.value):
        if not SPACE.fullmatch(key) or int(key) not in track.values:
            where = f"the spaces are {track.low} to {track.high}"
            raise InvalidInput(reading.at(key), f"“{key}” is no space of this battlefield; {where}.")
        if int(key) == frontline:
            raise InvalidInput(reading.at(key), "The frontline's own space holds no trenches.")
        trenches[int(key)] = reading.integer(key, 1, MOST_TRENCHES)
    return dict(sorted(trenches.items()))
