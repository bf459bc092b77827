"""A procedure of the rules assistant: what is asked, who resolves it, how its answer reads."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.engine.desk import Sheets, worked
from companion.engine.errors import GameError
from companion.engine.form.described import Written
from companion.engine.form.field import Field
from companion.engine.form.rows import Sheet
from companion.engine.step import Step
from companion.engine.told import Told
from companion.engine.wire import Json


class Resolution(NamedTuple):
    """A procedure's answer: exactly the specification's `result`, and the steps to it."""

    result: Json
    steps: tuple[Step, ...]


type Complete = Callable[[Json, Random], tuple[Json, Json | None]]


def nothing_left(question: Json, _: Random) -> tuple[Json, None]:
    """The question as it is: the app has no dice and no shuffle to add."""
    return question, None


def rolling(dice: Callable[[Random], Json]) -> Complete:
    """A question with the `rolls` that it left out."""
    return rolling_for(lambda _, random: dice(random))


def rolling_for(dice: Callable[[Json, Random], Json]) -> Complete:
    """The same where the dice hang on the question, which is left as it is where that refuses them."""

    def rolled(question: Json, random: Random) -> tuple[Json, Json | None]:
        if type(question) is not dict or "rolls" in question:
            return question, None
        try:
            rolls = dice(question, random)
        except GameError:
            return question, None
        return {**question, "rolls": rolls}, rolls

    return rolled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Procedure(Sheet):
    """One thing that the rules assistant resolves, alike for desk, command line, HTTP and tests.

    `asks` is the record that its question is read as, where one says all of it. `complete` answers the
    question with the dice or shuffles that it left out, and those alone (`None` when nothing was missing). It
    takes any JSON and never raises: `resolve` does.
    """

    name: str
    title: str
    summary: str
    asks: Any = None
    resolve: Callable[[Json], Resolution]
    complete: Complete = nothing_left


class Answer(NamedTuple):
    """What answers one question of a desk whose words stand in a file; its parts are a `Procedure`'s.

    Fields that the file says are not said here.
    """

    resolve: Callable[[Json], Resolution]
    told: Callable[[Json, Json], Told]
    fields: tuple[Field, ...] = ()
    chance: tuple[str, ...] = ()
    complete: Complete = nothing_left
    asks: Any = None


def on_desk(
    file: Path,
    *rooms: Mapping[str, Answer],
    ready: Iterable[Procedure] = (),
    folder: Path | None = None,
    names: Mapping[str, Any] | None = None,
    sheets: Sheets | None = None,
) -> tuple[Procedure, ...]:
    """A desk in the order of `file`, which says of each procedure its title, summary, group and button.

    Those that are `ready` bring their own; the file says no more than where they stand. A file may say the
    fields too, as `Written` reads them with these `names`; then it has lists of fields that sheets share,
    and names the worked `example` of the game's `folder` with which a sheet begins. Where an answer has a
    record, the file says in its place what is asked in which words, and `sheets` makes the fields of both.
    """
    words: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))
    written = Written({**(names or {}), **words.pop("shared", {})})
    words = {name: sheet for name, sheet in words.items() if name not in ("words", "files")}
    answers = {name: answer._asdict() for room in rooms for name, answer in room.items()}
    known = {each.name: each for each in ready}
    assert words.keys() == answers.keys() | known.keys(), f"{file} names other procedures than there are"
    for name, sheet in words.items():
        example = sheet.pop("example", "")
        here = replace(written, example=worked(folder, example)) if folder and example else written
        if "fields" in sheet:
            answers[name]["fields"] = here.fields(sheet.pop("fields"))
        if sheets and "asks" in sheet and name in answers:
            answers[name]["fields"] = sheets.fields(name, answers[name]["asks"])
        words[name] = {key: said for key, said in sheet.items() if key not in ("asks", "rules", "files")}
    return tuple(known.get(name) or Procedure(name=name, **words[name], **answers[name]) for name in words)
