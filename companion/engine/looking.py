"""Who looks: what may lie open on this screen, whom it taps for, and the links of its half-made choices."""

from typing import Any

from companion.engine.scene import Scene
from companion.engine.wording import Values, href

__all__ = ["Values", "fresh", "keep", "may_show", "may_tap", "must_offer", "whole"]

STAYS = ("seat", "for", "on")
"""What of a half-made choice outlives it: whose hand this is, whom this screen taps for, what it looks at."""


def may_show(scene: Scene[Any], who: str) -> bool:
    """Whether a player's secrets may lie open here: his own device, or his hand's own page."""
    return scene.own == who


def may_tap(scene: Scene[Any], who: str) -> bool:
    """Whether this screen has a player's controls: it is his or nobody's, or says that it taps for him."""
    if scene.room == "tv" or who not in scene.sight.acts:
        return False
    sight = scene.sight
    return sight.is_own(who) or not (sight.holds or sight.sees) or scene.draft.get("for") == who


def must_offer(scene: Scene[Any], who: str) -> bool:
    """Whether it could tap for a player who is somebody else, and should be asked first."""
    return scene.room != "tv" and who in scene.sight.acts and not may_tap(scene, who)


def fresh(scene: Scene[Any], **choice: str | int | None) -> str:
    """The link to a new half-made choice."""
    return href(**{key: scene.draft.get(key) for key in STAYS} | choice)


def keep(scene: Scene[Any], **changes: str | int | None) -> str:
    """The link to the same half-made choice with some of it changed; `None` takes a part out."""
    return href(**{**scene.draft, **changes})


def whole(scene: Scene[Any], key: str) -> int | None:
    """A whole number of the half-made choice; what is none is passed over."""
    text = scene.draft.get(key, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
