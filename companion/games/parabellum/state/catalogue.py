"""The setup binder as one value: terrain and maps, the catalogue, the booklets (C1 to C5, M2, M3)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import THING, InvalidInput, join
from companion.engine.wire import Json, items, parts, say
from companion.games.parabellum import data
from companion.games.parabellum.state.notation import (
    Amount,
    Die,
    Id,
    Positive,
    Title,
    place,
    read_id,
    read_square,
    square_at,
)

type Few = Annotated[int, shape.Between(0, 20)]
type ClassId = Annotated[str, shape.Known("classes")]
type Costs = Mapping[
    Annotated[str, shape.Known("terrain", "{given} has no place here; only {names}.")],
    Annotated[data.Cost, shape.ByHand(read_cost)],
]
"""What a unit pays for terrain in place of the terrain's own cost."""
type Square = Annotated[str, shape.ByHand(lambda value, sheet: square_on(value, "", sheet), knowing="sheet")]
"""A square of the booklet's map."""
type Colour = Annotated[str, shape.Known("palette")]
type Seat = Annotated[int, shape.Between(1, len(data.SEATS))]
type Penalty = Annotated[
    int, shape.ByHand(lambda value, path: shape.read(Fine, value, path).credits, says=Fine)
]


def _glyph(value: object, path: str) -> str:
    if type(value) is str and len(value) == 1 and value.isascii() and value.isprintable():
        if not value.isdigit():
            return value
        raise InvalidInput(path, f"“{value}” marks deployment squares; take a sign that is no digit.")
    raise InvalidInput(path, f"This must be one printable ASCII character; {say(value)} was given.")


