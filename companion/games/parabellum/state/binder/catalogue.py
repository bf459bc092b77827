"""The catalogue: what the dealers sell, and at which price (C2–C4): unit types, people, fuel, ammunition."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading
from companion.engine.shape import Between, ByHand, Known, Named, Sized, Then, Unsaid
from companion.engine.thing import THING
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCES, Cost, Role, Work
from companion.games.parabellum.state.amounts import Amount, Die, Positive, Title
from companion.games.parabellum.state.binder.ground import read_cost
from companion.games.parabellum.state.naming import Id

type Few = Annotated[int, Between(0, 20)]
type ClassId = Annotated[str, Known("classes")]
type Costs = Mapping[
    Annotated[str, Known("terrain", "{given} has no place here; only {names}.")],
    Annotated[Cost, ByHand(read_cost)],
]
"""What a unit pays for terrain in place of the terrain's own cost."""


@dataclass(frozen=True, slots=True)
class Band:
    """A step of the price ladder: tokens cost `price` while more than `above` are left (C3, R5)."""

    above: Amount
    price: Amount


def falling(bands: tuple[Band, ...], _: Mapping[str, Any]) -> tuple[Band, ...]:
    """A ladder that was read, if it falls, and to 0."""
    for n, band in enumerate(bands):
        at, before = f"{n}.above", bands[n - 1].above if n else band.above + 1
        if not before:
            raise InvalidInput(at, "The band before goes down to 0 and is the last; leave this one out.")
        if band.above >= before:
            raise InvalidInput(at, f"Bands fall: this must be less than {before}; {band.above} was given.")
    if bands[-1].above:
        last = f"{len(bands) - 1}.above"
        raise InvalidInput(last, f"The last band goes down to 0; {bands[-1].above} was given.")
    return bands


@dataclass(frozen=True, slots=True)
class Resource:
    """What is left to buy at the start (none: without limit), and the ladder of prices."""

    supply: Amount | None
    bands: Annotated[tuple[Band, ...], Sized(1), Then(falling)]


@dataclass(frozen=True, slots=True)
class Artillery:
    """Indirect fire: its die, the arc in squares, and shots for one counter (A5)."""

    die: Die
    min: Positive
    max: Positive
    shots: Annotated[int, Between(1, 20)]


def reaching(gun: Artillery, _: Mapping[str, Any]) -> Artillery:
    """Artillery that was read, if its arc ends where it begins or farther."""
    if gun.max < gun.min:
        wanted = f"{THING}: a whole number, {gun.min} or more, is wanted; {gun.max} was given."
        raise InvalidInput("max", wanted)
    return gun


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType:
    """One card design. Counters refill to `…_max` for `…_cost` tokens; `troop` is its full strength."""

    id: Annotated[str, Unsaid] = ""
    name: Title
    unit_class: Annotated[ClassId, Named("class")]
    cost: Amount
    troop: Annotated[int, Between(1, 20)]
    speed: Annotated[int, Between(0, 40)]
    fuel_max: Few
    fuel_cost: Few
    defense_die: Die
    role: Role = "combat"
    cards: Amount | None = None
    ammunition_max: Amount = 0
    ammunition_cost: Amount = 0
    range: Annotated[int, Between(0, 60)] = 0
    attack_die: Die | None = None
    artillery: Annotated[Artillery, Then(reaching)] | None = None
    cargo: Annotated[int, Between(0, 40)] = 0
    passengers: Annotated[int, Between(0, 10)] = 0
    carries: tuple[ClassId, ...] = ()
    entrench: Annotated[int, Between(0, 4)] = 1
    tags: tuple[Id, ...] = ()
    terrain_cost: Costs = field(default_factory=dict)
    engineering: tuple[Work, ...] = ()


def read_resources(value: Json, path: str) -> Mapping[str, Resource]:
    """The three resources; people alone are never without limit."""
    reading = Reading.complete(value, RESOURCES, (), path)
    return {
        each: read_resource(reading.raw(each), reading.at(each), endless=each != "manpower")
        for each in RESOURCES
    }


def read_resource(value: Json, path: str, *, endless: bool = True) -> Resource:
    """One resource."""
    resource: Resource = shape.read(Resource, value, path, missing_first="everywhere")
    if resource.supply is None and not endless:
        wanted = "People are never without limit: this must be a whole number, 0 or more; nothing was given."
        raise InvalidInput(join(path, "supply"), wanted)
    return resource


def read_unit_type(
    identifier: str, value: Json, path: str, classes: Collection[str], terrains: Collection[str]
) -> UnitType:
    """One type of the catalogue."""
    names = {"classes": classes, "terrain": terrains}
    unit: UnitType = shape.read(UnitType, value, path, names=names, missing_first="everywhere")
    if unit.attack_die and unit.artillery:
        wrong = "A unit has an attack die or artillery, not both; leave one of them out."
        raise InvalidInput(join(path, "artillery"), wrong)
    return replace(unit, id=identifier)
