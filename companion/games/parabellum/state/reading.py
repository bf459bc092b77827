"""Reading a binder's file, and every fault that stands in the way of playing it (C5, 9.3)."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from companion.engine import shape
from companion.engine.errors import InvalidInput, join, together
from companion.engine.wire import Json, Reading, say
from companion.engine.wording import isolated
from companion.games.parabellum.data import FOLDER, FOOTPRINTS, RESOURCES, Footprint
from companion.games.parabellum.state import catalogue
from companion.games.parabellum.state.notation import amount, read_id, read_scenario_id


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a booklet refers to: the other scenarios, maps, terrain, resources and unit types."""

    scenarios: Collection[str]
    maps: Mapping[str, catalogue.MapSheet]
    terrains: Mapping[str, catalogue.Terrain]
    resources: Mapping[str, catalogue.Resource]
    units: Collection[str]


def read_scenario(identifier: str, value: object, path: str, shelf: Shelf) -> catalogue.Scenario:
    names = {
        "ways": (identifier, shelf.scenarios),
        "maps": shelf.maps,
        "terrains": shelf.terrains,
        "units": shelf.units,
    }
    booklet: catalogue.Scenario = shape.read(
        catalogue.Scenario, value, path, names=names, missing_first="everywhere"
    )
    bands = {
        key: (catalogue.Band(0, booklet.prices[key]),) if key in booklet.prices else resource.bands
        for key, resource in shelf.resources.items()
    }
    return replace(booklet, id=identifier, ground=booklet.ground or shelf.terrains, bands=bands)


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
def starter_binder() -> catalogue.Binder:
    """The project's own campaign."""
    return replace(read_binder(starter_file(), "binder"), given=STARTER)


def read_binder(value: object, path: str = "binder") -> catalogue.Binder:
    """The starter by its name, or an owner's binder."""
    if value == STARTER:
        return starter_binder()
    if type(value) is not dict:
        raise InvalidInput(path, f"This must be “{STARTER}” or a binder object; {say(value)} was given.")
    reading = Reading.complete(value, NEEDED, OPTIONAL, path)
    return catalogue.Binder(**_brief(reading), **_contents(reading), given=value)


def _brief(reading: Reading) -> dict[str, Json]:
    start = read_scenario_id(reading.raw("start"), reading.at("start"))
    scenarios = reading.raw("scenarios")
    if type(scenarios) is dict and start not in scenarios:
        names = ", ".join(scenarios) or "none yet"
        raise InvalidInput(reading.at("start"), f"There is no scenario {say(start)}; there is {names}.")
    return {
        "id": read_id(reading.raw("id"), reading.at("id")),
        "name": isolated(reading.text("name")),
        "brief": reading.text("brief", 0) if "brief" in reading else "",
        "circumstances": catalogue.read_texts(reading, "circumstances"),
        "budget": amount(reading, "budget"),
        "start": start,
        "palette": tuple(
            read_id(each, reading.at("palette", n)) for n, each in enumerate(reading.items("palette", 1))
        ),
    }


def _contents(reading: Reading) -> dict[str, Json]:
    companies = _companies(reading)
    classes = _by_id(reading, "classes", _footprint)
    terrains = catalogue.read_terrains(reading.value.get("terrain", {}), reading.at("terrain"))
    resources = catalogue.read_resources(reading.raw("resources"), reading.at("resources"))
    units = _by_id(
        reading, "units", lambda name, value, at: catalogue.read_unit_type(name, value, at, classes, terrains)
    )
    maps = _maps(reading, terrains)
    inside = _object(reading, "scenarios")
    ids = tuple(read_scenario_id(name, inside.at(name)) for name in inside.value)
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


def _by_id[T](reading: Reading, key: str, read: Callable[[str, object, str], T]) -> Mapping[str, T]:
    inside = _object(reading, key)
    return {
        name: read(read_id(name, inside.at(name)), value, inside.at(name))
        for name, value in inside.value.items()
    }


def _footprint(_: str, value: object, path: str) -> Footprint:
    return Reading.complete(value, ("footprint",), (), path).name("footprint", FOOTPRINTS)


def _companies(reading: Reading) -> Mapping[str, catalogue.Company]:
    palette = reading.value["palette"]
    companies = _by_id(
        reading, "companies", lambda name, value, at: catalogue.read_company(name, value, at, palette)
    )
    if len(companies) < 2:
        raise InvalidInput(
            reading.at("companies"), f"A campaign needs two companies; this has {len(companies)}."
        )
    return companies


def _maps(reading: Reading, terrains: Mapping[str, catalogue.Terrain]) -> Mapping[str, catalogue.MapSheet]:
    def read(name: str, value: object, path: str) -> catalogue.MapSheet:
        sheet = Reading.complete(value, ("name", "rows"), (), path)
        title = sheet.text("name")
        grid = catalogue.read_rows(sheet.raw("rows"), sheet.at("rows"), terrains)
        return replace(grid, id=name, name=isolated(title))

    return _by_id(reading, "maps", read)


def _scenarios(reading: Reading, shelf: Shelf) -> Mapping[str, catalogue.Scenario]:
    inside = _object(reading, "scenarios")
    return {name: read_scenario(name, value, inside.at(name), shelf) for name, value in inside.value.items()}


