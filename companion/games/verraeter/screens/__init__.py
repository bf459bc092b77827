"""Verräter's screens: finished values for the table, a hand and the TV, out of one scene."""

from companion.engine.game import Scene
from companion.engine.stage import Screen
from companion.games.verraeter.screens.frame import bar
from companion.games.verraeter.screens.staging import staged, walked
from companion.games.verraeter.screens.story import walk_of
from companion.games.verraeter.screens.turn import question
from companion.games.verraeter.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that Verräter shows; what the sight may not see, or what is still to be told, is not in it."""
    hand = scene.own if scene.room == "hand" else None
    walk = walk_of(scene)
    if walk is not None:
        return Screen(bar(walk.conflict.before, hand), {}, walked(scene, walk))
    return Screen(bar(scene.state, hand), {}, staged(scene, *question(scene)))
