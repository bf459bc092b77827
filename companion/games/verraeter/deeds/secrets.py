"""What may be done now, entry by entry, and who may see and do what (specification 3.3, 6.3)."""

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.errors import InvalidInput, calling
from companion.engine.game import Question, Scene, Sight
from companion.engine.scene import Secrecy
from companion.engine.shape import Known
from companion.engine.wire import Json
from companion.games.verraeter.data import HIDDEN, UNKNOWN
from companion.games.verraeter.deeds import THINGS, legal
from companion.games.verraeter.procedures.supply import surplus
from companion.games.verraeter.rules.rounds import PICKS_HIDDEN
from companion.games.verraeter.state import Draft, Player, State, SupplyCards, state_json

SECRECY: Secrecy[State, str] = Secrecy(
    owners=lambda state: state.ids,
    is_hidden=lambda state: not state.options.counts_only or state.phase == "draft",
    is_over=lambda state: state.phase == "finished",
)
"""Where supply is counted alone, and lies on the table, whoever taps for a player may tap it."""


def seen_state(state: State, sees: Collection[str]) -> Json:
    """The state as those seats together have it (6.4)."""
    seen = state_json(state)
    seen["draw"] = [UNKNOWN for _ in state.draw]
    if state.phase == "finished":
        return seen
    for player in seen["players"]:
        if player["id"] not in sees:
            player["hand"] = [UNKNOWN for _ in player["hand"]]
            if player["pick"] and state.phase in PICKS_HIDDEN:
                player["pick"] = HIDDEN
    draft = seen["draft"]
    draft["removed"] = HIDDEN if state.draft.removed else None
    draft["leftover"] = [HIDDEN for _ in state.draft.leftover]
    if state.active not in sees:
        draft["pool"] = [HIDDEN for _ in state.draft.pool]
    return seen


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state without hands, draws and the picks of this round that others must not know yet."""
    now, sees = scene.state, scene.sight.sees
    draw = (UNKNOWN,) * len(state.draw)
    if now.phase == "finished":
        return replace(state, draw=draw)
    picks = state.round == now.round and now.phase in PICKS_HIDDEN
    players = tuple(each if each.id in sees else _veiled(each, picks) for each in state.players)
    draft = Draft(state.draft.mode, pool=state.draft.pool if state.active in sees else ())
    return replace(state, draw=draw, players=players, draft=draft)


def _veiled(player: Player, picks: bool) -> Player:
    return replace(player, hand=(UNKNOWN,) * len(player.hand), pick=None if picks else player.pick)


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do, without the cards that it may not see."""
    return list(SECRECY.offered(legal(state), sight, lambda entry: entry.get("player"), _hidden))


def _hidden(entry: Entry) -> Entry:
    if "hand" in entry:
        return {**entry, "hand": [UNKNOWN for _ in entry["hand"]]}
    if entry["type"] == "pick_action":
        return {**entry, "cards": [HIDDEN for _ in entry["cards"]]}
    return entry


def redact_action(state: State, action: object, sight: Sight) -> object:
    """An action as a sight may read it in the journal of a table that stands at `state`.

    Picks stay hidden after they were turned over: were only this round's hidden, an earlier line of the
    same card would give it away. The line of the reveal tells them to all.
    """
    if type(action) is not dict or state.phase == "finished":
        return action
    kind, own = action.get("type"), action.get("player") in sight.sees
    if kind == "deal_actions" and "removed" in action:
        return {**action, "removed": HIDDEN}
    if kind == "pick_action" and "card" in action and not own:
        return {**action, "card": HIDDEN}
    if kind == "refill" and type(action.get("cards")) is list and not own:
        return {**action, "cards": [UNKNOWN for _ in action["cards"]]}
    return action


def looks(state: State, action: object) -> tuple[str, ...]:
    """Whose secrets the rules look at: a pick's pool, a hand that cards leave or come to."""
    if type(action) is not dict or action.get("player") not in state.ids:
        return ()
    kind = action.get("type")
    of_hand = kind == "play_supply" or (kind == "refill" and _names_cards(action))
    hidden = kind == "pick_action" or (of_hand and not state.options.counts_only)
    return (action["player"],) if hidden else ()


def _names_cards(refill: Entry) -> bool:
    """Whether it says which cards; how many a player picks up anybody can work out."""
    return bool(refill.get("discard")) or type(refill.get("cards")) is list


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again.

    That is: the reveal, what the app dealt, and the cards that a pick hands on to the next player.
    """
    if rolled:
        return True
    if type(action) is not dict:
        return False
    kind = action.get("type")
    if kind == "pick_action":
        player = action.get("player")
        return player in state.ids and state.left_of(player) != state.start_player
    return kind == "reveal"


ASKED = "lay_down"


class LayDown(NamedTuple):
    """Which cards go, by who drew them."""

    type: Literal["lay_down"]
    player: Annotated[str, Known("players", "It is for {names} to say which cards go.")]
    discard: SupplyCards


def asks(state: State, action: object) -> Question | None:
    """The question to the player himself which of all his cards go, where a refill leaves it open."""
    drawn = _drawn(state, action)
    if state.active is None or drawn is None:
        return None
    hand = state.player(state.active).hand
    count = surplus(len(hand), len(drawn), state.options)
    ask = {"type": ASKED, "player": state.active, "count": count, "from": sorted((*hand, *drawn))}
    return Question(state.active, ask) if count else None


def _drawn(state: State, action: object) -> list[int] | None:
    """The cards of a refill that does not say what goes; None of any other action."""
    if type(action) is not dict or action.get("type") != "refill" or "discard" in action:
        return None
    is_due = state.phase == "refill" and action.get("player") == state.active
    cards = action.get("cards")
    if not is_due or state.options.surplus == "before" or type(cards) is not list:
        return None
    return cards if all(type(card) is int for card in cards) else None


@calling(THINGS)
def answer(state: State, action: Entry, reply: object) -> Entry:
    """The refill with the cards that go; errors have paths in the reply."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    lay_down: LayDown = shape.read(LayDown, reply, names={"players": (question.seat,)})
    count = question.ask["count"]
    if len(lay_down.discard) != count:
        raise InvalidInput(
            "discard", f"Exactly {count} of these cards go; {len(lay_down.discard)} were named."
        )
    return {**action, "discard": list(lay_down.discard)}
