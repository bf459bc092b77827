"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Lead,
    Piece,
    Question,
    Way,
    Words,
    said,
)
from companion.engine.wording import tap
from companion.games.scope.data import CARD_NAMES, CARDS, SIDE_NAMES, SIDES
from companion.games.scope.rules.secrets import sides_of
from companion.games.scope.state import State
from companion.games.scope.state.naming import spoken

LEAD = "Where table and app disagree, the table is right. Whoever else plays is asked first."


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and scene.state.phase != "finished"


def adjust_question(scene: Scene[State]) -> Question:
    """A side's points; or, of a cell, whose card lies there and which."""
    at = scene.draft.get("at", "")
    is_card = at in scene.state.grid and scene.state.pending is None
    if is_card and not scene.state.cards and scene.state.front_of(at) not in sides_of(scene.sight.holds):
        return _not_yours(scene, at)
    fields = _card(at) if is_card else _points()
    changes = {"target": "card", "cell": at} if is_card else {"target": "score"}
    why = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    return Question(
        kind="adjust",
        title="Set something right",
        pieces=(Lead(LEAD), Fields((*fields, why)), *_gives_up(scene)),
        main=Deed(words="Set it", action=tap({"type": "adjust", "changes": [changes]})),
        back=fresh(scene),
        opens="full",
    )


def _not_yours(scene: Scene[State], at: str) -> Question:
    """A cell of the enemy's front: what lies there is its owner's to name."""
    return Question(
        kind="adjust",
        title=f"The card at {at}",
        pieces=(
            Lead("Only who laid this front knows what lies there: it is set right there, by its owner."),
        ),
        main=Way(words="Back", href=fresh(scene, do="adjust")),
        back=fresh(scene),
        opens="full",
    )


def _gives_up(scene: Scene[State]) -> tuple[Piece, ...]:
    """The end of it for the side whose turn it is (R36)."""
    slot = scene.state.slot
    if slot not in scene.sight.acts:
        return ()
    resign = Choice(
        words=said("{who} gives up", who=spoken(slot)), action=tap({"type": "resign", "seat": slot})
    )
    return (Fold(id="resign", title="Give up", pieces=(Choices(label="Give up", choices=(resign,)),)),)


def _side() -> Field:
    sides: tuple[tuple[str, Words], ...] = tuple((side, SIDE_NAMES[side]) for side in SIDES)
    return Field(name="a.changes.0.side", words="Side", kind="select", options=sides)


def _points() -> tuple[Field, ...]:
    by = Field(
        name="a.changes.0.by", words="Points more or fewer", kind="number", low=-30, high=30, needed=True
    )
    return _side(), by


def _card(at: str) -> tuple[Field, ...]:
    cards: tuple[tuple[str, Words], ...] = tuple((card, CARD_NAMES[card].capitalize()) for card in CARDS)
    return _side(), Field(name="a.changes.0.card", words=f"The card at {at}", kind="select", options=cards)
