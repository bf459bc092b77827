"""Verräter's screens: finished values for the table, a hand and the TV, out of one scene."""

from companion.engine.game import Scene
from companion.engine.stage import Screen
from companion.games.verraeter.screens.board import circle
from companion.games.verraeter.screens.chart import chart
from companion.games.verraeter.screens.frame import bar, changes, flow, players
from companion.games.verraeter.screens.own import own
from companion.games.verraeter.screens.placing import site_at
from companion.games.verraeter.screens.seeing import fresh
from companion.games.verraeter.screens.staging import staged
from companion.games.verraeter.screens.story import story
from companion.games.verraeter.screens.turn import panel
from companion.games.verraeter.state import State

__all__ = ["view"]

LASTING = {"seat", "for", "on"}
"""What of a draft is no half-made choice."""


TELLS = ("build", "refill", "site")
"""The phases in which a screen for everybody still tells the last conflict."""


def view(scene: Scene[State]) -> Screen:
    """All that Verräter's templates print; what the scene's sight may not see is not in it."""
    state = scene.state
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    shown, taps = panel(scene)
    mine = own(scene)
    values = {
        "circle": circle(scene, taps, before),
        "players": players(state, before),
        "flow": flow(state) if state.phase != "finished" else [],
        "panel": shown,
        "own": mine,
        "story": story(scene),
        "site": site_at(state),
        "chart": chart(scene),
        "changes": changes(before, state) if before else [],
        "fresh": not set(scene.draft) - LASTING,
        "adjust": fresh(scene, do="adjust") if scene.sight.acts and state.phase != "finished" else None,
        "active": state.active or "",
        "tells": state.phase in TELLS,
        "cover": f"{state.round}-{state.phase}-{state.active}",
    }
    return Screen(
        bar(state, mine["id"] if mine and scene.room == "hand" else None), values, staged(scene, values)
    )
