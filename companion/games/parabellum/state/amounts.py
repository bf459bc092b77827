"""Amounts without an upper bound of the rules: prices, credits, tokens left to buy."""

from typing import Annotated

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.shape import LARGEST, AtLeast, Between, ByHand, Sized
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE

type Amount = Annotated[int, AtLeast(0)]
type Positive = Annotated[int, AtLeast(1)]
type Count = Annotated[int, Between(-LARGEST, LARGEST)]
"""A whole number out of a state, even one that no table can have: the audit tells of it."""


def read_die(value: Json, path: str) -> int:
    """One of the game's dice."""
    if type(value) is int and value in DICE:
        return value
    raise InvalidInput(path, f"A die has one of {', '.join(map(str, DICE))} sides; {say(value)} was given.")


type Die = Annotated[int, ByHand(read_die)]
"""One of the game's dice, by its sides."""
type Text = Annotated[str, Sized(1)]


def read_amount(value: Json, path: str, least: int = 0) -> int:
    """A whole number of at least `least`.

    >>> read_amount(-1, "cost")
    Traceback (most recent call last):
    ...
    companion.engine.errors.InvalidInput: cost: This must be a whole number, 0 or more; -1 was given.
    """
    if type(value) is int and least <= value <= LARGEST:
        return value
    raise InvalidInput(path, f"This must be a whole number, {least} or more; {say(value)} was given.")


def amount(reading: Reading, key: str, usual: int | None = None, *, least: int = 0) -> int:
    """The amount at a key; `usual` where it may be left out and is."""
    if usual is not None and key not in reading:
        return usual
    return read_amount(reading.raw(key), reading.at(key), least)
