"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules.

The order of checks: an object, its `type`, unknown and missing keys, then key by key (specification 5).
"""

from collections.abc import Mapping
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.errors import things_of
from companion.engine.shape import By, Then
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.actions.deeds import correcting, loaded, naming
from companion.games.parabellum.data import FOLDER, RESOURCES

__all__ = ["ON_TABLE", "THINGS", "TYPES", "read_action"]

THINGS = things_of(FOLDER)
LOADED = Then(loaded)
PURCHASES: Mapping[str, Any] = {**dict.fromkeys(RESOURCES, kinds.Purchase), "units": kinds.PurchaseUnits}
TYPES: Mapping[str, Any] = {
    "turn_order": kinds.TurnOrder,
    "purchase": By("resource", PURCHASES, kept=True),
    "done": kinds.Done,
    "muster": kinds.Muster,
    "stow": Annotated[kinds.Stow, LOADED],
    "unstow": Annotated[kinds.Unstow, LOADED],
    "board": kinds.Board,
    "alight": kinds.Alight,
    "move": kinds.Move,
    "reposition": kinds.Reposition,
    "entrench": kinds.Entrench,
    "dig_out": kinds.DigOut,
    "extract": kinds.Extract,
    "deploy": kinds.Deploy,
    "transfer": Annotated[kinds.Transfer, LOADED],
    "cache": Annotated[kinds.Cache, LOADED],
    "pick_up": Annotated[kinds.PickUp, LOADED],
    "resupply": kinds.Resupply,
    "engineer": kinds.Engineer,
    "recon": kinds.Recon,
    "barrage": kinds.Barrage,
    "attack": kinds.Attack,
    "attack_cache": kinds.AttackCache,
    "reorganize": kinds.Reorganize,
    "disband": kinds.Disband,
    "scrap": kinds.Scrap,
    "end_phase": kinds.EndPhase,
    "withdraw": kinds.Withdraw,
    "objective": kinds.Find,
    "end_scenario": kinds.EndScenario,
    "choose": kinds.Choose,
    "abstain": kinds.Abstain,
    "name": Annotated[kinds.Name, Then(naming)],
    "adjust": Annotated[kinds.Adjust, Then(correcting)],
}
ON_TABLE: Mapping[str, Any] = {
    **TYPES,
    "move": kinds.TableMove,
    "deploy": kinds.TableDeploy,
    "alight": kinds.TableAlight,
    "reposition": kinds.TableReposition,
    "engineer": kinds.TableWork,
    "stand": kinds.Stand,
}
"""Where the real map lies on the table: the same deeds without squares."""
ACTION = Annotated[kinds.Action, By("type", TYPES)]
ACTION_ON_TABLE = Annotated[kinds.Action, By("type", ON_TABLE)]


def read_action(value: Json, *, tracked: bool = True) -> kinds.Action:
    """One action; `InvalidInput` at the fault. `tracked`: the app keeps the map."""
    kind = ACTION if tracked else ACTION_ON_TABLE
    action: kinds.Action = shape.read(kind, value, missing_first="everywhere")
    return action
