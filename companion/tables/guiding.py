"""The guided first round at a table: which lesson stands on a screen that wishes to be taught.

It follows what everybody may read of the journal, so it tells no secret; each device turns it on and off for
itself, in a cookie of that table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from companion.engine.rulebook import Lesson, lesson_at, lessons
from companion.engine.scene import NOBODY
from companion.engine.wire import Json
from companion.tables import screen
from companion.tables.afterwards.ending import ended
from companion.tables.beside import beside
from companion.tables.position import Position, position
from companion.tables.screen import Look
from companion.tables.together.walking import told

COOKIE, ON = "companion_guided", "1"
AGAIN = "lesson"
"""What an address says that reads an earlier lesson once more; no game's draft holds it."""
THROUGH = Lesson(
    do="That was the whole of it.",
    why="Play on: every number, name and phase that is underlined tells its rule when it is tapped.",
    tap=(),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """One lesson as a screen shows it, the `number`-th of `many`; `entry` is the rule that tells more.

    `taps` names what is to be tapped here now: nothing on a screen that is not asked, nor in one that is read
    again. `back` and `on` lead to the lessons beside it.
    """

    number: int
    many: int
    lesson: Lesson
    taps: frozenset[str] = frozenset()
    back: str = ""
    on: str = ""

    @property
    def dots(self) -> tuple[str, ...]:
        """The row of steps: those done, the one of now, those to come."""
        return tuple("done" if n < self.number else "now" if n == self.number else "" for n in self.steps)

    @property
    def steps(self) -> range:
        """Their numbers, from 1."""
        return range(1, self.many + 1)

    @property
    def areas(self) -> str:
        """`taps` for the style sheet, which boxes whole parts of the stage."""
        return " ".join(sorted(self.taps))


def page(look: Look) -> dict[str, Any]:
    """The context of a table's page, with what is taught on it: `lesson`, else whether it offers to teach.

    Nothing is taught on the TV, nor where a line is corrected.
    """
    shown, known = screen.page(look), told(look.table, position(look.table))
    shown["v"] = ended(look, known, shown["v"])
    teaches = look.room != "tv" and not look.line and bool(lessons(known.game.folder))
    shown["teaches"], shown["lesson"] = teaches, _taught(look, known) if teaches and look.guided else None
    shown["first"] = teaches and not look.guided and len(known.numbers) < 2
    return shown


def _taught(look: Look, known: Position) -> Taught:
    """The lesson at which the table stands, or an earlier one that is read again."""
    steps, chairs = lessons(known.game.folder), beside(look.table).seats
    at = lesson_at(steps, _done(known), len(chairs), [key for key, value in look.draft.items() if value])
    n = _below(at, look.lesson)
    acts = screen.eyes(look, {seat.chair: seat.name for seat in chairs}).acts
    actors = known.game.actors(known.state)
    # Where it is nobody's turn, anybody may do it.
    asked = n == at and not acts.isdisjoint(actors or acts)
    lesson = steps[n] if n < len(steps) else THROUGH
    return Taught(
        number=min(n + 1, len(steps)), many=len(steps), lesson=lesson,
        taps=frozenset(lesson.tap) if asked else frozenset(),
        back=_reading(look, str(n - 1)) if n else "",
        on=_reading(look, str(n + 1) if n + 1 < at else "") if n < at else "",
    )  # fmt: skip


def _done(known: Position) -> Iterator[Json]:
    """What was done since the table opened, as everybody may read it."""
    for _, action in known.actions.of(known.numbers[1:]):
        yield known.game.redact_action(known.state, action, NOBODY)


def _below(at: int, text: str) -> int:
    """The number that an address says, if it is one of the lessons before this; else this."""
    return min(at, int(text)) if text.isascii() and text.isdigit() and len(text) < 3 else at


def _reading(look: Look, lesson: str) -> str:
    """The same half-made choice with that lesson beside it; none is the one at which the table stands."""
    query = urlencode({**look.draft, **({AGAIN: lesson} if lesson else {})})
    return urlsplit(look.back).path + (f"?{query}" if query else "")
