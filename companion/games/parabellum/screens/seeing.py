"""Who looks: whose desk may lie open on this screen, and the links of its half-made choices."""

from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Question, Way
from companion.engine.wording import Values, href
from companion.games.parabellum.state import State

__all__ = ["Values", "fresh", "keep", "may_act", "own_seat", "whole"]

STAYS = ("seat", "o", "h")
"""What of a half-made choice outlives it: whose desk this is, the orders that were given, what is hatched."""
CART = "c."
"""With this begins what lies in the cart, which outlives other choices too."""
MOST_LETTERS = 4


def own_seat(scene: Scene[State]) -> str | None:
    """The one player whose cards may lie open here: a tablet of one's own, or the own desk."""
    return scene.own if scene.own in scene.state.seated else None


def may_act(scene: Scene[State], player: str | None) -> bool:
    """Whether this screen has a player's controls."""
    return player is not None and player == own_seat(scene) and player in scene.sight.acts


def fresh(scene: Scene[State], **choice: str | int | None) -> str:
    """The link to a new half-made choice."""
    return href(**{**stays(scene), **choice})


def stays(scene: Scene[State]) -> dict[str, str]:
    """What of the half-made choice stays whatever is looked at."""
    return {key: text for key, text in scene.draft.items() if key in STAYS or key.startswith(CART)}


def keep(scene: Scene[State], **changes: str | int | None) -> str:
    """The link to the same half-made choice with some of it changed; `None` takes a part out."""
    return href(**{**scene.draft, **changes})


def whole(scene: Scene[State], key: str, most: int = 9999) -> int:
    """A whole number of the half-made choice; what is none counts as 0."""
    text = scene.draft.get(key, "")
    return min(most, int(text)) if text.isascii() and text.isdecimal() and len(text) <= MOST_LETTERS else 0


def keeping(scene: Scene[State], question: Question) -> Question:
    """A question whose deeds leave in the address what stays, where they do not say themselves what does."""
    there = fresh(scene)

    def kept(button: Deed | Way | None) -> Deed | Way | None:
        own = isinstance(button, Deed) and not button.then and button.action
        return replace(button, then=there) if own and isinstance(button, Deed) else button

    lesser = tuple(each for each in map(kept, question.lesser) if each is not None)
    return replace(question, main=kept(question.main), lesser=lesser) if there != "?" else question
