"""A walk: what the last action did, one beat after another; one tap moves every screen of the table.

Where a scene's `walk` is a number, so many beats have been shown. A game's stage then `walks`, its question
goes `to` the “walk”, and the buttons of that question are made here.
"""

from companion.engine.scene import Scene
from companion.engine.stage.question import Deed
from companion.engine.stage.said import Words

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
