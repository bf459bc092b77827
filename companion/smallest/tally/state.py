"""Tally's names, its position, frozen, and the setup that it opens from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.option import Rule
from companion.engine.shape import Between

type Side = Literal["red", "blue"]
SIDES: Mapping[str, str] = {"red": "Red", "blue": "Blue"}
OTHER = {"red": "blue", "blue": "red"}
CARDS = tuple(f"sentinel-{name}" for name in ("heron", "otter", "lynx", "stoat", "raven", "adder"))


@dataclass(frozen=True)
class Tally:
    """What is counted, each seat's cards, and the last word that was said."""

    total: int
    hands: Mapping[str, tuple[str, ...]]
    said: str = ""


@dataclass(frozen=True)
class Options:
    """The table's house rules."""

    start: Annotated[int, Between(0, 99), Rule("R1", "Start", "Where to start.")] = 0
    mood: Annotated[Literal["calm", "wild"], Rule("", "Mood", "How.", ("Calm", "Wild"))] = "calm"


@dataclass(frozen=True)
class Setup:
    """A table's setup; `deck` lists the six cards, red first; None leaves the shuffle to the app."""

    options: Options = Options()
    deck: tuple[str, ...] | None = None
    names: Mapping[str, str] | None = None
