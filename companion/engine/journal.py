"""Which lines of a table's journal stand. Nothing is ever changed: undo and redo are lines too."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["setup", "action", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Line:
    """What the fold needs of one entry: its number, its kind and, for an undo, the last line kept."""

    number: int
    kind: Kind
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The lines that count, in order, and what a redo would bring back (latest undo last).

    >>> lines = [Line(1, "setup"), Line(2, "action"), Line(3, "action"), Line(4, "undo", 2)]
    >>> fold(lines).numbers
    (1, 2)
    >>> fold([*lines, Line(5, "redo")]).numbers
    (1, 2, 3)
    """

    numbers: tuple[int, ...] = ()
    undone: tuple[tuple[int, ...], ...] = ()

    def after(self, line: Line) -> "Standing":
        """What stands once `line` is written."""
        if line.kind == "undo":
            kept = tuple(n for n in self.numbers if n <= (line.to or 0))
            return Standing(kept, (*self.undone, self.numbers))
        if line.kind == "redo":
            return Standing(self.undone[-1], self.undone[:-1])
        return Standing((*self.numbers, line.number))


def fold(lines: Iterable[Line], start: Standing | None = None) -> Standing:
    """What stands after all of `lines`."""
    standing = start or Standing()
    for line in lines:
        standing = standing.after(line)
    return standing
