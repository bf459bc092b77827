"""What a campaign of Parabellum is made of: the binder, the state, the house rules.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.parabellum.state.json_form import state_json
from companion.games.parabellum.state.table import State

__all__ = ["State", "state_json"]
