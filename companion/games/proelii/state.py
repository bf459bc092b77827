"""What a battle is made of: its ground, its units, its house rules, and where it stands (3)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, join
from companion.engine.option import Rule, options_of
from companion.engine.records import replace
from companion.engine.squares import column_of, row_of, square
from companion.engine.wire import Json
from companion.games.proelii import data

FORWARD: Mapping[data.Side, int] = {"white": 1, "black": -1}
FIRST_ROW: Mapping[data.Side, int] = {"white": 1, "black": data.ROWS}
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@cache
def is_square(at: str) -> bool:
    return len(at) == 2  # a letter and a figure


@cache
def squares_of(columns: int) -> tuple[str, ...]:
    return tuple(square(n, row) for n in range(columns) for row in range(1, data.ROWS + 1))


@cache
def step_from(at: str, step: tuple[int, int], columns: int) -> str | None:
    """The square one step on, or None off the board."""
    column, row = column_of(at) + step[0], row_of(at) + step[1]
    return square(column, row) if 0 <= column < columns and 1 <= row <= data.ROWS else None


@cache
def neighbours(at: str, columns: int, adjacency: data.Adjacency) -> tuple[str, ...]:
    """The squares next to a square, in string order (R5)."""
    steps = STRAIGHT + CORNERS if adjacency == "all" else STRAIGHT
    return tuple(sorted(square for step in steps if (square := step_from(at, step, columns))))


@cache
def first_row(side: data.Side, columns: int) -> tuple[str, ...]:
    return tuple(square(n, FIRST_ROW[side]) for n in range(columns))


def depth(at: str, side: data.Side) -> int:
    """The row in which something stands; the Entry Position is the one behind its side's first (R9)."""
    return FIRST_ROW[side] - FORWARD[side] if at == data.ENTRY else row_of(at)


@cache
def centre(columns: int) -> tuple[str, ...]:
    """The column letters between the flanks (R6).

    >>> centre(10)
    ('d', 'e', 'f', 'g')
    """
    flank = columns // 3
    return tuple("abcdefghij"[flank : columns - flank])


def crosses(red_lines: tuple[int, ...], side: data.Side, begin: str, end: str) -> bool:
    """Whether a way crosses a red line forward, first place against last (R9)."""
    if begin == data.DISTANT or not is_square(end):
        return False
    low, high = depth(begin, side), row_of(end)
    low, high = (low, high) if side == "white" else (high, low)
    return any(low <= line < high for line in red_lines)


def way(begin: str, end: str) -> tuple[int, int]:
    return column_of(end) - column_of(begin), row_of(end) - row_of(begin)


LEAST_COLUMNS, MOST_COLUMNS = 7, 10


def _ascending(lines: tuple[int, ...], _: object) -> tuple[int, ...]:
    if list(lines) != sorted(set(lines)):
        raise InvalidInput("", "The red lines are named from white's side on, each once.")
    return lines


type RedLines = Annotated[
    tuple[Annotated[int, shape.Between(1, 5)], ...], shape.Sized(0, 2), shape.Then(_ascending), shape.AsOne
]
"""Behind which rows the red lines lie (R7)."""
type Blocked = Annotated[
    tuple[Annotated[str, shape.Known("squares")], ...], shape.Distinct("{given} is named before.")
]
"""The squares that nobody enters."""


@dataclass(frozen=True)
class Board:
    """The battlefield: 7 to 10 columns of 6 rows (6.1, R7)."""

    columns: Annotated[
        Annotated[int, shape.Between(LEAST_COLUMNS, MOST_COLUMNS)],
        shape.Learns(lambda columns, _: {"squares": squares_of(columns)}),
    ]
    red_lines: RedLines = (2, 4)
    blocked: Blocked = ()

    @cached_property
    def squares(self) -> tuple[str, ...]:
        return squares_of(self.columns)

    @cached_property
    def closed(self) -> frozenset[str]:
        return frozenset(self.blocked)


type Id = Annotated[str, shape.Matching("[a-z][a-z0-9_]{0,15}", "a name of small letters, figures and _")]
type Energy = Annotated[int, shape.OneOf((0, 25, 50, 75, 100))]
type Count = Annotated[int, shape.Between(0, 99)]
type Few = Annotated[int, shape.Between(0, 2)]
type Account = Annotated[int, shape.Between(-999, 999)]


class Rerolls(NamedTuple):
    """How many rerolls of each source one roll has used (R27)."""

    energy: Count = 0
    experience: Count = 0
    command: Count = 0
    prestige: Count = 0
    forced: Count = 0


