"""SCOPE's screens: finished values for the table, a side's own screen and the TV, out of one scene."""

from dataclasses import replace

from companion.engine.scene import Scene
from companion.engine.stage import Screen, Stage
from companion.games.scope.screens.adjusting import wants_adjusting
from companion.games.scope.screens.ending import ended
from companion.games.scope.screens.frame import bar
from companion.games.scope.screens.laying_out import laying_out
from companion.games.scope.screens.refereeing import told_question
from companion.games.scope.screens.seals import folded
from companion.games.scope.screens.staging import staged
from companion.games.scope.screens.turn import question
from companion.games.scope.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that SCOPE shows; what the sight may not see is not in it."""
    hand = scene.own if scene.room == "hand" else None
    return Screen(bar(scene.state, hand), {}, _stage(scene))


def _stage(scene: Scene[State]) -> Stage:
    if scene.state.phase == "laying_out":
        return laying_out(scene)
    if scene.is_open or scene.state.phase == "finished":
        return ended(scene)
    adjusts = wants_adjusting(scene) or not scene.state.cards
    stage = staged(scene, *(question(scene) if adjusts else told_question(scene)))
    return replace(stage, ask=replace(stage.ask, pieces=(*stage.ask.pieces, *folded(scene.state))))
