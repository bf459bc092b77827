"""Names and numbers, the position, the setup that it opens from, and what a player can do in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from companion.engine.game import Scene, Sight
from companion.engine.shape import Between, By, Sized, read
from companion.engine.wire import Json

SIDES = ("red", "blue")
SIDE_NAMES = {"red": "Red", "blue": "Blue"}
CARDS = tuple(f"sentinel-{name}" for name in ("heron", "otter", "lynx", "stoat", "raven", "adder"))
MOODS = (("calm", "Calm"), ("wild", "Wild"))
MOST = 1_000_000
"""What nobody counts beyond."""


def other(side: str) -> str:
    """The seat across the table."""
    return "blue" if side == "red" else "red"


@dataclass(frozen=True)
class Tally:
    """What is counted, each seat's cards, and the last word that was said."""

    total: int
    hands: Mapping[str, tuple[str, ...]]
    said: str = ""


@dataclass(frozen=True)
class Options:
    """The table's house rules."""

    start: Annotated[int, Between(0, 99)] = 0
    mood: Literal["calm", "wild"] = "calm"


@dataclass(frozen=True)
class Setup:
    """A table's setup; `deck` lists the six cards, red first; None leaves the shuffle to the app."""

    options: Options = Options()
    deck: tuple[str, ...] | None = None
    names: Mapping[str, str] | None = None


def redacted(state: Tally, sight: Sight) -> Json:
    """The state as JSON for a sight: of a hand that it does not see, the number of cards alone."""
    hands = {side: list(cards) if side in sight.sees else len(cards) for side, cards in state.hands.items()}
    return {"total": state.total, "hands": hands, "said": state.said}


def veil(state: Tally, scene: Scene[Tally], past: bool) -> Tally:
    """The state without the cards of a hand that a sight does not see."""
    seen = scene.sight.sees
    return replace(state, hands={side: cards if side in seen else () for side, cards in state.hands.items()})


def state_json(state: Tally) -> Json:
    """The whole state as JSON."""
    return redacted(state, Sight(frozenset(SIDES)))


def read_state(value: Json, path: str) -> Tally:
    """What `state_json` wrote; `InvalidInput` where it is no state."""
    state: Tally = read(Tally, value, path)
    return state


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
