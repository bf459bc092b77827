"""What an evening of Scarper needs of the box: no events of the years that are over."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.games.scarper.printables.source import state_of


def tonight(scene: Scene[Any]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed, where it is not all of them."""
    state = state_of(scene)
    assert state
    return {"deck": {card.id: 0 for card in state.box.cards.values() if card.year < state.year}}
