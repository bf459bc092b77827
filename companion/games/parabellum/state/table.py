"""Where a campaign of Parabellum stands: house rules, pieces, the session's state (3 and 7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.option import Rule, options_of
from companion.engine.records import replace
from companion.engine.shape import (
    Between,
    ByHand,
    Every,
    Given,
    InFull,
    Known,
    Learns,
    Matching,
    Names,
    OneOf,
    Sized,
    Sorted,
    Then,
    Unusual,
)
from companion.engine.wire import name
from companion.engine.wording import isolated
from companion.games.parabellum import data
from companion.games.parabellum.state import catalogue
from companion.games.parabellum.state.notation import (
    Count,
    Id,
    Line,
    PlayerId,
    Text,
    UnitId,
    UnitNumber,
    letters,
    unit_order,
)
from companion.games.parabellum.state.reading import read_binder

type LiquidAssets = Literal["credits", "credits_and_scrap"]
type Where = Literal["reserve", "predeploy", "map", "aboard"]
type Status = Literal["in", "withdrawn", "eliminated", "abstained"]
type EndedBy = Literal["withdrawal", "rounds", "objective", "manual"]
type TypeId = Annotated[str, Known("types")]
"""A type of the catalogue."""
type OnMap = Annotated[str, ByHand(square_here, knowing="sheet")]
"""A square of the scenario's map."""
type Square = Annotated[str, ByHand(square_here, knowing="kept")]
"""The same where the app keeps the map; where it lies on the table, there is none."""
type UnitName = Annotated[
    str, Matching(f"{_LETTER}{{0,{LONGEST_NAME}}}", f"a name of at most {LONGEST_NAME} letters, on one line,")
]
"""What a company calls one of its units; empty for none."""
type UnitNote = Annotated[
    str, Matching(f"{_LETTER}{{0,{LONGEST_NOTE}}}", f"a note of at most {LONGEST_NOTE} letters, on one line,")
]
"""A line that its commander notes of a unit; empty for none."""
type Cargo = Annotated[Load, InFull()]
"""Tokens of which both numbers are said."""


RULES = {
    key: Rule(**{**words, "named": tuple(words["named"])})
    for key, words in data.lexicon("state/house.json").items()
}
"""Each house rule in words, beside the ruling that names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    metric: Annotated[data.Metric, RULES["metric"]] = "orthogonal"
    enemy_sharing: Annotated[bool, RULES["enemy_sharing"]] = True
    counter_range: Annotated[bool, RULES["counter_range"]] = True
    casualties: Annotated[Literal["out", "pool"], RULES["casualties"]] = "out"
    partial_resupply: Annotated[bool, RULES["partial_resupply"]] = False
    payout_tie: Annotated[data.Tie, RULES["payout_tie"]] = "up"
    liquid_assets: Annotated[LiquidAssets, RULES["liquid_assets"]] = "credits"
    setup_manipulation: Annotated[bool, RULES["setup_manipulation"]] = False
    livery_required: Annotated[bool, RULES["livery_required"]] = False
    hold_until: Annotated[Literal["withdrawal", "driven_off", "completed"], RULES["hold_until"]] = (
        "withdrawal"
    )
    recon_public: Annotated[bool, RULES["recon_public"]] = False
    reposition_with_move: Annotated[bool, RULES["reposition_with_move"]] = False


DEFAULTS = Options()
HOUSE_RULES = options_of(Options)


LONGEST_FLAG = 4


MARKS = (
    "acted",
    "boarded",
    "dug_out",
    "entrenched",
    "fresh",
    "from_e",
    "from_n",
    "from_s",
    "from_w",
    "repositioned",
    "spotted",
    "unloaded",
    "worked",
)


def square_here(value: object, sheet: catalogue.MapSheet | None) -> str:
    """A square of this map; none where the map lies on the table."""
    if sheet is None:
        raise InvalidInput("", "Where the map lies on the table, the app knows no squares.")
    return catalogue.square_on(value, "", sheet)


LONGEST_NAME, LONGEST_NOTE = 40, 200
_LETTER = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"


class Load(NamedTuple):
    """Tokens of fuel and ammunition: a cargo, a cache, a part of a reserve."""

    fuel: Count = 0
    ammunition: Count = 0

    @property
    def total(self) -> int:
        """How many squares they fill."""
        return self.fuel + self.ammunition

    def plus(self, other: "Load") -> "Load":
        return Load(self.fuel + other.fuel, self.ammunition + other.ammunition)

    def minus(self, other: "Load") -> "Load":
        """What is left after taking the other away."""
        return Load(self.fuel - other.fuel, self.ammunition - other.ammunition)


EMPTY = Load()


class Supply(NamedTuple):
    """What is left to buy; None is unlimited."""

    manpower: Count
    fuel: Count | None
    ammunition: Count | None


class Reserve(NamedTuple):
    """People and tokens behind a player's screen."""

    personnel: Count = 0
    fuel: Count = 0
    ammunition: Count = 0

    def plus(self, personnel: int = 0, load: Load = EMPTY) -> "Reserve":
        """The same with more people and tokens."""
        return Reserve(self.personnel + personnel, self.fuel + load.fuel, self.ammunition + load.ammunition)


