"""A whole screen: its bar, the moment, the walk through it, and what a game's own templates print.

A moment is what the last action did, as a short scene on every screen, then one line. Where a scene's `walk`
is a number, so many beats of it have been shown: one tap moves every screen of the table. A game's stage then
`walks`, its question goes `to` the “walk”, and the buttons of that question are made here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from companion.engine.scene import Scene
from companion.engine.stage.hand import Covering, Hand, Me, Strip
from companion.engine.stage.part import Icon, Part, Words
from companion.engine.stage.question import Deed, Question
from companion.engine.wording import Values


class Turn(NamedTuple):
    """Whose turn it is, in words, and the side in whose colour that is said, if it has one."""

    who: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The line above a table: the game, where in it the table is, who acts (None: nobody, or all).

    `plate` is the shortest word for where it is: a year, a scenario, “3/8”. `hand` is the seat whose own room
    this is, and `board` the drawing on the way from there back to the board. `rule` is the entry of the
    game's rules that tells of this phase.
    """

    title: str
    plate: str
    phase: str
    turn: Turn | None = None
    hand: str | None = None
    board: str = "wire"
    rule: str = ""


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


NOTHING = Strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What fills one viewport: the board, the strip, the question, the hand.

    Without a `board` (a shop, the books) the question takes its place. `changes` are what the last action
    changed, in a few words each; `warnings` what a friend at the table would point out now. `light` is
    “night” where a secret is decided by lantern light. The house sets the `cover`, no game does: where it is
    shut, board and strip are as all may see them, and question and hand are not on the screen.
    Where the screen is `me`, one person's own, a phone shows that and the question first, and the board a
    swipe away. While it `walks`, the last action is shown beat by beat, and nothing else on the screen may
    tell of it.
    """

    ask: Question
    board: Part | None = None
    strip: Strip = NOTHING
    hand: Hand | None = None
    cover: Covering | None = None
    changes: tuple[Words, ...] = ()
    warnings: tuple[Words, ...] = ()
    moment: Moment | None = None
    light: Literal["day", "night"] = "day"
    adjust: str = ""
    walks: bool = False
    me: Me | None = None

    @property
    def look(self) -> str:
        """How all of it looks, in the style sheet's words: its light, its side, whether it is covered."""
        covers = "stage--covers" if self.cover and not self.cover.is_open else ""
        own = "stage--own" if self.me and not covers else ""
        return " ".join(filter(None, (f"stage--{self.light}", self.ask.side, covers, own)))


@dataclass(frozen=True, slots=True)
class Screen(Mapping[str, Any]):
    """A game's screen: its bar, its stage, and under names of the game's choice what its own templates print.

    >>> Screen(Bar(title="Go", plate="", phase="Opening"), {"stones": 3})["stones"]
    3
    """

    bar: Bar
    own: Values
    stage: Stage | None = None

    def __getitem__(self, name: str) -> Any:
        return self.own[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)


def covered(screen: Screen, cover: Covering) -> Screen:
    """The screen with that cover; what all are being shown beat by beat has none."""
    stage = screen.stage
    if stage is None or stage.walks:
        return screen
    bare = stage if cover.is_open else replace(stage, hand=None, me=None)
    strip = stage.strip.saying(cover.passing.says) if cover.passing else stage.strip
    return replace(screen, stage=replace(bare, cover=cover, strip=strip))


type Ways = tuple[Deed | None, tuple[Deed, ...]]


def beats_shown(walk: int | None, of: int) -> int:
    """How many of so many beats are shown: all of them where nothing is walked through."""
    return of if walk is None else min(walk, of)


def on_to(beat: int, words: Words, small: Words = "") -> Deed:
    """On to a beat, on every screen at once."""
    return Deed(words=words, small=small, name="beat", action=str(beat))


def ways_on[S](scene: Scene[S], beat: int, of: int, words: Words) -> Ways:
    """The way on from a beat to the next of so many, and to the last: for whoever plays here."""
    if not scene.sight.acts or scene.room == "tv":
        return None, ()
    at_once = (on_to(of, "All at once"),) if beat + 1 < of else ()
    return on_to(beat + 1, words), at_once
