"""The position, frozen, and the setup that it opens from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from companion.engine.game import Scene, Sight
from companion.engine.shape import Between, read
from companion.engine.wire import Json
from companion.smallest.tally.data import SIDES


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