MOST = 20
"""So many faults are told at once."""


def faults(content: object) -> tuple[InvalidInput, ...]:
    """The fault at which a table would refuse it first, then those of the other entries; none: it plays."""
    try:
        read_binder(content, "")
    except InvalidInput as first:
        entries = _Faults(content if isinstance(content, dict) else {})
        others = [each for each in entries.gathered() if each.path != first.path]
        return (first, *others)
    return ()


def check(
    content: object, path: str, say: Callable[[InvalidInput], str] = str, doubts: Sequence[InvalidInput] = ()
) -> None:
    """`InvalidInput` at the first fault, whose message tells the others too, each as `say` puts it.

    `doubts` are what was found before: it reads, and is hardly meant.
    """
    problems = (*faults(content), *doubts)
    if not problems:
        return
    told = together(problems, say)
    raise InvalidInput(join(path, told.path), told.unnamed)


@dataclass(slots=True)
class _Faults:
    """Entries are read one by one. What refers to an entry that cannot be read is not judged by it."""

    content: dict[str, Json]
    problems: list[InvalidInput] = field(default_factory=list)

    def gathered(self) -> list[InvalidInput]:
        palette = _texts(self.content.get("palette"))
        units, classes = self._objects("units"), self._objects("classes")
        if palette:
            self._each("companies", lambda key, value, at: catalogue.read_company(key, value, at, palette))
        self._each("classes", lambda key, value, at: read_id(key, at))
        terrains = self._read(lambda: catalogue.read_terrains(self.content.get("terrain", {}), "terrain"))
        grounds: Collection[str] = {**catalogue.STANDARD, **self._objects("terrain")}
        self._each("units", lambda key, value, at: catalogue.read_unit_type(key, value, at, classes, grounds))
        resources = self._resources()
        self._each("scenarios", lambda key, value, at: read_scenario_id(key, at))
        if terrains is None:
            return self.problems
        maps = self._maps(lambda rows, at: catalogue.read_rows(rows, at, terrains))
        if set(maps) == set(self._objects("maps")) and len(resources) == len(RESOURCES):
            shelf = Shelf(tuple(self._objects("scenarios")), maps, terrains, resources, tuple(units))
            self._each("scenarios", lambda key, value, at: read_scenario(key, value, at, shelf))
        return self.problems

    def _resources(self) -> dict[str, catalogue.Resource]:
        read = self._each(
            "resources", lambda key, value, at: catalogue.read_resource(value, at, endless=key != "manpower")
        )
        return {key: each for key, each in read.items() if key in RESOURCES}

    def _maps(self, read: Callable[[object, str], catalogue.MapSheet]) -> dict[str, catalogue.MapSheet]:
        def one(key: str, value: object, at: str) -> catalogue.MapSheet:
            sheet = Reading.complete(value, ("name", "rows"), (), at)
            return replace(read(sheet.raw("rows"), sheet.at("rows")), id=key, name=sheet.text("name"))

        return self._each("maps", one)

    def _objects(self, key: str) -> Mapping[str, Json]:
        value = self.content.get(key)
        return value if isinstance(value, dict) else {}

    def _each[T](self, part: str, read: Callable[[str, object, str], T]) -> dict[str, T]:
        entries: dict[str, T] = {}
        for key, value in self._objects(part).items():
            at = join(part, key)
            entry = self._read(partial(read, key, value, at))
            if entry is not None:
                entries[key] = entry
            else:
                self._further(part, partial(read, key), value, at)
        return entries

    def _further[T](self, part: str, read: Callable[[object, str], T], value: object, at: str) -> None:
        """What else is wrong with an entry: each fault that was found is put right, and it is read again."""
        for _ in range(MOST):
            fault = self.problems[-1] if self.problems else None
            if fault is None or type(value) is not dict or not fault.path.startswith(f"{at}."):
                return
            value, before = self._mended(part, value, fault.path.removeprefix(f"{at}.")), len(self.problems)
            self._read(partial(read, value, at))
            if len(self.problems) == before:
                return

    def _mended(self, part: str, value: dict[str, object], place: str) -> Json:
        """An entry with something that reads where it was wrong: of the starter's first, or nothing."""
        key, _, rest = place.partition(".")
        number = rest.partition(".")[0]
        given = value.get(key)
        if key == "objectives" and type(given) is list and number.isdecimal() and int(number) < len(given):
            plain = {"id": f"mended_{number}", "name": "Mended", "kind": "manual"}
            return {**value, key: [plain if n == int(number) else each for n, each in enumerate(given)]}
        example = dict(next(iter(starter_file()[part].values()))) | {"objectives": [], "next": []}
        classes, maps = self._objects("classes"), self._objects("maps")
        example |= {"class": next(iter(classes), None), "map": next(iter(maps), None)}
        example |= {"livery": _texts(self.content.get("palette"))[:2]}
        mended = {name: each for name, each in value.items() if name != key}
        needed = key in next(iter(starter_file()[part].values())) and key not in ("terrain_cost", "prices")
        return {**mended, key: example[key]} if needed else mended

    def _read[T](self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InvalidInput as fault:
            if fault.path not in {each.path for each in self.problems}:
                self.problems.append(fault)
            return None


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
