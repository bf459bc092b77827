"""What the app shuffles and deals where a table leaves it out; the malformed is left for the rules."""

from random import Random

from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, COLOURS, HOUSES, LANDSCAPES, SUPPLY_VALUES, UNKNOWN
from companion.games.verraeter.procedures.supply_refill import most_cards
from companion.games.verraeter.state.table import State

type Given = dict[str, Json]


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with its players, its start player and its circle, each where it leaves it to the app."""
    if type(setup) is not dict:
        return setup
    whole = {"players": list(COLOURS), **setup}
    players = whole["players"]
    if "start_player" not in whole and type(players) is list and players:
        whole["start_player"] = random.choice(players)
    return whole if "circle" in whole else {**whole, "circle": shuffled_circle(random)}


def shuffled_circle(random: Random) -> list[Json]:
    """The twelve landscapes in any order: each type once for each house (setup.landscapes)."""
    cards = [{"type": kind, "house": house} for kind in LANDSCAPES for house in HOUSES]
    return random.sample(cards, len(cards))


def roll(state: State, action: Json, random: Random) -> Json:
    """The action with the card put aside, or the cards drawn, where it leaves them to the app.

    `cards` of a refill may be left out, or be the number of cards to draw.
    """
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind == "deal_actions" and "removed" not in action:
        return {**action, "removed": random.choice(ACTION_CARDS)}
    if kind == "refill" and state.phase == "refill" and action.get("player") == state.active:
        return _refill(state, action, random)
    return action


def _refill(state: State, action: Given, random: Random) -> Given:
    asked = action.get("cards")
    laid_down = action.get("discard", [])
    if type(laid_down) is not list or (asked is not None and type(asked) is not int):
        return action
    open_end = state.options.surplus == "after" and "discard" not in action
    room = _room(state, None if open_end else len(laid_down))
    number = room if asked is None else min(asked, state.refill[0].entitlement)
    return {**action, "cards": _drawn(state, laid_down, max(0, number), random)}


def _room(state: State, laid_down: int | None) -> int:
    """As many as may be picked up with so many cards laid down; with None that is said later."""
    due = state.refill[0]
    hand = len(state.player(due.player).hand)
    piles = len(state.draw) + len(state.discard)
    most = most_cards(due.entitlement, hand, piles, state.options)
    return most if laid_down is None else min(most, state.options.hand_limit - hand + laid_down)


def _drawn(state: State, laid_down: list[Json], number: int, random: Random) -> list[int]:
    """So many cards, each of the pile equally likely; then from the discard pile, shuffled (R21)."""
    early = laid_down if state.options.surplus == "before" else []
    discards = [*state.discard, *(value for value in early if value in SUPPLY_VALUES)]
    first = random.sample(state.draw, min(number, len(state.draw)))
    more = random.sample(discards, min(number - len(first), len(discards)))
    return [*first, *(UNKNOWN for _ in more)] if state.options.counts_only else [*first, *more]
