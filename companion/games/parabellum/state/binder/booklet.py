"""Reading one scenario booklet against the catalogue and the maps of its binder (C5, R56)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from companion.engine import shape
from companion.engine.wire import Json
from companion.games.parabellum.state.binder.campaign import Scenario
from companion.games.parabellum.state.binder.catalogue import Band, Resource
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a booklet refers to: the other scenarios, maps, terrain, resources and unit types."""

    scenarios: Collection[str]
    maps: Mapping[str, MapSheet]
    terrains: Mapping[str, Terrain]
    resources: Mapping[str, Resource]
    units: Collection[str]


def read_scenario(identifier: str, value: Json, path: str, shelf: Shelf) -> Scenario:
    """One booklet."""
    names = {
        "ways": (identifier, shelf.scenarios),
        "maps": shelf.maps,
        "terrains": shelf.terrains,
        "units": shelf.units,
    }
    booklet: Scenario = shape.read(Scenario, value, path, names=names, missing_first="everywhere")
    bands = {
        key: (Band(0, booklet.prices[key]),) if key in booklet.prices else resource.bands
        for key, resource in shelf.resources.items()
    }
    return replace(booklet, id=identifier, ground=booklet.ground or shelf.terrains, bands=bands)
