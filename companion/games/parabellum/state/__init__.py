"""What a campaign of Parabellum is made of: the binder, the state, the house rules.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.parabellum.state.table import State, read_state, state_json

__all__ = ["State", "read_state", "state_json"]
