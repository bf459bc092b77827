"""The end: who has won, how the last points came together, and the way there."""

from companion.engine.game import Scene
from companion.engine.wording import listed
from companion.games.verraeter.screens.chart import chart
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def finished_panel(scene: Scene[State]) -> Values:
    """The final score."""
    state = scene.state
    winners = [spoken(who) for who in state.result["winners"]]
    return {
        "template": "verraeter/turn/finished.html",
        "title": f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}",
        "lead": _why(state),
        "scores": [person(state, row["player"]) | row for row in state.result["scores"]],
        "chart": chart(scene),
    }


def _why(state: State) -> str:
    if state.one_house():
        return f"All twelve landscapes show the {state.words.houses[state.circle[0].house]}."
    return f"Round {state.round} was the last."
