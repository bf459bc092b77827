"""Tally: the smallest game that needs everything a table has: dice, secrets, questions, shuffles.

Two seats hold three secret cards each. `add` counts, `roll` counts a die, `name_card` makes the other seat
give up a card that only it can name, `say` is the whole table's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated, Literal

from companion.engine.dice import roll as roll_die
from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.engine.game import (
    Chair,
    Game,
    Option,
    Outcome,
    OwnerFile,
    Question,
    Resolution,
    Scene,
    Sight,
    Step,
)
from companion.engine.stage import Bar, Screen
from companion.engine.wire import Between, Json, Sized, read

SIDES = ("red", "blue")
CARDS = tuple(f"sentinel-{name}" for name in ("heron", "otter", "lynx", "stoat", "raven", "adder"))


@dataclass(frozen=True)
class Tally:
    total: int
    hands: Mapping[str, tuple[str, ...]]
    said: str = ""


@dataclass(frozen=True)
class Rolls:
    d6: Annotated[int, Between(1, 6)]


@dataclass(frozen=True)
class Add:
    type: Literal["add"]
    side: Literal["red", "blue"]
    count: Annotated[int, Between(1, 9)]


@dataclass(frozen=True)
class Roll:
    type: Literal["roll"]
    side: Literal["red", "blue"]
    rolls: Rolls


@dataclass(frozen=True)
class NameCard:
    type: Literal["name_card"]
    side: Literal["red", "blue"]
    card: str


@dataclass(frozen=True)
class Say:
    type: Literal["say"]
    text: Annotated[str, Sized(1, 40)]


MOODS = (("calm", "Calm"), ("wild", "Wild"))
KINDS = {"add": Add, "roll": Roll, "name_card": NameCard, "say": Say}


@dataclass(frozen=True)
class Options:
    start: Annotated[int, Between(0, 99)] = 0
    mood: Literal["calm", "wild"] = "calm"


@dataclass(frozen=True)
class Setup:
    options: Options = Options()
    deck: tuple[str, ...] | None = None
    names: Mapping[str, str] | None = None


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def _is_shape(setup: Json) -> bool:
    return isinstance(setup, dict) and setup.get("deck") is None


def shuffle(setup: Json, random: Random) -> Json:
    return {**setup, "deck": random.sample(CARDS, len(CARDS))} if _is_shape(setup) else setup


def open_(setup: Json) -> Outcome[Tally]:
    chosen = read(Setup, setup)
    if chosen.deck is None or sorted(chosen.deck) != sorted(CARDS):
        raise InvalidInput("deck", "The deck holds each of the six cards once.")
    hands = {"red": chosen.deck[:3], "blue": chosen.deck[3:]}
    return Outcome(Tally(chosen.options.start, hands), (Step("1", "Three cards each."),))


def _read(action: Json) -> Json:
    if not isinstance(action, dict):
        raise InvalidInput("", "An action is an object.")
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidInput("type", f"There is {', '.join(KINDS)}.")
    return read(KINDS[kind], action)


def roll(state: Tally, action: Json, random: Random) -> Json:
    wants = isinstance(action, dict) and action.get("type") == "roll" and "rolls" not in action
    return {**action, "rolls": {"d6": roll_die(random, 6)}} if wants else action


def apply(state: Tally, action: Json) -> Outcome[Tally]:
    match _read(action):
        case Add(side=side, count=count):
            if state.total + count > 1_000_000:
                raise IllegalAction("count", "A million is enough.")
            return _counted(state, side, count)
        case Roll(side=side, rolls=rolls):
            return _counted(state, side, rolls.d6)
        case NameCard(side=side, card=card):
            them = other(side)
            if card not in state.hands[them]:
                raise IllegalAction("card", f"{them} does not hold that card.")
            left = tuple(held for held in state.hands[them] if held != card)
            hands = {**state.hands, them: left}
            return Outcome(replace(state, hands=hands), (Step("3", "A card is given up."),))
        case Say(text=text):
            return Outcome(replace(state, said=text), (Step("4", "Said."),))
    raise AssertionError


def _counted(state: Tally, side: str, count: int) -> Outcome[Tally]:
    step = Step("2", "{side} counts {count}.", {"side": side, "count": count})
    return Outcome(replace(state, total=state.total + count), (step,))


def asks(state: Tally, action: Json) -> Question | None:
    naming = isinstance(action, dict) and action.get("type") == "name_card" and "card" not in action
    if not naming or action.get("side") not in SIDES:
        return None
    them = other(action["side"])
    return Question(them, {"type": "name_card", "cards": list(state.hands[them])})


def redact_state(state: Tally, sight: Sight) -> Json:
    hands = {side: list(cards) if side in sight.sees else len(cards) for side, cards in state.hands.items()}
    return {"total": state.total, "hands": hands, "said": state.said}


def read_state(value: Json, path: str) -> Tally:
    with under(path):
        return read(Tally, value)


def redact_action(state: Tally, action: Json, sight: Sight) -> Json:
    seen = action.get("type") != "name_card" or other(action["side"]) in sight.sees
    return action if seen else {**action, "card": None}


def check_names(value: Json) -> Resolution:
    names = read(dict[str, str], value)
    return Resolution({"names": len(names)}, ())


def view(scene: Scene[Tally]) -> Screen:
    shown = redact_state(scene.state, scene.sight)
    bar = Bar(title="Tally", plate=str(scene.state.total), phase="Counting")
    own = {"total": scene.state.total, "hands": shown["hands"], "choice": scene.draft.get("do", ""),
           "asked": scene.asked, "steps": len(scene.trail), "room": scene.room}  # fmt: skip
    return Screen(bar, own)


GAME: Game[Tally] = Game(
    slug="tally", title="Tally", tagline="Counting.", players="2", folder=Path(__file__).parent,
    procedures={}, setup_seats=lambda setup: (Chair("red", "Red"), Chair("blue", "Blue")),
    options=(
        Option(key="start", title="Start", help="Where to start.", default=0, low=0, high=99, ruling="R1"),
        Option(key="mood", title="Mood", help="How.", default="calm", choices=MOODS),
    ),
    shuffle=shuffle, open=open_, roll=roll, apply=apply,
    legal=lambda state, sight: [{"type": "add", "side": side} for side in SIDES if side in sight.acts],
    asks=asks, answer=lambda state, action, answer: {**action, **answer},
    state_json=lambda state: redact_state(state, Sight(frozenset(SIDES))),
    read_state=read_state, redact_state=redact_state, redact_action=redact_action,
    is_irrevocable=lambda state, action, rolled: rolled or action.get("type") == "name_card",
    actors=lambda state: (), is_over=lambda state: False,
    describe=lambda action: f"{action['type']} {action.get('card') or ''}".strip(),
    headline=lambda state: f"{state.total} counted", view=view, printables={},
    files=(OwnerFile(key="names", title="Names", help="A file.", check=check_names, sample=dict),),
)  # fmt: skip
