"""Where a table stands: the fold of its journal, remembered and thrown away without loss."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, starmap
from threading import Lock
from typing import Any, cast

from cachetools import LRUCache
from django.db import connection
from django.db.models import JSONField, QuerySet

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Game
from companion.engine.journal import Kind, Line, Place, Repair, Standing, fold
from companion.engine.wire import Json, dumps, loads
from companion.tables import snapshots
from companion.tables.errors import STILL_SITTING, NotBegun
from companion.tables.models import Entry, Table
from companion.tables.snapshots import Laid

type Repairs = Mapping[int, Repair]
"""By the number of the line."""
type Fold = Callable[[tuple[Place, ...], int], object]


COLUMNS = ("number", "kind", "to", "dropped", "struck", "repairs")


def as_line(row: Entry) -> Line:
    """A row of the journal as undo, redo and amend take it."""
    return line_of(*(getattr(row, column) for column in COLUMNS))


def line_of(*columns: Any) -> Line:
    """The same of its `COLUMNS`."""
    number, kind, to, dropped, struck, repairs = columns
    repaired = frozenset(each["line"] for each in repairs or ())
    return Line(number, cast("Kind", kind), to, frozenset(dropped or ()), struck, repaired)


def kept_repairs(repairs: Repairs) -> object:
    kept = [{"line": n, **each._asdict(), "first": list(each.first)} for n, each in repairs.items()]
    return kept or None


def read_repairs(kept: Json) -> Repairs:
    """The repairs that an amendment holds in its row, each by the number of its line."""
    return {each["line"]: Repair(each["how"], each["action"], tuple(each["first"])) for each in kept or ()}


NEAR = 64
"""Actions read at once where one is asked for."""
NEWEST = 512
"""Lines at the end whose states and actions lie at hand; of those before, a tap copies and keeps little."""


class Actions:
    """What was done in each line, read from the journal of `table` (its row) when it is asked for.

    No mapping: what has not been read yet would seem not to be there. A line that stands and was repaired
    is as its repair has it; `repaired` says in which amendment that is, `repairs` what amendments hold.
    """

    def __init__(
        self,
        table: int | None = None,
        names: dict[int, object] | None = None,
        repairs: Mapping[int, Repairs] | None = None,
        repaired: Mapping[int, int] | None = None,
    ) -> None:
        self.table = table
        # Not copied: a campaign has thousands of lines, and a tap adds one.
        self._known, self._repairs = {} if names is None else names, dict(repairs or {})
        self._repaired = dict(repaired or {})
        self._new: dict[int, object] = {}
        """The newest lines, which may not be committed: of what is shared by all, they are in none of it."""

    def __getitem__(self, number: int) -> Json:
        repair = self.repair(number)
        return self.written(number) if repair is None else repair.action

    def __contains__(self, number: int) -> bool:
        """Whether that line stands as a repair has it."""
        return number in self._repaired

    def written(self, number: int) -> object:
        if number in self._new:
            return self._new[number]
        if number not in self._known:
            self.load(range(number - NEAR + 1, number + 1))
        return self._known[number]

    def done(self, place: Place, standing: Standing) -> Repair:
        """What was done at a place, whether it stands or an undo took it, and what was booked before it."""
        by = standing.repaired.get(place, 0)
        return self._of(place.number, by) if by else Repair("as_written", self.written(place.number))

    def repair(self, number: int) -> Repair | None:
        return self._of(number, self._repaired[number]) if number in self._repaired else None

    def _of(self, number: int, by: int) -> Repair:
        if by not in self._repairs:
            held = Entry.objects.filter(table=self.table, number=by).values_list("repairs", flat=True)
            self._repairs[by] = read_repairs(held[0])
        return self._repairs[by][number]

    def of(self, numbers: Sequence[int]) -> list[tuple[int, object]]:
        """Those of these lines in which something was done, each with it."""
        self.load(numbers)
        names = self._new | {number: self[number] for number in self._repaired}
        words = ((n, names[n] if n in names else self._known.get(n)) for n in numbers)
        return [(number, action) for number, action in words if action is not None]

    def load(self, numbers: Sequence[int]) -> None:
        """Read those that are not known yet, and some after them, all at once."""
        missing = [number for number in numbers if number not in self._new and number not in self._known]
        if missing and self.table is not None:
            first = min(missing)
            lines = Entry.objects.filter(
                table=self.table, number__range=(first, max(*missing, first + NEAR - 1))
            )
            self._known.update(lines.values_list("number", "action"))

    def but(self, lines: Iterable[Entry]) -> "Actions":
        lines = list(lines)
        repairs = {line.number: read_repairs(line.repairs) for line in lines if line.repairs}
        after = Actions(self.table, self._known, {**self._repairs, **repairs}, self._repaired)
        after._new = self._new | {line.number: line.action for line in lines}
        for line in lines:  # What was read there was another's, and never committed.
            self._known.pop(line.number, None)
        if (
            len(after._new) > NEWEST and self.table is not None
        ):  # Those before are read when they are asked for.
            after._new = dict(islice(after._new.items(), len(after._new) // 2, None))
        return after

    def at(self, standing: Standing) -> "Actions":
        if not (standing.repaired or self._repaired):
            return self
        held = standing.repaired
        repaired = {place.number: held[place] for place in standing.places if place in held}
        after = Actions(self.table, self._known, self._repairs, repaired)
        after._new = self._new
        return after


class Lazy(Sequence[Any]):
    """So many values, each made when it is looked at."""

    def __init__(self, length: int, make: Callable[[int], Any]) -> None:
        self.length, self.make = length, make

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, at: Any) -> Any:
        places = range(self.length)[at]
        return list(map(self.make, places)) if isinstance(at, slice) else self.make(places)


class Trail(Lazy):
    """The states after lines that stand, oldest first, each folded when it is looked at."""

    def __init__(self, fold: Fold, places: tuple[Place, ...], before: Fold) -> None:
        super().__init__(len(places), partial(fold, places))
        self.places, self._before = places, before

    def before(self, at: int) -> object:
        return self._before(self.places, at)


REMEMBERED = 64
READ = 512
JSONS = tuple(field.name for field in Entry._meta.fields if isinstance(field, JSONField))


class BrokenJournal(Exception):
    """A journal that the rules of today no longer follow from there on."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one version: what stands, what was done in each line, and the states that are known.

    `edition` is that of the rules of the last line; `kept` are states as texts, `laid` how the last one was
    cut. `keys` are those of the taps that wrote the lines, and of some that came to nothing. `untold` is the
    newest line where not all of it has been told to everybody yet: what is known of it here is what has.
    """

    game: Game[object]
    version: int = 0
    standing: Standing = field(default_factory=Standing)
    actions: Actions = field(default_factory=Actions)
    states: dict[Place, object] = field(default_factory=dict)
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
    def state(self) -> object:
        """The state now; `BrokenJournal` where it is not kept and cannot be folded."""
        return self.fold(self.standing.places, len(self.standing.places) - 1)

    @property
    def trail(self) -> Trail:
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
    def farthest(self) -> tuple[int | None, object]:
        """The state to go on from, and the line after which it was where that is not the last (else None).

        `BrokenJournal` where not even the first line can be read.
        """
        now = self._or_none(self.standing.places, len(self.standing.places) - 1, self.fold)
        if now is not None:
            return None, now
        place = next((each for each in reversed(self.standing.places) if each in self.states), None)
        return (place.number, self.states[place]) if place else (None, self.state)

    def before(self, number: int) -> object:
        """The state in which that standing line was done; of the setup, the state that it made."""
        return self._before(self.standing.places, self.numbers.index(number))

    def lookup(self, number: int) -> object | None:
        """The state in which that line was done, also where an undo took it.

        None if it never stood, or where the rules of today do not come to it.
        """
        for places in (self.standing.places, *reversed(self.standing.undone)):
            for at in reversed(range(len(places))):
                if places[at].number == number:
                    return self._or_none(places, at, self._before)
        return None

    def trail_before(self, number: int) -> Trail:
        return Trail(self.fold, self.standing.places[: self.numbers.index(number)], self._before)

    def earlier(self, number: int) -> Sequence[object]:
        """The states that led to that standing line, as a picture of them may be drawn now.

        What lay open then and is told to nobody any more is in none of them.
        """
        now, trail = self.state, self.trail_before(number)
        return Lazy(len(trail), lambda at: self.game.past(trail[at], now))

    def since(self, number: int) -> tuple[int, ...]:
        return self.numbers[self.numbers.index(number) :]

    def fold(self, places: tuple[Place, ...], at: int) -> object:
        """The state after one of `places`, which stand or stood together."""
        first = at
        while (state := self.read(places[first])) is None and first:
            first -= 1
        self.actions.load([place.number for place in places[first : at + 1] if place not in self.states])
        for place in places[first + (state is not None) : at + 1]:
            state = self.states[place] = self._after(state, place)
        return state

    def walk(self, first: int = 0, end: int | None = None) -> Iterator[tuple[Place, object, object]]:
        """Line by line from one of those that stand: its place, the state after the one before, and its own.

        Of what is folded for it nothing is remembered: each state is there while its line is looked at.
        """
        places = self.standing.places[first:end]
        before = self.fold(self.standing.places, first - 1) if first and places else None
        for at, place in enumerate(places):
            if not at % NEAR:
                self.actions.load([each.number for each in places[at : at + NEAR] if each not in self.states])
            after = self.states.get(place)
            if after is None:
                after = self._after(before, place)
            yield place, before, after
            before = after

    def check_stands(self, number: int) -> None:
        """`IllegalAction` for a line that cannot be gone back to or corrected."""
        if number in self.past or self.is_behind:
            words = f"Line {number} was played by an earlier edition of the rules"
            raise IllegalAction("to", f"{words}: it can be read, and not taken back or corrected.")
        if number not in self.numbers:
            words = f"Line {number} does not stand"
            raise IllegalAction("to", f"{words}; the last that does is {self.numbers[-1]}.")

    def read(self, place: Place) -> object | None:
        """The state at that place where it is known or kept, nothing folded."""
        if place not in self.states and place in self.kept:
            state = snapshots.state_of(self.game, self.kept.pop(place))
            if state is not None:
                self.states[place] = state
        return self.states.get(place)

    def _or_none(self, places: tuple[Place, ...], at: int, state: Fold) -> object | None:
        with suppress(BrokenJournal):
            return state(places, at)
        return None

    def _before(self, places: tuple[Place, ...], at: int) -> object:
        """The state before one of `places`, once what a correction booked first is booked."""
        state = self.fold(places, max(at - 1, 0))
        return self.ready(places[at], state) if at else state

    def ready(self, place: Place, state: object) -> object:
        """The state in which that line is done, out of the one after the line before."""
        if place not in self.standing.repaired:
            return state
        return self.actions.done(place, self.standing).ready(state, self.game.apply)

    def _after(self, state: object | None, place: Place) -> object:
        try:
            if state is None:
                return self._opening(self.actions.written(place.number))
            repair = self.actions.done(place, self.standing)
            return self.game.apply(repair.ready(state, self.game.apply), repair.action).state
        except snapshots.SPOILT as error:
            # Why hangs on secrets, and everybody at the table is told of this.
            raise BrokenJournal(f"Line {place.number} no longer follows the rules.") from error

    def _opening(self, action: Any) -> object:
        """The state of the first line: the setup's, or the one that a line of the kind `edition` holds."""
        if not self.standing.past:
            return self.game.open(action).state
        state = snapshots.state_of(self.game, action["state"])
        if state is None:
            raise ValueError("the state that it holds cannot be read")
        return state


