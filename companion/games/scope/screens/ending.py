"""The end: who has won, and how; all cards lie open."""

from companion.engine.scene import Scene
from companion.engine.stage import Fact, Facts, Icon, Question, said
from companion.games.scope.data import SIDE_NAMES, SIDES
from companion.games.scope.rules.resulting import WORDS
from companion.games.scope.screens.asked import Asked
from companion.games.scope.screens.city import Taps
from companion.games.scope.state import State


def ending(scene: Scene[State]) -> Asked:
    """The score, and why it is over."""
    state = scene.state
    scores = tuple(Fact(SIDE_NAMES[side], str(state.score[side]), side=side) for side in SIDES)
    winner = state.winner or "german"
    question = Question(
        kind="finished",
        title=said("The {side} side wins", side=SIDE_NAMES[winner]),
        under=WORDS[state.reason or "points"],
        icon=Icon("trophy"),
        side=winner,
        pieces=(Facts(scores),),
        missing="The game is over",
    )
    return question, Taps()
