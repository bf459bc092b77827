"""Phase 2 on the screens: cards from hand to hand on the devices, or real ones round the table."""

from companion.engine.game import Scene
from companion.engine.wording import count, percent, sentence, tap
from companion.games.verraeter.data import ACTION_NAMES, ActionCard
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.outcome import Field, Fighter
from companion.games.verraeter.procedures.what_if import Drafter, what_if
from companion.games.verraeter.screens.frame import sign_of
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values, fresh, keep, whole
from companion.games.verraeter.state import State
from companion.games.verraeter.state.table import Player

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
    """The cards handed to this player, each with what it is worth. Secret."""
    state = scene.state
    assumed = whole(scene, "with") or 0
    pool = state.draft.pool
    worth = what_if(_drafter(state, who, pool, assumed), pool)
    return {
        "template": "verraeter/turn/picking.html",
        "secret": True,
        "title": "Keep one, hand the rest on",
        "handed": sentence(f"{count(len(pool), 'card')} came to you."),
        "cards": [_choice(who, option, worth["best"]) for option in worth["options"]],
        "assume": _assume(scene, who, assumed),
        "assumed": assumed,
    }


def _choice(who: str, option: Values, best: str) -> Values:
    card = option["pick"]
    return action_card(card) | {
        "action": tap({"type": "pick_action", "player": who, "card": card}),
        "best": card == best,
        **odds(option),
    }


def odds(option: Values) -> Values:
    """One line of a what-if for the eye."""
    mean = option["expected_vp"]["value"]
    ends = {end: option[end]["value"] for end in ("win", "tie", "lose")}
    win, tie = round(100 * ends["win"]), round(100 * ends["tie"])
    return {
        "win": percent(ends["win"]),
        "tie": percent(ends["tie"]) if ends["tie"] else "",
        "bar": {"win": win, "tie": tie, "tie_x": win, "lose": 100 - win - tie, "lose_x": win + tie},
        "mean": f"{mean:.1f}",
        "cases": option["assignments"],
    }


def action_card(card: ActionCard) -> Values:
    """One action card, ready to be drawn."""
    return {"id": card, "name": ACTION_NAMES[card], "sign": sign_of(card), "effect": EFFECTS[card]}


def _assume(scene: Scene[State], who: str, assumed: int) -> list[Values]:
    """How much of one's own supply the odds count with."""
    hand = scene.state.player(who).hand
    sums = sorted({0, max(hand, default=0), sum(sorted(hand)[-2:]), sum(hand)})
    return [
        {"words": f"{total} supply" if total else "no supply", "href": keep(scene, **{"with": total or None}),
         "chosen": total == assumed}
        for total in sums
    ]  # fmt: skip


def _drafter(state: State, who: str, pool: tuple[ActionCard, ...], assumed: int) -> Drafter:
    order = state.in_turn()
    seat = next(n for n, each in enumerate(order) if each.id == who)
    fighters = tuple(_fighter(each, (assumed,) if each.id == who else ()) for each in order)
    return Drafter(field(state), fighters, seat, pool)


def _fighter(player: Player, supply: tuple[int, ...]) -> Fighter:
    return Fighter(player.id, player.allegiance, supply)


def field(state: State) -> Field:
    """The site of this round with its cards and house rules."""
    grounds = tuple(Ground(state.circle[n].type, state.circle[n].house) for n in state.site or (0, 1))
    return Field(grounds, state.options, state.cards, state.words)


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
