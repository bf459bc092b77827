"""A physical card that the library lacks, entered when it first appears: what is printed on it."""

from companion.engine.game import Scene
from companion.engine.wording import Values, tap
from companion.games.scarper.data import CARD_SIDES, SIDE_NAMES, YEARS
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.state import State

NEW = "new-card"


def may_add(scene: Scene[State]) -> bool:
    """Whether this table plays with physical cards, and this screen acts at it."""
    return scene.state.options.cards == "table" and bool(scene.sight.acts) and scene.state.phase != "over"


def wants_new_card(scene: Scene[State]) -> bool:
    """Whether this screen asks to enter a card, and may."""
    return scene.draft.get("do") == NEW and may_add(scene)


def new_card_link(scene: Scene[State]) -> str | None:
    """Where a card is entered; what was looked for in vain comes along as its title."""
    return fresh(scene.draft, do=NEW, q=scene.draft.get("q")) if may_add(scene) else None


def new_card_panel(scene: Scene[State]) -> Values:
    """The card's figures in one form."""
    year = scene.state.year
    return {
        "template": "scarper/turn/new_card.html",
        "title": "A card that is not here yet",
        "name": scene.draft.get("q", "").strip(),
        "sides": [{"id": side, "name": SIDE_NAMES.get(side, "Neutral")} for side in CARD_SIDES],
        "points": range(1, 7),
        "years": [{"year": each, "chosen": each == year} for each in YEARS if each <= year],
        "action": tap({"type": "add_card"}),
        "back": fresh(scene.draft),
    }
