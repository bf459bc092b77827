"""Amounts without an upper bound of the rules: prices, credits, tokens left to buy."""

from typing import Annotated

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.shape import LARGEST, AtLeast, Between, ByHand, OneOf, Sized, Then
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.games.parabellum.data import DICE, MOST_DICE

type Amount = Annotated[int, AtLeast(0)]
type Positive = Annotated[int, AtLeast(1)]
type Count = Annotated[int, Between(-LARGEST, LARGEST)]
"""A whole number out of a state, even one that no table can have: the audit tells of it."""


def read_die(value: Json, path: str) -> int:
    """One of the game's dice."""
    if type(value) is int and value in DICE:
        return value
    raise InvalidInput(path, f"A die has one of {', '.join(map(str, DICE))} sides; {say(value)} was given.")


type Die = Annotated[int, ByHand(read_die, says=Annotated[int, OneOf(DICE)])]
"""One of the game's dice, by its sides."""
type Strength = Annotated[int, Between(1, MOST_DICE)]
"""The people of a unit that is there."""
type Text = Annotated[str, Sized(1)]
type Title = Annotated[Text, Then(lambda given, _: isolated(given))]
"""What a binder calls a thing: in no sentence does it turn the words beside it."""


def amount(reading: Reading, key: str) -> int:
    """The amount at a key."""
    found: int = shape.read(Amount, reading.raw(key), reading.at(key))
    return found
