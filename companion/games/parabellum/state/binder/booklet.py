"""Reading one scenario booklet against the catalogue and the maps of its binder (C5, R56)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, items, name, say
from companion.engine.wire import Json
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder.campaign import (
    Scenario,
    read_chooser,
    read_features,
    read_objectives,
    read_texts,
)
from companion.games.parabellum.state.binder.catalogue import Band, Resource
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain, read_terrains

NEEDED = ("name", "map", "deployment_cost", "extraction_cost", "next", "objectives")
OPTIONAL = (
    "overview",
    "circumstances",
    "rounds",
    "salvage_percent",
    "chooser",
    "features",
    "terrain",
    "prices",
    "manpower_added",
    "banned",
)


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
    reading = Reading.complete(value, NEEDED, OPTIONAL, path)
    named, map_id = reading.text("name"), reading.name("map", shelf.maps)
    sheet = shelf.maps[map_id]
    return Scenario(
        id=identifier,
        name=named,
        map=map_id,
        deployment_cost=amount(reading, "deployment_cost"),
        extraction_cost=amount(reading, "extraction_cost"),
        next=_next(identifier, reading, shelf.scenarios),
        objectives=read_objectives(reading, sheet),
        overview=reading.text("overview", 0) if "overview" in reading else "",
        circumstances=read_texts(reading, "circumstances"),
        rounds=None if reading.value.get("rounds") is None else reading.integer("rounds", 1, 99),
        salvage_percent=reading.integer("salvage_percent", 0, 100) if "salvage_percent" in reading else 0,
        chooser=read_chooser(reading),
        features=read_features(reading, sheet),
        **_circumstances(reading, shelf),
    )


def _circumstances(reading: Reading, shelf: Shelf) -> dict[str, Json]:
    """Terrain, prices, people and bans of this booklet."""
    given = reading.value.get("terrain", {})
    ground = read_terrains(given, reading.at("terrain"), shelf.terrains, new=False)
    prices = _prices(reading)
    return {
        "ground": ground,
        "prices": prices,
        "bands": {
            key: (Band(0, prices[key]),) if key in prices else resource.bands
            for key, resource in shelf.resources.items()
        },
        "manpower_added": amount(reading, "manpower_added", 0),
        "banned": tuple(
            name(each, reading.at("banned", n), shelf.units)
            for n, each in enumerate(items(reading.value.get("banned", []), reading.at("banned")))
        ),
    }


def _prices(reading: Reading) -> dict[str, int]:
    given = Reading(reading.value.get("prices", {}), ("fuel", "ammunition"), reading.at("prices"))
    return {key: amount(given, key) for key in given.value}


def _next(identifier: str, reading: Reading, scenarios: Collection[str]) -> tuple[str, ...]:
    ways: list[str] = []
    for n, each in enumerate(reading.items("next")):
        path = reading.at("next", n)
        if type(each) is not str or each not in scenarios:
            raise InvalidInput(path, f"There is no scenario {say(each)}; there is {', '.join(scenarios)}.")
        # RULING R57: the digit is the round in which a scenario becomes available.
        if each[0] <= identifier[0]:
            raise InvalidInput(path, f"{each.upper()} must have a higher number than {identifier.upper()}.")
        if each in ways:
            raise InvalidInput(path, f"{each.upper()} stands here twice; each way on is named once.")
        ways.append(each)
    return tuple(ways)
