"""Phase 10 on the screens: who picks up how much and why, and what must be laid down for it."""

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.verraeter.data import FARMER_CARDS
from companion.games.verraeter.rules.legal import legal
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values, fresh, keep, whole
from companion.games.verraeter.screens.supplying import free_values, hand_cards, value_picker, values_of
from companion.games.verraeter.state import State


def refill_panel(scene: Scene[State], who: str) -> Values:
    """How many cards, and which go for them. Secret where the app knows the hand."""
    state, entry = scene.state, legal(scene.state)[0]
    most: int = entry["max_cards"]
    asked = whole(scene, "take")
    take = most if asked is None or asked > most else asked
    goes = entry["discards"][take] if state.options.surplus == "before" else 0
    panel = _panel(scene, who, take, goes) | {
        "numbers": [
            {"n": n, "words": str(n), "href": keep(scene, take=n, drawn=None), "chosen": n == take}
            for n in range(most + 1)
        ],
        "after": _after(state, take, entry),
    }
    if state.options.counts_only:
        return panel | _told(scene, who, take, goes)
    return panel | _known(scene, who, take, goes) | {"secret": True, "shows_hand": bool(goes)}


def _panel(scene: Scene[State], who: str, take: int, goes: int) -> Values:
    due = scene.state.refill[0].entitlement
    return {
        "template": "verraeter/turn/refill.html",
        "title": "Pick up supply",
        "lead": f"Up to {count(due, 'card')}: {why(scene.state, who)}.",
        "order": queue_rows(scene.state),
        "take": take,
        "goes": goes,
        "button": _button(take, goes),
        "hand": hand_cards(scene.state.player(who).hand),
        "limit": scene.state.options.hand_limit,
        "goes_words": count(goes, "card"),
    }


def _button(take: int, goes: int) -> str:
    up = f"Pick up {take}" if take else "Pick up nothing"
    return f"Lay {goes} down, pick up {take}" if goes else up


def _after(state: State, take: int, entry: Json) -> str:
    if state.options.surplus == "after" and entry["discards"][take]:
        return f"You then see all cards and lay {entry['discards'][take]} down."
    return ""


def _known(scene: Scene[State], who: str, take: int, goes: int) -> Values:
    """The app knows the hand: the lowest cards are ticked to go, and it deals or is told what was drawn."""
    hand = scene.state.player(who).hand
    action: dict[str, Json] = {"type": "refill", "player": who, "cards": take}
    if scene.state.options.surplus == "before" and not goes:
        action["discard"] = []
    drawn = values_of(scene.draft.get("drawn", ""))[:take]
    pile = scene.state.cards.supply
    told = {**action, "cards": list(drawn)}
    return {
        "cards": [card | {"goes": card["n"] < goes} for card in hand_cards(hand)],
        "action": tap(action),
        "told": value_picker(
            scene, "drawn", drawn, take, {value: n for value, n in sorted(pile.items()) if n}
        ),
        "told_action": tap(told) if take and len(drawn) == take else None,
    }


def _told(scene: Scene[State], who: str, take: int, goes: int) -> Values:
    """The app only counts: what is laid down is told by its value (R30)."""
    laid = values_of(scene.draft.get("laid", ""))[:goes]
    action = {"type": "refill", "player": who, "cards": take, "discard": list(laid)}
    return {
        "laid": value_picker(scene, "laid", laid, goes, free_values(scene.state, who)) if goes else None,
        "action": tap(action) if len(laid) == goes else None,
    }


def why(state: State, who: str) -> str:
    """Why somebody may pick up: as farmer, or for his estates in friendly land (10)."""
    player, due = state.player(who), state.refill[0].entitlement
    if player.pick == "farmer":
        return f"the farmer picks up {FARMER_CARDS} and none for estates"
    estates = due - (player.pick == "diplomat_2")
    words = f"{count(estates, 'estate')} in friendly land"
    return words + " and one as diplomat" if player.pick == "diplomat_2" else words


def queue_rows(state: State) -> list[Values]:
    """Who is still to pick up, in order."""
    return [
        person(state, due.player)
        | {"due": due.entitlement, "now": n == 0, "held": len(state.player(due.player).hand)}
        for n, due in enumerate(state.refill)
    ]


def waiting_refill(scene: Scene[State], who: str) -> Values:
    """What everybody else sees of phase 10."""
    due, name = scene.state.refill[0].entitlement, person(scene.state, who)["name"]
    return {
        "template": "verraeter/turn/passing.html",
        "title": "Supply is picked up",
        "lead": f"{name} may pick up {due}: {why(scene.state, who)}.",
        "doing": "pick up supply",
        "order": queue_rows(scene.state),
    }


def lay_down_panel(scene: Scene[State], ask: Json) -> Values:
    """The question to him who has drawn: which of all his cards go (R20)."""
    return {
        "template": "verraeter/turn/lay_down.html",
        "secret": True,
        "shows_hand": True,
        "title": "Lay the surplus down",
        "lead": f"Choose {count(ask['count'], 'card')} to lay down; the rest is your hand.",
        "count": ask["count"],
        "cards": [card | {"goes": card["n"] < ask["count"]} for card in hand_cards(tuple(ask["from"]))],
        "action": tap({"type": ask["type"], "player": ask["player"]}),
        "back": fresh(scene),
    }
