"""Parabellum's screens: finished values for the table, a hand and the TV, out of one scene."""

from collections.abc import Mapping

from companion.engine.game import Scene, Sight
from companion.games.parabellum.rules.secrets import redact_state
from companion.games.parabellum.rules.telling import headline
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken

__all__ = ["view"]


def view(scene: Scene[State]) -> Mapping[str, object]:
    """Where the campaign stands, and what each player has; secrets on a hand's own screen alone."""
    seen = redact_state(scene.state, scene.sight if scene.room == "hand" else Sight())
    rows = [
        (spoken(player), each["status"], "" if each["credits"] is None else each["credits"])
        for player, each in seen["players"].items()
    ]
    return {"headline": headline(scene.state), "rows": rows}
