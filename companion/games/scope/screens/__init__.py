"""What people see of SCOPE: the bar above a table, and its sheets on the desk."""

from companion.engine.scene import Scene
from companion.engine.stage import Bar, Screen, Turn
from companion.games.scope.data import PHASE_NAMES, TITLE
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken


def view(scene: Scene[State]) -> Screen:
    """The bar alone: turn, phase, who acts."""
    state = scene.state
    acts = None if state.phase == "finished" else Turn(spoken(state.slot), side_of(state.slot))
    hand = scene.own if scene.room == "hand" else None
    return Screen(
        Bar(title=TITLE, plate=f"Turn {state.turn}", phase=PHASE_NAMES[state.phase], turn=acts, hand=hand), {}
    )
