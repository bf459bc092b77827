"""The notebook of the company whose screen this is: worked out once for all that is drawn of it."""

from functools import lru_cache
from typing import Any

from companion.engine.game import Scene
from companion.games.parabellum.rules.notebook import Flag, notebook, passages_of
from companion.games.parabellum.screens.seeing import own_seat
from companion.games.parabellum.state import State

KEPT = 8
"""Notebooks that are remembered."""


def flags(scene: Scene[State]) -> tuple[Flag, ...]:
    """The notebook of the company whose screen this is; no pages on anybody else's."""
    me = own_seat(scene)
    return _book(_Same(scene.state), _Same(scene.passages or scene.trail), me) if me else ()


class _Same:
    """A thing that is equal to itself alone: it is kept as long as what was made of it is."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@lru_cache(maxsize=KEPT)
def _book(state: _Same, seen: _Same, me: str) -> tuple[Flag, ...]:
    """A screen asks for it more than once."""
    passages = seen.it if seen.it and not isinstance(seen.it[0], State) else passages_of(seen.it)
    return notebook(state.it, passages, me)
