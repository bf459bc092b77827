"""A moment: what the last action did, as a short scene on every screen, then one line."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.stage.part import Icon, Part
from companion.engine.stage.said import Words


class Throw(NamedTuple):
    """Dice of one side as they fell: whose, their faces (of `sides`), the sum, its parts."""

    name: Words
    faces: tuple[int, ...]
    total: str = ""
    parts: Words = ""
    side: str = ""
    sides: int = 6


class Effect(NamedTuple):
    """One thing that changed."""

    words: Words
    side: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A scene as everybody may see it: its title, dice against dice, and what came of it, one after another.

    Where a game says none of an action, the house tells its line, its dice and what changed. One that is
    `quiet` is no scene: its line alone tells of it. `picture` is the game's own drawing beside the words.
    Where it has `seconds` of its own, the picture alone is the scene: it takes the whole screen but the bar
    for so long, or until somebody goes on; `effects` are then told to those who listen.
    """

    title: Words
    side: str = ""
    picture: Part | None = None
    throws: tuple[Throw, ...] = ()
    effects: tuple[Effect, ...] = ()
    quiet: bool = False
    seconds: float = 0