@dataclass(frozen=True)
class Player:
    """One sector manager; `die` is for the next turn-order roll."""

    seat: Annotated[int, Between(1, data.MOST_PLAYERS)]
    company: Annotated[str, Known("companies")]
    status: Status
    die: Annotated[int, Between(*data.TURN_DICE)]
    credits: Count
    reserve: Annotated[Reserve, InFull()]


@dataclass(frozen=True)
class Unit:
    """One Unit Tracking Card and its miniature. `cost` is the price paid, `mp_used` movement this turn.

    Where the map lies on the table, `ground` and `earthwork` are what the players say it stands on. `name`
    and `note` are what its owner calls it and says of it, and as secret as its card.
    """

    owner: PlayerId
    type: TypeId
    cost: Count
    where: Where = "reserve"
    square: Square | None = None
    position: data.Position | None = None
    transport: UnitId | None = None
    flag: Annotated[tuple[Id, ...], Sized(0, LONGEST_FLAG)] = ()
    strength: Count = 0
    fuel: Count = 0
    ammunition: Count = 0
    cargo: Cargo = EMPTY
    entrench: Count = 0
    bridge: Square | None = None
    mp_used: Count = 0
    partner: UnitId | None = None
    marks: Annotated[frozenset[Annotated[str, OneOf(MARKS)]], Sorted] = frozenset()
    ground: Annotated[Annotated[str, Known("terrain")] | None, Unusual] = None
    earthwork: Annotated[bool, Unusual] = False
    name: Annotated[UnitName, Unusual] = ""
    note: Annotated[UnitNote, Unusual] = ""

    def marked(self, *marks: str) -> "Unit":
        return replace(self, marks=self.marks | set(marks))


def fitting(unit: Unit, names: Mapping[str, Any]) -> Unit:
    """A unit that was read, if its place fits its card and the map."""
    kept = names.get("kept") is not None
    if kept and (unit.ground is not None or unit.earthwork):
        raise InvalidInput("ground", "“ground” and “earthwork” have no place here: the map shows them.")
    if kept and unit.where == "map" and unit.square is None:
        raise InvalidInput("square", "A unit on the map stands on a square.")
    if unit.position is not None or unit.square is not None:
        name(unit.position, "position", data.POSITIONS_OF[names["footprint"](unit.type)])
    return unit


class Standing(NamedTuple):
    """How an objective stands: who has completed it, and for how many turns each has held it."""

    done: tuple[PlayerId, ...]
    streak: Mapping[PlayerId, Count]


