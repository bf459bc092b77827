"""From a setup to the first position, and from a position and an action to the next, with the steps to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from companion.engine.dice import roll as roll_die
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Question, Sight, Step
from companion.engine.shape import Between, By, Sized, read
from companion.engine.wire import Json
from companion.smallest.tally.data import CARDS, MOST, SIDES, other
from companion.smallest.tally.state import Setup, Tally


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
Deed = Annotated[Action, By("type", {"add": Add, "roll": Roll, "name_card": NameCard, "say": Say})]


def read_action(action: Json) -> Action:
    """The action of that JSON; `InvalidInput` with the place where it is none."""
    deed: Action = read(Deed, action)
    return deed


def shuffle(setup: Json, random: Random) -> Json:
    """The setup with its deck, where it left the shuffle to the app."""
    is_left_open = isinstance(setup, dict) and setup.get("deck") is None
    return {**setup, "deck": random.sample(CARDS, len(CARDS))} if is_left_open else setup


def open_(setup: Json) -> Outcome[Tally]:
    """The opening position; `InvalidInput` where the setup is none."""
    chosen: Setup = read(Setup, setup)
    if chosen.deck is None or sorted(chosen.deck) != sorted(CARDS):
        raise InvalidInput("deck", "The deck holds each of the six cards once.")
    hands = {"red": chosen.deck[:3], "blue": chosen.deck[3:]}
    return Outcome(Tally(chosen.options.start, hands), (Step("1", "Three cards each."),))


def roll(state: Tally, action: Json, random: Random) -> Json:
    """The action with its die, where it left it to the app."""
    wants = isinstance(action, dict) and action.get("type") == "roll" and "rolls" not in action
    return {**action, "rolls": {"d6": roll_die(random, 6)}} if wants else action


def apply(state: Tally, action: Json) -> Outcome[Tally]:
    """The position after the action, and why; `IllegalAction` where the rules forbid it."""
    match read_action(action):
        case Add(side=side, count=count):
            return _counted(state, side, count)
        case Roll(side=side, rolls=rolls):
            return _counted(state, side, rolls.d6)
        case NameCard(side=side, card=card):
            return _given_up(state, other(side), card)
        case Say(text=text):
            return Outcome(replace(state, said=text), (Step("4", "Said."),))


def _counted(state: Tally, side: str, count: int) -> Outcome[Tally]:
    if state.total + count > MOST:
        raise IllegalAction("count", "A million is enough.")
    step = Step("2", "{side} counts {count}.", {"side": side, "count": count})
    return Outcome(replace(state, total=state.total + count), (step,))


def _given_up(state: Tally, them: str, card: str) -> Outcome[Tally]:
    if card not in state.hands[them]:
        raise IllegalAction("card", f"{them} does not hold that card.")
    left = tuple(held for held in state.hands[them] if held != card)
    return Outcome(replace(state, hands={**state.hands, them: left}), (Step("3", "A card is given up."),))


def asks(state: Tally, action: Json) -> Question | None:
    """Whom the table asks first: who alone can name the card."""
    naming = isinstance(action, dict) and action.get("type") == "name_card" and "card" not in action
    if not naming or action.get("side") not in SIDES:
        return None
    them = other(action["side"])
    return Question(them, {"type": "name_card", "cards": list(state.hands[them])})


def legal(state: Tally, sight: Sight) -> Sequence[Json]:
    """What those seats may do now."""
    return [{"type": "add", "side": side} for side in SIDES if side in sight.acts]


def redact_action(state: Tally, action: Json, sight: Sight) -> Json:
    """A line as that sight reads it: which card was given up, only its owner."""
    seen = action.get("type") != "name_card" or other(action["side"]) in sight.sees
    return action if seen else {**action, "card": None}
