"""The end: who has won, and how; what is left of both sides."""

from companion.engine.scene import Scene
from companion.engine.stage import End, Icon, Question, Versus, said
from companion.games.proelii.data import SIDE_NAMES, SIDES, Side
from companion.games.proelii.rules.ending import measured
from companion.games.proelii.rules.resulting import WORDS
from companion.games.proelii.state import State


def ending(scene: Scene[State]) -> Question:
    """Who holds the field."""
    result = scene.state.result
    winner = result.winner if result else "draw"
    won = winner in SIDES
    left, right = (_side(scene.state, side) for side in SIDES)
    return Question(
        kind="finished",
        title=said("{who} wins", who=SIDE_NAMES[winner]) if won else "A draw",
        under=WORDS[result.reason].capitalize() + "." if result else "",
        icon=Icon("trophy"),
        side=winner if won else "",
        pieces=(Versus(left, right),),
        missing="The battle is over",
        rule="phase-over",
    )


def _side(state: State, side: Side) -> End:
    left = measured(state)[side]
    reasons = (
        said("{n:# unit|# units} on the field", n=left.on_field),
        said("{n} escaped", n=left.escaped),
        said("{n} destroyed", n=left.destroyed),
        said("{n:# unit|# units} in the centre", n=left.centre_units),
    )
    return End(str(left.cp), said("{side} CP", side=SIDE_NAMES[side]), reasons, side, "cohesion")
