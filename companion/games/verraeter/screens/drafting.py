"""Phase 2 on the screens: cards from hand to hand on the devices, or real ones round the table."""

from companion.engine.game import Scene
from companion.engine.looking import Values
from companion.engine.stage import Deed, Lead, Note, Own, Piece, Question, Queue, Turned, Words, said
from companion.engine.wording import count, sentence, tap
from companion.games.verraeter.data import ACTION_NAMES, ActionCard
from companion.games.verraeter.screens.advising import advised_picks
from companion.games.verraeter.screens.people import person, seal
from companion.games.verraeter.screens.placing import site_pieces
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

EFFECTS = {
    "diplomat_2": "+2 for your house, and one more supply card afterwards.",
    "diplomat_5": "+5 for your house.",
    "farmer": "Pick up three supply cards, first of all; none for estates.",
    "master_builder": "Build, move or turn over one card of yours afterwards.",
    "strategist": "2 points, the strategy card, and the choice of the next site.",
    "traitor": "Change sides as the cards are turned over; 1 point.",
}
ON_DEVICES = "The app puts one card aside unseen. Each in turn looks in secret, keeps one, hands the rest on."


def dealing_question(scene: Scene[State], who: str) -> Question:
    """How this round is drafted: the start player says."""
    deal = tap({"type": "deal_actions", "player": who})
    real = tap({"type": "draft_offline", "player": who})
    return Question(
        kind="dealing",
        title="Draft the action cards",
        pieces=(*site_pieces(scene.state), Lead(ON_DEVICES)),
        main=Deed(words="Draft on the devices", action=deal),
        lesser=(Deed(words="With real cards", small="told as they turn", action=real),),
    )


def picking_question(scene: Scene[State], who: str) -> Question:
    """The cards handed to this player; at a table that wants it, each weighed. Secret."""
    pool, told = scene.state.draft.pool, advised_picks(scene, who)
    cards = [action_card(card) | {"odds": told.of.get(card)} for card in sorted(pool)]
    assumes = (Note(told.assumes),) if told.assumes else ()
    action = tap({"type": "pick_action", "player": who})
    return Question(
        kind="picking",
        title=said("Keep one. {left}.", left=_handed(scene.state)),
        pieces=(Own(template="verraeter/draft.html", values={"cards": cards}, live=True), *assumes),
        main=Deed(words="Tap a card", action=action, live="Keep the {each}"),
        secret=True,
    )


def _handed(state: State) -> Words:
    """What becomes of the others."""
    left, waits = len(state.draft.pool) - 1, [each for each in state.in_turn() if each.pick is None]
    if len(waits) > 1:
        goes = sentence(count(left, "goes", "go"))
        return said("{goes} on to {who}", goes=goes, who=spoken(waits[1].id))
    return sentence(f"{count(left, 'goes', 'go')} back, face down")


def action_card(card: ActionCard) -> Values:
    """One action card, ready to be drawn."""
    return {"id": card, "name": ACTION_NAMES[card], "sign": sign_of(card), "effect": EFFECTS[card]}


def sign_of(card: str) -> str:
    """The drawing on an action card."""
    return "diplomat" if card.startswith("diplomat") else card


def order_of_picks(state: State) -> Queue:
    """Who has picked, who is at it, who waits; no card is named."""
    return Queue(
        tuple(
            Turned(
                person(state, each.id)["name"],
                "done" if each.pick is not None else "now" if each.id == state.active else "",
                side=each.allegiance,
                icon=seal(state, each.id),
            )
            for each in state.in_turn()
        )
    )


def passing_question(scene: Scene[State], who: str) -> Question:
    """What everybody else sees of the draft."""
    left, name = len(scene.state.draft.pool), person(scene.state, who)["name"]
    pieces: tuple[Piece, ...] = (order_of_picks(scene.state),)
    return Question(
        kind="passing",
        title="The draft goes round",
        under=said("{who} looks at {cards} and keeps one.", who=name, cards=count(left, "card")),
        pieces=pieces,
        missing=said("{who} chooses in secret", who=name),
    )
