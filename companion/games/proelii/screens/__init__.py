"""What people see of Proelii: the bar above a battle, and its sheets on the desk."""

from companion.engine.scene import Scene
from companion.engine.stage import Bar, Screen, Turn
from companion.games.proelii.data import PHASE_NAMES, SIDE_NAMES, STEP_NAMES, TITLE
from companion.games.proelii.state import State


def view(scene: Scene[State]) -> Screen:
    """The bar alone: round, step, who acts."""
    state = scene.state
    acts = Turn(SIDE_NAMES[state.to_act], state.to_act) if state.to_act else None
    hand = scene.own if scene.room == "hand" else None
    phase = STEP_NAMES[state.step] if state.step else PHASE_NAMES["over"]
    plate = f"Round {state.round}" if state.round else "Start"
    return Screen(Bar(title=TITLE, plate=plate, phase=phase, turn=acts, hand=hand), {})
