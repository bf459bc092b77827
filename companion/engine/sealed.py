"""A step that belongs to several seats: each marks its own under a seal, and all are opened in one moment.

The journal knows nothing of marks. The table keeps them beside it, like a hand, until every seat has said
that it is ready; the last word writes the actions that the rules have for it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.wire import Json

BOTH = "both"
"""Whom a screen taps for, as its address says it, that decides openly for all who share it."""

type Marks = Mapping[str, Json]
"""What each seat has marked so far, in the game's own form."""


class Kept(NamedTuple):
    """What is left of the marks after a line; `ready` is that who was ready still is."""

    marks: Marks
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Sealed[S]:
    """How a game's common steps are decided.

    * `owners(state)`: the seats to which the step belongs now; none where it is one seat's, or nobody's.
    * `marked(state, seat, marks, mark)`: a seat's marks with one more, which may take others back;
      `InvalidInput` or `IllegalAction` with paths inside the mark.
    * `opened(state, marks)`: the actions that all marks together come to, in the order of the rules.
    * `kept(before, action, after, marks)`: what is left of the marks after a line; None: nothing.
    * `is_idle(state, seat)`: that there is nothing for that seat to mark or to do.
    * `ends(state, action)`: that it would end the step for all its owners at once, or tell what is sealed.
    """

    owners: Callable[[S], tuple[str, ...]]
    marked: Callable[[S, str, Json, Json], Json]
    opened: Callable[[S, Marks], Iterable[Json]]
    kept: Callable[[S, Json, S, Marks], Kept | None]
    is_idle: Callable[[S, str], bool]
    ends: Callable[[S, Json], bool]


@dataclass(frozen=True, slots=True)
class Hands:
    """How far a common step is, as one screen may know it.

    `said` are the seats that are ready by their word, `idle` those that have nothing to mark. `marks` holds
    what may lie open on this screen alone. `alone` is that nobody else speaks for any of the owners, so that
    this device does what is to be done at once.
    """

    owners: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    marks: Marks = field(default_factory=dict)
    alone: bool = False

    def is_ready(self, seat: str) -> bool:
        """Whether a seat is ready, by its word or because it has nothing to mark."""
        return seat in self.said or seat in self.idle

    @property
    def missing(self) -> tuple[str, ...]:
        """For whom is waited."""
        return tuple(seat for seat in self.owners if not self.is_ready(seat))


NOTHING = Hands()
"""The step is no common one."""
