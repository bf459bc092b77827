"""Deeds that move tokens of fuel and ammunition: at least one (specification 5)."""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.engine.errors import InvalidInput
from companion.engine.shape import Between
from companion.games.parabellum.state.pieces import Load

MOST_LOADED = 99

type Tokens = Annotated[int, Between(0, MOST_LOADED)]


class Loading:
    """A deed with its tokens."""

    __slots__ = ()
    fuel: int
    ammunition: int

    @property
    def load(self) -> Load:
        """The tokens that are moved."""
        return Load(self.fuel, self.ammunition)


def loaded(action: Loading, _: Mapping[str, Any]) -> Loading:
    """A deed that was read, if it moves something."""
    if not action.load.total:
        raise InvalidInput("fuel", "At least one token must be named; both are 0.")
    return action
