"""Everything that stands in the way of playing a binder: the first fault of each of its entries."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCES
from companion.games.parabellum.state.binder.booklet import Shelf, read_scenario
from companion.games.parabellum.state.binder.campaign import read_company
from companion.games.parabellum.state.binder.catalogue import Resource, read_resource, read_unit_type
from companion.games.parabellum.state.binder.ground import STANDARD, MapSheet, read_rows, read_terrains
from companion.games.parabellum.state.binder.reading import read_binder
from companion.games.parabellum.state.naming import read_id, read_scenario_id


def faults(content: Json) -> tuple[InvalidInput, ...]:
    """The fault at which a table would refuse it first, then those of the other entries; none: it plays."""
    try:
        read_binder(content, "")
    except InvalidInput as first:
        entries = _Faults(content if isinstance(content, dict) else {})
        others = [each for each in entries.gathered() if _entry(each) != _entry(first)]
        return (first, *others)
    return ()


def _entry(fault: InvalidInput) -> tuple[str, ...]:
    return tuple(fault.path.split(".")[:2])


@dataclass(slots=True)
class _Faults:
    """Entries are read one by one. What refers to an entry that cannot be read is not judged by it."""

    content: dict[str, Json]
    found: list[InvalidInput] = field(default_factory=list)

    def gathered(self) -> list[InvalidInput]:
        palette = _texts(self.content.get("palette"))
        units, classes = self._objects("units"), self._objects("classes")
        self._each("companies", lambda key, value, at: read_company(key, value, at, palette))
        self._each("classes", lambda key, value, at: read_id(key, at))
        terrains = self._read(lambda: read_terrains(self.content.get("terrain", {}), "terrain"))
        known: Collection[str] = {**STANDARD, **self._objects("terrain")}
        self._each("units", lambda key, value, at: read_unit_type(key, value, at, classes, known))
        resources = self._resources()
        self._each("scenarios", lambda key, value, at: read_scenario_id(key, at))
        if terrains is None:
            return self.found
        maps = self._maps(lambda rows, at: read_rows(rows, at, terrains))
        if set(maps) == set(self._objects("maps")) and len(resources) == len(RESOURCES):
            shelf = Shelf(tuple(self._objects("scenarios")), maps, terrains, resources, tuple(units))
            self._each("scenarios", lambda key, value, at: read_scenario(key, value, at, shelf))
        return self.found

    def _resources(self) -> dict[str, Resource]:
        read = self._each(
            "resources",
            lambda key, value, at: read_resource(value, at, endless=key != "manpower"),
        )
        return {key: each for key, each in read.items() if key in RESOURCES}

    def _maps(self, read: Callable[[Json, str], MapSheet]) -> dict[str, MapSheet]:
        def one(key: str, value: Json, at: str) -> MapSheet:
            sheet = Reading.complete(value, ("name", "rows"), (), at)
            return replace(read(sheet.raw("rows"), sheet.at("rows")), id=key, name=sheet.text("name"))

        return self._each("maps", one)

    def _objects(self, key: str) -> Mapping[str, Json]:
        value = self.content.get(key)
        return value if isinstance(value, dict) else {}

    def _each[T](self, part: str, read: Callable[[str, Json, str], T]) -> dict[str, T]:
        """What each entry reads as, those with a fault left out."""
        done: dict[str, T] = {}
        for key, value in self._objects(part).items():
            got = self._read(partial(read, key, value, join(part, key)))
            if got is not None:
                done[key] = got
        return done

    def _read[T](self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InvalidInput as fault:
            if _entry(fault) not in {_entry(each) for each in self.found}:
                self.found.append(fault)
            return None


def _texts(value: Json) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
