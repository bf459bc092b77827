"""What a player can do, each record read by its annotations."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.errors import InvalidInput
from companion.engine.wire import Between, Json, Sized, read


@dataclass(frozen=True)
class Rolls:
    """The die of a roll."""

    d6: Annotated[int, Between(1, 6)]


@dataclass(frozen=True)
class Add:
    """Count so many."""

    type: Literal["add"]
    side: Literal["red", "blue"]
    count: Annotated[int, Between(1, 9)]


@dataclass(frozen=True)
class Roll:
    """Count what a die shows."""

    type: Literal["roll"]
    side: Literal["red", "blue"]
    rolls: Rolls


@dataclass(frozen=True)
class NameCard:
    """The other seat gives up a card, which only it can name."""

    type: Literal["name_card"]
    side: Literal["red", "blue"]
    card: str


@dataclass(frozen=True)
class Say:
    """A word of the whole table."""

    type: Literal["say"]
    text: Annotated[str, Sized(1, 40)]


type Action = Add | Roll | NameCard | Say
KINDS: dict[str, type[Add] | type[Roll] | type[NameCard] | type[Say]] = {
    "add": Add, "roll": Roll, "name_card": NameCard, "say": Say,
}  # fmt: skip


def read_action(action: Json) -> Action:
    """The action of that JSON; `InvalidInput` with the place where it is none."""
    if not isinstance(action, dict):
        raise InvalidInput("", "An action is an object.")
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidInput("type", f"There is {', '.join(KINDS)}.")
    return read(KINDS[kind], action)
