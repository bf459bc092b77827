"""What the questions about movement share: a map, a unit on it, and what else stands there (6.12)."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.reading import Reading
from companion.engine.shape import Only
from companion.engine.wire import Json
from companion.games.parabellum.data import FOOTPRINTS, POSITIONS_OF
from companion.games.parabellum.procedures.movement.ground import Ground, Mover, Occupant, by_square
from companion.games.parabellum.state.binder.campaign import read_features, square_on
from companion.games.parabellum.state.binder.catalogue import Costs
from companion.games.parabellum.state.binder.ground import (
    MapSheet,
    Terrain,
    read_rows,
    read_tags,
    read_terrains,
)
from companion.games.parabellum.state.naming import read_id
from companion.games.parabellum.state.options import Options
from companion.games.parabellum.state.squares import SIDES

NEEDED = ("map", "unit", "from")
OPTIONAL = ("mp_used", "entered", "occupants", "caches", "features", "terrain", "options")
MOST_MOVED = 99


class Asked(NamedTuple):
    """The ground of a question and the unit that moves on it."""

    ground: Ground
    mover: Mover


def read_ground_and_mover(reading: Reading) -> Asked:
    """Both, of a question whose keys are there."""
    terrains = read_terrains(reading.value.get("terrain", {}), "terrain")
    sheet = read_rows(reading.raw("map"), "map", terrains)
    mover = _mover(reading, terrains, sheet)
    occupants = [_occupant(reading, n, sheet) for n in range(len(_listed(reading, "occupants")))]
    options = shape.read(
        Annotated[Options, Only("enemy_sharing")], reading.value.get("options", {}), "options"
    )
    ground = Ground(
        sheet=sheet,
        terrains=terrains,
        features=read_features(reading, sheet),
        caches=[square_on(each, f"caches.{n}", sheet) for n, each in enumerate(_listed(reading, "caches"))],
        occupants=by_square(occupants),
        enemy_sharing=options.enemy_sharing,
    )
    return Asked(ground, mover)


def _listed(reading: Reading, key: str) -> list[Json]:
    return reading.items(key) if key in reading else []


def _mover(reading: Reading, terrains: Mapping[str, Terrain], sheet: MapSheet) -> Mover:
    unit = Reading.complete(
        reading.raw("unit"),
        ("footprint", "speed", "fuel", "owner"),
        ("tags", "terrain_cost", "entrench"),
        "unit",
    )
    return Mover(
        footprint=unit.name("footprint", FOOTPRINTS),
        speed=unit.integer("speed", 0, 40),
        fuel=unit.integer("fuel", 0, 20),
        owner=read_id(unit.raw("owner"), "unit.owner"),
        tags=read_tags(unit.value.get("tags", []), "unit.tags"),
        terrain_cost=shape.read(
            Costs, unit.value.get("terrain_cost", {}), "unit.terrain_cost", names={"terrain": terrains}
        ),
        entrench=unit.integer("entrench", 0, 4) if "entrench" in unit else 0,
        square=square_on(reading.raw("from"), "from", sheet),
        mp_used=reading.integer("mp_used", 0, MOST_MOVED) if "mp_used" in reading else 0,
        entered=None if reading.value.get("entered") is None else reading.name("entered", SIDES),
    )


def _occupant(reading: Reading, n: int, sheet: MapSheet) -> tuple[str, Occupant]:
    keys = ("square", "footprint", "position", "owner")
    row = Reading.complete(reading.value["occupants"][n], keys, (), f"occupants.{n}")
    square = square_on(row.raw("square"), row.at("square"), sheet)
    position = row.name("position", POSITIONS_OF[row.name("footprint", FOOTPRINTS)])
    return square, Occupant(read_id(row.raw("owner"), row.at("owner")), position)
