"""Putting trenches down or taking them up: taps on the board, and rows for fingers that miss it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.engine.wording import Values, signed
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

    def chosen(self) -> list[Values]:
        """The rows of the places that hold something."""
        return self._rows(list(self.places.counts))

    def rows(self) -> list[Values]:
        """The battlefields in board order, each with its open spaces, one more or one fewer."""
        return self._rows(list(self.room))

    def _rows(self, places: list[tuple[str, int]]) -> list[Values]:
        return [
            {"name": BATTLEFIELD_NAMES[name], "spaces": [self._space(where) for where in wheres]}
            for name in BATTLEFIELDS
            if (wheres := sorted(where for where in places if where[0] == name))
        ]

    def _space(self, where: tuple[str, int]) -> Values:
        name, space = where
        chosen = self.places.counts.get(where, 0)
        return {
            "label": f"{BATTLEFIELD_NAMES[name]}, {place(space)}",
            "where": f"Space {signed(space)}",
            "standing": self.state.battlefields[name].trenches.get(space, 0),
            "count": chosen,
            "more": self._more(where),
            "fewer": self.link(self.places.more(*where, -1)) if chosen else None,
        }

    def _more(self, where: tuple[str, int]) -> str | None:
        if self.left < 1 or self.places.counts.get(where, 0) >= self.room[where]:
            return None
        return self.link(self.places.more(*where))
