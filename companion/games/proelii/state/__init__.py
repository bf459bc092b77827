"""What a battle is made of: its ground, its units, its house rules, and where it stands."""

from companion.games.proelii.state.options import Options
from companion.games.proelii.state.table import State, read_state, state_json
from companion.games.proelii.state.unit import Unit

__all__ = ["Options", "State", "Unit", "read_state", "state_json"]
