"""Parabellum's screens: finished values for the table, a company's own desk and the TV, out of one scene."""

from companion.engine.game import Scene
from companion.engine.stage import Screen
from companion.games.parabellum.screens.board import board
from companion.games.parabellum.screens.deeds import entries_of
from companion.games.parabellum.screens.frame import bar, changes, companies, flow, pool
from companion.games.parabellum.screens.real_map import field
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.screens.stage import staged
from companion.games.parabellum.screens.story import story
from companion.games.parabellum.screens.turn import panel
from companion.games.parabellum.state import State

__all__ = ["view"]

LASTING = {"seat"}
"""What of a draft is no half-made choice."""


def view(scene: Scene[State]) -> Screen:
    """All that Parabellum's templates print; what the scene's sight may not see is not in it."""
    state, me = scene.state, own_seat(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    entries = entries_of(state, me) if me and me in scene.sight.acts else []
    shown, taps = panel(scene, entries)
    may = bool(scene.sight.acts) and scene.room != "tv"
    values = {
        "board": board(scene, taps) if state.tracked else None,
        "field": [] if state.tracked else field(scene),
        "flow": flow(state),
        "companies": companies(scene),
        "pool": pool(state),
        "panel": shown,
        "story": story(scene),
        "changes": changes(before, state) if before else [],
        "fresh": not set(scene.draft) - LASTING,
        "adjust": fresh(scene, do="adjust") if may and me and state.phase != "over" else "",
    }
    return Screen(bar(scene), values, staged(scene, values, entries))
