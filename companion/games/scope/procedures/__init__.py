"""What can be asked without a whole game: a scenario, its fronts, its quadrants, who has won (6.5 to 6.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Distinct, Every, Sized
from companion.games.scope import data, state


def themed(counts: data.Counts, theme: data.Theme | None) -> dict[data.Card, int]:
    """The cards of a front after the theme; fewer than no empty areas where they do not suffice."""
    wanted: Mapping[data.Card, int] = data.THEME_CARDS.get(theme or "", {})
    more = sum(number - counts[card] for card, number in wanted.items())
    return {**counts, **wanted, "empty": counts["empty"] - more}


def spare_snipers(theme: data.Theme | None) -> int:
    """The sniper cards that wait in each player zone (duel_of_aces)."""
    return data.SPARE_ACES if theme == "duel_of_aces" else 0


def objective_of(plan: data.Plan, theme: data.Theme | None, own: int | None = None) -> int | None:
    """The points to reach; None where the theme takes their place (R8). `own` is the house rule's."""
    return None if theme in data.POINTLESS else own or plan.objective


def targets_of(counts: data.Counts, spare: int) -> tuple[data.Target, ...]:
    """Every card of a side that can be eliminated, spare snipers too."""
    targets: list[data.Target] = []
    for card in data.TARGETS:
        targets += [card] * (counts[card] + (spare if card == "sniper" else 0))
    return tuple(targets)


@dataclass(frozen=True, slots=True)
class ScenarioQuestion:
    """Procedure 6.5's input."""

    scenario: data.Basic | None = None
    theme: data.Theme | None = None
    points: state.Points = state.WORTH


class ScenarioRow(TypedDict):
    """A scenario as procedure 6.5 answers it; `objective` is None where the theme takes its place."""

    id: str
    columns: int
    rows: int
    cards: int
    counts: dict[data.Card, int]
    spare_snipers: int
    objective: int | None
    targets: int
    points: int


class ScenarioTable(TypedDict):
    """Procedure 6.5's result."""

    theme: data.Theme | None
    scenarios: list[ScenarioRow]


def resolve_scenarios(given: object) -> Resolution[ScenarioTable]:
    """Procedure 6.5: one scenario, or all five in the printed order."""
    question = shape.read(ScenarioQuestion, given)
    listed = tuple(data.PLANS) if question.scenario is None else (question.scenario,)
    rows = [_scenario_row(each, question) for each in listed]
    steps = [Step("scenarios", WORDS, {**row, "name": data.SCENARIO_NAMES[row["id"]]}) for row in rows]
    return Resolution(ScenarioTable(theme=question.theme, scenarios=rows), (*steps, *_themed(question.theme)))


WORDS = "{name}: {columns} columns of {rows} rows, {targets} cards to eliminate, worth {points} points."


def _scenario_row(scenario: str, question: ScenarioQuestion) -> ScenarioRow:
    plan = data.PLANS[scenario]
    counts, spare = themed(plan.counts, question.theme), spare_snipers(question.theme)
    targets = targets_of(counts, spare)
    return {
        "id": scenario,
        "columns": plan.columns,
        "rows": plan.rows,
        "cards": plan.columns * plan.rows,
        "counts": counts,
        "spare_snipers": spare,
        "objective": objective_of(plan, question.theme),
        "targets": len(targets),
        "points": state.worth(question.points, targets),
    }


def _themed(theme: data.Theme | None) -> tuple[Step, ...]:
    if theme is None:
        return ()
    words = "{theme}: its cards take the place of empty areas, or leave empty areas behind."
    return (Step("R5", words, {"theme": data.THEME_NAMES[theme]}),)


@dataclass(frozen=True, slots=True)
class QuadrantQuestion:
    """Procedure 6.6's input: `intruders` are cells with enemy cards."""

    columns: Annotated[int, Between(2, data.MOST_COLUMNS)]
    rows: Annotated[int, Between(2, data.MOST_ROWS)]
    front: data.Side
    intruders: Annotated[tuple[state.Cell, ...], Distinct(state.TWICE)] = ()


