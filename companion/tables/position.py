"""Where a table stands: the fold of its journal, remembered by this process and thrown away without loss.

The state after a line is the same whenever it stands in the same place again: undo and redo reuse states, a
new line costs one `apply`, and an amendment one for each line after it. What is remembered is asked for by
the version that the database shows, so that it is right beside any number of other processes.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game, Outcome
from companion.engine.journal import Line, Place, Standing
from companion.engine.wire import Json
from companion.tables.models import Entry, Table

REMEMBERED = 64


class BrokenJournal(Exception):
    """A journal that the rules of today no longer follow: the table cannot be shown until they do."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one version: what stands, what was done in each line, and every state that ever stood."""

    game: Game[Any]
    version: int = 0
    standing: Standing = field(default_factory=Standing)
    actions: Mapping[int, Json] = field(default_factory=dict)
    states: Mapping[Place, Any] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lines that stand, oldest first."""
        return self.standing.numbers

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[self.standing.places[-1]]

    @property
    def trail(self) -> Sequence[Any]:
        """The states after each line that stands."""
        return [self.states[place] for place in self.standing.places]

    def before(self, number: int) -> Any:
        """The state in which that standing line was written; of the setup, the state that it made."""
        place = self.numbers.index(number)
        return self.states[self.standing.places[max(place - 1, 0)]]

    def found(self, number: int) -> Any | None:
        """The state in which that line was written, also where an undo took it; None if it never stood."""
        for places in (self.standing.places, *reversed(self.standing.undone)):
            for at, place in enumerate(places):
                if place.number == number:
                    return self.states[places[max(at - 1, 0)]]
        return None

    def trail_before(self, number: int) -> Sequence[Any]:
        """The states that led to that standing line."""
        return [self.states[place] for place in self.standing.places[: self.numbers.index(number)]]

    def since(self, number: int) -> tuple[int, ...]:
        """That standing line and those after it."""
        return self.numbers[self.numbers.index(number) :]


_known: OrderedDict[tuple[int, str], Position] = OrderedDict()
_lock = Lock()


def position(table: Table) -> Position:
    """The table at `table.version`; `BrokenJournal` where the rules no longer follow it."""
    key = (table.pk, table.code)
    with _lock:
        known = _known.get(key)
    if known is None or known.version > table.version:
        known = Position(shelf.game(table.system))
    if known.version < table.version:
        lines = Entry.objects.filter(table=table, number__gt=known.version, number__lte=table.version)
        known = extend(known, lines.only("number", "kind", "to", "action", "dropped", "struck"))
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
    standing, version = known.standing, known.version
    actions, states = dict(known.actions), dict(known.states)
    for line in lines:
        if line.kind in ("setup", "action", "amend"):
            actions[line.number] = line.action
        standing, version = standing.after(as_line(line)), line.number
        _fill(known.game, standing, actions, states)
    return Position(known.game, version, standing, actions, states)


def stepped(known: Position, entry: Entry, state: Any = None) -> Position:
    """The position after one more line, whose state the door has already worked out if it makes a new one."""
    if state is None:
        return extend(known, [entry])
    standing = known.standing.after(as_line(entry))
    actions = {**known.actions, entry.number: entry.action}
    states = {**known.states, standing.places[-1]: state}
    return Position(known.game, entry.number, standing, actions, states)


def as_line(entry: Entry) -> Line:
    """What the fold needs of an entry."""
    return Line(entry.number, entry.kind, entry.to, frozenset(entry.dropped or ()), entry.struck)


def _fill(game: Game[Any], standing: Standing, actions: Mapping[int, Json], states: dict[Place, Any]) -> None:
    """Work out the states of what stands that are not known yet."""
    places = standing.places
    first = len(places)
    while first and places[first - 1] not in states:
        first -= 1
    for at in range(first, len(places)):
        before = states[places[at - 1]] if at else None
        states[places[at]] = _outcome(game, before, places[at].number, actions).state


def _outcome(game: Game[Any], state: Any, number: int, actions: Mapping[int, Json]) -> Outcome[Any]:
    try:
        return game.apply(state, actions[number]) if state is not None else game.open(actions[number])
    except GameError as error:
        raise BrokenJournal(f"Line {number} no longer follows the rules: {error}") from error
