"""How a battle ends: as it is over, and the two ways to end it before, which ask first (4.0, 6.1)."""

from collections.abc import Iterator

from companion.engine import stage
from companion.engine.scene import Scene, fresh
from companion.engine.wording import tap
from companion.games.proelii import data
from companion.games.proelii.procedures.armies import by_centre
from companion.games.proelii.rules import WON_BY
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.secrets import veil
from companion.games.proelii.state import State

SURRENDERS, CENTRE = "surrender", "centre"


def ending(scene: Scene[State]) -> stage.Question:
    result = scene.state.result
    winner = result.winner if result else "draw"
    won = winner in data.SIDES
    left, right = (_measured(scene.state, side) for side in data.SIDES)
    return stage.Question(
        kind="finished",
        title=stage.said("{who} wins", who=scene.state.people(winner)) if won else "A draw",
        under=_why(scene.state, result.reason) if result else "",
        icon=stage.Icon("trophy"),
        side=winner if won else "",
        pieces=(stage.Versus(left, right),),
        missing="The battle is over",
        rule="phase-over",
    )


def _why(state: State, reason: str) -> stage.Words:
    """Why it ended; where the rounds that were agreed are over, this as well (R42)."""
    words, most = WON_BY[reason], state.options.max_rounds or 0
    if most and state.round >= most and reason in AT_LAST:
        return stage.said("After {n:# round|# rounds}, as agreed: {words}.", n=most, words=words)
    return words.capitalize() + "."


AT_LAST = ("centre", "centre_cp", "field_cp", "even")
"""What the last round that was agreed, or nothing that can come to blows, leaves to decide."""


def _measured(state: State, side: data.Side) -> stage.End:
    left = measured(state)[side]
    reasons = (
        stage.said("{n:# unit|# units} on the field", n=left.on_field),
        stage.said("{n} escaped", n=left.escaped),
        stage.said("{n} destroyed", n=left.destroyed),
        stage.said("{n:# unit|# units} in the centre", n=left.centre_units),
    )
    return stage.End(
        str(left.cp), stage.said("{side} CP", side=state.people(side)), reasons, side, "cohesion"
    )


def ways_out(scene: Scene[State]) -> Iterator[stage.Way]:
    """What ends the battle now, for who plays in it; each asks before it does it."""
    if scene.state.is_over or scene.room == "tv":
        return
    for side in data.SIDES:
        if scene.acts_for(side):
            words = stage.said("{side} surrenders", side=scene.state.people(side))
            yield stage.Way(
                words=words, href=fresh(scene, do=SURRENDERS, who=side), icon=stage.Icon("resign")
            )
    if scene.state.phase != "start" and any(map(scene.acts_for, data.SIDES)):
        yield stage.Way(
            words="Nothing can come to blows", href=fresh(scene, do=CENTRE), icon=stage.Icon("truce")
        )


def early(scene: Scene[State]) -> stage.Question | None:
    """The question before a battle is ended by hand; None where none is asked."""
    state, do, who = scene.state, scene.draft.get("do"), scene.draft.get("who", "")
    if state.is_over or scene.room == "tv":
        return None
    side = next((each for each in data.SIDES if each == who and scene.acts_for(each)), None)
    if do == SURRENDERS and side:
        return _surrender(scene, side)
    if do == CENTRE and state.phase != "start" and any(map(scene.acts_for, data.SIDES)):
        return _centre(scene)
    return None


def _surrender(scene: Scene[State], side: data.Side) -> stage.Question:
    state = scene.state
    winner = state.people(data.OTHER[side])
    return stage.Question(
        kind="surrender",
        title=stage.said("Does {side} surrender?", side=state.people(side)),
        under=stage.said("{winner} would win, and the battle is over.", winner=winner),
        side=side,
        pieces=(_both(veil(state, scene, False)),),
        main=stage.Deed(
            words=stage.said("{side} surrenders", side=state.people(side)),
            small=stage.said("{winner} wins", winner=winner),
            action=tap({"type": "surrender", "side": side}),
            danger=True,
        ),
        lesser=(stage.Way(words="Fight on", href=fresh(scene)),),
        back=fresh(scene),
        rule="surrender",
    )


def _centre(scene: Scene[State]) -> stage.Question:
    """Who would hold the centre, before both say that nothing can come to blows any more."""
    state = scene.state
    ending_ = by_centre(measured(state))
    winner = ending_.winner
    words = stage.said("{who} wins", who=state.people(winner)) if winner != "draw" else "A draw"
    decides = stage.Deed(
        words="The centre decides", small=words, action=tap({"type": "stalemate"}), danger=True
    )
    return stage.Question(
        kind="stalemate",
        title="Can nothing come to blows any more?",
        under="The centre decides, and the battle is over.",
        pieces=(stage.Say(words=WON_BY[ending_.reason].capitalize() + ".", verdict=words), _both(state)),
        main=decides,
        lesser=(stage.Way(words="Fight on", href=fresh(scene)),),
        back=fresh(scene),
        rule="stalemate",
    )


def _both(state: State) -> stage.Versus:
    left, right = (_measured(state, side) for side in data.SIDES)
    return stage.Versus(left, right)
