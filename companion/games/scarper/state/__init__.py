"""What a game of Scarper is made of: the state, the house rules, the board and the box of cards.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.scarper.state.board import Board, Track, starter_board
from companion.games.scarper.state.effects import Effect, Ongoing
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.library import Card, Library, Mission, starter_library
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import (
    Hand,
    InPlay,
    Orders,
    PerSide,
    State,
    TracksScored,
    Turn,
    YearRecord,
    read_state,
    state_json,
)

__all__ = [
    "Battlefield",
    "Board",
    "Card",
    "Effect",
    "Hand",
    "InPlay",
    "Library",
    "Mission",
    "Ongoing",
    "Options",
    "Orders",
    "PerSide",
    "State",
    "Track",
    "TracksScored",
    "Turn",
    "YearRecord",
    "read_state",
    "starter_board",
    "starter_library",
    "state_json",
]
