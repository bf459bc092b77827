"""The lines that led to where a table stands, as one who looks may read them: what notebooks are made of."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.engine.game import Sight
from companion.engine.wire import Json
from companion.tables.position import Position
from companion.tables.position.trail import Actions, Trail


class Passage(NamedTuple):
    """One line that stands: what was done in it, and the states before it (None: the setup) and after."""

    number: int
    action: Json
    before: Any
    after: Any


class Passages(Sequence[Passage]):
    """The lines of a trail, oldest first, each read and folded when it is looked at.

    `redacted` makes of what was done what somebody may read of it.
    """

    def __init__(self, trail: Trail, actions: Actions, redacted: Callable[[Json], Json]) -> None:
        self.trail, self.actions, self.redacted = trail, actions, redacted

    def __len__(self) -> int:
        return len(self.trail)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[n] for n in range(len(self))[at]]
        n = range(len(self))[at]
        number = self.trail.places[n].number
        before = self.trail.before(n) if n else None
        return Passage(number, self.redacted(self.actions[number]), before, self.trail[n])


def passages(known: Position, sight: Sight, before: int = 0, now: Any = None) -> Passages:
    """The lines that stand, or those that led to line `before`, as this sight may read them.

    It reads them as the table stands then, or as it stands `now`: once a game is over, all of them.
    """
    trail = known.trail_before(before) if before else known.trail
    now = trail[-1] if now is None else now
    return Passages(trail, known.actions, lambda action: known.game.redact_action(now, action, sight))