class QuadrantRow(TypedDict):
    """A quadrant as procedure 6.6 answers it."""

    quadrant: str
    cells: list[str]
    move: bool
    player_zone: bool


class QuadrantTable(TypedDict):
    """Procedure 6.6's result: `cover` is in how many quadrants each cell lies."""

    quadrants: list[QuadrantRow]
    movable: int
    cover: dict[str, int]


def resolve_quadrants(given: object) -> Resolution[QuadrantTable]:
    """Procedure 6.6: every quadrant, and how many contain each cell."""
    question = shape.read(QuadrantQuestion, given)
    cells = state.front_cells(question.front, question.columns, question.rows)
    for n, each in enumerate(question.intruders):
        if each not in cells:
            front = data.SIDE_NAMES[question.front]
            words = f"{each} does not lie in the {front} front, which is {cells[0]} to {cells[-1]}."
            raise IllegalAction(f"intruders.{n}", words)
    rows = [
        _quadrant_row(each, question)
        for each in state.front_squares(question.front, question.columns, question.rows)
    ]
    movable = sum(row["move"] for row in rows)
    cover = {at: sum(at in row["cells"] for row in rows) for at in cells}
    result = QuadrantTable(quadrants=rows, movable=movable, cover=cover)
    return Resolution(result, _quadrant_steps(len(rows), movable))


def _quadrant_row(quadrant: str, question: QuadrantQuestion) -> QuadrantRow:
    cells = state.corners(quadrant)
    return {
        "quadrant": quadrant,
        "cells": list(cells),
        "move": not set(cells) & set(question.intruders),
        "player_zone": state.by_player_zone(quadrant, question.front, question.rows),
    }


def _quadrant_steps(number: int, movable: int) -> tuple[Step, ...]:
    values = {"number": number, "movable": movable}
    every = Step("move", "{number:# quadrant lies|# quadrants lie} in this front.", values)
    if number == movable:
        return (every,)
    words = "Only where all four cards are the side's own is a quadrant moved: {movable} of {number}."
    return (every, Step("R10", words, values))


type Two = Annotated[int, Between(0, 2)]


@dataclass(frozen=True, slots=True)
class Left:
    """How many of a side's cards are still on the battlefield."""

    infantry: Two
    machine_gun: Two
    mortar: Two
    officer: Two
    scout: Two
    sniper: Annotated[int, Between(0, 3)]


@dataclass(frozen=True, slots=True)
class Standing:
    """One side: its points, what is left of it, the rows in which its infantry stands, spare snipers."""

    score: Annotated[int, Between(-99, 99)]
    left: Left
    infantry_rows: Annotated[tuple[Annotated[int, Between(1, 2 * data.MOST_ROWS)], ...], Sized(0, 2)] = ()
    spare_snipers: Two = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VictoryQuestion:
    """Procedure 6.8's input."""

    theme: data.Theme | None = None
    objective: Annotated[int, Between(1, 30)] | None
    rows: Annotated[int, Between(2, data.MOST_ROWS)]
    acting: data.Side
    sides: Annotated[Mapping[data.Side, Standing], Every(data.SIDES)]


class Condition(TypedDict):
    """One way to win: whether it is met, and how much is missing (None: nothing that could get there)."""

    reason: data.Reason
    met: bool
    missing: int | None


class Victory(TypedDict):
    """Procedure 6.8's result."""

    winner: data.Side | None
    reason: data.Reason | None
    conditions: dict[data.Side, list[Condition]]


class Match(NamedTuple):
    """What is to be won, and on how deep a battlefield."""

    theme: data.Theme | None
    objective: int | None
    rows: int


type Sides = Mapping[data.Side, Standing]