_known: LRUCache[tuple[int, str], Position] = LRUCache(REMEMBERED)
_lines: LRUCache[tuple[int, str, int], Entry] = LRUCache(READ)
_lock = Lock()


def written(table: Table, numbers: set[int]) -> dict[int, Entry]:
    """Lines by their numbers. What is written is never changed: each is read once."""
    at = {number: (table.pk, table.code, number) for number in numbers}
    with _lock:
        entries = {number: row for number in numbers if (row := _lines.get(at[number])) is not None}
    if missing := numbers - entries.keys():
        entries |= {row.number: row for row in Entry.objects.filter(table=table, number__in=missing)}
    if missing and not connection.in_atomic_block:
        with _lock:
            _lines.update({at[number]: entries[number] for number in missing & entries.keys()})
    return entries


def wrote(table: Table, entry: Entry) -> None:
    """A line that was committed just now is shown next: it is kept as it would be read.

    PostgreSQL puts the keys of its JSON in another order: there it is read.
    """
    if connection.vendor != "sqlite":
        return
    line = copy(entry)
    line._state.fields_cache.clear()
    for name in JSONS:
        setattr(line, name, loads(dumps(getattr(entry, name))))
    with _lock:
        _lines[table.pk, table.code, entry.number] = line


def position(table: Table) -> Position:
    """The table at `table.version`, `NotBegun` where nothing is dealt; what cannot be folded raises later."""
    if table.laid_out is not None:
        raise NotBegun("", STILL_SITTING)
    with _lock:
        current = _known.get((table.pk, table.code))
    if current is None or current.version > table.version:
        current = loaded(table)
    elif current.version < table.version:
        lines = Entry.objects.filter(table=table, number__gt=current.version, number__lte=table.version)
        current = extend(current, lines)
    remember(table, current)
    return current