NO_REROLLS = Rerolls()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The tokens of a roll that lie on a unit: not used yet, used; `retained` from a defence (8.2.4.1)."""

    face: data.Face
    swords: Few
    shields: Few
    spent: Annotated[int, shape.Between(0, 9)] = 0
    retained: bool = False
    rerolls: Annotated[Rerolls, shape.InFull()] = NO_REROLLS


class Ledger(NamedTuple):
    """A unit's round in energy: two balances, the red-line bonus, conversions, gains (7.5)."""

    move: Account = 0
    combat: Account = 0
    red_line: bool = False
    conversions: Count = 0
    gains: Count = 0


CLEAN = Ledger()


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A unit; its attributes are the keys of its JSON (specification 3)."""

    side: data.Side
    name: Annotated[str, "a name"]
    type: data.Kind
    experience: data.Experience
    at: Annotated[str, shape.Known("places")]
    energy: Energy
    cp: Few
    roll: Annotated[Rolled, shape.InFull()] | None = None
    fought: bool = False
    inactive: bool = False
    crossing: Annotated[int, shape.Between(0, 4)] = 0
    ambush: bool = False
    charged_by: tuple[Id, ...] = ()
    ledger: Annotated[Ledger, shape.InFull()] = CLEAN

    @property
    def kind(self) -> data.UnitType:
        return data.UNITS[self.type]

    @property
    def rank(self) -> int:
        """Its experience, 0 to 3."""
        return data.RANK[self.experience]

    @property
    def is_living(self) -> bool:
        return self.at not in data.GONE

    @property
    def has_energy(self) -> bool:
        return self.energy >= data.QUARTER

    @property
    def swords(self) -> int:
        return self.roll.swords if self.roll else 0

    @property
    def shields(self) -> int:
        return self.roll.shields if self.roll else 0


def moved(unit: Unit, change: int) -> Unit:
    """The unit after a change of its energy on the move account, at most 100 %."""
    energy = min(data.FULL, unit.energy + change)
    ledger = unit.ledger._replace(move=unit.ledger.move + energy - unit.energy)
    return replace(unit, energy=energy, ledger=ledger)


def fighting(unit: Unit, change: int) -> Unit:
    """The unit after a change of its energy on the combat account, at most 100 %."""
    energy = min(data.FULL, unit.energy + change)
    ledger = unit.ledger._replace(combat=unit.ledger.combat + energy - unit.energy)
    return replace(unit, energy=energy, ledger=ledger)


def gaining(unit: Unit) -> Unit:
    """The unit with one more gain of this round counted (R30)."""
    return replace(unit, ledger=unit.ledger._replace(gains=unit.ledger.gains + 1))


def hit(unit: Unit, hits: int) -> Unit:
    """The unit after losing cohesion; without any it is destroyed (7.2)."""
    cp = unit.cp - hits
    return replace(unit, cp=cp) if cp > 0 else destroyed(unit)


def destroyed(unit: Unit) -> Unit:
    return replace(unit, cp=0, at=data.DESTROYED, roll=None, crossing=0)


def spending(unit: Unit, swords: int = 0, shields: int = 0) -> Unit:
    """The unit with so many tokens of its roll used."""
    if unit.roll is None or not swords + shields:
        return unit
    roll = unit.roll
    left = replace(
        roll, swords=roll.swords - swords, shields=roll.shields - shields, spent=roll.spent + swords + shields
    )
    return replace(unit, roll=left)


type SixFaces = Annotated[tuple[data.Face, ...], shape.Sized(6, 6)]


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of the three dice, six each; they are not printed (R3, 9.2)."""

    white: SixFaces = ("blank", "blank", "sword", "sword", "shield", "shield")
    blue: SixFaces = ("blank", "sword", "sword", "two_swords", "shield", "two_shields")
    red: SixFaces = ("blank", "sword", "two_swords", "two_swords", "shield", "two_shields")


DICE = Dice()


