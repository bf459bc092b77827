"""The scenarios as the rulebook's table has them, after a theme (specification 6.5)."""

from dataclasses import dataclass

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.scope.data import PLANS, SCENARIO_NAMES, THEME_NAMES, Basic, Theme
from companion.games.scope.procedures.configuration import objective_of, spare_snipers, targets_of, themed
from companion.games.scope.state.options import WORTH, Points, worth


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.5's input."""

    scenario: Basic | None = None
    theme: Theme | None = None
    points: Points = WORTH


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: one scenario, or all five in the printed order."""
    said: Question = shape.read(Question, question)
    listed = tuple(PLANS) if said.scenario is None else (said.scenario,)
    rows = [_row(each, said) for each in listed]
    steps = [Step("scenarios", WORDS, {**row, "name": SCENARIO_NAMES[row["id"]]}) for row in rows]
    return Resolution({"theme": said.theme, "scenarios": rows}, (*steps, *_themed(said.theme)))


WORDS = "{name}: {columns} columns of {rows} rows, {targets} cards to eliminate, worth {points} points."


def _row(scenario: str, said: Question) -> dict[str, Json]:
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
