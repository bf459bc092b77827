"""What an evening of Verräter needs of the box: the colours and overviews of those who play."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.games.verraeter.data import COLOURS
from companion.games.verraeter.printables.source import state_of


def tonight(scene: Scene[Any]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed, where it is not all of them."""
    state = state_of(scene)
    assert state
    seats = len(state.players)
    unseated = {f"{what} {colour}": 0 for what in ("oath", "estate") for colour in COLOURS[seats:]}
    return {"deck": {**unseated, "overview": seats}}
