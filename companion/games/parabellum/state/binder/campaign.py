"""The booklets: companies, scenarios and their objectives (C1, C2, C5)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, items, name, say, text
from companion.engine.shape import Between, ByHand, DistinctBy, Every, Known, Learns, Named, Then, Unsaid
from companion.engine.wire import Json
from companion.games.parabellum.data import FEATURES, SEATS, Aim, Chooser, Feature
from companion.games.parabellum.state.amounts import Amount, Positive, Title
from companion.games.parabellum.state.binder.catalogue import Band
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain, read_terrains
from companion.games.parabellum.state.naming import Id
from companion.games.parabellum.state.squares import read_square


def square_on(value: Json, path: str, sheet: MapSheet) -> str:
    """A square of this map."""
    square = read_square(value, path)
    if square in sheet:
        return square
    size = f"{sheet.columns} columns and {sheet.height} rows"
    raise InvalidInput(path, f"{square.upper()} lies off the map, which has {size}.")


type Square = Annotated[str, ByHand(lambda value, sheet: square_on(value, "", sheet), knowing="sheet")]
"""A square of the booklet's map."""
type Colour = Annotated[str, Known("palette")]
type Seat = Annotated[int, Between(1, len(SEATS))]


@dataclass(frozen=True, slots=True)
class Company:
    """A rival company, with the two colours of its livery (S5)."""

    id: Annotated[str, Unsaid] = field(default="", kw_only=True)
    name: Title
    livery: tuple[Colour, Colour]


@dataclass(frozen=True, slots=True)
class Goods:
    """What an objective pays: credits, and tokens into the reserve."""

    credits: Amount
    fuel: Amount = 0
    ammunition: Amount = 0


NOTHING = Goods(0)


class Fine(NamedTuple):
    """What failing an objective costs, as a booklet says it."""

    credits: Amount


type Penalty = Annotated[int, ByHand(lambda value, path: shape.read(Fine, value, path).credits, says=Fine)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """One objective of a booklet. `penalty` is what failing it costs, in credits."""

    id: Id
    name: Title
    kind: Aim
    seats: tuple[Seat, ...] = SEATS
    squares: tuple[Square, ...] = ()
    count: Positive = 1
    turns: Positive = 1
    exclusive: bool = False
    ends_scenario: bool = False
    bonus: Goods = NOTHING
    penalty: Penalty = 0


def placed(objective: Objective, _: Mapping[str, Any]) -> Objective:
    """An objective that was read, if it says what there is to hold."""
    if objective.kind == "hold" and not objective.squares:
        raise InvalidInput("squares", "An objective to hold names at least one square.")
    return objective


def read_ways(value: Json, known: tuple[str, Collection[str]]) -> tuple[str, ...]:
    """The scenarios to which one leads."""
    (here, scenarios), ways = known, list[str]()
    for n, each in enumerate(items(value, "")):
        if type(each) is not str or each not in scenarios:
            raise InvalidInput(str(n), f"There is no scenario {say(each)}; there is {', '.join(scenarios)}.")
        # RULING R57: the digit is the round in which a scenario becomes available.
        if each[0] <= here[0]:
            raise InvalidInput(str(n), f"{each.upper()} must have a higher number than {here.upper()}.")
        if each in ways:
            raise InvalidInput(str(n), f"{each.upper()} stands here twice; each way on is named once.")
        ways.append(each)
    return tuple(ways)


def _changed(value: Json, terrains: Mapping[str, Terrain]) -> Mapping[str, Terrain]:
    return read_terrains(value, "", terrains, new=False)


TWICE = "“{given}” stands here twice; every objective has an id of its own."


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One booklet. `ground` is the terrain as it counts here, `bands` the prices as they are here."""

    id: Annotated[str, Unsaid] = ""
    name: Title
    map: Annotated[str, Known("maps"), Learns(lambda name, names: {"sheet": names["maps"][name]})]
    deployment_cost: Amount
    extraction_cost: Amount
    next: Annotated[tuple[str, ...], ByHand(read_ways, knowing="ways")]
    objectives: Annotated[tuple[Annotated[Objective, Then(placed)], ...], DistinctBy("id", TWICE)]
    overview: str = ""
    circumstances: tuple[str, ...] = ()
    rounds: Annotated[int, Between(1, 99)] | None = None
    salvage_percent: Annotated[int, Between(0, 100)] = 0
    chooser: Chooser = "victor"
    features: Mapping[Square, Feature] = field(default_factory=dict)
    ground: Annotated[Mapping[str, Terrain], ByHand(_changed, knowing="terrains"), Named("terrain")] = field(
        default_factory=dict
    )
    prices: Annotated[Mapping[str, Amount], Every(("fuel", "ammunition"), some=True)] = field(
        default_factory=dict
    )
    manpower_added: Amount = 0
    banned: tuple[Annotated[str, Known("units")], ...] = ()
    bands: Annotated[Mapping[str, tuple[Band, ...]], Unsaid] = field(default_factory=dict)

    def objective(self, identifier: str) -> Objective | None:
        """The objective of that name, if the booklet has it."""
        return next((each for each in self.objectives if each.id == identifier), None)


def read_company(identifier: str, value: Json, path: str, palette: Collection[str]) -> Company:
    """One company, its livery out of the palette."""
    company: Company = shape.read(
        Company, value, path, names={"palette": palette}, missing_first="everywhere"
    )
    return replace(company, id=identifier)


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