def conditions(match: Match, sides: Sides, side: data.Side) -> list[Condition]:
    enemy = sides[data.ENEMY[side]]
    ways = []
    if match.theme != "offensive_without_snipers":
        left = enemy.left.sniper
        missing = left + enemy.spare_snipers if left else 0
        ways.append(Condition(reason="snipers", met=not left, missing=missing))
    if match.theme == "stop_the_advance":
        ways.append(_advance(match.rows, side, sides[side].infantry_rows))
    elif match.theme is not None and match.theme in data.THEME_TARGETS:
        left = sum(getattr(enemy.left, card) for card in data.THEME_TARGETS[match.theme])
        ways.append(Condition(reason="theme", met=not left, missing=left))
    if match.objective is not None:
        missing = max(0, match.objective - sides[side].score)
        ways.append(Condition(reason="points", met=not missing, missing=missing))
    return ways


def _advance(rows: int, side: data.Side, standing: Sequence[int]) -> Condition:
    """How far the foremost infantry has still to go to the enemy's last row (stop_the_advance)."""
    goal = state.last_row(data.ENEMY[side], rows)
    missing = min((abs(goal - row) for row in standing), default=None)
    return Condition(reason="theme", met=missing == 0, missing=missing)


def decided(match: Match, sides: Sides, acting: data.Side) -> tuple[data.Side, data.Reason] | None:
    """Who has won, and by what: the acting side's first condition, then the other side's (R28)."""
    for side in (acting, data.ENEMY[acting]):
        for each in conditions(match, sides, side):
            if each["met"]:
                return side, each["reason"]
    return None


def resolve_victory(given: object) -> Resolution[Victory]:
    """Procedure 6.8: the winner, and every condition of both sides."""
    question = shape.read(VictoryQuestion, given)
    _check_standing(question)
    match = Match(question.theme, question.objective, question.rows)
    won = decided(match, question.sides, question.acting)
    ways = {side: conditions(match, question.sides, side) for side in data.SIDES}
    result: Victory = {
        "winner": won[0] if won else None,
        "reason": won[1] if won else None,
        "conditions": ways,
    }
    condition_steps = tuple(_step(side, each) for side, conditions in ways.items() for each in conditions)
    return Resolution(result, (*condition_steps, _verdict(won)))


def _check_standing(question: VictoryQuestion) -> None:
    if (question.objective is None) != (question.theme in data.POINTLESS):
        words = "This theme is not won by points: leave the objective out."
        needed = "Points win here: say how many are to be reached."
        raise IllegalAction("objective", needed if question.objective is None else words)
    for side in data.SIDES:
        standing = question.sides[side]
        for n, row in enumerate(standing.infantry_rows):
            if row > 2 * question.rows:
                words = f"This battlefield has {2 * question.rows} rows; {row} was given."
                raise IllegalAction(f"sides.{side}.infantry_rows.{n}", words)
        if len(standing.infantry_rows) > standing.left.infantry:
            words = f"A row for each infantry at most: {standing.left.infantry} are left."
            raise IllegalAction(f"sides.{side}.infantry_rows", words)


RULES = {"snipers": "objective", "points": "objective", "theme": "themes"}
LACKS = {
    "snipers": "{side}: {missing:# sniper|# snipers} of the enemy still to eliminate.",
    "points": "{side}: {missing:# point|# points} still to make.",
    "theme": "{side}: {missing} still to go for the scenario's own victory.",
}
MET = {
    "snipers": "{side}: no enemy sniper is left.",
    "points": "{side}: the objective points are reached.",
    "theme": "{side}: the scenario's own victory is reached.",
}
NEVER = "{side}: no infantry is left that could get there."


def _step(side: data.Side, condition: Condition) -> Step:
    words = MET if condition["met"] else LACKS
    template = NEVER if condition["missing"] is None else words[condition["reason"]]
    values = {"side": data.SIDE_NAMES[side], "missing": condition["missing"]}
    return Step(RULES[condition["reason"]], template, values)


def _verdict(won: tuple[data.Side, data.Reason] | None) -> Step:
    if won is None:
        return Step("objective", "Nobody has won yet.")
    return Step(RULES[won[1]], "The {side} side wins.", {"side": data.SIDE_NAMES[won[0]]})
