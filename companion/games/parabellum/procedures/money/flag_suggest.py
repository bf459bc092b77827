"""The next flags that nobody flies yet (S5, R10): the livery, then one bead more, then two."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Known, Names, Sized
from companion.engine.wire import Json
from companion.games.parabellum.state.naming import Id

type Flag = tuple[str, ...]

MOST_BEADS, MOST_FLAGS = 4, 99

type Colour = Annotated[str, Known("palette")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.5's input."""

    palette: Annotated[tuple[Id, ...], Sized(1), Names("palette", by=tuple)]
    livery: tuple[Colour, Colour]
    used: tuple[Annotated[tuple[Colour, ...], Sized(1, MOST_BEADS)], ...]
    count: Annotated[int, Between(1, MOST_FLAGS)]


def flags(livery: Flag, palette: Sequence[str]) -> Iterator[Flag]:
    """All flags that begin with this livery, shortest first, beads in palette order."""
    colours = tuple(dict.fromkeys(palette))
    for more in range(MOST_BEADS - len(livery) + 1):
        for beads in product(colours, repeat=more):
            yield (*livery, *beads)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: so many flags that are free."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    livery, palette, used, count = asked.livery, asked.palette, set(asked.used), asked.count
    found = tuple(islice((flag for flag in flags(livery, palette) if flag not in used), count))
    colours = len(set(palette))
    taken = sum(flag[:2] == livery for flag in used)
    left = 1 + colours + colours**2 - taken - len(found)
    result = {"flags": [list(flag) for flag in found], "left": left}
    return Resolution(result, _steps(livery, taken, found, left))


def _steps(livery: Flag, taken: int, found: Sequence[Flag], left: int) -> tuple[Step, ...]:
    values = {"livery": ", ".join(livery), "taken": taken, "count": len(found), "left": left}
    return (
        Step("S5", "Flags begin with the livery: {livery}.", values),
        Step(
            "RULING R10",
            "{taken:# of them flies|# of them fly} already; order counts, and each flies once.",
            values,
        ),
        Step("S5", "{count:# free flag|# free flags} named; {left:# more is|# more are} free.", values),
    )
