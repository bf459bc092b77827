"""Verräter's screens: finished values for the table, a hand and the TV, out of one scene."""

from collections.abc import Mapping

from companion.engine.game import Scene
from companion.games.verraeter.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Mapping[str, object]:
    """All that Verräter's templates print; what the scene's sight may not see is not in it."""
    return {}
