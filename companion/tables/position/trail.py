"""What a table's journal tells only when it is asked: what was done in a line, and the state after it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.engine.journal import Place, Repair, Standing
from companion.engine.wire import Json
from companion.tables.models import Entry
from companion.tables.position.written import Repairs, read_repairs

NEAR = 64
"""Actions read at once where one is asked for."""


class Actions:
    """What was done in each line, read from the journal of `table` (its row) when it is asked for.

    No mapping: what has not been read yet would seem not to be there. A line that stands and was repaired
    is as its repair has it; `repaired` says in which amendment that is, `repairs` what amendments hold.
    """

    def __init__(
        self,
        table: int | None = None,
        known: dict[int, Json] | None = None,
        repairs: Mapping[int, Repairs] | None = None,
        repaired: Mapping[int, int] | None = None,
    ) -> None:
        self.table = table
        # Not copied: a campaign has thousands of lines, and a tap adds one.
        self._known, self._repairs = {} if known is None else known, dict(repairs or {})
        self._repaired = dict(repaired or {})

    def __getitem__(self, number: int) -> Json:
        repair = self.repair(number)
        return self.written(number) if repair is None else repair.action

    def __contains__(self, number: int) -> bool:
        """Whether that line stands as a repair has it."""
        return number in self._repaired

    def written(self, number: int) -> Json:
        """What was done in it as it was written."""
        if number not in self._known:
            self.load(range(number - NEAR + 1, number + 1))
        return self._known[number]

    def done(self, place: Place, standing: Standing) -> Repair:
        """What was done at a place, whether it stands or an undo took it, and what was booked before it."""
        by = standing.repaired.get(place, 0)
        return self._of(place.number, by) if by else Repair("as_written", self.written(place.number))

    def repair(self, number: int) -> Repair | None:
        """What is done in that line as it stands, if that is a repair."""
        return self._of(number, self._repaired[number]) if number in self._repaired else None

    def _of(self, number: int, by: int) -> Repair:
        if by not in self._repairs:
            held = Entry.objects.filter(table=self.table, number=by).values_list("repairs", flat=True)
            self._repairs[by] = read_repairs(held[0])
        return self._repairs[by][number]

    def of(self, numbers: Sequence[int]) -> list[tuple[int, Json]]:
        """Those of these lines in which something was done, each with it."""
        self.load(numbers)
        known = {**self._known, **{number: self[number] for number in self._repaired}}
        told = ((number, known.get(number)) for number in numbers)
        return [(number, action) for number, action in told if action is not None]

    def load(self, numbers: Sequence[int]) -> None:
        """Read those that are not known yet, and some after them, all at once."""
        missing = [number for number in numbers if number not in self._known]
        if missing and self.table is not None:
            lines = Entry.objects.filter(table=self.table, number__range=_reach(missing))
            self._known.update(lines.values_list("number", "action"))

    def but(self, lines: Iterable[Entry]) -> "Actions":
        """The same, and what was done in these."""
        lines = list(lines)
        known = {**self._known, **{line.number: line.action for line in lines}}
        repairs = {line.number: read_repairs(line.repairs) for line in lines if line.repairs}
        return Actions(self.table, known, {**self._repairs, **repairs}, self._repaired)

    def at(self, standing: Standing) -> "Actions":
        """The same for a table of which these lines stand."""
        if not (standing.repaired or self._repaired):
            return self
        held = standing.repaired
        repaired = {place.number: held[place] for place in standing.places if place in held}
        return Actions(self.table, self._known, self._repairs, repaired)


def _reach(missing: Sequence[int]) -> tuple[int, int]:
    """Who folds a journal line by line does not ask for each by itself."""
    first = min(missing)
    return first, max(*missing, first + NEAR - 1)


type Fold = Callable[[tuple[Place, ...], int], Any]


class Trail(Sequence[Any]):
    """The states after lines that stand, oldest first, each folded when it is looked at."""

    def __init__(self, fold: Fold, places: tuple[Place, ...], before: Fold) -> None:
        self.fold, self.places, self._before = fold, places, before

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[n] for n in range(len(self))[at]]
        return self.fold(self.places, range(len(self))[at])

    def before(self, at: int) -> Any:
        """The state in which that line was done."""
        return self._before(self.places, at)


class Drawn(Sequence[Any]):
    """The states of a trail, each as `drawn` makes it when it is looked at."""

    def __init__(self, trail: Trail, drawn: Callable[[Any], Any]) -> None:
        self.trail, self.drawn = trail, drawn

    def __len__(self) -> int:
        return len(self.trail)

    def __getitem__(self, at: Any) -> Any:
        found = self.trail[at]
        return [self.drawn(each) for each in found] if isinstance(at, slice) else self.drawn(found)
