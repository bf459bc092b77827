"""What an evening of SCOPE needs of the box: the cards of its scenario and theme."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.games.scope.data import CARDS, SIDES
from companion.games.scope.printables.source import state_of


def tonight(scene: Scene[Any]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed: a front's, and the snipers kept beside it."""
    state = state_of(scene)
    assert state
    needed = {f"{card} {side}": state.counts[card] for card in CARDS for side in SIDES}
    for side in SIDES:
        needed[f"sniper {side}"] += state.spare_snipers[side]
    return {"deck": needed}
