"""Where a table stands: the fold of its journal, remembered by this process and thrown away without loss.

The state after a line is the same whenever it stands in the same place again: undo and redo reuse states, a
new line costs one `apply`. What is not known is folded when it is asked for, from the nearest state before
it that is known or kept. What is remembered is asked for by the version that the database shows, so that it
is right beside any number of other processes.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import starmap
from threading import Lock
from typing import Any

from cachetools import LRUCache

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Game
from companion.engine.journal import Place, Standing, fold
from companion.tables.errors import STILL_SITTING, NotBegun
from companion.tables.models import Entry, Table
from companion.tables.position import snapshots
from companion.tables.position.blocks import Laid
from companion.tables.position.trail import Actions, Drawn, Fold, Trail
from companion.tables.position.written import COLUMNS, as_line, line_of

REMEMBERED = 64


class BrokenJournal(Exception):
    """A journal that the rules of today no longer follow from there on."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one version: what stands, what was done in each line, and the states that are known.

    `edition` is that of the rules of the last line; `kept` are states as texts, `laid` how the last one was
    cut. `keys` are those of the taps that wrote the lines, and of some that came to nothing. `untold` is the
    newest line where not all of it has been told to everybody yet: what is known of it here is what has.
    """

    game: Game[Any]
    version: int = 0
    standing: Standing = field(default_factory=Standing)
    actions: Actions = field(default_factory=Actions)
    states: dict[Place, Any] = field(default_factory=dict)
    kept: dict[Place, snapshots.Kept] = field(default_factory=dict)
    laid: dict[str, Laid] = field(default_factory=dict)
    edition: str = "1"
    keys: set[str] = field(default_factory=set)
    untold: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lines that stand and can be played again, oldest first."""
        return self.standing.numbers

    @property
    def past(self) -> tuple[int, ...]:
        """The lines that stood when the rules moved on: they are read, and not played again."""
        return tuple(place.number for place in self.standing.past)

    @property
    def is_behind(self) -> bool:
        """Whether the rules have moved on since the last line was written."""
        return self.version > 0 and self.edition != self.game.edition

    @property
    def state(self) -> Any:
        """The state now; `BrokenJournal` where it is not kept and cannot be folded."""
        return self.fold(self.standing.places, len(self.standing.places) - 1)

    @property
    def trail(self) -> Trail:
        """The states after each line that stands."""
        return Trail(self.fold, self.standing.places, self._before)

    @property
    def is_whole(self) -> bool:
        """Whether the rules follow every line that stands; all of them are folded for it."""
        try:
            self.trail[:]
        except BrokenJournal:
            return False
        return True

    @property
    def farthest(self) -> tuple[int | None, Any]:
        """The state to go on from, and the line after which it was where that is not the last (else None).

        `BrokenJournal` where not even the first line can be read.
        """
        now = self._or_none(self.standing.places, len(self.standing.places) - 1, self.fold)
        if now is not None:
            return None, now
        found = next((each for each in reversed(self.standing.places) if each in self.states), None)
        return (found.number, self.states[found]) if found else (None, self.state)

    def before(self, number: int) -> Any:
        """The state in which that standing line was done; of the setup, the state that it made."""
        return self._before(self.standing.places, self.numbers.index(number))

    def found(self, number: int) -> Any | None:
        """The state in which that line was done, also where an undo took it.

        None if it never stood, or where the rules of today do not come to it.
        """
        for places in (self.standing.places, *reversed(self.standing.undone)):
            for at in reversed(range(len(places))):
                if places[at].number == number:
                    return self._or_none(places, at, self._before)
        return None

    def trail_before(self, number: int) -> Trail:
        """The states that led to that standing line."""
        return Trail(self.fold, self.standing.places[: self.numbers.index(number)], self._before)

    def earlier(self, number: int) -> Sequence[Any]:
        """The states that led to that standing line, as a picture of them may be drawn now.

        What lay open then and is told to nobody any more is in none of them.
        """
        now = self.state
        return Drawn(self.trail_before(number), lambda then: self.game.past(then, now))

    def since(self, number: int) -> tuple[int, ...]:
        """That standing line and those after it."""
        return self.numbers[self.numbers.index(number) :]

    def fold(self, places: tuple[Place, ...], at: int) -> Any:
        """The state after one of `places`, which stand or stood together."""
        first = at
        while (state := self.read(places[first])) is None and first:
            first -= 1
        self.actions.load([place.number for place in places[first : at + 1] if place not in self.states])
        for place in places[first + (state is not None) : at + 1]:
            state = self.states[place] = self._after(state, place)
        return state

    def check_stands(self, number: int) -> None:
        """`IllegalAction` for a line that cannot be gone back to or corrected."""
        if number in self.past or self.is_behind:
            told = f"Line {number} was played by an earlier edition of the rules"
            raise IllegalAction("to", f"{told}: it can be read, and not taken back or corrected.")
        if number not in self.numbers:
            told = f"Line {number} does not stand"
            raise IllegalAction("to", f"{told}; the last that does is {self.numbers[-1]}.")

    def read(self, place: Place) -> Any | None:
        """The state at that place where it is known or kept, nothing folded."""
        if place not in self.states and place in self.kept:
            state = snapshots.state_of(self.game, self.kept.pop(place))
            if state is not None:
                self.states[place] = state
        return self.states.get(place)

    def _or_none(self, places: tuple[Place, ...], at: int, state: Fold) -> Any | None:
        with suppress(BrokenJournal):
            return state(places, at)
        return None

    def _before(self, places: tuple[Place, ...], at: int) -> Any:
        """The state before one of `places`, once what a correction booked first is booked."""
        state = self.fold(places, max(at - 1, 0))
        if not at or places[at] not in self.standing.repaired:
            return state
        return self.actions.done(places[at], self.standing).ready(state, self.game.apply)

    def _after(self, state: Any | None, place: Place) -> Any:
        try:
            if state is None:
                return self._opening(self.actions.written(place.number))
            done = self.actions.done(place, self.standing)
            return self.game.apply(done.ready(state, self.game.apply), done.action).state
        except snapshots.SPOILT as error:
            # Why hangs on secrets, and everybody at the table is told of this.
            raise BrokenJournal(f"Line {place.number} no longer follows the rules.") from error

    def _opening(self, action: Any) -> Any:
        """The state of the first line: the setup's, or the one that a line of the kind `edition` holds."""
        if not self.standing.past:
            return self.game.open(action).state
        state = snapshots.state_of(self.game, action["state"])
        if state is None:
            raise ValueError("the state that it holds cannot be read")
        return state


