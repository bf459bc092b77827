"""Proelii's screens: finished values for the table, a side's own screen and the TV, out of one scene."""

from companion.engine.scene import Scene
from companion.engine.stage import Screen
from companion.games.proelii.screens.frame import bar
from companion.games.proelii.screens.hands import as_marked
from companion.games.proelii.screens.staging import staged
from companion.games.proelii.screens.turn import question
from companion.games.proelii.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that Proelii shows; what the sight may not see is not in it."""
    scene = as_marked(scene)
    hand = scene.own if scene.room == "hand" else None
    return Screen(bar(scene.state, hand), {}, staged(scene, *question(scene)))
