"""The catalogue: what the dealers sell, and at which price (C2–C4): unit types, people, fuel, ammunition."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, items, name, say
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE, RESOURCES, ROLES, WORKS, Cost, Role, Work
from companion.games.parabellum.state.amounts import amount, read_amount
from companion.games.parabellum.state.binder.ground import read_cost, read_tags

UNIT_NEEDED = ("name", "class", "cost", "troop", "speed", "fuel_max", "fuel_cost", "defense_die")
UNIT_OPTIONAL = (
    "role",
    "cards",
    "ammunition_max",
    "ammunition_cost",
    "range",
    "attack_die",
    "artillery",
    "cargo",
    "passengers",
    "carries",
    "entrench",
    "tags",
    "terrain_cost",
    "engineering",
)


@dataclass(frozen=True, slots=True)
class Band:
    """A step of the price ladder: tokens cost `price` while more than `above` are left (C3, R5)."""

    above: int
    price: int


@dataclass(frozen=True, slots=True)
class Resource:
    """What is left to buy at the start (none: without limit), and the ladder of prices."""

    supply: int | None
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Artillery:
    """Indirect fire: its die, the arc in squares, and shots for one counter (A5)."""

    die: int
    min: int
    max: int
    shots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType:
    """One card design. Counters refill to `…_max` for `…_cost` tokens; `troop` is its full strength."""

    id: str
    name: str
    unit_class: str
    role: Role
    cost: int
    cards: int | None
    troop: int
    speed: int
    fuel_max: int
    fuel_cost: int
    ammunition_max: int
    ammunition_cost: int
    range: int
    attack_die: int | None
    defense_die: int
    artillery: Artillery | None
    cargo: int
    passengers: int
    carries: tuple[str, ...]
    entrench: int
    tags: tuple[str, ...]
    terrain_cost: Mapping[str, Cost]
    engineering: tuple[Work, ...]


def read_resources(value: Json, path: str) -> Mapping[str, Resource]:
    """The three resources; people alone are never without limit."""
    reading = Reading.complete(value, RESOURCES, (), path)
    return {
        each: read_resource(reading.raw(each), reading.at(each), endless=each != "manpower")
        for each in RESOURCES
    }


def read_resource(value: Json, path: str, *, endless: bool = True) -> Resource:
    """One resource."""
    reading = Reading.complete(value, ("supply", "bands"), (), path)
    supply = reading.raw("supply")
    if supply is None and not endless:
        wanted = "People are never without limit: this must be a whole number, 0 or more; nothing was given."
        raise InvalidInput(reading.at("supply"), wanted)
    limited = None if supply is None else read_amount(supply, reading.at("supply"))
    return Resource(limited, _bands(reading))


def _bands(reading: Reading) -> tuple[Band, ...]:
    listed = reading.items("bands", 1)
    bands: list[Band] = []
    for n, each in enumerate(listed):
        row = Reading.complete(each, ("above", "price"), (), reading.at("bands", n))
        bands.append(Band(amount(row, "above"), amount(row, "price")))
        _falls(bands, row.at("above"), last=n == len(listed) - 1)
    return tuple(bands)


def _falls(bands: list[Band], path: str, *, last: bool) -> None:
    above = bands[-1].above
    if len(bands) > 1 and not bands[-2].above:
        raise InvalidInput(path, "The band before goes down to 0 and is the last; leave this one out.")
    if len(bands) > 1 and above >= bands[-2].above:
        raise InvalidInput(path, f"Bands fall: this must be less than {bands[-2].above}; {above} was given.")
    if last and above:
        raise InvalidInput(path, f"The last band goes down to 0; {above} was given.")


def read_unit_type(
    identifier: str, value: Json, path: str, classes: Collection[str], terrains: Collection[str]
) -> UnitType:
    """One type of the catalogue."""
    reading = Reading.complete(value, UNIT_NEEDED, UNIT_OPTIONAL, path)
    return UnitType(
        id=identifier,
        name=reading.text("name"),
        unit_class=reading.name("class", classes),
        **_card(reading),
        **_weapons(reading),
        cargo=_count(reading, "cargo", 40),
        passengers=_count(reading, "passengers", 10),
        carries=_named(reading, "carries", classes),
        entrench=_count(reading, "entrench", 4, 1),
        tags=read_tags(reading.value.get("tags", []), reading.at("tags")),
        terrain_cost=read_terrain_cost(reading, terrains),
        engineering=_named(reading, "engineering", WORKS),
    )


def _card(reading: Reading) -> dict[str, Json]:
    return {
        "cost": amount(reading, "cost"),
        "troop": reading.integer("troop", 1, 20),
        "speed": reading.integer("speed", 0, 40),
        "fuel_max": reading.integer("fuel_max", 0, 20),
        "fuel_cost": reading.integer("fuel_cost", 0, 20),
        "defense_die": read_die(reading, "defense_die"),
        "role": reading.name("role", ROLES) if "role" in reading else "combat",
        "cards": _or_none(reading, "cards"),
        "ammunition_max": amount(reading, "ammunition_max", 0),
        "ammunition_cost": amount(reading, "ammunition_cost", 0),
        "range": _count(reading, "range", 60),
    }


def _weapons(reading: Reading) -> dict[str, Json]:
    die = None if reading.value.get("attack_die") is None else read_die(reading, "attack_die")
    given = reading.value.get("artillery")
    artillery = None if given is None else _artillery(given, reading.at("artillery"))
    if die and artillery:
        wrong = "A unit has an attack die or artillery, not both; leave one of them out."
        raise InvalidInput(reading.at("artillery"), wrong)
    return {"attack_die": die, "artillery": artillery}


def _artillery(value: Json, path: str) -> Artillery:
    reading = Reading.complete(value, ("die", "min", "max", "shots"), (), path)
    die, low = read_die(reading, "die"), amount(reading, "min", least=1)
    return Artillery(die, low, amount(reading, "max", least=low), reading.integer("shots", 1, 20))


def read_die(reading: Reading, key: str) -> int:
    """One of the game's dice, by its sides."""
    value = reading.raw(key)
    if type(value) is int and value in DICE:
        return value
    wanted = ", ".join(str(die) for die in DICE)
    raise InvalidInput(reading.at(key), f"A die has one of {wanted} sides; {say(value)} was given.")


def _count(reading: Reading, key: str, most: int, usual: int = 0) -> int:
    return reading.integer(key, 0, most) if key in reading else usual


def _or_none(reading: Reading, key: str) -> int | None:
    return None if reading.value.get(key) is None else amount(reading, key)


def _named[T: str](reading: Reading, key: str, names: Collection[T]) -> tuple[T, ...]:
    listed = items(reading.value.get(key, []), reading.at(key))
    return tuple(name(each, reading.at(key, n), names) for n, each in enumerate(listed))


def read_terrain_cost(reading: Reading, terrains: Collection[str]) -> Mapping[str, Cost]:
    """What a unit pays for terrain in place of the terrain's own cost."""
    given = Reading(reading.value.get("terrain_cost", {}), terrains, reading.at("terrain_cost"))
    return {key: read_cost(value, given.at(key)) for key, value in given.value.items()}
