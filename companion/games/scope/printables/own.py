"""Fronts of one's own: a scenario each, for a table, and its two plans drawn."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.errors import GameError
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.scope.data import FOLDER
from companion.games.scope.printables.plan import plan_faces
from companion.games.scope.rules.own_scenario import FORMAT, custom_of, starter_scenarios


def _front(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    try:
        custom_of({"format": FORMAT, **record})
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    return {"fronts": [{key: each[key] for key in each if key != "format"} for each in starter_scenarios()]}


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    """The scenario's file."""
    found = [*records.get("fronts", ()), *_starter(base)["fronts"]]
    return {"format": FORMAT, **found[0]}


def _sides(wanted: Wanted) -> Sides:
    """The German plan, and behind it the Soviet one."""
    return Sides(*plan_faces({**wanted.choices, "custom": wanted.file}))


WORKSHOP = Workshop(
    file="custom",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"fronts": _front}),
    bases={"starter": "The project's own scenarios"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
    alone=True,
)
