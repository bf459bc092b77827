"""Everything that stands in the way of playing a binder: every fault of each of its entries."""

from collections.abc import Callable, Collection, Mapping, Sequence
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
from companion.games.parabellum.state.binder.reading import read_binder, starter_file
from companion.games.parabellum.state.naming import read_id, read_scenario_id

MOST = 20
"""So many faults are told at once."""


def faults(content: Json) -> tuple[InvalidInput, ...]:
    """The fault at which a table would refuse it first, then those of the other entries; none: it plays."""
    try:
        read_binder(content, "")
    except InvalidInput as first:
        entries = _Faults(content if isinstance(content, dict) else {})
        others = [each for each in entries.gathered() if each.path != first.path]
        return (first, *others)
    return ()


def check(
    content: Json, path: str, say: Callable[[InvalidInput], str] = str, doubts: Sequence[InvalidInput] = ()
) -> None:
    """`InvalidInput` at the first fault, whose message tells the others too, each as `say` puts it.

    `doubts` are what was found before: it reads, and is hardly meant.
    """
    found = (*faults(content), *doubts)
    if not found:
        return
    first, *others = found
    told = [f"({n}) {say(each)}" for n, each in enumerate(others[: MOST - 1], 2)]
    if len(others) >= MOST:
        told.append(f"… and {len(others) + 1 - MOST} more")
    also = f" Also wrong: {' '.join(told)}" if told else ""
    words = first.unnamed if say is str else say(first)
    raise InvalidInput(join(path, first.path), f"{words}{also}")


@dataclass(slots=True)
class _Faults:
    """Entries are read one by one. What refers to an entry that cannot be read is not judged by it."""

    content: dict[str, Json]
    found: list[InvalidInput] = field(default_factory=list)

    def gathered(self) -> list[InvalidInput]:
        palette = _texts(self.content.get("palette"))
        units, classes = self._objects("units"), self._objects("classes")
        if palette:
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
            at = join(part, key)
            got = self._read(partial(read, key, value, at))
            if got is not None:
                done[key] = got
            else:
                self._further(part, partial(read, key), value, at)
        return done

    def _further[T](self, part: str, read: Callable[[Json, str], T], value: Json, at: str) -> None:
        """What else is wrong with an entry: each fault that was found is put right, and it is read again."""
        for _ in range(MOST):
            fault = self.found[-1] if self.found else None
            if fault is None or type(value) is not dict or not fault.path.startswith(f"{at}."):
                return
            value, known = self._mended(part, value, fault.path.removeprefix(f"{at}.")), len(self.found)
            self._read(partial(read, value, at))
            if len(self.found) == known:
                return

    def _mended(self, part: str, value: dict[str, Json], place: str) -> Json:
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
            if fault.path not in {each.path for each in self.found}:
                self.found.append(fault)
            return None


def _texts(value: Json) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
