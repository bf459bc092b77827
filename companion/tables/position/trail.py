"""What a table's journal tells only when it is asked: what was done in a line, and the state after it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.engine.journal import Place
from companion.engine.wire import Json
from companion.tables.models import Entry

NEAR = 64
"""Actions read at once where one is asked for."""


class Actions:
    """What was done in each line, read from the journal of `table` (its row) when it is asked for.

    No mapping: what has not been read yet would seem not to be there.
    """

    def __init__(self, table: int | None = None, known: Mapping[int, Json] | None = None) -> None:
        self.table = table
        self._known = dict(known or {})

    def __getitem__(self, number: int) -> Json:
        if number not in self._known:
            self.load(range(number - NEAR + 1, number + 1))
        return self._known[number]

    def of(self, numbers: Sequence[int]) -> list[tuple[int, Json]]:
        """Those of these lines in which something was done, each with it."""
        self.load(numbers)
        told = ((number, self._known.get(number)) for number in numbers)
        return [(number, action) for number, action in told if action is not None]

    def load(self, numbers: Sequence[int]) -> None:
        """Read those that are not known yet, and some after them, all at once."""
        missing = [number for number in numbers if number not in self._known]
        if missing and self.table is not None:
            lines = Entry.objects.filter(table=self.table, number__range=_reach(missing))
            self._known.update(lines.values_list("number", "action"))

    def but(self, lines: Iterable[Entry]) -> "Actions":
        """The same, and what was done in these."""
        return Actions(self.table, {**self._known, **{line.number: line.action for line in lines}})


def _reach(missing: Sequence[int]) -> tuple[int, int]:
    """Who folds a journal line by line does not ask for each by itself."""
    first = min(missing)
    return first, max(*missing, first + NEAR - 1)


class Trail(Sequence[Any]):
    """The states after lines that stand, oldest first, each folded when it is looked at."""

    def __init__(self, fold: Callable[[tuple[Place, ...], int], Any], places: tuple[Place, ...]) -> None:
        self.fold, self.places = fold, places

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[n] for n in range(len(self))[at]]
        return self.fold(self.places, range(len(self))[at])
