"""The next flags that nobody flies yet (S5, R10): the livery, then one bead more, then two."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading, items, name
from companion.engine.wire import Json
from companion.games.parabellum.state.naming import read_id

type Flag = tuple[str, ...]

MOST_BEADS, MOST_FLAGS = 4, 99


def flags(livery: Flag, palette: Sequence[str]) -> Iterator[Flag]:
    """All flags that begin with this livery, shortest first, beads in palette order."""
    colours = tuple(dict.fromkeys(palette))
    for more in range(MOST_BEADS - len(livery) + 1):
        for beads in product(colours, repeat=more):
            yield (*livery, *beads)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: so many flags that are free."""
    reading = Reading.complete(question, ("livery", "palette", "used", "count"))
    livery_given = reading.items("livery", 2, 2)
    palette = tuple(read_id(each, f"palette.{n}") for n, each in enumerate(reading.items("palette", 1)))
    livery = tuple(name(each, f"livery.{n}", palette) for n, each in enumerate(livery_given))
    used = {_flag(each, f"used.{n}", palette) for n, each in enumerate(reading.items("used"))}
    count = reading.integer("count", 1, MOST_FLAGS)
    found = tuple(islice((flag for flag in flags(livery, palette) if flag not in used), count))
    colours = len(set(palette))
    taken = sum(flag[:2] == livery for flag in used)
    left = 1 + colours + colours**2 - taken - len(found)
    result = {"flags": [list(flag) for flag in found], "left": left}
    return Resolution(result, _steps(livery, taken, found, left))


def _flag(value: Json, path: str, palette: Sequence[str]) -> Flag:
    beads = items(value, path, 1, MOST_BEADS)
    return tuple(name(bead, f"{path}.{n}", palette) for n, bead in enumerate(beads))


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
