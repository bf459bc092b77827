"""What a player can do, each record read by its annotations."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.shape import Between, By, Sized, read
from companion.engine.wire import Json


@dataclass(frozen=True)
class Rolls:
    """The die of a roll."""

    d6: Annotated[int, Between(1, 6)]


@dataclass(frozen=True)
class Add:
    """Count so many."""

    side: Literal["red", "blue"]
    count: Annotated[int, Between(1, 9)]


@dataclass(frozen=True)
class Roll:
    """Count what a die shows."""

    side: Literal["red", "blue"]
    rolls: Rolls


@dataclass(frozen=True)
class NameCard:
    """The other seat gives up a card, which only it can name."""

    side: Literal["red", "blue"]
    card: str


@dataclass(frozen=True)
class Say:
    """A word of the whole table."""

    text: Annotated[str, Sized(1, 40)]


type Action = Add | Roll | NameCard | Say
Told = Annotated[Action, By("type", {"add": Add, "roll": Roll, "name_card": NameCard, "say": Say})]


def read_action(action: Json) -> Action:
    """The action of that JSON; `InvalidInput` with the place where it is none."""
    told: Action = read(Told, action)
    return told
