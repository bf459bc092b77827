"""Laying a front out before the game begins: each side on its own screen, in secret, until it is sealed."""

from dataclasses import replace

from companion.engine.looking import fresh, may_tap
from companion.engine.scene import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Lead,
    Note,
    Own,
    Part,
    Piece,
    Question,
    Row,
    Rows,
    Stage,
    said,
)
from companion.engine.wording import listed, tap
from companion.games.scope.data import CARDS, ENEMY, SIDES, Side
from companion.games.scope.rules.laying import acting
from companion.games.scope.screens.asked import own_side
from companion.games.scope.screens.between import is_between, passing
from companion.games.scope.screens.city import Known, Taps, city
from companion.games.scope.screens.frame import SIGNS, own_sign
from companion.games.scope.screens.laying_out.facts import facts
from companion.games.scope.screens.laying_out.front import front, luck_of
from companion.games.scope.screens.laying_out.layouts import laid, layouts
from companion.games.scope.screens.laying_out.taps import Hand, hand
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.own import own_layer
from companion.games.scope.screens.seals import sealed
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken

LEAD = "Tap a card, then a place; drag to change two."
SEALS = (
    "Sealed, your front is locked under a short code that all see. At the end both are opened, "
    "and every move is checked."
)


def laying_out(scene: Scene[State]) -> Stage:
    """The stage until both fronts lie: one's own front, or who is still at it."""
    side = own_side(scene)
    if is_between(scene):
        asked, board = passing(scene)
        return Stage(ask=asked, board=board)
    if side is None or not _may_lay(scene, side):
        return Stage(ask=_waiting(scene), board=_city(scene, side))
    held = hand(scene)
    return Stage(
        ask=_question(held, side),
        board=Part("scope/front.html", {"front": front(held, side, _luck(scene, side))}, "Your front", SIGNS),
    )


def _luck(scene: Scene[State], side: Side) -> str:
    """What lays this side's cards at random."""
    setup = scene.passages[0].action if scene.passages else None
    return luck_of(side, setup)


def _seat(scene: Scene[State], side: Side) -> str:
    """The seat that lays out here: one's own, else the first of the side."""
    seats = [seat for seat in acting(scene.state) if side_of(seat) == side]
    return scene.own if scene.own in seats else seats[0]


def _may_lay(scene: Scene[State], side: Side) -> bool:
    return side in scene.state.laying_out and may_tap(scene, _seat(scene, side))


def _city(scene: Scene[State], side: Side | None) -> Part:
    """The street and the houses, dark; over one's own the cards that one has laid and sealed."""
    lie = Lie(scene.state, side or "german")
    is_laid = side is not None and side not in scene.state.laying_out
    own = own_layer(lie, side, Taps(), Known()) if side and is_laid else None
    return Part("scope/board.html", {"city": city(lie, Taps(), Known()), "own": own}, "The city", SIGNS)


def _question(held: Hand, side: Side) -> Question:
    """What is left to lay, what the cards could do from where they lie, and the seal."""
    draft, state = held.draft, held.scene.state
    action = {"type": "lay_out", "seat": _seat(held.scene, side), "front": draft.rows}
    shut = said("{n:# card|# cards} to place", n=draft.missing) if draft.missing else ""
    return Question(
        kind="lay_out",
        title="Lay out your front",
        under=said("{n} of {of} are still in the box.", n=draft.missing, of=len(draft.places)),
        icon=own_sign(side),
        side=side,
        pieces=(
            *sealed(state, ENEMY[side]),
            Lead(LEAD),
            *_facts(held, side),
            _kept(held, side),
            _layouts(held),
            Note(SEALS),
        ),
        main=Deed(words="Seal my front", action=tap(action), shut=shut),
        secret=True,
        opens="peek",
    )


def _facts(held: Hand, side: Side) -> tuple[Piece, ...]:
    known = facts(held.scene.state, side, held.draft)
    rows = tuple(Row((each.words, each.value), icon=own_sign(each.card)) for each in known)
    return (Rows(label="From where they lie", rows=rows),) if rows else ()


def _layouts(held: Hand) -> Choices:
    """The project's own layouts; one lays every card."""
    choices = tuple(
        Choice(
            words=each.name, small=each.words, href=held.link(laid(each, held.draft)), key=each.name.lower()
        )
        for each in layouts()
    )
    return Choices(label="Layouts", choices=choices, shows_label=True)


def _kept(held: Hand, side: Side) -> Own:
    """Layouts that were kept on this device; on one that goes round, each side's own."""
    state, draft = held.scene.state, held.draft
    cards = "-".join(str(state.counts[card]) for card in CARDS)
    whose = f" {side}" if held.scene.room == "hand" else ""
    values = {
        "shelf": f"scope {draft.columns} {cards}{whose}",
        "code": "" if draft.missing == len(draft.places) else draft.code,
        "link": fresh(held.scene, lay="LAY"),
    }
    return Own(template="scope/kept.html", values=values)


def _waiting(scene: Scene[State]) -> Question:
    """Who is still at it; who sits here goes to his own screen."""
    state = scene.state
    seats = acting(state)
    who = listed([spoken(seat) for seat in seats])
    asked = Question(
        kind="laying_out",
        title="The fronts are being laid out",
        under="Each side lays its cards in secret, and seals them.",
        pieces=(*sealed(state, *SIDES), Lead(said("{who} {n:is|are} at it.", who=who, n=len(seats)))),
        missing=said("Waiting for {who}", who=who),
    )
    here = [seat for seat in seats if seat in scene.sight.holds and scene.own != seat]
    return replace(asked, waits=next(iter(here), ""))
