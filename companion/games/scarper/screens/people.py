"""Who plays a side, as sentences say it until somebody there gives a name."""

from companion.engine.called import Called
from companion.games.scarper.data import SIDE_NAMES, Side


def one(side: Side) -> Called:
    """In a word: “Allied”."""
    return Called(SIDE_NAMES[side], side)


def all_of(side: Side) -> Called:
    """Who wins or loses: “The Allied side”."""
    return Called(f"The {SIDE_NAMES[side]} side", side)


def player(side: Side) -> Called:
    """In a sentence: “the Allied player”."""
    return Called(f"the {SIDE_NAMES[side]} player", side)


def first_of_all(side: Side) -> Called:
    """Where a sentence begins: “The Allied player”."""
    return Called(f"The {SIDE_NAMES[side]} player", side)
