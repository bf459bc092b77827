"""Scarper's screens: finished values for the table, a hand and the TV, out of one scene."""

from companion.engine.game import Scene
from companion.engine.stage import Screen
from companion.games.scarper.data import Side
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.screens.frame import bar
from companion.games.scarper.screens.hand import hand_side
from companion.games.scarper.screens.staging import staged
from companion.games.scarper.screens.turn import question
from companion.games.scarper.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that is shown; what the scene's sight may not see is not in it."""
    own = hand_side(scene) if scene.room == "hand" else None
    return Screen(bar(scene.state, _acting(scene.state), own), {}, staged(scene, *question(scene)))


def _acting(state: State) -> Side | None:
    acting = actors(state)
    return acting[0] if len(acting) == 1 else None
