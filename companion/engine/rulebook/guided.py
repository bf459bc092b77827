"""A guided first round: what to do now, why, what to tap, and when it is done."""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.engine.shape import read
from companion.engine.wire import Json

PARTS = ("board", "strip", "hand", "cards", "dice", "wares")
"""What of the stage is boxed whole: a picture, a row of facts, edges, ticks, faces of dice, counters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One step of the round: what to `do` in bold, one sentence `why`, and the names of what to `tap`.

    Those are kinds of deeds, keys of choices, and `PARTS` of the stage.

    It is done when one of the deeds `done` stands in the journal: an action that says the same under every
    key that is named. With `each`, the key that names who did it, every seat must have done it. Where
    `chosen` names keys of a half-made choice, it is also done on a screen that has chosen them. One that is
    `in_turn` is done by nothing before the table has come to it. `entry` is the key of what the rules say of
    it.
    """

    do: str
    why: str
    tap: tuple[str, ...]
    done: tuple[Mapping[str, str], ...] = ()
    each: str = ""
    chosen: tuple[str, ...] = ()
    entry: str = ""
    in_turn: bool = False

    def is_done(self, action: Mapping[str, Json]) -> bool:
        """Whether this deed is what the step waits for."""
        return any(all(action.get(key) == value for key, value in deed.items()) for deed in self.done)


@dataclass(frozen=True, slots=True)
class _Round:
    lessons: tuple[Lesson, ...]


@cache
def lessons(folder: Path) -> tuple[Lesson, ...]:
    """The steps of a game's guided round, `rulebook/guided.toml` of its folder; none where it has none.

    `InvalidInput` with the place where the file is not as it must be.
    """
    file = folder / "rulebook" / "guided.toml"
    return read(_Round, tomllib.loads(file.read_text("utf-8"))).lessons if file.is_file() else ()


def lesson_at(
    steps: Sequence[Lesson],
    actions: Iterable[Mapping[str, Json]],
    seats: int = 2,
    chosen: Collection[str] = (),
) -> int:
    """The place in `steps` at which a table stands after these actions; their number when it is through.

    Who acts on his own is followed: a deed that a later step waits for passes those before it. `chosen` are
    the keys of the half-made choice on the screen that asks.
    """
    at, done = 0, set[Json]()
    for action in actions:
        open_ = (n for n in range(at, len(steps)) if n == at or not steps[n].in_turn)
        here = next((n for n in open_ if steps[n].is_done(action)), None)
        if here is None:
            continue
        done = (done if here == at else set()) | {action.get(steps[here].each)}
        at, done = (here, done) if steps[here].each and len(done) < seats else (here + 1, set())
    while at < len(steps) and steps[at].chosen and set(steps[at].chosen) <= set(chosen):
        at += 1
    return at