RULES = {
    key: Rule(**{**words, "named": tuple(words.get("named", ()))})
    for key, words in json.loads((data.FOLDER / "house.json").read_text("utf-8")).items()
}
"""Each house rule in words, beside the ruling that names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    combat: Annotated[data.Combat, RULES["combat"]] = "arcade"
    level: Annotated[data.Level, RULES["level"]] = "white"
    adjacency: Annotated[data.Adjacency, RULES["adjacency"]] = "orthogonal"
    gain_cap: Annotated[data.GainCap, RULES["gain_cap"]] = "net"
    experience_order: Annotated[bool, RULES["experience_order"]] = True
    cancel_blank: Annotated[bool, RULES["cancel_blank"]] = False
    crossing_saved: Annotated[bool, RULES["crossing_saved"]] = True
    free_deployment: Annotated[bool, RULES["free_deployment"]] = True
    escape_attacks: Annotated[Literal["each", "one"], RULES["escape_attacks"]] = "each"
    paid_rerolls: Annotated[Annotated[int, shape.Between(1, 3)], RULES["paid_rerolls"]] = 1
    max_rounds: Annotated[Annotated[int, shape.Between(0, 99)] | None, RULES["max_rounds"]] = None
    pieces: Annotated[data.Pieces | None, RULES["pieces"]] = None
    dice: Annotated[Dice, shape.InFull()] = DICE


DEFAULTS = Options()
SHOWN = (
    *("level", "combat", "free_deployment", "adjacency", "gain_cap", "experience_order", "cancel_blank"),
    *("crossing_saved", "escape_attacks", "paid_rerolls", "max_rounds"),
)
HOUSE_RULES = options_of(Options, SHOWN)


type Both[T] = Annotated[Mapping[data.Side, T], shape.Every(data.SIDES)]


def people_of(army: str) -> str:
    """Whose army that is, of a name that says who leads it after a colon."""
    return army.partition(":")[0].strip() or army


class Army(NamedTuple):
    """A side: its name, prestige, morale and command (9)."""

    name: str
    prestige: Annotated[int, shape.Between(0, 999)]
    morale: data.Morale
    command: data.Command

    @property
    def people(self) -> str:
        """Whose army it is.

        >>> Army("Rome: Scipio", 55, "high", "brilliant").people
        'Rome'
        """
        return people_of(self.name)

    @property
    def leader(self) -> str:
        return self.name.partition(":")[2].strip()


class Way(NamedTuple):
    """A way to a place: its price in movement points, and its elements."""

    mp: int
    path: tuple[str, ...]


class Activation(NamedTuple):
    """A move that is held open: whose, the movement points left, where it began (R19)."""

    unit: Id
    mp: Annotated[int, shape.Between(0, 12)]
    begun: Annotated[str, shape.Known("places"), shape.Named("from")]


class Advance(NamedTuple):
    """A unit that may follow where its victim stood (8.4.6)."""

    unit: Id
    to: Annotated[str, shape.Known("places")]


class Waiting(NamedTuple):
    """A unit told to pass by itself in this Movement; a state without any says nothing of it in its JSON."""

    unit: Id
    until: data.Waits


class Ending(NamedTuple):
    """Who has won, and how."""

    winner: Annotated[str, shape.OneOf((*data.SIDES, "draw"))]
    reason: data.Reason


@dataclass(frozen=True, kw_only=True)
class State:
    """A battle's state; its attributes are the keys of its JSON."""

    scenario: Id
    options: Annotated[Options, shape.InFull()]
    board: Annotated[
        Board,
        shape.InFull(),
        shape.Learns(
            lambda board, _: {
                "places": (*board.squares, data.ENTRY, data.DISTANT, data.ESCAPED, data.DESTROYED)
            }
        ),
    ]
    sides: Both[Army]
    units: Mapping[Id, Annotated[Unit, shape.InFull()]]
    round: Annotated[int, shape.Between(0, 999)]
    phase: data.Phase
    step: data.Step | None
    tier: Annotated[int, shape.OneOf(data.TIERS)] | None
    rank: Annotated[str, shape.OneOf((*data.RANKS, "all"))] | None
    to_act: data.Side | None
    acted: tuple[Id, ...]
    unpaid: tuple[Id, ...]
    open: Both[Activation | None]
    may_advance: tuple[Advance, ...]
    result: Ending | None
    waits: tuple[Waiting, ...] = ()

    @cached_property
    def waiting(self) -> Mapping[str, data.Waits]:
        return dict(self.waits)

    def people(self, side: str) -> str:
        """Whose army a side is, as its battle says, else its colour: Rome, Carthage, White."""
        named = (army.people for each, army in self.sides.items() if each == side)
        return next(named, "") or data.SIDE_NAMES.get(side, side)

    @cached_property
    def standing(self) -> dict[str, str]:
        return {unit.at: name for name, unit in self.units.items() if is_square(unit.at)}

    @cached_property
    def squares(self) -> Mapping[data.Side, list[tuple[int, int]]]:
        """Where each army stands on the field, as columns and rows."""
        squares: dict[data.Side, list[tuple[int, int]]] = {side: [] for side in data.SIDES}
        for at, name in self.standing.items():
            squares[self.units[name].side].append((column_of(at), row_of(at)))
        return squares

    @cached_property
    def taken(self) -> frozenset[str]:
        """The squares that nobody enters: blocked, or somebody stands there (R16)."""
        return frozenset((*self.board.closed, *self.standing))

    @cached_property
    def halts(self) -> Mapping[data.Side, frozenset[str]]:
        """Where a unit of each side would be stopped: an enemy with energy stands beside it (8.2.5)."""
        places: dict[data.Side, set[str]] = {side: set() for side in data.SIDES}
        for unit in (each for each in self.units.values() if each.has_energy):
            columns, near = self.board.columns, self.options.adjacency
            beside = neighbours(unit.at, columns, near) if is_square(unit.at) else {unit.at} & {data.DISTANT}
            places[data.OTHER[unit.side]].update(beside)
        return {side: frozenset(each) for side, each in places.items()}

    @cached_property
    def distant(self) -> tuple[str, ...]:
        return tuple(name for name, unit in self.units.items() if unit.at == data.DISTANT)

    @cached_property
    def facing(self) -> Mapping[str, tuple[str, ...]]:
        """The enemies next to every unit, whatever their energy, by id."""
        return {name: tuple(sorted(self.beside(unit, unit.at))) for name, unit in self.units.items()}

    @cached_property
    def ways(self) -> dict[tuple[str, int], Mapping[str, "Way"]]:
        """What `procedures.field.ways` has answered to this state, by unit and movement points."""
        return {}

    @cached_property
    def eligible(self) -> dict[data.Side, list[str]]:
        """What `rules.movement.eligible` has answered to this state."""
        return {}

    def beside(self, unit: Unit, at: str) -> Iterator[str]:
        """The enemies next to a unit that stands there, or would."""
        if at == data.DISTANT:
            yield from (name for name in self.distant if self.units[name].side != unit.side)
        elif is_square(at):
            for each in neighbours(at, self.board.columns, self.options.adjacency):
                name = self.standing.get(each)
                if name is not None and self.units[name].side != unit.side:
                    yield name

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def on_move(self) -> data.Side:
        """The side to act, in a step that the sides take in turn."""
        return "black" if self.to_act == "black" else "white"

    def army(self, side: data.Side) -> Sequence[tuple[str, Unit]]:
        """The living units of a side, by id."""
        return self.armies[side]

    @cached_property
    def armies(self) -> Mapping[data.Side, list[tuple[str, Unit]]]:
        armies: dict[data.Side, list[tuple[str, Unit]]] = {side: [] for side in data.SIDES}
        for name in self.ids:
            unit = self.units[name]
            if unit.is_living:
                armies[unit.side].append((name, unit))
        return armies

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every unit's id, in order."""
        return tuple(sorted(self.units))

    def with_units(self, units: Mapping[str, Unit]) -> "State":
        return replace(self, units={**self.units, **units})

    def with_unit(self, name: str, unit: Unit) -> "State":
        return replace(self, units={**self.units, name: unit})

    def acting(self, name: str) -> "State":
        return still(self, replace(self, acted=tuple(sorted({*self.acted, name}))))

    def paying(self, side: data.Side, prestige: int) -> "State":
        army = self.sides[side]
        poorer = army._replace(prestige=army.prestige - prestige)
        return replace(self, sides={**self.sides, side: poorer}) if prestige else self