def remember(table: Table, current: Position) -> None:
    with _lock:
        _known[table.pk, table.code] = current


def forget(table: Table) -> None:
    """Throw away what is remembered of a table."""
    with _lock:
        _known.pop((table.pk, table.code), None)


def loaded(table: Table) -> Position:
    """The position out of the database: which lines stand, which states are kept. Nothing is folded."""
    rows = Entry.objects.filter(table=table, number__lte=table.version)
    standing = _standing(rows, table.version)
    current = Position(shelf.game(table.system), 0, standing, Actions(table.pk).at(standing), {},
                     snapshots.kept(table), keys=written_keys(table))  # fmt: skip
    last = rows.only("number", "edition").last()
    return begun_anew(replace(current, version=last.number, edition=last.edition)) if last else current


def written_keys(table: Table) -> set[str]:
    """The keys of all taps that wrote a line, read in one go: a long campaign has thousands."""
    lines = Entry.objects.filter(table=table, number__lte=table.version).order_by().values("key").query
    with connection.cursor() as cursor:
        cursor.execute(*lines.sql_with_params())
        return {key for (key,) in cursor.fetchall()}


def _standing(rows: QuerySet[Entry], last: int) -> Standing:
    """What stands after all lines; of those in which something was done the number is all that counts."""
    others = starmap(line_of, rows.exclude(kind="action").values_list(*COLUMNS))
    numbers = range(1, last + 1) if rows.count() == last else tuple(rows.values_list("number", flat=True))
    standing, at = Standing(), 0
    for line in others:
        upto = bisect_left(numbers, line.number)
        standing, at = standing.acted(numbers[at:upto]).after(line), upto + 1
    return standing.acted(numbers[at:])


