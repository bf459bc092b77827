"""Scenarios that a group brings as a file, and the project's own (specification 9.3 and 9.4, R35)."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.errors import IllegalAction, under
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.games.scope.data import FOLDER, MOST_COLUMNS, MOST_ROWS
from companion.games.scope.procedures.configuration import targets_of
from companion.games.scope.rules.setting_up import Box, Custom
from companion.games.scope.state.options import WORTH, worth

FORMAT = "scope-scenario/1"


@dataclass(frozen=True, slots=True)
class File:
    """A group's own scenario (9.4)."""

    format: Literal["scope-scenario/1"]
    name: Annotated[str, Sized(1, 80)]
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    objective: Annotated[int, Between(1, 30)]
    counts: Box


def custom_of(value: Json) -> Custom:
    """A scenario's file as a setup takes it; `InvalidInput` or `IllegalAction` at the first bad value."""
    file: File = shape.read(File, value)
    cells, cards = file.columns * file.rows, sum(file.counts)
    if cells != cards:
        words = f"{file.columns} columns of {file.rows} rows hold {cells} cards; {cards} were given."
        raise IllegalAction("counts", words)
    return Custom(file.columns, file.rows, file.counts, file.objective)


@dataclass(frozen=True, slots=True)
class Design:
    """A scenario as somebody thinks it up: a file without its format."""

    name: Annotated[str, Sized(1, 80)]
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    objective: Annotated[int, Between(1, 30)]
    counts: Box


def designed(question: Json) -> Resolution:
    """What a scenario comes to, and its file; `IllegalAction` where its cards do not fill its front."""
    said: Design = shape.read(Design, question)
    file = {"format": FORMAT, **shape.write(said)}
    plan = custom_of(file).plan
    targets = targets_of(plan.counts, 0)
    points = worth(WORTH, targets)
    values: dict[str, object] = {"cells": plan.columns * plan.rows, "targets": len(targets), "points": points}
    values |= {"objective": plan.objective, "share": f"{100 * plan.objective // max(points, 1)} %"}
    words = (
        "{cells} cards a side, {targets} of them worth {points:# point|# points}; {objective} win: {share}."
    )
    steps = [Step("R35", words, values)]
    if plan.objective > points:
        steps.append(Step("objective", "So many points cannot be made: only eliminated snipers win."))
    result = {"file": file, "targets": len(targets), "points": points}
    return Resolution(result, tuple(steps))


def own_scenario(setup: dict[str, Json]) -> dict[str, Json]:
    """A setup's own scenario as the rules take it, where it is brought as a file; else nothing."""
    given = setup.get("custom")
    if type(given) is not dict or "format" not in given:
        return {}
    with under("custom"):
        return {"custom": custom_of(given).as_json()}


def check_scenario(value: Json) -> Resolution:
    """Whether a group's file can be played."""
    read = custom_of(value)
    values = {"columns": read.columns, "rows": read.rows, "objective": read.objective}
    words = "{columns} columns of {rows} rows, {objective:# point wins|# points win}."
    return Resolution(values, (Step("R35", words, values),))


@cache
def starter_scenarios() -> tuple[Json, ...]:
    """The project's own scenarios, as files."""
    listed: list[Json] = json.loads((FOLDER / "starter" / "scenarios.json").read_text("utf-8"))
    return tuple(listed)


def starter_scenario() -> Json:
    """One of them, to write one's own after."""
    return starter_scenarios()[0]
