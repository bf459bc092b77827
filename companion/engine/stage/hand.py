"""What is one's own on a stage: who one is, the edges of one's cards, and what covers both."""

from dataclasses import dataclass

from companion.engine.stage.part import Icon
from companion.engine.stage.said import Words
from companion.engine.stage.strip import Chip


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who looks, where the game is one of secrets: a phone then shows his own first, the board a swipe away.

    `sworn` is what binds him, after the words `bound`; `score` how things stand for him.
    """

    name: Words
    under: Words = ""
    icon: Icon | None = None
    side: str = ""
    bound: Words = ""
    sworn: Words = ""
    sign: Icon | None = None
    score: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One card's edge: its band (side or kind, points), its title, and its text where there is room.

    `rule` tells more of it where it is not to be chosen.
    """

    title: Words
    text: Words = ""
    band: Words = ""
    points: str = ""
    side: str = ""
    icon: Icon | None = None
    kind: str = ""
    href: str = ""
    chosen: bool = False
    spent: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What lies over a seat's own corner of a device that others see too: whose, and public facts.

    `key` changes when it must close again: with the turn, with the hand that holds the device. `next` is the
    seat to which a device that goes round is passed on.
    """

    key: str
    seat: str
    name: Words
    side: str = ""
    facts: tuple[Words, ...] = ()
    stays: Words = "Keep it open for now"
    shuts: bool = True
    next: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One's own cards, for one's own eyes; `words` says how many and of what to those who listen."""

    words: Words
    edges: tuple[Edge, ...] = ()
    label: Words = "Only you see this"
    side: str = ""
    icon: Icon | None = None
