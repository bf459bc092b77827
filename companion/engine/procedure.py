"""A procedure of the rules assistant: what is asked, who resolves it, how its answer reads."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from companion.engine.form.sheet import Sheet
from companion.engine.step import Step
from companion.engine.wire import Json


class Resolution(NamedTuple):
    """A procedure's answer: exactly the specification's `result`, and the steps to it."""

    result: Json
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Procedure(Sheet):
    """One thing that the rules assistant resolves, alike for desk, command line, HTTP and tests.

    `complete` answers the question with the dice or shuffles that it left out, and those alone
    (`None` when nothing was missing). It takes any JSON and never raises: `resolve` does.
    """

    name: str
    title: str
    summary: str
    resolve: Callable[[Json], Resolution]
    complete: Callable[[Json, Random], tuple[Json, Json | None]] = lambda question, _: (question, None)