_known: LRUCache[tuple[int, str], Position] = LRUCache(REMEMBERED)
_lock = Lock()


def position(table: Table) -> Position:
    """The table at `table.version`, `NotBegun` where nothing is dealt; what cannot be folded raises later."""
    if table.laid_out is not None:
        raise NotBegun("", STILL_SITTING)
    with _lock:
        known = _known.get((table.pk, table.code))
    if known is None or known.version > table.version:
        known = loaded(table)
    elif known.version < table.version:
        lines = Entry.objects.filter(table=table, number__gt=known.version, number__lte=table.version)
        known = extend(known, lines)
    remember(table, known)
    return known


def remember(table: Table, known: Position) -> None:
    """Keep a position whose lines are committed."""
    with _lock:
        _known[table.pk, table.code] = known


def forget(table: Table) -> None:
    """Throw away what is remembered of a table."""
    with _lock:
        _known.pop((table.pk, table.code), None)


def loaded(table: Table) -> Position:
    """The position out of the database: which lines stand, which states are kept. Nothing is folded."""
    rows = Entry.objects.filter(table=table, number__lte=table.version)
    standing = fold(starmap(line_of, rows.values_list(*COLUMNS)))
    known = Position(shelf.game(table.system), 0, standing, Actions(table.pk).at(standing), {},
                     snapshots.kept(table), keys=set(rows.values_list("key", flat=True)))  # fmt: skip
    last = rows.only("number", "edition").last()
    return begun_anew(replace(known, version=last.number, edition=last.edition)) if last else known


def begun_anew(known: Position) -> Position:
    """Where the rules have moved on, the state that is kept is the beginning, and what led to it is past."""
    if not known.is_behind or known.read(known.standing.places[-1]) is None:
        return known
    return replace(known, standing=known.standing.begun_anew)


def extend(known: Position, lines: Iterable[Entry]) -> Position:
    """The position once those lines are written as well."""
    lines = list(lines)
    if not lines:
        return known
    standing = fold(map(as_line, lines), known.standing)
    last = lines[-1]
    known.keys.update(line.key for line in lines)
    actions = known.actions.but(lines).at(standing)
    return replace(known, version=last.number, standing=standing, actions=actions, states=dict(known.states),
                   edition=last.edition)  # fmt: skip


def stepped(known: Position, entry: Entry, state: Any = None) -> Position:
    """The position after one more line, whose state the door has already worked out if it makes a new one."""
    after = extend(known, [entry])
    if state is not None:
        after.states[after.standing.places[-1]] = state
    return after
