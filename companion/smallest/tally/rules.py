"""What people do in Tally, a class a deed; what the app deals for it, and what of it the others may know."""

from dataclasses import replace
from random import Random
from typing import Annotated, NamedTuple

from companion.engine.deed import Deed, record
from companion.engine.dice import roll as die
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Question, Sight, Step
from companion.engine.shape import Between, By, Sized, read, write
from companion.engine.wire import Json
from companion.smallest.tally.state import CARDS, OTHER, Setup, Side, Tally


class Rolls(NamedTuple):
    d6: Annotated[int, Between(1, 6)]


@record
class Add(Deed[Tally]):
    side: Side
    count: Annotated[int, Between(1, 9)]

    def do(self, state: Tally) -> Outcome[Tally]:
        return counted(state, self.side, self.count)


@record
class Roll(Deed[Tally]):
    side: Side
    rolls: Rolls

    def do(self, state: Tally) -> Outcome[Tally]:
        return counted(state, self.side, self.rolls.d6)


@record
class NameCard(Deed[Tally]):
    """The other seat gives up a card, which only it can name."""

    side: Side
    card: str

    def do(self, state: Tally) -> Outcome[Tally]:
        them, hands = OTHER[self.side], state.hands
        if self.card not in hands[them]:
            raise IllegalAction("card", f"{them} does not hold that card.")
        left = tuple(card for card in hands[them] if card != self.card)
        return Outcome(replace(state, hands={**hands, them: left}), (Step("3", "A card is given up."),))


@record
class Say(Deed[Tally]):
    text: Annotated[str, Sized(1, 40)]

    def do(self, state: Tally) -> Outcome[Tally]:
        return Outcome(replace(state, said=self.text), (Step("4", "Said."),))


ACTION = Annotated[Add | Roll | NameCard | Say, By("type", {k.kind: k for k in (Add, Roll, NameCard, Say)})]


def apply(state: Tally, action: Json) -> Outcome[Tally]:
    """The position after the action, and why; `InvalidInput` or `IllegalAction` with the place."""
    deed: Deed[Tally] = read(ACTION, action)
    return deed.do(state)


def counted(state: Tally, side: str, count: int) -> Outcome[Tally]:
    if state.total + count > 1_000_000:
        raise IllegalAction("count", "A million is enough.")
    step = Step("2", "{side} counts {count}.", {"side": side, "count": count})
    return Outcome(replace(state, total=state.total + count), (step,))


def shuffle(setup: Json, random: Random) -> Json:
    is_left_open = isinstance(setup, dict) and setup.get("deck") is None
    return {**setup, "deck": random.sample(CARDS, len(CARDS))} if is_left_open else setup


def open_(setup: Json) -> Outcome[Tally]:
    """The opening position; `InvalidInput` where the setup is none."""
    chosen = read(Setup, setup)
    if sorted(chosen.deck or ()) != sorted(CARDS):
        raise InvalidInput("deck", "The deck holds each of the six cards once.")
    hands = {"red": chosen.deck[:3], "blue": chosen.deck[3:]} if chosen.deck else {}
    return Outcome(Tally(chosen.options.start, hands), (Step("1", "Three cards each."),))


def roll(state: Tally, action: Json, random: Random) -> Json:
    wants = isinstance(action, dict) and action.get("type") == "roll" and "rolls" not in action
    return {**action, "rolls": {"d6": die(random, 6)}} if wants else action


def asks(state: Tally, action: Json) -> Question | None:
    """Whom the table asks first: who alone can name the card."""
    match action:
        case {"type": "name_card", "side": "red" | "blue" as side} if "card" not in action:
            return Question(OTHER[side], {"type": "name_card", "cards": list(state.hands[OTHER[side]])})
    return None


def hidden(state: Tally, sight: Sight) -> Tally:
    """Cards that this sight does not see lie face down."""
    hands = {side: own if side in sight.sees else ("?",) * len(own) for side, own in state.hands.items()}
    return replace(state, hands=hands)


def redact_state(state: Tally, sight: Sight) -> Json:
    """The same as JSON: of a hand that lies face down, the number of cards alone."""
    hands = {side: list(own) if side in sight.sees else len(own) for side, own in state.hands.items()}
    return {**write(state), "hands": hands}


def redact_action(state: Tally, action: Json, sight: Sight) -> Json:
    """Which card was given up, only its owner reads."""
    seen = action.get("type") != "name_card" or OTHER[action["side"]] in sight.sees
    return action if seen else {**action, "card": None}