def read_cost(value: object, path: str) -> data.Cost:
    """What entering costs: 1–99 squares of movement, or `all`."""
    if value == "all":
        return "all"
    if type(value) is int and 1 <= value <= 99:
        return int(value)
    raise InvalidInput(path, f"This must be a whole number from 1 to 99, or “all”; {say(value)} was given.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """One kind of ground. `access` names tags of which a unit needs one; none: everybody may enter."""

    id: Annotated[str, shape.Unsaid] = ""
    glyph: Annotated[str, shape.ByHand(_glyph)]
    cost: Annotated[data.Cost, shape.ByHand(read_cost)]
    defense: Annotated[int, shape.Between(-20, 20)]
    attack: Annotated[int, shape.Between(-20, 20)]
    access: tuple[Id, ...] | None

    def admits(self, tags: tuple[str, ...]) -> bool:
        """Whether a unit with these tags may enter."""
        return self.access is None or not set(self.access).isdisjoint(tags)


STANDARD: Mapping[str, Terrain] = {
    name: Terrain(id=name, glyph=glyph, cost=cost, defense=defense, attack=attack, access=access)
    for name, (glyph, cost, defense, attack, access) in data.STANDARD_TERRAIN.items()
}
"""The rulebook's terrain (9.1)."""


def read_terrains(
    value: Json, path: str, usual: Mapping[str, Terrain] = STANDARD, *, new: bool = True
) -> Mapping[str, Terrain]:
    """The known terrain with these changes, and where `new` is allowed, additions."""
    terrains = dict(usual)
    changes: Mapping[str, Json] = shape.read(Mapping[str, object], value, path)
    for name, each in changes.items():
        at = join(path, name)
        if name not in usual and not new:
            raise InvalidInput(at, f"There is no terrain “{name}”; there is {', '.join(usual)}.")
        terrains[name] = _terrain(each, at, usual.get(name), read_id(name, at))
    for name in value:
        glyph = terrains[name].glyph
        others = [each.id for each in terrains.values() if each.glyph == glyph and each.id != name]
        if others:
            raise InvalidInput(join(path, name, "glyph"), f"“{glyph}” is the sign of {others[0]} already.")
    return terrains


def _terrain(value: Json, path: str, usual: Terrain | None, name: str) -> Terrain:
    given = {**shape.write(usual), **value} if usual and type(value) is dict else value
    terrain = shape.read(Terrain, given, path, missing_first=True)
    return replace(terrain, id=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSheet:
    """A map as a grid. `rows` holds the glyphs as drawn, `grounds` the terrain's id of each square."""

    id: str
    name: str
    rows: tuple[str, ...]
    grounds: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        """Squares from west to east."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Squares from north to south."""
        return len(self.rows)

    def __contains__(self, square: str) -> bool:
        column, row = place(square)
        return column < self.columns and row < self.height

    def glyph(self, square: str) -> str:
        """The sign on a square: its terrain's, or the seat's digit on a deployment square."""
        column, row = place(square)
        return self.rows[row][column]

    def terrain(self, square: str) -> str:
        """The printed terrain of a square; a bridge on it is not printed."""
        column, row = place(square)
        return self.grounds[row][column]

    def deployment(self, seat: int) -> tuple[str, ...]:
        """The deployment squares of a seat, in reading order (M7, R2)."""
        return tuple(
            square_at(column, row)
            for row, signs in enumerate(self.rows)
            for column, sign in enumerate(signs)
            if sign == str(seat)
        )

    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in data.SEATS if any(str(seat) in signs for signs in self.rows))


def read_rows(value: object, path: str, terrains: Mapping[str, Terrain]) -> MapSheet:
    signs = {each.glyph: each.id for each in terrains.values()} | {str(seat): "open" for seat in data.SEATS}
    listed = items(value, path, 1, data.MOST_ROWS)
    rows = tuple(_row(each, join(path, n), signs, listed[0]) for n, each in enumerate(listed))
    return MapSheet(id="", name="", rows=rows, grounds=tuple(tuple(signs[s] for s in row) for row in rows))


def _row(value: Json, path: str, signs: Mapping[str, str], first: Json) -> str:
    if type(value) is not str or not 1 <= len(value) <= data.MOST_COLUMNS:
        wanted = f"A row is a text of 1 to {data.MOST_COLUMNS} terrain signs"
        raise InvalidInput(path, f"{wanted}; {say(value)} was given.")
    if len(value) != len(first):
        raise InvalidInput(
            path, f"This row has {len(value)} squares, the first {len(first)}; all rows are equal."
        )
    for sign in value:
        if sign not in signs:
            raise InvalidInput(path, f"“{sign}” is the sign of no terrain; the signs are {''.join(signs)}")
    return value


@dataclass(frozen=True, slots=True)
class Band:
    """A step of the price ladder: tokens cost `price` while more than `above` are left (C3, R5)."""

    above: Amount
    price: Amount


def falling(bands: tuple[Band, ...], _: Mapping[str, object]) -> tuple[Band, ...]:
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
    bands: Annotated[tuple[Band, ...], shape.Sized(1), shape.Then(falling)]


@dataclass(frozen=True, slots=True)
class Artillery:
    """Indirect fire: its die, the arc in squares, and shots for one counter (A5)."""

    die: Die
    min: Positive
    max: Positive
    shots: Annotated[int, shape.Between(1, 20)]


def reaching(gun: Artillery, _: Mapping[str, object]) -> Artillery:
    """Artillery that was read, if its arc ends where it begins or farther."""
    if gun.max < gun.min:
        wanted = f"{THING}: a whole number, {gun.min} or more, is wanted; {gun.max} was given."
        raise InvalidInput("max", wanted)
    return gun


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType:
    """One card design. Counters refill to `…_max` for `…_cost` tokens; `troop` is its full strength."""

    id: Annotated[str, shape.Unsaid] = ""
    name: Title
    unit_class: Annotated[ClassId, shape.Named("class")]
    cost: Amount
    troop: Annotated[int, shape.Between(1, 20)]
    speed: Annotated[int, shape.Between(0, 40)]
    fuel_max: Few
    fuel_cost: Few
    defense_die: Die
    role: data.Role = "combat"
    cards: Amount | None = None
    ammunition_max: Amount = 0
    ammunition_cost: Amount = 0
    range: Annotated[int, shape.Between(0, 60)] = 0
    attack_die: Die | None = None
    artillery: Annotated[Artillery, shape.Then(reaching)] | None = None
    cargo: Annotated[int, shape.Between(0, 40)] = 0
    passengers: Annotated[int, shape.Between(0, 10)] = 0
    carries: tuple[ClassId, ...] = ()
    entrench: Annotated[int, shape.Between(0, 4)] = 1
    tags: tuple[Id, ...] = ()
    terrain_cost: Costs = field(default_factory=dict)
    engineering: tuple[data.Work, ...] = ()


def read_resources(value: object, path: str) -> Mapping[str, Resource]:
    """The three resources; people alone are never without limit."""
    supplies = parts(value, path, *data.RESOURCES)
    return {
        each: read_resource(supplies[each], join(path, each), endless=each != "manpower")
        for each in data.RESOURCES
    }


def read_resource(value: object, path: str, *, endless: bool = True) -> Resource:
    resource = shape.read(Resource, value, path, missing_first="everywhere")
    if resource.supply is None and not endless:
        wanted = "People are never without limit: this must be a whole number, 0 or more; nothing was given."
        raise InvalidInput(join(path, "supply"), wanted)
    return resource


def read_unit_type(
    identifier: str, value: object, path: str, classes: Collection[str], terrains: Collection[str]
) -> UnitType:
    names = {"classes": classes, "terrain": terrains}
    unit = shape.read(UnitType, value, path, names=names, missing_first="everywhere")
    if unit.attack_die and unit.artillery:
        wrong = "A unit has an attack die or artillery, not both; leave one of them out."
        raise InvalidInput(join(path, "artillery"), wrong)
    return replace(unit, id=identifier)


def square_on(value: object, path: str, sheet: MapSheet) -> str:
    square = read_square(value, path)
    if square in sheet:
        return square
    size = f"{sheet.columns} columns and {sheet.height} rows"
    raise InvalidInput(path, f"{square.upper()} lies off the map, which has {size}.")


@dataclass(frozen=True, slots=True)
class Company:
    """A rival company, with the two colours of its livery (S5)."""

    id: Annotated[str, shape.Unsaid] = field(default="", kw_only=True)
    name: Title
    livery: tuple[Colour, Colour]


@dataclass(frozen=True, slots=True)
class Goods:
    """What an objective pays: credits, and tokens into the reserve."""

    credits: Amount
    fuel: Amount = 0
    ammunition: Amount = 0

    @property
    def parts(self) -> list[str]:
        """What there is of it, in words; nothing of what there is none."""
        counts = {"credits": self.credits, "fuel": self.fuel, "ammunition": self.ammunition}
        return [f"{n} {name}" for name, n in counts.items() if n]


NO_GOODS = Goods(0)


class Fine(NamedTuple):
    """What failing an objective costs, as a booklet says it."""

    credits: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """One objective of a booklet. `penalty` is what failing it costs, in credits."""

    id: Id
    name: Title
    kind: data.Aim
    seats: tuple[Seat, ...] = data.SEATS
    squares: tuple[Square, ...] = ()
    count: Positive = 1
    turns: Positive = 1
    exclusive: bool = False
    ends_scenario: bool = False
    bonus: Goods = NO_GOODS
    penalty: Penalty = 0


def placed(objective: Objective, _: Mapping[str, object]) -> Objective:
    """An objective that was read, if it says what there is to hold."""
    if objective.kind == "hold" and not objective.squares:
        raise InvalidInput("squares", "An objective to hold names at least one square.")
    return objective


def read_ways(value: object, tree: tuple[str, Collection[str]]) -> tuple[str, ...]:
    (origin, scenarios), ways = tree, list[str]()
    for n, each in enumerate(items(value, "")):
        if type(each) is not str or each not in scenarios:
            raise InvalidInput(str(n), f"There is no scenario {say(each)}; there is {', '.join(scenarios)}.")
        # RULING R57: the digit is the round in which a scenario becomes available.
        if each[0] <= origin[0]:
            raise InvalidInput(str(n), f"{each.upper()} must have a higher number than {origin.upper()}.")
        if each in ways:
            raise InvalidInput(str(n), f"{each.upper()} stands here twice; each way on is named once.")
        ways.append(each)
    return tuple(ways)


def _changed(value: object, terrains: Mapping[str, Terrain]) -> Mapping[str, Terrain]:
    return read_terrains(value, "", terrains, new=False)


TWICE = "“{given}” stands here twice; every objective has an id of its own."


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One booklet. `ground` is the terrain as it counts here, `bands` the prices as they are here."""

    id: Annotated[str, shape.Unsaid] = ""
    name: Title
    map: Annotated[str, shape.Known("maps"), shape.Learns(lambda name, names: {"sheet": names["maps"][name]})]
    deployment_cost: Amount
    extraction_cost: Amount
    next: Annotated[tuple[str, ...], shape.ByHand(read_ways, knowing="ways")]
    objectives: Annotated[tuple[Annotated[Objective, shape.Then(placed)], ...], shape.DistinctBy("id", TWICE)]
    overview: str = ""
    circumstances: tuple[str, ...] = ()
    rounds: Annotated[int, shape.Between(1, 99)] | None = None
    salvage_percent: Annotated[int, shape.Between(0, 100)] = 0
    chooser: data.Chooser = "victor"
    features: Mapping[Square, data.Feature] = field(default_factory=dict)
    ground: Annotated[
        Mapping[str, Terrain], shape.ByHand(_changed, knowing="terrains"), shape.Named("terrain")
    ] = field(default_factory=dict)
    prices: Annotated[Mapping[str, Amount], shape.Every(("fuel", "ammunition"), some=True)] = field(
        default_factory=dict
    )
    manpower_added: Amount = 0
    banned: tuple[Annotated[str, shape.Known("units")], ...] = ()
    bands: Annotated[Mapping[str, tuple[Band, ...]], shape.Unsaid] = field(default_factory=dict)

    def objective(self, identifier: str) -> Objective | None:
        return next((each for each in self.objectives if each.id == identifier), None)


def read_company(identifier: str, value: object, path: str, palette: Collection[str]) -> Company:
    company: Company = shape.read(
        Company, value, path, names={"palette": palette}, missing_first="everywhere"
    )
    return replace(company, id=identifier)


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder:
    """One campaign. `given` is the file as it came, or `starter`; a booklet may change its `terrain`."""

    id: str
    name: str
    brief: str
    circumstances: tuple[str, ...]
    budget: int
    start: str
    palette: tuple[str, ...]
    companies: Mapping[str, Company]
    classes: Mapping[str, data.Footprint]
    terrain: Mapping[str, Terrain]
    resources: Mapping[str, Resource]
    units: Mapping[str, UnitType]
    maps: Mapping[str, MapSheet]
    scenarios: Mapping[str, Scenario]
    given: Json = field(repr=False, compare=False)

    def footprint(self, unit_type: str) -> data.Footprint:
        """How much of a square a type takes (C6)."""
        return self.classes[self.units[unit_type].unit_class]

    def terrains(self, scenario: str) -> Mapping[str, Terrain]:
        return self.scenarios[scenario].ground

    def bands(self, scenario: str, resource: str) -> tuple[Band, ...]:
        """The price ladder of a resource in a scenario, its special prices in."""
        return self.scenarios[scenario].bands[resource]

    def map_of(self, scenario: str) -> MapSheet:
        return self.maps[self.scenarios[scenario].map]
