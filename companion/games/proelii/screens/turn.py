"""The one thing to decide now, for whoever looks, and what a tap on the field then does."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.scene import Scene
from companion.engine.stage import Question, said
from companion.games.proelii.data import SIDE_NAMES, STEP_NAMES
from companion.games.proelii.rules.answering import PARTS
from companion.games.proelii.screens.adjusting import adjust_question, wants_adjusting
from companion.games.proelii.screens.answering import answer_question, waited_for
from companion.games.proelii.screens.asked import Asked, Taps, Turn, may_decide
from companion.games.proelii.screens.ending import ending
from companion.games.proelii.screens.fighting import advance, cancel, convert, roll
from companion.games.proelii.screens.frame import own_sign, steps
from companion.games.proelii.screens.hands import both, is_apart
from companion.games.proelii.screens.looking import look, looked_at
from companion.games.proelii.screens.moving import detachment, exchange, movement
from companion.games.proelii.screens.starting import deploy, march, start_moves
from companion.games.proelii.screens.striking import losses
from companion.games.proelii.state import State

STEPS: Mapping[str, Callable[[Turn], Asked]] = {
    "deploy": deploy,
    "march": march,
    "start_moves": start_moves,
    "detachment": detachment,
    "movement": movement,
    "exchange": exchange,
    "roll": roll,
    "cancel": cancel,
    "convert": convert,
    "losses": losses,
    "advance": advance,
}


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    state = scene.state
    if scene.asked and scene.asked["type"] in PARTS:
        return answer_question(Turn(scene), scene.asked)
    if wants_adjusting(scene):
        return adjust_question(scene), Taps()
    if name := looked_at(scene):
        return look(scene, name)
    if state.step is None:
        return ending(scene), Taps()
    if scene.asked_of:
        return waited_for(Turn(scene), scene.asked_of), Taps()
    if is_apart(scene):
        asked, taps = both(Turn(scene))
        return replace(asked, pieces=(steps(state), *asked.pieces)), taps
    if not may_decide(scene):
        return _elsewhere(scene), Taps()
    asked, taps = STEPS[state.step](Turn(scene))
    side = state.to_act or ""
    pieces = (steps(state), *asked.pieces)
    icon = asked.icon or (own_sign(side) if side else None)
    return replace(asked, pieces=pieces, side=side, icon=icon), taps


def _elsewhere(scene: Scene[State]) -> Question:
    """It is decided on another screen, or where an army may lie open."""
    state, side = scene.state, scene.state.to_act
    step = STEP_NAMES[state.step or ""]
    who = SIDE_NAMES[side] if side else "Both sides"
    return Question(
        kind="waiting",
        title=said("{who}: {step}", who=who, step=step.lower()),
        icon=own_sign(side) if side else None,
        side=side or "",
        pieces=(steps(state),),
        missing=said("Waiting for {who}", who=who),
        rule=f"phase-{state.phase}",
        waits=side if side and scene.own != side else "",
    )
