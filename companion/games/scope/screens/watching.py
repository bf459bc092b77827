"""The screen for all: the card that is up, who is to act, and what has happened, readable at three metres."""

from companion.engine.scene import Scene
from companion.engine.stage import Question, Words, said
from companion.games.scope.data import CARD_NAMES
from companion.games.scope.screens.frame import own_sign
from companion.games.scope.screens.story import public_log
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken
from companion.games.scope.state.pending import Stormed


def watching(scene: Scene[State]) -> Question:
    """Nothing is asked: what everybody may know."""
    state = scene.state
    title, under = _up(state)
    return Question(
        kind="watching",
        title=title,
        under=under,
        icon=own_sign(state.side),
        side=side_of(state.slot),
        pieces=public_log(scene),
    )


def _up(state: State) -> tuple[Words, Words]:
    """The card that is up, and what it is worth; else whose turn it is."""
    pending, who = state.pending, spoken(state.slot)
    if pending is None:
        return said("{who} to act", who=who), ""
    if isinstance(pending, Stormed):
        return said("An assault on {square}", square=pending.quadrant), said("{who} may advance.", who=who)
    name, points = CARD_NAMES[pending.card].capitalize(), state.options.points.of(pending.card)
    worth = said("{n:# point|# points}, if {who} shoots.", n=points, who=who)
    forced = said("It forces a shot by {who}.", who=who)
    return said("{name}!", name=name), forced if pending.forced else worth
