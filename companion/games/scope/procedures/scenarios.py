"""A scenario: what lies on its fronts, which quadrants can be moved, who has won (6.5, 6.6, 6.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Distinct, Every, Sized
from companion.engine.wire import Json
from companion.games.scope.data import (
    ENEMY,
    MOST_COLUMNS,
    MOST_ROWS,
    PLANS,
    POINTLESS,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    SPARE_ACES,
    TARGETS,
    THEME_CARDS,
    THEME_NAMES,
    THEME_TARGETS,
    Basic,
    Card,
    Counts,
    Plan,
    Reason,
    Side,
    Target,
    Theme,
)
from companion.games.scope.state import (
    TWICE,
    WORTH,
    Cell,
    Points,
    by_player_zone,
    corners,
    front_cells,
    front_squares,
    last_row,
    worth,
)


def themed(counts: Counts, theme: Theme | None) -> dict[Card, int]:
    """The cards of a front after the theme; fewer than no empty areas where they do not suffice."""
    wanted: Mapping[Card, int] = THEME_CARDS.get(theme or "", {})
    more = sum(number - counts[card] for card, number in wanted.items())
    return {**counts, **wanted, "empty": counts["empty"] - more}


def spare_snipers(theme: Theme | None) -> int:
    """The sniper cards that wait in each player zone (duel_of_aces)."""
    return SPARE_ACES if theme == "duel_of_aces" else 0


def objective_of(plan: Plan, theme: Theme | None, own: int | None = None) -> int | None:
    """The points to reach; None where the theme takes their place (R8). `own` is the house rule's."""
    return None if theme in POINTLESS else own or plan.objective


def targets_of(counts: Counts, spare: int) -> tuple[Target, ...]:
    """Every card of a side that can be eliminated, spare snipers too."""
    found: list[Target] = []
    for card in TARGETS:
        found += [card] * (counts[card] + (spare if card == "sniper" else 0))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ScenarioQuestion:
    """Procedure 6.5's input."""

    scenario: Basic | None = None
    theme: Theme | None = None
    points: Points = WORTH


def resolve_scenarios(question: Json) -> Resolution:
    """Procedure 6.5: one scenario, or all five in the printed order."""
    said: ScenarioQuestion = shape.read(ScenarioQuestion, question)
    listed = tuple(PLANS) if said.scenario is None else (said.scenario,)
    rows = [_scenario_row(each, said) for each in listed]
    steps = [Step("scenarios", WORDS, {**row, "name": SCENARIO_NAMES[row["id"]]}) for row in rows]
    return Resolution({"theme": said.theme, "scenarios": rows}, (*steps, *_themed(said.theme)))


WORDS = "{name}: {columns} columns of {rows} rows, {targets} cards to eliminate, worth {points} points."


def _scenario_row(scenario: str, said: ScenarioQuestion) -> dict[str, Json]:
    plan = PLANS[scenario]
    counts, spare = themed(plan.counts, said.theme), spare_snipers(said.theme)
    targets = targets_of(counts, spare)
    return {
        "id": scenario,
        "columns": plan.columns,
        "rows": plan.rows,
        "cards": plan.columns * plan.rows,
        "counts": counts,
        "spare_snipers": spare,
        "objective": objective_of(plan, said.theme),
        "targets": len(targets),
        "points": worth(said.points, targets),
    }


def _themed(theme: Theme | None) -> tuple[Step, ...]:
    if theme is None:
        return ()
    words = "{theme}: its cards take the place of empty areas, or leave empty areas behind."
    return (Step("R5", words, {"theme": THEME_NAMES[theme]}),)


@dataclass(frozen=True, slots=True)
class QuadrantQuestion:
    """Procedure 6.6's input: `intruders` are cells with enemy cards."""

    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    front: Side
    intruders: Annotated[tuple[Cell, ...], Distinct(TWICE)] = ()


def resolve_quadrants(question: Json) -> Resolution:
    """Procedure 6.6: every quadrant, and how many contain each cell."""
    said: QuadrantQuestion = shape.read(QuadrantQuestion, question)
    cells = front_cells(said.front, said.columns, said.rows)
    for n, each in enumerate(said.intruders):
        if each not in cells:
            front = SIDE_NAMES[said.front]
            words = f"{each} does not lie in the {front} front, which is {cells[0]} to {cells[-1]}."
            raise IllegalAction(f"intruders.{n}", words)
    rows = [_quadrant_row(each, said) for each in front_squares(said.front, said.columns, said.rows)]
    movable = sum(row["move"] for row in rows)
    cover = {at: sum(at in row["cells"] for row in rows) for at in cells}
    return Resolution(
        {"quadrants": rows, "movable": movable, "cover": cover}, _quadrant_steps(len(rows), movable)
    )