class Tally(NamedTuple):
    """What a player did in this scenario; `spotted` are unit ids in unit order."""

    destroyed: Count = 0
    lost: Count = 0
    spotted: tuple[UnitId, ...] = ()


class Report(NamedTuple):
    """What reconnaissance found, as it was at that moment; the last four say: any at all (A4)."""

    type: TypeId
    strength: Count
    fuel: bool
    ammunition: bool
    cargo: bool
    passengers: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A finished scenario; `chooser` and `next` are None until the next one is chosen."""

    scenario: Text
    ended_by: EndedBy
    rounds: Count
    completed: Mapping[PlayerId, tuple[Id, ...]]
    ranking: tuple[PlayerId, ...]
    eliminated: tuple[PlayerId, ...]
    chooser: PlayerId | None = None
    next: Text | None = None


def _binders(binder: catalogue.Binder, _: Mapping[str, object]) -> Mapping[str, object]:
    return {
        "binder": binder,
        "companies": binder.companies,
        "footprint": binder.footprint,
        "scenarios": binder.scenarios,
        "terrain": binder.terrain,
        "types": binder.units,
    }


def _scenarios(scenario: str, names: Mapping[str, Any]) -> Mapping[str, object]:
    binder: catalogue.Binder = names["binder"]
    sheet, booklet = binder.map_of(scenario), binder.scenarios[scenario]
    kept = sheet if names.get("positions") is None else None
    return {"sheet": sheet, "kept": kept, "objectives": [each.id for each in booklet.objectives]}


def _in_order(units: Mapping[str, Unit], _: Mapping[str, object]) -> Mapping[str, Unit]:
    return dict(sorted(units.items(), key=lambda item: unit_order(item[0])))


@dataclass(frozen=True, kw_only=True)
class State:
    """A session's state; its attributes are the keys of its JSON.

    Mappings are never changed in place; `units` lie in unit order. At a table that is not `tracked` the real
    map lies on the table: units on it have no square, and the app keeps units, money and combat only. With
    `binder_open` everybody is shown what is left in the card binder (R62).
    """

    system: Literal["parabellum"]
    binder: Annotated[catalogue.Binder, ByHand(read_binder, attrgetter("given")), Learns(_binders)]
    options: Annotated[Options, InFull()]
    positions: Annotated[
        Literal["table"] | None, Given, Unusual, Learns(lambda where, _: {"positions": where})
    ] = None
    card_binder: Annotated[Literal["open"] | None, Given, Unusual] = None
    phase: data.Phase
    scenario: Annotated[str, Known("scenarios"), Learns(_scenarios)]
    players: Annotated[Mapping[Id, Player], Names("players", by=tuple)]
    round: Count
    order: tuple[PlayerId, ...]
    active: PlayerId | None
    done: tuple[PlayerId, ...]
    choosers: tuple[PlayerId, ...]
    winner: PlayerId | None
    supply: Supply
    personnel_total: Count
    casualties: Count
    wrecks: Count
    next_unit: Count
    units: Annotated[
        Mapping[UnitNumber, Annotated[Unit, InFull(), Then(fitting, "kept")]],
        Then(_in_order),
        Names("units", by=tuple),
    ]
    caches: Mapping[OnMap, Cargo]
    features: Mapping[OnMap, data.Feature]
    objectives: Annotated[Mapping[str, Standing], Every("objectives")]
    tally: Mapping[PlayerId, Annotated[Tally, InFull()]]
    reports: Mapping[Annotated[str, Known("units")], Report]
    ledger: tuple[Line, ...]
    history: tuple[Annotated[Chapter, InFull()], ...]

    @property
    def tracked(self) -> bool:
        """Whether the app keeps the map."""
        return self.positions is None

    @property
    def binder_open(self) -> bool:
        """Whether everybody sees what is left in the card binder (R62)."""
        return self.card_binder is not None

    @property
    def booklet(self) -> catalogue.Scenario:
        return self.binder.scenarios[self.scenario]

    @property
    def sheet(self) -> catalogue.MapSheet:
        return self.binder.maps[self.booklet.map]

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(sorted(self.players, key=lambda player: self.players[player].seat))

    def having(self, *statuses: Status) -> tuple[str, ...]:
        return tuple(player for player in self.seated if self.players[player].status in statuses)

    @property
    def playing(self) -> tuple[str, ...]:
        return self.having("in")

    def card(self, unit: str) -> catalogue.UnitType:
        return self.binder.units[self.units[unit].type]

    def called(self, unit: str) -> str:
        """A unit as its owner calls it: by the name given to it, else by its card."""
        return isolated(self.units[unit].name) or self.card(unit).name

    def sign(self, unit: str) -> str:
        """By what a table tells a unit from others: the letters of its flag; without one, its number."""
        signs = letters(self.binder.palette)
        return "".join(signs.get(colour, "?") for colour in self.units[unit].flag) or unit

    def title(self, unit: str) -> str:
        """A unit with its card and its sign, as others than its owner may not know it (R61)."""
        card = f"{self.card(unit).name} {self.sign(unit)}"
        name = self.units[unit].name
        return f"{isolated(name)} ({card})" if name else card

    def footprint(self, unit: str) -> data.Footprint:
        """What the unit's miniature takes of a square."""
        return self.binder.footprint(self.units[unit].type)

    def of(self, player: str, *wheres: Where) -> Iterator[str]:
        """A player's units, in unit order; with `wheres` only those there."""
        for unit, each in self.units.items():
            if each.owner == player and (not wheres or each.where in wheres):
                yield unit

    def passengers(self, transport: str) -> list[str]:
        return [u for u, each in self.units.items() if each.transport == transport]

    def standing_on(self, square: str) -> list[str]:
        return [u for u, each in self.units.items() if each.square == square]

    def objective(self, objective: str) -> catalogue.Objective:
        return next(each for each in self.booklet.objectives if each.id == objective)

    def changed(self, **changes: Any) -> "State":
        return replace(self, **changes)

    def with_player(self, player: str, **changes: Any) -> "State":
        return replace(self, players={**self.players, player: replace(self.players[player], **changes)})

    def with_unit(self, unit: str, **changes: Any) -> "State":
        return replace(self, units={**self.units, unit: replace(self.units[unit], **changes)})

    def marked(self, unit: str, *marks: str) -> "State":
        return replace(self, units={**self.units, unit: self.units[unit].marked(*marks)})

    def without_unit(self, unit: str) -> "State":
        return replace(self, units={u: each for u, each in self.units.items() if u != unit})

    def with_reserve(self, player: str, personnel: int = 0, load: Load = EMPTY) -> "State":
        """The same with more people and tokens behind a player's screen."""
        return self.with_player(player, reserve=self.players[player].reserve.plus(personnel, load))

    def with_cache(self, square: str, load: Load) -> "State":
        """The same with other tokens lying on a square; an empty cache is none."""
        others = {each: there for each, there in self.caches.items() if each != square}
        return replace(self, caches={**others, square: load} if load.total else others)

    def with_feature(self, square: str, feature: data.Feature | None) -> "State":
        others = {each: there for each, there in self.features.items() if each != square}
        return replace(self, features={**others, square: feature} if feature else others)

    def with_tally(self, player: str, **changes: Any) -> "State":
        """The same with one player's tally changed; none for who did not begin the scenario."""
        if player not in self.tally:
            return self
        return replace(self, tally={**self.tally, player: self.tally[player]._replace(**changes)})


def read_state(value: object, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable.

    Its shape is read, and that what it names exists; whether the numbers fit each other is for the audit to
    say, so a count may be negative here.
    """
    return shape.read(State, value, path, missing_first="everywhere")


state_json = shape.write
"""The whole state, secrets and all."""