OF_THE_FIELD = ("ids", "armies", "standing", "taken", "halts", "distant", "facing", "ways")


def still(before: State, after: State) -> State:
    """The state after a deed that moves nobody: what it has answered about its units stays answered."""
    after.__dict__.update((key, before.__dict__[key]) for key in OF_THE_FIELD if key in before.__dict__)
    return after


def read_state(value: object, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    state = shape.read(State, value, path)
    if (state.step is None) != (state.phase == "over") or (
        state.step and data.PHASE_OF[state.step] != state.phase
    ):
        raise InvalidInput(join(path, "step"), f"{state.step} is no step of this phase.")
    taken: set[str] = set()
    for name in state.ids:
        unit, at = state.units[name], join(path, "units", name)
        if unit.cp > unit.kind.cp or (unit.cp == 0) != (unit.at == data.DESTROYED):
            words = f"Its cohesion is 1 to {unit.kind.cp}, and 0 exactly when it is destroyed."
            raise InvalidInput(join(at, "cp"), words)
        if unit.at in taken:
            raise InvalidInput(join(at, "at"), f"Another unit stands on {unit.at}; a square holds one.")
        if is_square(unit.at):
            taken.add(unit.at)
    for place, name in _named(state):
        if name not in state.units:
            raise InvalidInput(join(path, place), f"There is no unit {name} in this battle.")
    return state


def _named(state: State) -> Iterator[tuple[str, str]]:
    yield from ((f"acted.{n}", name) for n, name in enumerate(state.acted))
    yield from ((f"unpaid.{n}", name) for n, name in enumerate(state.unpaid))
    yield from ((f"open.{side}.unit", each.unit) for side, each in state.open.items() if each)
    yield from ((f"may_advance.{n}.unit", each.unit) for n, each in enumerate(state.may_advance))
    yield from ((f"waits.{n}.unit", each.unit) for n, each in enumerate(state.waits))


def state_json(state: State) -> Json:
    written: dict[str, Json] = shape.write(state)
    return written if state.waits else {key: each for key, each in written.items() if key != "waits"}