def _quadrant_row(quadrant: str, said: QuadrantQuestion) -> dict[str, Json]:
    cells = corners(quadrant)
    return {
        "quadrant": quadrant,
        "cells": list(cells),
        "move": not set(cells) & set(said.intruders),
        "player_zone": by_player_zone(quadrant, said.front, said.rows),
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
    infantry_rows: Annotated[tuple[Annotated[int, Between(1, 2 * MOST_ROWS)], ...], Sized(0, 2)] = ()
    spare_snipers: Two = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VictoryQuestion:
    """Procedure 6.8's input."""

    theme: Theme | None = None
    objective: Annotated[int, Between(1, 30)] | None
    rows: Annotated[int, Between(2, MOST_ROWS)]
    acting: Side
    sides: Annotated[Mapping[Side, Standing], Every(SIDES)]


class Condition(NamedTuple):
    """One way to win: whether it is met, and how much is missing (None: nothing that could get there)."""

    reason: Reason
    met: bool
    missing: int | None


class Match(NamedTuple):
    """What is to be won, and on how deep a battlefield."""

    theme: Theme | None
    objective: int | None
    rows: int


type Sides = Mapping[Side, Standing]


def conditions(match: Match, sides: Sides, side: Side) -> list[Condition]:
    """A side's ways to win, in order."""
    enemy = sides[ENEMY[side]]
    found = []
    if match.theme != "offensive_without_snipers":
        left = enemy.left.sniper
        found.append(Condition("snipers", not left, left + enemy.spare_snipers if left else 0))
    if match.theme == "stop_the_advance":
        found.append(_advance(match.rows, side, sides[side].infantry_rows))
    elif match.theme is not None and match.theme in THEME_TARGETS:
        left = sum(getattr(enemy.left, card) for card in THEME_TARGETS[match.theme])
        found.append(Condition("theme", not left, left))
    if match.objective is not None:
        missing = max(0, match.objective - sides[side].score)
        found.append(Condition("points", not missing, missing))
    return found


def _advance(rows: int, side: Side, standing: Sequence[int]) -> Condition:
    """How far the foremost infantry has still to go to the enemy's last row (stop_the_advance)."""
    goal = last_row(ENEMY[side], rows)
    missing = min((abs(goal - row) for row in standing), default=None)
    return Condition("theme", missing == 0, missing)


def decided(match: Match, sides: Sides, acting: Side) -> tuple[Side, Reason] | None:
    """Who has won, and by what: the acting side's first condition, then the other side's (R28)."""
    for side in (acting, ENEMY[acting]):
        for each in conditions(match, sides, side):
            if each.met:
                return side, each.reason
    return None


def resolve_victory(question: Json) -> Resolution:
    """Procedure 6.8: the winner, and every condition of both sides."""
    said: VictoryQuestion = shape.read(VictoryQuestion, question)
    _check_standing(said)
    match = Match(said.theme, said.objective, said.rows)
    won = decided(match, said.sides, said.acting)
    told = {side: conditions(match, said.sides, side) for side in SIDES}
    result = {
        "winner": won[0] if won else None,
        "reason": won[1] if won else None,
        "conditions": {side: [each._asdict() for each in found] for side, found in told.items()},
    }
    return Resolution(result, (*_condition_steps(told), _verdict(won)))


def _check_standing(said: VictoryQuestion) -> None:
    if (said.objective is None) != (said.theme in POINTLESS):
        words = "This theme is not won by points: leave the objective out."
        needed = "Points win here: say how many are to be reached."
        raise IllegalAction("objective", needed if said.objective is None else words)
    for side in SIDES:
        standing = said.sides[side]
        for n, row in enumerate(standing.infantry_rows):
            if row > 2 * said.rows:
                words = f"This battlefield has {2 * said.rows} rows; {row} was given."
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


def _condition_steps(told: Mapping[Side, list[Condition]]) -> tuple[Step, ...]:
    return tuple(_step(side, each) for side, found in told.items() for each in found)


def _step(side: Side, found: Condition) -> Step:
    words = MET if found.met else LACKS
    template = NEVER if found.missing is None else words[found.reason]
    values = {"side": SIDE_NAMES[side], "missing": found.missing}
    return Step(RULES[found.reason], template, values)


def _verdict(won: tuple[Side, Reason] | None) -> Step:
    if won is None:
        return Step("objective", "Nobody has won yet.")
    return Step(RULES[won[1]], "The {side} side wins.", {"side": SIDE_NAMES[won[0]]})
