"""Phase 2 on the screens: cards from hand to hand on the devices, or real ones round the table."""

from companion.engine.game import Scene
from companion.engine.wording import count, sentence, tap
from companion.games.verraeter.data import ACTION_NAMES, ActionCard
from companion.games.verraeter.screens.advising import advised_picks
from companion.games.verraeter.screens.frame import sign_of
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values, fresh
from companion.games.verraeter.state import State

EFFECTS = {
    "diplomat_2": "+2 for your house, and one more supply card afterwards.",
    "diplomat_5": "+5 for your house.",
    "farmer": "Pick up three supply cards, first of all; none for estates.",
    "master_builder": "Build, move or turn over one card of yours afterwards.",
    "strategist": "2 points, the strategy card, and the choice of the next site.",
    "traitor": "Change sides as the cards are turned over; 1 point.",
}


def dealing_panel(scene: Scene[State], who: str) -> Values:
    """How this round is drafted: the start player says."""
    return {
        "template": "verraeter/turn/dealing.html",
        "title": "Draft the action cards",
        "uses": [
            {
                "action": tap({"type": "deal_actions", "player": who}),
                "button": "Draft on the devices",
                "words": "The app puts one card aside unseen. "
                "Each in turn looks in secret, keeps one and hands the rest on.",
                "look": "button--main",
            },
            {
                "action": tap({"type": "draft_offline", "player": who}),
                "button": "Draft with real cards",
                "words": "The cards go round the table; the app hears of them when all are turned over.",
                "look": "",
            },
        ],
    }


def picking_panel(scene: Scene[State], who: str) -> Values:
    """The cards handed to this player; at a table that wants it, each weighed. Secret."""
    state = scene.state
    pool, told = state.draft.pool, advised_picks(scene, who)
    return {
        "template": "verraeter/turn/picking.html",
        "secret": True,
        "title": "Keep one, hand the rest on",
        "handed": sentence(f"{count(len(pool), 'card')} came to you."),
        "cards": [_choice(who, card) | {"odds": told.of.get(card)} for card in sorted(pool)],
        "assumes": told.assumes,
    }


def _choice(who: str, card: ActionCard) -> Values:
    action = tap({"type": "pick_action", "player": who, "card": card})
    return action_card(card) | {"action": action}


def action_card(card: ActionCard) -> Values:
    """One action card, ready to be drawn."""
    return {"id": card, "name": ACTION_NAMES[card], "sign": sign_of(card), "effect": EFFECTS[card]}


def order_of_picks(state: State) -> list[Values]:
    """Who has picked, who is at it, who waits; no card is named."""
    return [
        person(state, each.id) | {"done": each.pick is not None, "now": each.id == state.active}
        for each in state.in_turn()
    ]


def passing_panel(scene: Scene[State], who: str) -> Values:
    """What everybody else sees of the draft."""
    left = len(scene.state.draft.pool)
    return {
        "template": "verraeter/turn/passing.html",
        "title": "The draft goes round",
        "lead": f"{person(scene.state, who)['name']} looks at {count(left, 'card')} and keeps one.",
        "doing": "pick an action card",
        "order": order_of_picks(scene.state),
        "back": fresh(scene),
    }
