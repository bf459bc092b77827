"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules.

The order of checks: an object, its `type`, then key by key (specification 2).
"""

from typing import Annotated

from companion.engine import shape
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.games.scope.actions import kinds
from companion.games.scope.state.table import State

__all__ = ["NAMES", "TYPES", "read_action"]

TYPES = {
    "lay_out": kinds.LayOut,
    "move": kinds.Move,
    "search": kinds.Search,
    "shoot": kinds.Shoot,
    "hold": kinds.Hold,
    "recognition": kinds.Recognition,
    "howitzer": kinds.Howitzer,
    "offensive_fire": kinds.OffensiveFire,
    "assault": kinds.Assault,
    "advance": kinds.Advance,
    "reinforce": kinds.Reinforce,
    "deploy": kinds.Deploy,
    "end_turn": kinds.EndTurn,
    "pass": kinds.Pass,
    "resign": kinds.Resign,
    "adjust": kinds.Adjust,
}
NAMES = {kind: name for name, kind in TYPES.items()}
ACTION = Annotated[kinds.Action, By("type", TYPES)]


def read_action(value: Json, state: State) -> kinds.Action:
    """One action; `InvalidInput` at the fault."""
    action: kinds.Action = shape.read(ACTION, value, names={"seats": state.slots})
    return action
