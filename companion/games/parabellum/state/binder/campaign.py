"""The booklets: companies, scenarios and their objectives (C1, C2, C5)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, integer, items, name, text
from companion.engine.wire import Json
from companion.games.parabellum.data import AIMS, CHOOSERS, FEATURES, SEATS, Aim, Chooser, Feature
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder.catalogue import Band
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain
from companion.games.parabellum.state.naming import read_id
from companion.games.parabellum.state.squares import read_square

OBJECTIVE_OPTIONAL = (
    "seats",
    "squares",
    "count",
    "turns",
    "exclusive",
    "ends_scenario",
    "bonus",
    "penalty",
)


@dataclass(frozen=True, slots=True)
class Company:
    """A rival company, with the two colours of its livery (S5)."""

    id: str
    name: str
    livery: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Goods:
    """What an objective pays: credits, and tokens into the reserve."""

    credits: int = 0
    fuel: int = 0
    ammunition: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """One objective of a booklet. `penalty` is what failing it costs, in credits."""

    id: str
    name: str
    kind: Aim
    seats: tuple[int, ...]
    squares: tuple[str, ...]
    count: int
    turns: int
    exclusive: bool
    ends_scenario: bool
    bonus: Goods
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One booklet. `ground` is the terrain as it counts here, `bands` the prices as they are here."""

    id: str
    name: str
    map: str
    overview: str
    circumstances: tuple[str, ...]
    deployment_cost: int
    extraction_cost: int
    rounds: int | None
    salvage_percent: int
    chooser: Chooser
    next: tuple[str, ...]
    objectives: tuple[Objective, ...]
    features: Mapping[str, Feature]
    prices: Mapping[str, int]
    manpower_added: int
    banned: tuple[str, ...]
    ground: Mapping[str, Terrain]
    bands: Mapping[str, tuple[Band, ...]]

    def objective(self, identifier: str) -> Objective | None:
        """The objective of that name, if the booklet has it."""
        return next((each for each in self.objectives if each.id == identifier), None)


def read_company(identifier: str, value: Json, path: str, palette: Collection[str]) -> Company:
    """One company, its livery out of the palette."""
    reading = Reading.complete(value, ("name", "livery"), (), path)
    named, listed = reading.text("name"), reading.items("livery", 2, 2)
    first, second = (name(each, reading.at("livery", n), palette) for n, each in enumerate(listed))
    return Company(identifier, named, (first, second))


def read_objectives(reading: Reading, sheet: MapSheet) -> tuple[Objective, ...]:
    """A booklet's objectives, each with a name of its own."""
    found: dict[str, Objective] = {}
    for n, each in enumerate(reading.items("objectives")):
        path = reading.at("objectives", n)
        objective = _objective(each, path, sheet)
        if objective.id in found:
            raise InvalidInput(
                f"{path}.id", f"“{objective.id}” stands here twice; every objective has an id of its own."
            )
        found[objective.id] = objective
    return tuple(found.values())


def _objective(value: Json, path: str, sheet: MapSheet) -> Objective:
    reading = Reading.complete(value, ("id", "name", "kind"), OBJECTIVE_OPTIONAL, path)
    return Objective(
        id=read_id(reading.raw("id"), reading.at("id")),
        name=reading.text("name"),
        kind=reading.name("kind", AIMS),
        seats=_seats(reading),
        squares=_squares(reading, sheet),
        count=amount(reading, "count", 1, least=1),
        turns=amount(reading, "turns", 1, least=1),
        exclusive=_flag(reading, "exclusive"),
        ends_scenario=_flag(reading, "ends_scenario"),
        bonus=_bonus(reading),
        penalty=_penalty(reading),
    )


def _seats(reading: Reading) -> tuple[int, ...]:
    if "seats" not in reading:
        return SEATS
    listed = reading.items("seats")
    return tuple(integer(each, reading.at("seats", n), 1, len(SEATS)) for n, each in enumerate(listed))


def _squares(reading: Reading, sheet: MapSheet) -> tuple[str, ...]:
    listed = items(reading.value.get("squares", []), reading.at("squares"))
    if reading.value["kind"] == "hold" and not listed:
        raise InvalidInput(reading.at("squares"), "An objective to hold names at least one square.")
    return tuple(square_on(each, reading.at("squares", n), sheet) for n, each in enumerate(listed))


def square_on(value: Json, path: str, sheet: MapSheet) -> str:
    """A square of this map."""
    square = read_square(value, path)
    if square in sheet:
        return square
    size = f"{sheet.columns} columns and {sheet.height} rows"
    raise InvalidInput(path, f"{square.upper()} lies off the map, which has {size}.")


def _flag(reading: Reading, key: str) -> bool:
    return reading.boolean(key) if key in reading else False


def _bonus(reading: Reading) -> Goods:
    if "bonus" not in reading:
        return Goods()
    given = Reading.complete(reading.raw("bonus"), ("credits",), ("fuel", "ammunition"), reading.at("bonus"))
    return Goods(**{key: amount(given, key) for key in given.value})


def _penalty(reading: Reading) -> int:
    if "penalty" not in reading:
        return 0
    given = Reading.complete(reading.raw("penalty"), ("credits",), (), reading.at("penalty"))
    return amount(given, "credits")


def read_features(reading: Reading, sheet: MapSheet) -> Mapping[str, Feature]:
    """What stands on the map when the scenario opens, by square."""
    given = reading.value.get("features", {})
    squares = Reading(given, given if type(given) is dict else (), reading.at("features"))
    return {
        square_on(square, squares.at(square), sheet): name(kind, squares.at(square), FEATURES)
        for square, kind in squares.value.items()
    }


def read_texts(reading: Reading, key: str) -> tuple[str, ...]:
    """A list of texts."""
    listed = items(reading.value.get(key, []), reading.at(key))
    return tuple(text(each, reading.at(key, n), 0) for n, each in enumerate(listed))


def read_chooser(reading: Reading) -> Chooser:
    """Who chooses the next scenario; without a word, the victor (E3)."""
    return reading.name("chooser", CHOOSERS) if "chooser" in reading else "victor"
