"""What a game of SCOPE is made of: the ground, the house rules, and where it stands (2 and 3).

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.

What a table chooses when it opens is no house rule, so that `shuffle` takes it out of the options again.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.option import Option, Own, Rule, options_of
from companion.engine.records import replace
from companion.engine.squares import apart, column_of, row_of, square
from companion.engine.step import Called
from companion.engine.wire import Json
from companion.games.scope import data
from companion.games.scope.data import Card, Side

cell = square
"""The cell of a column counted from 0 and a row counted from 1."""


@cache
def block(columns: int, first: int, last: int) -> tuple[str, ...]:
    return tuple(cell(n, row) for row in range(first, last + 1) for n in range(columns))


@cache
def squares(columns: int, first: int, last: int) -> tuple[str, ...]:
    """Every quadrant that lies in these rows altogether, row by row."""
    return tuple(cell(n, row) for row in range(first, last) for n in range(columns - 1))


@cache
def corners(quadrant: str) -> tuple[str, str, str, str]:
    """The four cells of a quadrant, in order.

    >>> corners("b3")
    ('b3', 'c3', 'b4', 'c4')
    """
    n, row = column_of(quadrant), row_of(quadrant)
    return cell(n, row), cell(n + 1, row), cell(n, row + 1), cell(n + 1, row + 1)


def rows_of(side: Side, rows: int) -> tuple[int, int]:
    """The first and the last battlefield row of a front."""
    return (1, rows) if side == "german" else (rows + 1, 2 * rows)


def front_cells(side: Side, columns: int, rows: int) -> tuple[str, ...]:
    return block(columns, *rows_of(side, rows))


def front_squares(side: Side, columns: int, rows: int) -> tuple[str, ...]:
    return squares(columns, *rows_of(side, rows))


def last_row(side: Side, rows: int) -> int:
    """The row of a front that is next to its own player zone."""
    return 1 if side == "german" else 2 * rows


def by_player_zone(quadrant: str, side: Side, rows: int) -> bool:
    """Whether a quadrant of a front lies next to its own player zone."""
    return last_row(side, rows) in (row_of(quadrant), row_of(quadrant) + 1)


def adjacent(one: str, other: str) -> bool:
    """Whether two cells touch, along an edge or at a corner."""
    return max(apart(one, other)) == 1


CELL = "a cell: a column from a to h and a row from 1 to 8, as c5"
TWICE = "“{given}” is named before; each may be named once."

type Cell = Annotated[str, shape.Matching("[a-h][1-8]", CELL)]
"""A cell of some battlefield; whether it lies on this one is for the rules."""
type Quadrant = Annotated[str, shape.Matching("[a-h][1-8]", CELL)]
"""A square of four cells, by its lowest row and leftmost column."""
type SeatId = Annotated[str, shape.Known("seats", "{given} has no seat at this table; {names} have.")]
"""A seat of this session."""
type Place = Annotated[int, shape.Between(0, 3)]
"""A cell of a quadrant, counted from 0."""
type Order = Annotated[tuple[Place, Place, Place, Place], shape.Distinct(TWICE)]
"""Where the cards of a quadrant come from: the k-th cell gets what lay in this place."""
type Row = Annotated[tuple[Card, ...], shape.Sized(1, data.MOST_COLUMNS)]
type Front = Annotated[tuple[Row, ...], shape.Sized(1, data.MOST_ROWS)]
"""A front as it is laid: its rows from the first, at the line, to the last."""


def side_of(seat: str) -> Side:
    """The side for which a seat plays.

    >>> side_of("soviet_units")
    'soviet'
    """
    return "german" if seat.startswith("german") else "soviet"


def spoken(seat: object) -> Called:
    id = seat if isinstance(seat, str) and seat in data.SEAT_NAMES else ""
    return Called(data.SEAT_NAMES.get(id, "Somebody"), id)


type Worth = Annotated[int, shape.Between(0, 9)]


@dataclass(frozen=True, slots=True)
class Points:
    """What each card is worth to who eliminates it (R3)."""

    infantry: Worth = 1
    machine_gun: Worth = 1
    mortar: Worth = 1
    officer: Worth = 2
    scout: Worth = 1
    sniper: Worth = 2

    def of(self, card: str) -> int:
        """The points of a card; an empty area and a decoy have none."""
        return int(getattr(self, card, 0))


WORTH = Points()


RULES = {
    key: Rule(**row | {"named": tuple(row.get("named", ()))})
    for key, row in json.loads((data.FOLDER / "house_rules.json").read_text("utf-8")).items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    defensive_fire_scores: Annotated[bool, RULES["defensive_fire_scores"]] = True
    memory_aid: Annotated[bool, RULES["memory_aid"]] = False
    objective: Annotated[Annotated[int, shape.Between(1, 30)] | None, RULES["objective"]] = None
    points: Points = WORTH
    reinforce_points: Annotated[Literal["return", "keep"], RULES["reinforce_points"]] = "return"
    shot_card_until: Annotated[Literal["seat", "player"], RULES["shot_card_until"]] = "seat"


DEFAULTS = Options()

HOUSE_RULES = options_of(Options, RULES)


def worth(points: Points, cards: tuple[data.Target, ...]) -> int:
    """What these cards are worth together."""
    return sum(points.of(card) for card in cards)


NONE = "none"
SCENARIO = Option(
    key="scenario",
    title="Scenario",
    help="How large the fronts are, and how many of each card lie on them. A file of your own comes first.",
    default="quick_duel",
    choices=tuple((each, data.SCENARIO_NAMES[each]) for each in data.PLANS),
    ruling="R1",
    leading=True,
)
MODE = Option(
    key="mode",
    title="Mode",
    help="In advanced mode each kind of unit has an action of its own. Three and four people always play it.",
    default="basic",
    choices=tuple(data.MODE_NAMES.items()),
    leading=True,
)
THEME = Option(
    key="theme",
    title="Theme",
    help="Changes some cards, or how the game is won. Two of them are always played in advanced mode.",
    default=NONE,
    choices=((NONE, "None"), *data.THEME_NAMES.items()),
    ruling="R5",
    leading=True,
)
LAYING = Option(
    key="laying",
    title="Who lays the fronts out",
    help="Each side on its own screen, or the app lays both out; or both lie on the table.",
    default="players",
    choices=(
        ("players", "Each side, in secret"),
        (NONE, "The app, at random"),
        ("table", "On the table, real cards"),
    ),
    leading=True,
    own=Own("table", "Our own cards", "Your cards lie on the table. The app keeps turns, score and rules."),
)
CHOICES = (SCENARIO, MODE, THEME, LAYING)


def chosen(setup: dict[str, object]) -> dict[str, object]:
    """A setup whose choices of the table stand beside its house rules, not among them.

    What the setup says itself comes first: how many play says the mode, a file of one's own the scenario. A
    theme that needs advanced mode is played in it.
    """
    options = setup.get("options")
    if type(options) is not dict:
        return setup
    keys = [each.key for each in CHOICES if each.key in options]
    choices = {key: options[key] for key in keys if options[key] != NONE}
    if setup.get("custom"):
        choices["scenario"] = "custom"
    if choices.get("theme") in data.ADVANCED_THEMES:
        choices["mode"] = "advanced"
    rest = {key: value for key, value in options.items() if key not in keys}
    return {**choices, **setup, "options": rest}


@dataclass(frozen=True, slots=True)
class Found:
    """A card that is up; where it is a decoy, its finder must shoot."""

    cell: Cell
    card: Card
    forced: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """Every enemy card that is up."""
        return (self.cell,)


@dataclass(frozen=True, slots=True)
class Sighted(Found):
    """A card that a sniper has found."""

    weapon: Literal["sniper"] = "sniper"


@dataclass(frozen=True, slots=True)
class Raked(Found):
    """A card that offensive fire has turned up; to shoot at it a machine gun shows itself."""

    weapon: Literal["machine_gun"] = "machine_gun"


@dataclass(frozen=True, slots=True)
class Stormed:
    """An assault: the infantry that was shown, and the enemy cards of its quadrant."""

    infantry: Cell
    quadrant: Quadrant
    cells: tuple[Cell, ...]
    weapon: Literal["infantry"] = "infantry"

    @property
    def forced(self) -> bool:
        """Nobody must advance (R19)."""
        return False


WEAPONS = {"sniper": Sighted, "machine_gun": Raked, "infantry": Stormed}
type Pending = Annotated[Sighted | Raked | Stormed, shape.By("weapon", WEAPONS)]


type Both[T] = Annotated[Mapping[Side, T], shape.Every(data.SIDES)]
type Spare = Annotated[int, shape.Between(0, 2)]
type Objective = Annotated[int, shape.Between(1, 30)] | None
type Fallen = Annotated[Card, shape.OneOf(data.TARGETS)]
"""A card that is worth points."""
type Event = Mapping[str, Json]
type Noted = Annotated[Event, shape.ByHand(lambda event, _: event)]
"""What everybody saw, as it came: nobody looks into it (3.2)."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in its cell, and whose it is."""

    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot card on its quadrant, and the seat that placed it."""

    quadrant: Quadrant
    slot: SeatId


def cells_of(rows: int, learnt: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Every cell of a battlefield, row by row, once its columns are known."""
    return {"cells": block(learnt["columns"], 1, 2 * rows)} if "columns" in learnt else {}


