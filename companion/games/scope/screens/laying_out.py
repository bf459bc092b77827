"""Laying a front out, in secret, before the game begins."""

from companion.engine.looking import may_tap
from companion.engine.scene import Scene
from companion.engine.stage import Deed, Lead, Question
from companion.engine.wording import tap
from companion.games.scope.rules.laying import acting
from companion.games.scope.screens.asked import Asked, own_side
from companion.games.scope.screens.city import Taps
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of


def laying_question(scene: Scene[State]) -> Asked:
    """One's own front, where it is not laid yet; else the wait for the other side."""
    side = own_side(scene)
    seat = next((each for each in acting(scene.state) if side_of(each) == side), None)
    if side is None or seat is None or not may_tap(scene, seat):
        return Question(
            kind="laying", title="The fronts are laid out", missing="Waiting for the fronts"
        ), Taps()
    cards = [card for card, number in scene.state.counts.items() for _ in range(number)]
    columns = scene.state.columns
    front = [cards[n : n + columns] for n in range(0, len(cards), columns)]
    question = Question(
        kind="lay_out",
        title="Lay out your front",
        side=side,
        pieces=(Lead("Its cards lie in the order of their kinds."),),
        main=Deed(words="Seal it so", action=tap({"type": "lay_out", "seat": seat, "front": front})),
        secret=True,
    )
    return question, Taps()
