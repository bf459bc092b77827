"""Who may see what: a deployment is secret until both sides are done; all else is public (5.1, R17)."""

from dataclasses import replace

from companion.engine.game import Scene, Sight
from companion.engine.wire import Json
from companion.games.proelii.data import DISTANT, SIDES, Side
from companion.games.proelii.rules.legal import Entry, legal
from companion.games.proelii.state.table import State, state_json

HIDDEN = "hidden"
"""What stands for a place that a seat may not know."""
BOTH = ("losses", "close")


def is_secret(state: State) -> bool:
    """Whether the armies still stand behind the screen."""
    return state.step == "deploy"


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it: without the places of an army that is being deployed."""
    seen = state_json(state)
    if is_secret(state):
        for unit in seen["units"].values():
            if unit["side"] not in sight.sees and unit["at"] != DISTANT:
                unit["at"] = HIDDEN
    return seen


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state with what others deploy behind their screens where the battle had it, as all know."""
    if not is_secret(state):
        return state
    known = scene.trail[0].units if scene.trail else {}
    hidden = {
        name: known.get(name) or replace(unit, at="entry")
        for name, unit in state.units.items()
        if unit.side not in scene.sight.sees
    }
    return state.with_units(hidden)


def redact_action(state: State, action: Json, sight: Sight) -> Json:
    """An action as a sight may read it in the journal of a battle that stands at `state`."""
    if type(action) is not dict or action.get("type") != "deploy" or not is_secret(state):
        return action
    unit = state.units.get(action.get("unit", ""))
    return action if unit and unit.side in sight.sees else {"type": "deploy"}


def whose(state: State, action: Json) -> str:
    """The side whose deed it is: the unit's, or the side to act; empty where it is both sides'."""
    if type(action) is not dict or action.get("type") in ("adjust", "stalemate", *BOTH):
        return ""
    if action.get("type") == "surrender":
        side = action.get("side")
        return side if side in SIDES else ""
    name = action.get("unit")
    unit = state.units.get(name) if isinstance(name, str) else None
    if state.to_act is not None:
        return state.to_act
    return unit.side if unit else ""


def looks(state: State, action: Json) -> tuple[Side, ...]:
    """Whose secrets the rules look at before they allow it: in deployment the side's own."""
    if not is_secret(state) or state.to_act is None:
        return ()
    kind = action.get("type") if type(action) is dict else None
    if kind == "adjust":
        return SIDES
    return (state.to_act,) if kind == "deploy" else ()


def shows(state: State, action: Json) -> tuple[Side, ...]:
    """Whose deployment it shows to all: both, when black is done."""
    ends = is_secret(state) and state.to_act == "black"
    return SIDES if ends and type(action) is dict and action.get("type") == "done" else ()


def hangs(state: State, action: Json) -> tuple[Side, ...]:
    """Whose secrets decide whether this line still follows another past."""
    return SIDES if is_secret(state) else ()


def is_irrevocable(state: State, action: Json, rolled: bool) -> bool:
    """Whether an action rolled dice, took the screen away, or is what both sides have said."""
    both = type(action) is dict and action.get("type") in (*BOTH, "cancel", "convert")
    return rolled or both or bool(shows(state, action))


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for those who may act here; a deployment for its own eyes alone."""
    if state.to_act is not None and state.to_act not in sight.acts:
        return []
    if is_secret(state) and state.to_act not in sight.sees:
        return [each for each in legal(state) if each["type"] == "done"]
    return [each for each in legal(state) if _may(state, each, sight)] if sight.acts else []


def _may(state: State, entry: Entry, sight: Sight) -> bool:
    unit = state.units.get(entry.get("unit", ""))
    return unit is None or unit.side in sight.acts
