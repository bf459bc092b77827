"""Reading a binder's file, and every fault that stands in the way of playing it (C5, 9.3)."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from threading import Lock
from typing import Annotated

from cachetools import LRUCache, cached

from companion.engine import shape
from companion.engine.errors import InvalidInput, join, together
from companion.engine.shape import Sized
from companion.engine.wire import Json, parts, say, text
from companion.engine.wire import name as read_name
from companion.engine.wording import isolated
from companion.games.parabellum.data import FOLDER, FOOTPRINTS, RESOURCES, Footprint
from companion.games.parabellum.state import catalogue
from companion.games.parabellum.state.notation import Amount, Id, ScenarioId, Title, read_id, read_scenario_id


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


@dataclass(frozen=True)
class BinderFile:
    """A binder's file (9.3); its parts are read one after the other."""

    id: Id
    name: Title
    budget: Amount
    start: ScenarioId
    palette: Annotated[tuple[Id, ...], Sized(1)]
    companies: object
    classes: object
    resources: object
    units: object
    maps: object
    scenarios: object
    brief: str = ""
    circumstances: tuple[str, ...] = ()
    terrain: object = field(default_factory=dict)


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
    return _read_object(value, path)


def _told(value: object, path: str) -> str:
    return repr(value)


@cached(LRUCache(8), key=_told, lock=Lock())
def _read_object(value: Json, path: str) -> catalogue.Binder:
    """One binder is read again and again by who thinks: at each guess it is as it was."""
    file = shape.read(BinderFile, value, path, missing_first=True)
    if isinstance(file.scenarios, dict) and file.start not in file.scenarios:
        names = ", ".join(file.scenarios) or "none yet"
        raise InvalidInput(join(path, "start"), f"There is no scenario {say(file.start)}; there is {names}.")
    at = partial(join, path)
    company = partial(catalogue.read_company, palette=file.palette)
    companies = _by_id(file.companies, at("companies"), company)
    if len(companies) < 2:
        raise InvalidInput(at("companies"), f"A campaign needs two companies; this has {len(companies)}.")
    classes = _by_id(file.classes, at("classes"), _footprint)
    terrains = catalogue.read_terrains(file.terrain, at("terrain"))
    resources = catalogue.read_resources(file.resources, at("resources"))
    card = partial(catalogue.read_unit_type, classes=classes, terrains=terrains)
    units = _by_id(file.units, at("units"), card)
    maps = _by_id(file.maps, at("maps"), partial(_sheet, terrains))
    booklets = _objects(file.scenarios, at("scenarios"))
    ids = tuple(read_scenario_id(name, at("scenarios", name)) for name in booklets)
    shelf = Shelf(ids, maps, terrains, resources, units)
    contents = {
        "companies": companies,
        "classes": classes,
        "terrain": terrains,
        "resources": resources,
        "units": units,
        "maps": maps,
        "scenarios": {
            name: read_scenario(name, value, at("scenarios", name), shelf) for name, value in booklets.items()
        },
    }
    return catalogue.Binder(**(vars(file) | contents), given=value)


def _objects(value: object, path: str) -> Mapping[str, object]:
    entries: Mapping[str, object] = shape.read(Mapping[str, object], value, path)
    return entries


def _by_id[T](value: object, path: str, read: Callable[[str, object, str], T]) -> Mapping[str, T]:
    entries = _objects(value, path).items()
    return {name: read(read_id(name, join(path, name)), each, join(path, name)) for name, each in entries}


def _footprint(_: str, value: object, path: str) -> Footprint:
    return read_name(parts(value, path, "footprint")["footprint"], join(path, "footprint"), FOOTPRINTS)


def _sheet(
    terrains: Mapping[str, catalogue.Terrain], key: str, value: object, path: str
) -> catalogue.MapSheet:
    sheet = parts(value, path, "name", "rows")
    title = isolated(text(sheet["name"], join(path, "name")))
    return replace(catalogue.read_rows(sheet["rows"], join(path, "rows"), terrains), id=key, name=title)


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


def check(content: object, path: str) -> None:
    """`InvalidInput` at the first fault, whose message tells the others too."""
    if problems := faults(content):
        fault = together(problems)
        raise InvalidInput(join(path, fault.path), fault.unnamed)


@dataclass(slots=True)
class _Faults:
    """Entries are read one by one. What refers to an entry that cannot be read is not judged by it."""

    content: dict[str, Json]
    problems: list[InvalidInput] = field(default_factory=list)

    def gathered(self) -> list[InvalidInput]:
        whole = shape.faults(BinderFile, self.content)
        self.problems += (each for each in whole if each.path.count(".") == 0 and each.path in self.content)
        palette = _texts(self.content.get("palette"))
        units, classes = self._objects("units"), self._objects("classes")
        if palette:
            self._each("companies", lambda key, value, at: catalogue.read_company(key, value, at, palette))
        self._each("classes", lambda key, value, at: read_id(key, at))
        terrains = self._read(lambda: catalogue.read_terrains(self.content.get("terrain", {}), "terrain"))
        grounds: Collection[str] = {**catalogue.STANDARD, **self._objects("terrain")}
        if classes:
            self._each(
                "units", lambda key, value, at: catalogue.read_unit_type(key, value, at, classes, grounds)
            )
        resources = self._resources()
        self._each("scenarios", lambda key, value, at: read_scenario_id(key, at))
        if terrains is None:
            return self.problems
        maps = self._each("maps", partial(_sheet, terrains))
        if set(maps) == set(self._objects("maps")) and len(resources) == len(RESOURCES):
            shelf = Shelf(tuple(self._objects("scenarios")), maps, terrains, resources, tuple(units))
            self._each("scenarios", lambda key, value, at: read_scenario(key, value, at, shelf))
        return self.problems

    def _resources(self) -> dict[str, catalogue.Resource]:
        read = self._each(
            "resources", lambda key, value, at: catalogue.read_resource(value, at, endless=key != "manpower")
        )
        return {key: each for key, each in read.items() if key in RESOURCES}

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
