"""One unit of a state read back: its place, its flag, what is on its card (specification 3.1)."""

from collections.abc import Callable, Collection

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, name
from companion.engine.wire import Json
from companion.games.parabellum.data import POSITIONS_OF, Footprint, Position
from companion.games.parabellum.state.amounts import count
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.naming import read_id, read_unit_id
from companion.games.parabellum.state.pieces import MARKS, WHERES, Load, Unit

GROUND = ("ground", "earthwork")
KEYS = tuple(key for key in Unit.__slots__ if key not in GROUND)
COUNTS = ("cost", "strength", "fuel", "ammunition", "entrench", "mp_used")

type ReadSquare = Callable[[Json, str], str]


def read_unit(raw: Reading, players: Collection[str], binder: Binder, on_map: ReadSquare | None) -> Unit:
    """A unit of somebody at the table, of a type in the binder; without `on_map` the app keeps no map."""
    row = Reading(raw.value, KEYS if on_map else (*KEYS, *GROUND), raw.path)
    kind, where = row.name("type", binder.units), row.name("where", WHERES)
    if on_map and where == "map" and row.raw("square") is None:
        raise InvalidInput(row.at("square"), "A unit on the map stands on a square.")
    return Unit(
        owner=row.name("owner", players),
        type=kind,
        where=where,
        square=_or_none(row, "square", on_map or _nowhere),
        position=_position(row, binder.footprint(kind)),
        transport=_or_none(row, "transport", read_unit_id),
        flag=tuple(read_id(each, row.at("flag", n)) for n, each in enumerate(row.items("flag", 0, 4))),
        cargo=_cargo(row),
        bridge=_or_none(row, "bridge", on_map or _nowhere),
        partner=_or_none(row, "partner", read_unit_id),
        marks=frozenset(name(each, row.at("marks", n), MARKS) for n, each in enumerate(row.items("marks"))),
        ground=row.name("ground", binder.terrain) if row.value.get("ground") is not None else None,
        earthwork=row.boolean("earthwork") if "earthwork" in row else False,
        **{key: count(row, key) for key in COUNTS},
    )


def _nowhere(value: Json, path: str) -> str:
    raise InvalidInput(path, "Where the map lies on the table, the app knows no squares.")


def _position(row: Reading, footprint: Footprint) -> Position | None:
    if row.raw("position") is None and row.raw("square") is None:
        return None
    return row.name("position", POSITIONS_OF[footprint])


def _cargo(row: Reading) -> Load:
    cargo = Reading(row.raw("cargo"), Load._fields, row.at("cargo"))
    return Load(count(cargo, "fuel"), count(cargo, "ammunition"))


def _or_none(row: Reading, key: str, read: ReadSquare) -> str | None:
    return None if row.raw(key) is None else read(row.raw(key), row.at(key))
