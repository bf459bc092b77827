"""Phase 3 on the screens: what lies open, what each house needs, and a hand to choose from in secret."""

from itertools import combinations

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.verraeter.data import FARMER_CARDS, MOST_SUPPLY_PLAYED, OTHER, UNKNOWN, ActionCard
from companion.games.verraeter.procedures.outcome import Fighter
from companion.games.verraeter.procedures.what_if import Drafter, option
from companion.games.verraeter.rules.supplying import known
from companion.games.verraeter.screens.drafting import action_card, field, odds
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.scales import open_weights
from companion.games.verraeter.screens.seeing import Values, fresh, keep
from companion.games.verraeter.state import State


def supply_panel(scene: Scene[State], who: str) -> Values:
    """A hand to choose from, with what each choice does. Secret."""
    state, player = scene.state, scene.state.player(who)
    if state.options.counts_only:
        return told_panel(scene, who)
    own, foe = _own_and_foe(state, who)
    return {
        "template": "verraeter/turn/supply.html",
        "secret": True,
        "title": "Play supply",
        "lead": f"Up to {MOST_SUPPLY_PLAYED} cards for the {state.words.houses[player.allegiance]}, or none.",
        "cards": hand_cards(player.hand),
        "action": tap({"type": "play_supply", "player": who, "cards": []}),
        "own": own,
        "foe": foe,
        "foe_name": state.words.houses[OTHER[player.allegiance]],
        "pick": action_card(player.pick) if player.pick else None,
        "odds": _odds(scene, who),
        "shows_hand": True,
        "warning": surplus_warning(state, who),
    }


def hand_cards(hand: tuple[int, ...]) -> list[Values]:
    """Supply cards as they lie in a hand."""
    return [{"n": n, "value": value or "?"} for n, value in enumerate(hand)]


def _own_and_foe(state: State, who: str) -> tuple[int, int]:
    house = state.player(who).allegiance
    weights = {each: sum(parts) for each, parts in open_weights(state, state.site or (0, 1)).items()}
    return weights[house], weights[OTHER[house]]


def _odds(scene: Scene[State], who: str) -> Json:
    """For every sum that the hand can make: chances of victory and tie, points on average."""
    state, player = scene.state, scene.state.player(who)
    received = handed(scene, who)
    if received is None or player.pick is None:
        return None
    sums = {sum(cards) for n in range(len(player.hand) + 1) for cards in combinations(player.hand, n)}
    return {total: _told(state, who, received, total) for total in sorted(sums)}


def _told(state: State, who: str, received: tuple[ActionCard, ...], total: int) -> dict[str, str]:
    order = state.in_turn()
    fighters = tuple(
        Fighter(each.id, each.allegiance, (total,) if each.id == who else each.played or ()) for each in order
    )
    seat = next(n for n, each in enumerate(order) if each.id == who)
    pick = state.player(who).pick
    assert pick is not None
    told = odds(option(Drafter(field(state), fighters, seat, received), pick))
    return {name: told[name] for name in ("win", "tie", "mean")}


def handed(scene: Scene[State], who: str) -> tuple[ActionCard, ...] | None:
    """The cards that came to this player in this round's draft: his own knowledge."""
    for state in reversed(scene.trail):
        if state.round != scene.state.round:
            return None
        if state.phase == "draft" and state.draft.mode == "digital" and state.active == who:
            return state.draft.pool
    return None


def surplus_warning(state: State, who: str) -> str:
    """What would have to be laid down in phase 10 as things stand (R20)."""
    player = state.player(who)
    due = FARMER_CARDS if player.pick == "farmer" else _due(state, who)
    over = len(player.hand) + due - state.options.hand_limit
    if over <= 0 or not player.hand:
        return ""
    held, limit = len(player.hand), state.options.hand_limit
    return (
        f"You hold {held} and may pick up {due} afterwards; {limit} is the limit. "
        f"Play {min(over, held)} or lay that many down."
    )


def _due(state: State, who: str) -> int:
    player = state.player(who)
    estates = sum(state.circle[n].house == player.allegiance for n in state.buildings(who, "estate"))
    return estates + (player.pick == "diplomat_2")


def told_panel(scene: Scene[State], who: str) -> Values:
    """Cards as they are laid on the table, told to the app value by value (R30)."""
    state, player = scene.state, scene.state.player(who)
    most, free = min(MOST_SUPPLY_PLAYED, len(player.hand)), free_values(state, who)
    chosen = values_of(scene.draft.get("cards", ""), free, most)
    action = {"type": "play_supply", "player": who, "cards": list(chosen)}
    return {
        "template": "verraeter/turn/told.html",
        "title": f"What {person(state, who)['name']} lays down",
        "lead": "Lay real cards down and tap their values.",
        **value_picker(scene, "cards", chosen, most, free),
        "action": tap(action),
        "button": f"Play {count(len(chosen), 'card')}: {sum(chosen)}" if chosen else "Play no supply",
    }


def values_of(text: str, free: dict[int, int], most: int) -> tuple[int, ...]:
    """Card values that an address holds, as many as may be; what is none or not to be had is passed over.

    >>> values_of("3.5.x.3.4", {3: 1, 4: 2, 5: 1}, 2)
    (3, 5)
    """
    chosen: tuple[int, ...] = ()
    for part in text.split("."):
        value = int(part) if part.isascii() and part.isdigit() and len(part) == 1 else 0
        if chosen.count(value) < free.get(value, 0) and len(chosen) < most:
            chosen += (value,)
    return chosen


def value_picker(
    scene: Scene[State], key: str, chosen: tuple[int, ...], most: int, free: dict[int, int]
) -> Values:
    """Values to tap one after another, and the chosen ones to tap away again."""
    full = len(chosen) >= most
    return {
        "values": [
            {
                "value": value,
                "left": left - chosen.count(value),
                "href": None
                if full or left <= chosen.count(value)
                else keep(scene, **{key: _text((*chosen, value))}),
            }
            for value, left in free.items()
        ],
        "chosen": [
            {"value": value, "href": keep(scene, **{key: _text((*chosen[:n], *chosen[n + 1 :])) or None})}
            for n, value in enumerate(chosen)
        ],
        "full": full,
        "most": most,
        "clear": fresh(scene),
    }


def _text(values: tuple[int, ...]) -> str:
    return ".".join(map(str, values))


def free_values(state: State, who: str) -> dict[int, int]:
    """How many cards of each value this player may still hold (R30).

    What is known of hands then is what everybody can work out: who has not played his 3 has it.
    """
    hand = state.player(who).hand
    unknown = UNKNOWN in hand
    return {
        value: hand.count(value) + (max(0, exist - known(state, value)) if unknown else 0)
        for value, exist in sorted(state.cards.supply.items())
        if exist
    }


def laid_panel(scene: Scene[State], who: str) -> Values:
    """What everybody else sees of phase 3."""
    state = scene.state
    return {
        "template": "verraeter/turn/passing.html",
        "title": "Supply is played",
        "lead": f"{person(state, who)['name']} plays up to {MOST_SUPPLY_PLAYED} supply cards, or none.",
        "doing": "play supply",
        "order": order_of_supply(state),
    }


def order_of_supply(state: State) -> list[Values]:
    """Who has played what, who is at it, who waits."""
    return [
        person(state, each.id)
        | {"done": each.played is not None, "now": each.id == state.active, "laid": each.played}
        for each in state.in_turn()
    ]
