"""What a game of SCOPE is made of: the state, the house rules, the ground that it is fought on.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.scope.state.options import Options, Points
from companion.games.scope.state.table import Lying, Shot, State, read_state, state_json

__all__ = ["Lying", "Options", "Points", "Shot", "State", "read_state", "state_json"]
