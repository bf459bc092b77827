"""Reading a binder file: `InvalidInput` at the dotted place of what is wrong (specification 9.3)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.games.parabellum.data import FOLDER, FOOTPRINTS, Footprint
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder.binder import Binder
from companion.games.parabellum.state.binder.booklet import Shelf, read_scenario
from companion.games.parabellum.state.binder.campaign import Company, Scenario, read_company, read_texts
from companion.games.parabellum.state.binder.catalogue import UnitType, read_resources, read_unit_type
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain, read_rows, read_terrains
from companion.games.parabellum.state.naming import read_id, read_scenario_id

NEEDED = (
    "id",
    "name",
    "budget",
    "start",
    "palette",
    "companies",
    "classes",
    "resources",
    "units",
    "maps",
    "scenarios",
)
OPTIONAL = ("brief", "circumstances", "terrain")
STARTER = "starter"


def starter_file() -> Json:
    """The project's own binder as its file holds it: “The Tessaly Concession” (9.4)."""
    return json.loads((FOLDER / "starter" / "binder.json").read_text("utf-8"))


@cache
def starter_binder() -> Binder:
    """The project's own campaign."""
    return replace(read_binder(starter_file(), "binder"), given=STARTER)


def read_binder(value: Json, path: str = "binder") -> Binder:
    """The starter by its name, or an owner's binder."""
    if value == STARTER:
        return starter_binder()
    if type(value) is not dict:
        raise InvalidInput(path, f"This must be “{STARTER}” or a binder object; {say(value)} was given.")
    reading = Reading.complete(value, NEEDED, OPTIONAL, path)
    return Binder(**_brief(reading), **_contents(reading), given=value)


def _brief(reading: Reading) -> dict[str, Json]:
    return {
        "id": read_id(reading.raw("id"), reading.at("id")),
        "name": isolated(reading.text("name")),
        "brief": reading.text("brief", 0) if "brief" in reading else "",
        "circumstances": read_texts(reading, "circumstances"),
        "budget": amount(reading, "budget"),
        "start": _start(reading),
        "palette": tuple(
            read_id(each, reading.at("palette", n)) for n, each in enumerate(reading.items("palette", 1))
        ),
    }


def _start(reading: Reading) -> str:
    start = read_scenario_id(reading.raw("start"), reading.at("start"))
    scenarios = reading.raw("scenarios")
    if type(scenarios) is dict and start not in scenarios:
        known = ", ".join(scenarios) or "none yet"
        raise InvalidInput(reading.at("start"), f"There is no scenario {say(start)}; there is {known}.")
    return start


def _contents(reading: Reading) -> dict[str, Json]:
    companies = _companies(reading)
    classes = _by_id(reading, "classes", _footprint)
    terrains = read_terrains(reading.value.get("terrain", {}), reading.at("terrain"))
    resources = read_resources(reading.raw("resources"), reading.at("resources"))
    units = _units(reading, classes, terrains)
    maps = _maps(reading, terrains)
    ids = _scenario_ids(reading)
    shelf = Shelf(ids, maps, terrains, resources, units)
    return {
        "companies": companies,
        "classes": classes,
        "terrain": terrains,
        "resources": resources,
        "units": units,
        "maps": maps,
        "scenarios": _scenarios(reading, shelf),
    }


def _object(reading: Reading, key: str) -> Reading:
    value = reading.raw(key)
    return Reading(value, value if type(value) is dict else (), reading.at(key))


def _by_id[T](reading: Reading, key: str, read: Callable[[str, Json, str], T]) -> Mapping[str, T]:
    """An object whose keys are identifiers."""
    inside = _object(reading, key)
    return {
        name: read(read_id(name, inside.at(name)), value, inside.at(name))
        for name, value in inside.value.items()
    }


def _footprint(_: str, value: Json, path: str) -> Footprint:
    return Reading.complete(value, ("footprint",), (), path).name("footprint", FOOTPRINTS)


def _companies(reading: Reading) -> Mapping[str, Company]:
    palette = reading.value["palette"]
    companies = _by_id(reading, "companies", lambda name, value, at: read_company(name, value, at, palette))
    if len(companies) < 2:
        raise InvalidInput(
            reading.at("companies"), f"A campaign needs two companies; this has {len(companies)}."
        )
    return companies


def _units(
    reading: Reading, classes: Mapping[str, Footprint], terrains: Mapping[str, Terrain]
) -> Mapping[str, UnitType]:
    return _by_id(
        reading, "units", lambda name, value, at: read_unit_type(name, value, at, classes, terrains)
    )


def _maps(reading: Reading, terrains: Mapping[str, Terrain]) -> Mapping[str, MapSheet]:
    def read(name: str, value: Json, path: str) -> MapSheet:
        sheet = Reading.complete(value, ("name", "rows"), (), path)
        title = sheet.text("name")
        grid = read_rows(sheet.raw("rows"), sheet.at("rows"), terrains)
        return replace(grid, id=name, name=isolated(title))

    return _by_id(reading, "maps", read)


def _scenario_ids(reading: Reading) -> tuple[str, ...]:
    inside = _object(reading, "scenarios")
    return tuple(read_scenario_id(name, inside.at(name)) for name in inside.value)


def _scenarios(reading: Reading, shelf: Shelf) -> Mapping[str, Scenario]:
    inside = _object(reading, "scenarios")
    return {name: read_scenario(name, value, inside.at(name), shelf) for name, value in inside.value.items()}
