"""Which lines of a table's journal stand. Nothing is ever changed: undo, redo and amend are lines too."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["setup", "action", "undo", "redo", "amend"]


@dataclass(frozen=True, slots=True)
class Line:
    """What the fold needs of one entry: its number and its kind.

    `to` is the last line that an undo keeps, or the line that an amendment corrects. `dropped` are the later
    lines that could not follow an amendment; `struck` says that it only takes its line out.
    """

    number: int
    kind: Kind
    to: int | None = None
    dropped: frozenset[int] = frozenset()
    struck: bool = False


class Place(NamedTuple):
    """A line that counts, and the amendment since which what came before it is as it is (0: none).

    Wherever the same place stands, the same lines stand before it: its state is the same.
    """

    number: int
    since: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The lines that count, in order, and what a redo would bring back (latest undo or amendment last).

    >>> lines = [Line(1, "setup"), Line(2, "action"), Line(3, "action"), Line(4, "undo", 2)]
    >>> fold(lines).numbers
    (1, 2)
    >>> fold([*lines, Line(5, "redo")]).numbers
    (1, 2, 3)
    >>> fold([*lines[:3], Line(4, "amend", 2)]).numbers
    (1, 4, 3)
    """

    places: tuple[Place, ...] = ()
    undone: tuple[tuple[Place, ...], ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lines that count, oldest first."""
        return tuple(place.number for place in self.places)

    def after(self, line: Line) -> "Standing":
        """What stands once `line` is written."""
        if line.kind == "undo":
            return Standing(self.places[: self._length(line.to)], (*self.undone, self.places))
        if line.kind == "amend":
            return Standing(tuple(self._amended(line)), (*self.undone, self.places))
        if line.kind == "redo":
            return Standing(self.undone[-1], self.undone[:-1])
        return Standing((*self.places, Place(line.number, self.places[-1].since if self.places else 0)))

    def _length(self, to: int | None) -> int:
        return self.numbers.index(to) + 1 if to in self.numbers else 0

    def _amended(self, line: Line) -> Iterable[Place]:
        kept = self._length(line.to)
        yield from self.places[: kept - 1]
        if not line.struck:
            yield Place(line.number, line.number)
        yield from (Place(n, line.number) for n in self.numbers[kept:] if n not in line.dropped)


def fold(lines: Iterable[Line], start: Standing | None = None) -> Standing:
    """What stands after all of `lines`."""
    standing = start or Standing()
    for line in lines:
        standing = standing.after(line)
    return standing