@dataclass(frozen=True, slots=True)
class State:
    """A session's state; its attributes are the keys of its JSON.

    `events` are what everybody saw happen in each front, the language of `search-odds` (3.4). A table whose
    people lay out their fronts themselves says which sides are still `laying_out`, what lies there meaning
    nothing till then; `seals` are the digests under which fronts are sealed. Where the `cards` lie on the
    table, the grid is one arrangement that fits all that was seen, and nobody's. The specification knows none
    of them.
    """

    phase: data.Phase
    turn: Annotated[int, shape.Between(1, 99999)]
    slots: Annotated[
        tuple[data.Seat, ...],
        shape.Sized(2, len(data.TEAM_SEATS)),
        shape.Distinct(TWICE),
        shape.Names("seats", by=lambda seats: seats),
    ]
    slot: SeatId
    scenario: data.Scenario
    theme: data.Theme | None
    mode: data.Mode
    players: Annotated[int, shape.Between(2, 4)]
    columns: Annotated[
        int, shape.Between(2, data.MOST_COLUMNS), shape.Learns(lambda columns, _: {"columns": columns})
    ]
    rows: Annotated[int, shape.Between(2, data.MOST_ROWS), shape.Learns(cells_of)]
    objective: Objective
    counts: Annotated[Mapping[Card, Annotated[int, shape.Between(0, 29)]], shape.Every(data.CARDS)]
    grid: Annotated[Mapping[str, Lying], shape.Every("cells")]
    spare_snipers: Both[Spare]
    lost: Both[tuple[Fallen, ...]]
    aside: Both[Spare]
    score: Both[int]
    shots: Both[Shot | None]
    pending: Pending | None
    deployed: bool
    events: Both[tuple[Noted, ...]]
    winner: Side | None
    reason: data.Reason | None
    options: Options
    cards: Annotated[Literal["table"] | None, shape.Unusual] = None
    laying_out: Annotated[tuple[Side, ...], shape.Unusual] = ()
    seals: Annotated[Mapping[Side, str], shape.Unusual] = field(default_factory=dict)

    @property
    def side(self) -> Side:
        return side_of(self.slot)

    def front(self, side: Side) -> tuple[str, ...]:
        return front_cells(side, self.columns, self.rows)

    def front_of(self, at: str) -> Side:
        return "german" if row_of(at) <= self.rows else "soviet"

    def cells(self, side: Side, card: Card | None = None) -> list[str]:
        """Where cards of a side lie, in cell order; with `card`, those of that kind."""
        lying = self.grid.items()
        return [at for at, each in lying if each.side == side and card in (None, each.card)]

    def movable(self, side: Side) -> list[str]:
        """The quadrants of a front in which all four cards are its own side's (R10)."""
        squares = front_squares(side, self.columns, self.rows)
        return [each for each in squares if self.is_own(each, side)]

    def is_own(self, quadrant: str, side: Side) -> bool:
        """Whether all four cards of a quadrant are a side's."""
        return all(self.grid[at].side == side for at in corners(quadrant))

    def left(self, side: Side) -> Iterator[Card]:
        return (each.card for each in self.grid.values() if each.side == side)

    def laid(self, cards: Mapping[str, Lying]) -> "State":
        """The same with other cards in some cells."""
        return replace(self, grid={**self.grid, **cards})

    def noted(self, front: Side, *events: Event) -> "State":
        """The same with more that everybody saw happen in a front."""
        return replace(self, events={**self.events, front: (*self.events[front], *events)})


def read_state(value: object, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    return shape.read(State, value, path)


state_json = shape.write
"""The whole state, secrets and all."""
