"""Terrain and maps: what a square costs, shelters and bars (M2, M3), and the grid of a scenario (C2)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading, integer, items, say
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_COLUMNS, MOST_ROWS, SEATS, STANDARD_TERRAIN, Cost
from companion.games.parabellum.state.naming import read_id
from companion.games.parabellum.state.squares import place, square_at

TERRAIN_KEYS = ("glyph", "cost", "defense", "attack", "access")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """One kind of ground. `access` names tags of which a unit needs one; none: everybody may enter."""

    id: str
    glyph: str
    cost: Cost
    defense: int
    attack: int
    access: tuple[str, ...] | None

    def admits(self, tags: tuple[str, ...]) -> bool:
        """Whether a unit with these tags may enter."""
        return self.access is None or not set(self.access).isdisjoint(tags)


STANDARD: Mapping[str, Terrain] = {
    name: Terrain(id=name, glyph=glyph, cost=cost, defense=defense, attack=attack, access=access)
    for name, (glyph, cost, defense, attack, access) in STANDARD_TERRAIN.items()
}
"""The rulebook's terrain (9.1)."""


def read_terrains(
    value: Json, path: str, known: Mapping[str, Terrain] = STANDARD, *, new: bool = True
) -> Mapping[str, Terrain]:
    """The known terrain with these changes, and where `new` is allowed, additions."""
    terrains = dict(known)
    for name, each in Reading(value, value if type(value) is dict else (), path).value.items():
        at = join(path, name)
        if name not in known and not new:
            raise InvalidInput(at, f"There is no terrain “{name}”; there is {', '.join(known)}.")
        terrains[name] = _terrain(each, at, known.get(name), read_id(name, at))
    _glyphs_differ(terrains, value, path)
    return terrains


def _terrain(value: Json, path: str, known: Terrain | None, name: str) -> Terrain:
    needed = () if known else TERRAIN_KEYS
    reading = Reading.complete(value, needed, TERRAIN_KEYS, path)
    changed: dict[str, Json] = {
        key: _READ[key](reading.value[key], reading.at(key)) for key in TERRAIN_KEYS if key in reading
    }
    return replace(known, **changed) if known else Terrain(id=name, **changed)


def _glyph(value: Json, path: str) -> str:
    if type(value) is str and len(value) == 1 and value.isascii() and value.isprintable():
        if not value.isdigit():
            return value
        raise InvalidInput(path, f"“{value}” marks deployment squares; take a sign that is no digit.")
    raise InvalidInput(path, f"This must be one printable ASCII character; {say(value)} was given.")


def read_cost(value: Json, path: str) -> Cost:
    """What entering costs: 1–99 squares of movement, or `all`."""
    if value == "all":
        return "all"
    if type(value) is int and 1 <= value <= 99:
        return int(value)
    raise InvalidInput(path, f"This must be a whole number from 1 to 99, or “all”; {say(value)} was given.")


def _modifier(value: Json, path: str) -> int:
    return integer(value, path, -20, 20)


def _access(value: Json, path: str) -> tuple[str, ...] | None:
    return None if value is None else read_tags(value, path)


def read_tags(value: Json, path: str) -> tuple[str, ...]:
    """A list of tags."""
    return tuple(read_id(each, join(path, n)) for n, each in enumerate(items(value, path)))


_READ: Mapping[str, Callable[[Json, str], Json]] = {
    "glyph": _glyph,
    "cost": read_cost,
    "defense": _modifier,
    "attack": _modifier,
    "access": _access,
}


def _glyphs_differ(terrains: Mapping[str, Terrain], value: Mapping[str, Json], path: str) -> None:
    # A map is read by its glyphs: two kinds of ground under one sign could not be told apart.
    for name in value:
        glyph = terrains[name].glyph
        others = [each.id for each in terrains.values() if each.glyph == glyph and each.id != name]
        if others:
            raise InvalidInput(join(path, name, "glyph"), f"“{glyph}” is the sign of {others[0]} already.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSheet:
    """A map as a grid. `rows` holds the glyphs as drawn, `grounds` the terrain's id of each square."""

    id: str
    name: str
    rows: tuple[str, ...]
    grounds: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        """Squares from west to east."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Squares from north to south."""
        return len(self.rows)

    def __contains__(self, square: str) -> bool:
        column, row = place(square)
        return column < self.columns and row < self.height

    def glyph(self, square: str) -> str:
        """The sign on a square: its terrain's, or the seat's digit on a deployment square."""
        column, row = place(square)
        return self.rows[row][column]

    def terrain(self, square: str) -> str:
        """The printed terrain of a square; a bridge on it is not printed."""
        column, row = place(square)
        return self.grounds[row][column]

    def deployment(self, seat: int) -> tuple[str, ...]:
        """The deployment squares of a seat, in reading order (M7, R2)."""
        return tuple(
            square_at(column, row)
            for row, signs in enumerate(self.rows)
            for column, sign in enumerate(signs)
            if sign == str(seat)
        )

    def seats(self) -> tuple[int, ...]:
        """The seats that can deploy here."""
        return tuple(seat for seat in SEATS if any(str(seat) in signs for signs in self.rows))


def read_rows(value: Json, path: str, terrains: Mapping[str, Terrain]) -> MapSheet:
    """A nameless map of these rows of glyphs."""
    signs = {each.glyph: each.id for each in terrains.values()} | {str(seat): "open" for seat in SEATS}
    listed = items(value, path, 1, MOST_ROWS)
    rows = tuple(_row(each, join(path, n), signs, listed[0]) for n, each in enumerate(listed))
    return MapSheet(id="", name="", rows=rows, grounds=tuple(tuple(signs[s] for s in row) for row in rows))


def _row(value: Json, path: str, signs: Mapping[str, str], first: Json) -> str:
    if type(value) is not str or not 1 <= len(value) <= MOST_COLUMNS:
        wanted = f"A row is a text of 1 to {MOST_COLUMNS} terrain signs"
        raise InvalidInput(path, f"{wanted}; {say(value)} was given.")
    if len(value) != len(first):
        raise InvalidInput(
            path, f"This row has {len(value)} squares, the first {len(first)}; all rows are equal."
        )
    for sign in value:
        if sign not in signs:
            raise InvalidInput(path, f"“{sign}” is the sign of no terrain; the signs are {''.join(signs)}")
    return value
