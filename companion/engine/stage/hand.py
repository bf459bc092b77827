"""What is one's own on a stage: who one is, the edges of one's cards, and what lies behind a cover."""

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
    """What lies behind a seat's own cover: its name, its colour and sign, and what all may know of it.

    A game says this much; when it is shut, and whose ring is on the screen, is one law for all of them
    (`companion.engine.stage.covering`). `is_shared` is that it is one only where several share the device.
    """

    name: Words
    side: str = ""
    icon: Icon | None = None
    facts: tuple[Words, ...] = ()
    is_shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One's own cards, for one's own eyes; `words` says how many and of what to those who listen."""

    words: Words
    edges: tuple[Edge, ...] = ()
    label: Words = "Only you see this"
    side: str = ""
    icon: Icon | None = None
