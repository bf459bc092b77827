"""Which lines of a table's journal stand. Nothing is ever changed: undo, redo and amend are lines too."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import repeat
from typing import Any, Literal, NamedTuple

from companion.engine.wire import Json

Kind = Literal["setup", "action", "undo", "redo", "amend", "edition"]


NEAR = 64
"""Lines at a journal's end that are looked through one by one."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the fold needs of one entry: its number and its kind.

    `to` is the last line that an undo keeps, the line that an amendment corrects, or the last one that
    counted before an edition (None: all). `dropped` are the later lines that could not follow an amendment,
    `repaired` those that do it otherwise than they were written; `struck` says that it only takes its line
    out.
    """

    number: int
    kind: Kind
    to: int | None = None
    dropped: frozenset[int] = frozenset()
    struck: bool = False
    repaired: frozenset[int] = frozenset()


class Place(NamedTuple):
    """A line that counts, and the amendment since which what came before it is as it is (0: none).

    Wherever the same place stands, the same lines stand before it: its state is the same.
    """

    number: int
    since: int


@dataclass(frozen=True)
class Standing:
    """The lines that count, in order, and what a redo would bring back (latest undo or amendment last).

    Where the rules' edition moves on, what counts begins anew: `past` are the lines that counted before.
    `repaired` tells of a place, also one that an undo took, which amendment holds the repair of its line.

    >>> lines = [Line(1, "setup"), Line(2, "action"), Line(3, "action"), Line(4, "undo", 2)]
    >>> fold(lines).numbers
    (1, 2)
    >>> fold([*lines, Line(5, "redo")]).numbers
    (1, 2, 3)
    >>> fold([*lines[:3], Line(4, "amend", 2)]).numbers
    (1, 4, 3)
    >>> fold([*lines[:3], Line(4, "amend", 2, repaired=frozenset([3]))]).repaired
    {Place(number=3, since=4): 4}
    >>> moved = fold([*lines, Line(5, "edition"), Line(6, "action")])
    >>> moved.numbers, [place.number for place in moved.past]
    ((5, 6), [1, 2])
    """

    places: tuple[Place, ...] = ()
    undone: tuple[tuple[Place, ...], ...] = ()
    past: tuple[Place, ...] = ()
    repaired: Mapping[Place, int] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The lines that count, oldest first; asked for a hundred times a tap."""
        return tuple(place.number for place in self.places)

    def place(self, number: int) -> Place | None:
        """Where that line stands, if it does: looked for first at the end, where people look."""
        near = (place for place in reversed(self.places[-NEAR:]) if place.number == number)
        return next(near, None) or self._by_number.get(number)

    def counts(self, number: int) -> bool:
        """Whether that line stands, or did when the rules moved on."""
        return self.place(number) is not None or self.is_past(number)

    def is_past(self, number: int) -> bool:
        """Whether that line stood when the rules moved on: all that did were written before."""
        return bool(self.past) and number < self.places[0].number and number in self._past

    @cached_property
    def _by_number(self) -> Mapping[int, Place]:
        return {place.number: place for place in self.places}

    @cached_property
    def _past(self) -> Set[int]:
        return {place.number for place in self.past}

    def after(self, line: Line) -> "Standing":
        """What stands once `line` is written."""
        if line.kind == "undo":
            return self._with(self.places[: self._length(line.to)], (*self.undone, self.places))
        if line.kind == "amend":
            places = tuple(self._amended(line))
            return Standing(places, (*self.undone, self.places), self.past, self._repaired(line, places))
        if line.kind == "redo":
            return self._with(self.undone[-1], self.undone[:-1])
        if line.kind == "edition":
            kept = self.places if line.to is None else self.places[: self._length(line.to)]
            return Standing((Place(line.number, 0),), (), (*self.past, *kept))
        return self.acted([line.number])

    def acted(self, numbers: Sequence[int]) -> "Standing":
        """What stands once something was done in these lines; no row of places is made anew for each."""
        if not numbers:
            return self
        since = self.places[-1].since if self.places else 0
        places = (*self.places, *map(Place._make, zip(numbers, repeat(since))))
        after = Standing(places, (), self.past, self.repaired)
        # Counted on, not anew: a journal grows by a line a tap.
        if "numbers" in vars(self) or not self.places:
            vars(after)["numbers"] = (*self.numbers, *numbers)
        return after

    @property
    def begun_anew(self) -> "Standing":
        """The same where only the last line can be played on from: those before it are past."""
        return Standing(self.places[-1:], (), (*self.past, *self.places[:-1]))

    def _with(self, places: tuple[Place, ...], undone: tuple[tuple[Place, ...], ...] = ()) -> "Standing":
        return Standing(places, undone, self.past, self.repaired)

    def _length(self, to: int | None) -> int:
        return self.numbers.index(to) + 1 if to in self.numbers else 0

    def _amended(self, line: Line) -> Iterable[Place]:
        kept = self._length(line.to)
        yield from self.places[: kept - 1]
        if not line.struck:
            yield Place(line.number, line.number)
        yield from (Place(n, line.number) for n in self.numbers[kept:] if n not in line.dropped)

    def _repaired(self, line: Line, places: tuple[Place, ...]) -> Mapping[Place, int]:
        """What it repairs, and what was repaired before it and still is."""
        before = {place.number: self.repaired[place] for place in self.places if place in self.repaired}
        now = before | dict.fromkeys(line.repaired, line.number)
        after = (place for place in places if place.since == line.number and place.number in now)
        return {**self.repaired, **{place: now[place.number] for place in after}}


def fold(lines: Iterable[Line], start: Standing | None = None) -> Standing:
    """What stands after all of `lines`."""
    standing, numbers = start or Standing(), list[int]()
    for line in lines:
        if line.kind == "action":
            numbers.append(line.number)
        else:
            standing, numbers = standing.acted(numbers).after(line), []
    return standing.acted(numbers)


type How = Literal["as_made", "less", "booked", "as_written"]


class Repair(NamedTuple):
    """What is done in a line's place instead of what could not follow.

    `as_made`: the choice that was made at the table stands, whoever should have made it; `less`: as much of
    the same as there is; `booked`: the line as it is, after adjusting entries (`first`) for what it lacks;
    `as_written`: as it was written before an earlier correction changed it.
    """

    how: How
    action: Json
    first: tuple[Json, ...] = ()

    def ready(self, state: object, apply: Callable[[Any, Json], Any]) -> Any:
        """The state in which it is done: once what it books first is booked."""
        return reduce(lambda now, entry: apply(now, entry).state, self.first, state)


def whoever(seat_key: str, actors: Sequence[str], action: Json) -> Iterator[Repair]:
    """The same deed by those whose it is now."""
    was: Any = action.get(seat_key)
    if isinstance(was, str):
        yield from (Repair("as_made", {**action, seat_key: seat}) for seat in actors if seat != was)
