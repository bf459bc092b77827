"""SCOPE's screens: finished values for the table, a side's own screen and the TV, out of one scene."""

from companion.engine.scene import Scene
from companion.engine.stage import Screen
from companion.games.scope.screens.frame import bar
from companion.games.scope.screens.laying_out import laying_out
from companion.games.scope.screens.staging import staged
from companion.games.scope.screens.turn import question
from companion.games.scope.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that SCOPE shows; what the sight may not see is not in it."""
    hand = scene.own if scene.room == "hand" else None
    laying = scene.state.phase == "laying_out"
    stage = laying_out(scene) if laying else staged(scene, *question(scene))
    return Screen(bar(scene.state, hand), {}, stage)
