"""The game set up: scenario, theme, mode, and both fronts as they were laid (specification 6.1)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape import Between, Every
from companion.engine.wire import Json
from companion.games.scope.data import (
    ADVANCED_THEMES,
    CARD_NAMES,
    CARDS,
    CUSTOM_LIMITS,
    MODE_NAMES,
    MOST_COLUMNS,
    MOST_ROWS,
    PLANS,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    TEAM_SEATS,
    THEME_NAMES,
    THEME_TARGETS,
    TWO_SEATS,
    Card,
    Mode,
    Plan,
    Scenario,
    Seat,
    Side,
    Theme,
)
from companion.games.scope.procedures.configuration import objective_of, spare_snipers, themed
from companion.games.scope.state import ground
from companion.games.scope.state.naming import Front, spoken
from companion.games.scope.state.options import DEFAULTS, Options
from companion.games.scope.state.table import Lying, State

type Two = Annotated[int, Between(0, 2)]


class Box(NamedTuple):
    """The cards of a front of one's own, within one side's box (R35)."""

    decoy: Two
    empty: Annotated[int, Between(*CUSTOM_LIMITS["empty"])]
    infantry: Two
    machine_gun: Two
    mortar: Two
    officer: Two
    scout: Two
    sniper: Annotated[int, Between(*CUSTOM_LIMITS["sniper"])]


class Custom(NamedTuple):
    """A scenario of one's own (R35)."""

    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    counts: Box
    objective: Annotated[int, Between(1, 30)]

    def as_json(self) -> Json:
        """The same as a setup holds it."""
        return {**self._asdict(), "counts": self.counts._asdict()}

    @property
    def plan(self) -> Plan:
        """The same as the printed scenarios are kept."""
        return Plan(self.columns, self.rows, dict(zip(CARDS, self.counts, strict=True)), self.objective)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A setup as it is said (6.1)."""

    scenario: Scenario
    custom: Custom | None = None
    theme: Theme | None = None
    mode: Mode = "basic"
    players: Annotated[int, Between(2, 4)] = 2
    fronts: Annotated[Mapping[Side, Front], Every(SIDES)]
    options: Options = DEFAULTS

    @property
    def plan(self) -> Plan:
        """The scenario before its theme."""
        return self.custom.plan if self.custom else PLANS[self.scenario]

    @property
    def slots(self) -> tuple[Seat, ...]:
        """The seats in turn order (players_3_4, R30)."""
        return TWO_SEATS if self.players == len(TWO_SEATS) else TEAM_SEATS


def set_up(setup: Json) -> Outcome[State]:
    """The opening state of a completed setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    said: Said = shape.read(Said, setup)
    if (said.custom is None) == (said.scenario == "custom"):
        needed = "A scenario of your own is wanted: say its size, its cards and its objective."
        words = f"“{SCENARIO_NAMES[said.scenario]}” is printed; leave your own scenario out."
        raise InvalidInput("custom", needed if said.custom is None else words)
    counts = configured(said)
    for side in SIDES:
        check_front(said.fronts[side], said.plan._replace(counts=counts), side, f"fronts.{side}")
    return Outcome(_opening(said, counts), tuple(_steps(said)))


def configured(said: Said) -> dict[Card, int]:
    """The cards of each front; `IllegalAction` where scenario, theme, mode and people do not fit."""
    if said.mode == "basic" and said.theme in ADVANCED_THEMES:
        raise IllegalAction("theme", f"{THEME_NAMES[said.theme]} is played in advanced mode.")
    if said.mode == "basic" and said.players > len(TWO_SEATS):
        raise IllegalAction("players", "Three and four people play in advanced mode (R37).")
    plan = said.plan
    cells, cards = plan.columns * plan.rows, sum(plan.counts.values())
    if cells != cards:
        words = f"{plan.columns} columns of {plan.rows} rows hold {cells} cards; {cards} were given."
        raise IllegalAction("custom.counts", words)
    counts = themed(plan.counts, said.theme)
    if counts["empty"] < 0:
        raise IllegalAction("theme", "There are not enough empty areas to exchange for the theme's cards.")
    wanted = THEME_TARGETS.get(said.theme or "", ())
    if wanted and not any(counts[card] for card in wanted):
        raise IllegalAction("theme", "This theme would be won at once: there is nothing to eliminate for it.")
    return counts


