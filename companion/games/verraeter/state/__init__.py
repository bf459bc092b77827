"""What a game of Verräter is made of: the state, the house rules, the values on the cards.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.verraeter.state.cards import Cards, Land, Words, starter_cards, starter_file
from companion.games.verraeter.state.circles import StarterCircle, starter_circles
from companion.games.verraeter.state.options import Options
from companion.games.verraeter.state.table import (
    Building,
    Draft,
    Due,
    Landscape,
    Player,
    Site,
    State,
    read_state,
    state_json,
)

__all__ = [
    "Building",
    "Cards",
    "Draft",
    "Due",
    "Land",
    "Landscape",
    "Options",
    "Player",
    "Site",
    "StarterCircle",
    "State",
    "Words",
    "read_state",
    "starter_cards",
    "starter_circles",
    "starter_file",
    "state_json",
]
