"""Where a table stands: the fold of its journal, remembered by this process and thrown away without loss.

A line is only ever written on one standing, so the state after it is the same whenever it stands again:
undo and redo reuse states, and a new line costs one `apply`. What is remembered is asked for by the version
that the database shows, so that it is right beside any number of other processes.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game, Outcome
from companion.engine.journal import Line, Standing
from companion.tables.models import Entry, Table

REMEMBERED = 64


class BrokenJournal(Exception):
    """A journal that the rules of today no longer follow: the table cannot be shown until they do."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one version: what stands, and the state after every line that ever stood."""

    game: Game[Any]
    version: int
    standing: Standing
    states: Mapping[int, Any]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lines that stand, oldest first."""
        return self.standing.numbers

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[self.numbers[-1]]

    @property
    def trail(self) -> Sequence[Any]:
        """The states after each line that stands."""
        return [self.states[number] for number in self.numbers]

    def before(self, number: int) -> Any:
        """The state in which that standing line was written; of the setup, the state that it made."""
        place = self.numbers.index(number)
        return self.states[self.numbers[max(place - 1, 0)]]


_known: OrderedDict[tuple[int, str], Position] = OrderedDict()
_lock = Lock()


def position(table: Table) -> Position:
    """The table at `table.version`; `BrokenJournal` where the rules no longer follow it."""
    key = (table.pk, table.code)
    with _lock:
        known = _known.get(key)
    if known is None or known.version > table.version:
        known = Position(shelf.game(table.system), 0, Standing(), {})
    if known.version < table.version:
        lines = Entry.objects.filter(table=table, number__gt=known.version, number__lte=table.version)
        known = extend(known, lines.only("number", "kind", "to", "action"))
    remember(table, known)
    return known


def remember(table: Table, known: Position) -> None:
    """Keep a position whose lines are committed."""
    key = (table.pk, table.code)
    with _lock:
        _known[key] = known
        _known.move_to_end(key)
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)


def forget(table: Table) -> None:
    """Throw away what is remembered of a table."""
    with _lock:
        _known.pop((table.pk, table.code), None)


def extend(known: Position, lines: Iterable[Entry]) -> Position:
    """The position once those lines are written as well."""
    standing, version, states = known.standing, known.version, dict(known.states)
    for line in lines:
        if line.kind in ("setup", "action"):
            state = states[standing.numbers[-1]] if standing.numbers else None
            states[line.number] = _outcome(known.game, state, line).state
        standing = standing.after(Line(line.number, line.kind, line.to))
        version = line.number
    return Position(known.game, version, standing, states)


def stepped(known: Position, line: Line, state: Any = None) -> Position:
    """The position after one more line, whose state the door has already worked out."""
    states = known.states if state is None else {**known.states, line.number: state}
    return Position(known.game, line.number, known.standing.after(line), states)


def _outcome(game: Game[Any], state: Any, line: Entry) -> Outcome[Any]:
    try:
        return game.open(line.action) if line.kind == "setup" else game.apply(state, line.action)
    except GameError as error:
        raise BrokenJournal(f"Line {line.number} no longer follows the rules: {error}") from error
