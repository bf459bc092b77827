"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules.

The order of checks: an object, its `type`, the `op` of a build, then key by key (specification 2).
"""

from typing import Annotated

from companion.engine import shape
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.state.table import State

__all__ = ["TYPES", "read_action"]

BUILDS = {
    "place": kinds.PlaceBuilding,
    "move": kinds.MoveBuilding,
    "flip": kinds.FlipBuilding,
    "pass": kinds.PassBuilding,
}
TYPES = {
    "place_estate": kinds.PlaceEstate,
    "choose_site": kinds.ChooseSite,
    "deal_actions": kinds.DealActions,
    "draft_offline": kinds.DraftOffline,
    "pick_action": kinds.PickAction,
    "play_supply": kinds.PlaySupply,
    "reveal": kinds.Reveal,
    "build": By("op", BUILDS),
    "refill": kinds.Refill,
    "adjust": kinds.Adjust,
}
ACTION = Annotated[kinds.Action, By("type", TYPES)]


def read_action(value: Json, state: State) -> kinds.Action:
    """One action; `InvalidInput` at the fault."""
    action: kinds.Action = shape.read(ACTION, value, names={"players": state.ids})
    return action
