"""Players' identifiers, and the names that states, actions and questions share."""

from typing import Annotated

from companion.engine.called import Called
from companion.engine.shape import Between, Distinct, Known, Matching
from companion.engine.wire import Json
from companion.games.verraeter.data import CIRCLE, SUPPLY_VALUES, UNKNOWN, ActionCard

FEWEST_PLAYERS, MOST_PLAYERS = 3, 4
LARGEST_VALUE = SUPPLY_VALUES[-1]
TAKEN = "“{given}” sits here already; each player has an id of his own."
IDENTIFIER = "a player's short name: a letter a-z, then up to 15 of a-z, 0-9 and _"

type Id = Annotated[str, Matching("[a-z][a-z0-9_]{0,15}", IDENTIFIER)]
"""A player's identifier."""
type PlayerId = Annotated[str, Known("players", "{given} does not sit at this table; {names} do.")]
"""Somebody who sits at the table."""
type Position = Annotated[int, Between(0, CIRCLE - 1)]
"""A position in the circle."""
type SupplyCards = tuple[Annotated[int, Between(SUPPLY_VALUES[0], LARGEST_VALUE)], ...]
"""Supply cards by their values."""
type DrawnCards = tuple[Annotated[int, Between(UNKNOWN, LARGEST_VALUE)], ...]
"""The same; 0 stands for a card that nobody has told the app."""
type CardNames = Annotated[
    tuple[ActionCard, ...], Distinct("“{given}” is named before; there is one card of each.")
]
"""Different action cards."""


def spoken(player: Json) -> Called:
    """A player's id as people read it.

    >>> spoken("big_anna")
    'Big Anna'
    """
    if type(player) is not str or not player:
        return Called("Somebody")
    return Called(player.replace("_", " ").title(), player)