def check_front(front: Front, plan: Plan, side: Side, path: str) -> None:
    """`IllegalAction` where a front has not the size of its plan, or other cards."""
    name = SIDE_NAMES[side]
    if len(front) != plan.rows:
        raise IllegalAction(path, f"The {name} front has {plan.rows} rows; {len(front)} were given.")
    for n, row in enumerate(front):
        if len(row) != plan.columns:
            words = f"Each row of the {name} front has {plan.columns} cards; {len(row)} were given."
            raise IllegalAction(f"{path}.{n}", words)
    laid = Counter(card for row in front for card in row)
    wrong = [card for card in CARDS if laid[card] != plan.counts[card]]
    if wrong:
        told = ", ".join(f"{CARD_NAMES[card]} {plan.counts[card]} (not {laid[card]})" for card in wrong)
        raise IllegalAction(path, f"The {name} front has other cards than this scenario's: {told}.")


def _opening(said: Said, counts: Mapping[Card, int]) -> State:
    plan, slots = said.plan, said.slots
    spare = spare_snipers(said.theme)
    return State(
        phase="turn",
        turn=1,
        slots=slots,
        slot=slots[0],
        scenario=said.scenario,
        theme=said.theme,
        mode=said.mode,
        players=said.players,
        columns=plan.columns,
        rows=plan.rows,
        objective=objective_of(plan, said.theme, said.options.objective),
        counts=counts,
        grid=laid_out(said.fronts),
        spare_snipers=dict.fromkeys(SIDES, spare),
        lost=dict.fromkeys(SIDES, ()),
        aside=dict.fromkeys(SIDES, 0),
        score=dict.fromkeys(SIDES, 0),
        shots=dict.fromkeys(SIDES),
        pending=None,
        deployed=False,
        events=dict.fromkeys(SIDES, ()),
        winner=None,
        reason=None,
        options=said.options,
    )


def laid_out(fronts: Mapping[Side, Front]) -> dict[str, Lying]:
    """Both fronts on the battlefield, first row against first row, in cell order."""
    return lying(fronts["german"], "german") | lying(fronts["soviet"], "soviet")


def lying(front: Front, side: Side) -> dict[str, Lying]:
    """One front on the battlefield, in cell order: its first row at the line."""
    rows = front if side == "soviet" else front[::-1]
    first = 1 + len(front) * (side == "soviet")
    return {
        ground.cell(column, n): Lying(side, card)
        for n, row in enumerate(rows, first)
        for column, card in enumerate(row)
    }


def _steps(said: Said) -> Iterator[Step]:
    plan = said.plan
    values: dict[str, object] = {"scenario": SCENARIO_NAMES[said.scenario], "mode": MODE_NAMES[said.mode]}
    values |= {"columns": plan.columns, "rows": plan.rows}
    yield Step("scenarios", "{scenario}: two fronts of {columns} columns and {rows} rows. {mode}.", values)
    if said.theme:
        yield Step("themes", "{theme} changes cards or victory.", {"theme": THEME_NAMES[said.theme]})
    goal = objective_of(plan, said.theme, said.options.objective)
    if goal is None:
        yield Step("R8", "The theme's own victory takes the place of points.")
    else:
        yield Step("objective", "{goal:# point wins|# points win}.", {"goal": goal})
    if said.players > len(TWO_SEATS):
        yield Step("players_3_4", "Each side is divided into units and snipers, who act in turn.")
    yield Step("setup", "Both fronts lie face down; the {first} begins.", {"first": spoken(said.slots[0])})
