"""Verräter's screens: finished values for the table, a hand and the TV, out of one scene."""

from collections.abc import Mapping

from companion.engine.game import Scene, Sight
from companion.games.verraeter.rules.secrets import redact_state
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Mapping[str, object]:
    """Where the game stands, in words and tables; secrets on a hand's own screen alone."""
    seen = redact_state(scene.state, scene.sight if scene.room == "hand" else Sight())
    return {"position": told.session({}, {"view": seen})}
