"""Scarper's screens: finished values for the table, a hand and the TV, out of one scene."""

from companion.engine.game import Scene
from companion.engine.stage import Question, Screen
from companion.engine.wording import Values
from companion.games.scarper.data import Side
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.screens.board import Taps, front
from companion.games.scarper.screens.cards import in_play
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.frame import bar, changes, sides, warnings
from companion.games.scarper.screens.hand import hand, hand_panel, hand_side
from companion.games.scarper.screens.staging import staged
from companion.games.scarper.screens.tracks import morale, side_track
from companion.games.scarper.screens.turn import panel
from companion.games.scarper.screens.year import strip
from companion.games.scarper.state import State

__all__ = ["view"]

NOTHING_CHOSEN = {"seat", "step"}


def view(scene: Scene[State]) -> Screen:
    """All that Scarper's templates print; what the scene's sight may not see is not in it."""
    state = scene.state
    shown, taps, marker = panel(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    acting = _acting(state)
    drawn_taps = Taps() if scene.room == "tv" else taps
    own = {
        "front": front(state, drawn_taps, before),
        "tracks": [side_track(state, what, taps.tracks.get(what)) for what in ("propaganda", "economy")],
        "morale": morale(state.morale if marker is None else marker, before.morale if before else None),
        "sides": sides(state, acting),
        "in_play": in_play(state),
        "panel": shown,
        "fresh": not set(scene.draft) - NOTHING_CHOSEN and state.phase not in ("scoring", "over"),
        "now": strip(state) if state.phase in ("rounds", "reveal") else None,
        "adjust": fresh(scene.draft, do="adjust") if scene.sight.acts and state.phase != "over" else None,
        "changes": changes(before, state) if before else [],
        "warnings": warnings(scene),
        "hand": _hand(scene, shown),
    }
    stage = staged(scene, own, shown)
    return Screen(bar(state, acting, hand_side(scene) if scene.room == "hand" else None), own, stage)


def _acting(state: State) -> Side | None:
    acting = actors(state)
    return acting[0] if len(acting) == 1 else None


def _hand(scene: Scene[State], shown: Values | Question) -> Values | None:
    side = hand_side(scene) if scene.room == "hand" else None
    panel = None if isinstance(shown, Question) or not side else hand_panel(scene, side, shown)
    return hand(scene, side) | {"panel": panel} if side else None