def begun_anew(current: Position) -> Position:
    """Where the rules have moved on, the state that is kept is the beginning, and what led to it is past."""
    if not current.is_behind or current.read(current.standing.places[-1]) is None:
        return current
    return replace(current, standing=current.standing.begun_anew)


def extend(current: Position, lines: Iterable[Entry]) -> Position:
    """Where the table stands after these lines too; each is played when its state is asked for."""
    lines = list(lines)
    if not lines:
        return current
    standing = fold(map(as_line, lines), current.standing)
    last = lines[-1]
    current.keys.update(line.key for line in lines)
    actions = current.actions.but(lines).at(standing)
    states, edition = _at_hand(current.states, standing.places), last.edition
    return replace(
        current, version=last.number, standing=standing, actions=actions, states=states, edition=edition
    )


def _at_hand(states: Mapping[Place, object], places: tuple[Place, ...]) -> dict[Place, object]:
    """What is known of states, or once that is much what is looked at: the newest, and one in so many."""
    if len(states) < 2 * NEWEST + len(places) // NEAR:
        return dict(states)
    kept = (*places[NEAR - 1 : -NEWEST : NEAR], *places[-NEWEST:])
    return {place: states[place] for place in kept if place in states}


def stepped(current: Position, entry: Entry, state: object = None) -> Position:
    """The position after one more line, whose state the door has already worked out if it makes a new one."""
    after = extend(current, [entry])
    if state is not None:
        after.states[after.standing.places[-1]] = state
    return after
