"""A whole screen: its bar, the stage, and what a game's own templates print."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.engine.stage.bar import Bar
from companion.engine.stage.covering import Covering
from companion.engine.stage.hand import Hand, Me
from companion.engine.stage.moment import Moment
from companion.engine.stage.part import Part
from companion.engine.stage.question import Question
from companion.engine.stage.said import Words
from companion.engine.stage.strip import Strip
from companion.engine.wording import Values

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
