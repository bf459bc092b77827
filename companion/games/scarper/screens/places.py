"""Putting trenches down or taking them up: taps on the board, and rows for fingers that miss it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.engine.stage import Counter, Counters, Fold, Piece, Words, said
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS
from companion.games.scarper.screens.board import Taps, place
from companion.games.scarper.screens.draft import Places
from companion.games.scarper.state import State


@dataclass(frozen=True, slots=True)
class Placing:
    """Trenches being placed or removed: what stands in the draft, how many fit where and in all.

    `link` gives the address that holds other places.
    """

    state: State
    places: Places
    room: Mapping[tuple[str, int], int]
    most: int
    link: Callable[[Places], str]

    @property
    def left(self) -> int:
        """How many more may be chosen."""
        return self.most - self.places.total

    def taps(self) -> Taps:
        """The spaces of the board that take one more."""
        spaces = {where: more for where in self.room if (more := self._more(where))}
        return Taps(spaces=spaces, drafts=self.places.counts)

    def pieces(self, name: str) -> tuple[Piece, ...]:
        """What is chosen, and every open space folded away under a fold of that name."""
        chosen = self._counters(self.places.counts)
        every = Fold(id=name, title="All spaces as a list", pieces=(Counters(self._counters(self.room)),))
        return (Counters(chosen, "Chosen"), every) if chosen else (every,)

    def _counters(self, places: Iterable[tuple[str, int]]) -> tuple[Counter, ...]:
        """In board order."""
        ordered = sorted(places, key=lambda where: (BATTLEFIELDS.index(where[0]), where[1]))
        return tuple(self._counter(where) for where in ordered)

    def _counter(self, where: tuple[str, int]) -> Counter:
        name, space = where
        chosen = self.places.counts.get(where, 0)
        return Counter(
            words=said("{where}, {space}", where=BATTLEFIELD_NAMES[name], space=place(space)),
            small=self._standing(where),
            number=str(chosen),
            fewer=self.link(self.places.more(*where, -1)) if chosen else "",
            more=self._more(where),
        )

    def _standing(self, where: tuple[str, int]) -> Words:
        name, space = where
        standing = self.state.battlefields[name].trenches.get(space, 0)
        return said("{n} there", n=standing) if standing else ""

    def _more(self, where: tuple[str, int]) -> str:
        if self.left < 1 or self.places.counts.get(where, 0) >= self.room[where]:
            return ""
        return self.link(self.places.more(*where))
