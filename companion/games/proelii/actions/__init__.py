"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules."""

from typing import Annotated

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.games.proelii.actions import kinds
from companion.games.proelii.data import DESTROYED, DISTANT, ENTRY, ESCAPED, LINE
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.table import State

__all__ = ["NAMES", "TYPES", "read_action"]

TYPES = {
    "deploy": kinds.Deploy,
    "march": kinds.March,
    "start_move": kinds.StartMove,
    "done": kinds.Finish,
    "escape": kinds.Escape,
    "move": kinds.Move,
    "halt": kinds.Halt,
    "pass": kinds.Pass,
    "hit_and_run": kinds.HitAndRun,
    "charge": kinds.Charge,
    "push_out": kinds.PushOut,
    "exchange": kinds.Exchange,
    "roll": kinds.CombatRoll,
    "reroll": kinds.Reroll,
    "cancel": kinds.Cancel,
    "convert": kinds.Convert,
    "close": kinds.Close,
    "losses": Orders,
    "advance": kinds.Follow,
    "surrender": kinds.Surrender,
    "stalemate": kinds.Stalemate,
    "adjust": kinds.Adjust,
}
NAMES = {kind: name for name, kind in TYPES.items()}
ACTION = Annotated[kinds.Action, By("type", TYPES)]
OF_UNITS = ("at", "cp", "energy", "experience", "inactive")
OF_SIDES = ("prestige",)


def read_action(value: Json, state: State) -> kinds.Action:
    """One action; `InvalidInput` at the fault."""
    squares = state.board.squares
    names = {
        "squares": squares,
        "fronts": (*squares, ENTRY),
        "elements": (*squares, ENTRY, DISTANT, ESCAPED, LINE),
        "places": (*squares, ENTRY, DISTANT, ESCAPED, DESTROYED),
    }
    action: kinds.Action = shape.read(ACTION, value, names=names)
    if isinstance(action, kinds.Adjust):
        _check_adjust(action)
    if isinstance(action, kinds.Escape):
        _check_volleys(action)
    return action


def _check_adjust(action: kinds.Adjust) -> None:
    if (action.unit is None) == (action.side is None):
        raise InvalidInput("unit", "Either a unit or a side is wanted.")
    said = action.set.said()
    if not said:
        raise InvalidInput("set", "Say what is to be set.")
    known = OF_UNITS if action.unit else OF_SIDES
    for key in said:
        if key not in known:
            raise InvalidInput(f"set.{key}", f"Only {', '.join(known)} can be set here.")


def _check_volleys(action: kinds.Escape) -> None:
    for n, each in enumerate(action.attacks):
        if len(each.faces) != len(each.rerolls) + 1:
            raise InvalidInput(f"attacks.{n}.rerolls", "Say the first face, and one more for each reroll.")
