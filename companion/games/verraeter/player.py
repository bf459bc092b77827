"""Verräter as the house plays it: hands and picks that may be, every draft and lay, points to come."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import exp
from random import Random

from companion.engine.deed import Entry
from companion.engine.playing import Filling, Move, Player, View, filled
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, BONUS, HIDDEN, OTHER, UNKNOWN, ActionCard
from companion.games.verraeter.deeds import legal
from companion.games.verraeter.procedures.conflict import Fighter, fight, prize_each
from companion.games.verraeter.rules import queue
from companion.games.verraeter.rules.notebook import field_of
from companion.games.verraeter.state import Draft, State, read_state

CARD = 0.35
"""What a supply card in hand is about worth, in points."""
KEEN = 0.3
"""For so many points more a quick hand takes a deed about three times as often."""


def guess(view: View) -> Callable[[Random], State]:
    """Hands, draw pile and action cards that go with what a player has seen."""
    seen = view.state
    draft = {**seen["draft"], "pool": [], "leftover": [], "removed": None}
    if HIDDEN not in seen["draft"]["pool"]:
        draft["pool"] = seen["draft"]["pool"]
    shut = [each["id"] for each in seen["players"] if each["pick"] == HIDDEN]
    open_ = [{**each, "pick": None if each["pick"] == HIDDEN else each["pick"]} for each in seen["players"]]
    state = read_state({**seen, "draft": draft, "players": open_}, "")
    left = list(_left(state).elements())
    names = {*state.draft.pool, *(each.pick for each in state.players if each.pick)}
    cards = [each for each in ACTION_CARDS if each not in names]
    lengths = (len(seen["draft"]["pool"]) - len(draft["pool"]), len(seen["draft"]["leftover"]))

    def guessed(random: Random) -> State:
        pile = random.sample(left, len(left))
        secret = random.sample(cards, len(cards))
        players = []
        for each in state.players:
            hand = tuple(sorted(value or pile.pop() for value in each.hand))
            pick = secret.pop() if each.id in shut else each.pick
            players.append(replace(each, hand=hand, pick=pick))
        draw = tuple(sorted(pile[: len(state.draw)]))
        return replace(
            state,
            players=tuple(players),
            draw=draw,
            draft=_draft(seen["draft"], state.draft, secret, lengths),
        )

    return guessed


def _left(state: State) -> Counter[int]:
    """The supply cards that lie where the player does not see them."""
    seen = Counter(state.discard)
    for each in state.players:
        seen.update(value for value in (*each.hand, *(each.played or ())) if value != UNKNOWN)
    return Counter(state.cards.deck) - seen


def _draft(seen: Json, own: Draft, secret: list[ActionCard], lengths: tuple[int, int]) -> Draft:
    removed = secret.pop() if seen["removed"] == HIDDEN else None
    pool = own.pool or tuple(sorted(secret[: lengths[0]]))
    return replace(own, removed=removed, pool=pool, leftover=tuple(sorted(secret[: lengths[1]])))


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """What a player may do; of refills the whole number and none, the lowest cards going."""
    own = (entry for entry in legal(state) if entry.get("player", "") == seat)
    return filled(state, own, FILLED, random)


def _deed(entry: Entry, **more: Json) -> dict[str, Json]:
    return {"type": entry["type"], "player": entry["player"], **more}


def _place_estate(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    own = state.player(entry["player"]).allegiance
    for at in entry["landscapes"]:
        yield Move(_deed(entry, landscape=at), 2.0 if state.circle[at].house == own else 0.5)


def _choose_site(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    own = state.player(entry["player"]).allegiance
    for site in entry["sites"]:
        won = next(at for at in site if state.circle[at].house != own)
        yield Move(
            _deed(entry, site=list(site)), 1.0 + state.cards.landscapes[state.circle[won].type].vp[0] / 2
        )


def _deal_actions(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    yield Move(_deed(entry))


def _at_stake(state: State, who: str, card: ActionCard | None) -> tuple[int, int]:
    """By how much the house leads that a player serves with that card, as far as all see, and his points."""
    fighters = [Fighter(each.id, each.allegiance, each.played or ()) for each in state.players]
    mine = next(replace(each, action=card) for each in fighters if each.id == who)
    field = field_of(state)
    fought = fight(field, [mine if each.id == who else each for each in fighters])
    lost = next(each for each in field.grounds if each.house != mine.serves)
    prize = prize_each(field, lost, [*fought.allegiances.values()].count(mine.serves))
    totals = fought.totals
    return totals[mine.serves].total - totals[OTHER[mine.serves]].total, prize + BONUS.get(card or "", 0)


def _pick_action(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """By the points that each card may bring, with half of one's best supply."""
    best = sum(sorted(state.player(entry["player"]).hand)[-3:]) / 2
    for card in entry["cards"]:
        lead, points = _at_stake(state, entry["player"], card)
        gain = points / (1 + exp(-(lead + best) / 4.5)) + (card in ("farmer", "master_builder"))
        yield Move(_deed(entry, card=card), exp(gain / KEEN))


def _play_supply(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """Each choice of values once, by the points that it may bring without what its cards are worth."""
    lead, points = _at_stake(state, entry["player"], state.player(entry["player"]).pick)
    lays = {lay for n in range(entry["max"] + 1) for lay in combinations(sorted(entry["hand"]), n)}
    for lay in sorted(lays, key=lambda each: (len(each), each)):
        gain = points / (1 + exp(-(lead + sum(lay)) / 3)) - CARD * len(lay) - 0.05 * sum(lay)
        yield Move(_deed(entry, cards=list(lay)), exp(gain / KEEN))


def _reveal(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    yield Move({"type": "reveal"})


def _build(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    own = state.player(entry["player"]).allegiance
    match entry["op"]:
        case "place":
            for side in entry["sides"]:
                for at in entry["landscapes"]:
                    weight = 1.0 if side == "office" or state.circle[at].house == own else 0.2
                    yield Move(_deed(entry, op="place", landscape=at, side=side), weight)
        case "move":
            for source in entry["from"]:
                for target in entry["to"]:
                    better = state.circle[target].house == own != state.circle[source].house
                    yield Move(
                        _deed(entry, op="move", **{"from": source, "to": target}), 0.5 if better else 0.02
                    )
        case "flip":
            for at in entry["landscapes"]:
                yield Move(_deed(entry, op="flip", landscape=at), 0.3)
        case _:
            yield Move(_deed(entry, op="pass"), 0.2)


def _refill(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    hand = sorted(entry["hand"])
    for many in sorted({0, max(entry["max_cards"] - 1, 0), entry["max_cards"]}):
        going = entry["discards"][many]
        if going <= len(hand):
            action = _deed(entry, cards=many, discard=hand[:going])
            yield Move(action, 8.0 if many == entry["max_cards"] else 1.0)


FILLED: Mapping[str, Filling[State, Entry]] = {
    "place_estate": _place_estate,
    "choose_site": _choose_site,
    "deal_actions": _deal_actions,
    "draft_offline": lambda state, entry, random: iter(()),
    "pick_action": _pick_action,
    "play_supply": _play_supply,
    "reveal": _reveal,
    "build": _build,
    "refill": _refill,
}


def reply(state: State, seat: str, ask: Json, random: Random) -> Json:
    """The lowest of one's cards go."""
    going = sorted(ask["from"])[: ask["count"]]
    return {"type": ask["type"], "player": seat, "discard": going}


def value(state: State, seat: str) -> float:
    """Points before the best of the others, with offices, cards and the income of estates to come."""
    if state.phase == "finished":
        winners = state.result["winners"]
        return 1 / len(winners) if seat in winners else 0.0
    coming = Counter({claim.picker.id: claim.entitlement for claim in queue(state)})
    left = state.rounds - state.round + 1
    worth = {
        each.id: each.vp
        + len(state.buildings(each.id, "office")) * (len(each.hand) if left == 1 else 2.5)
        + CARD * len(each.hand)
        + 0.05 * sum(each.hand)
        + CARD * 0.6 * min(left, 4) * coming[each.id]
        for each in state.players
    }
    best = max(points for player, points in worth.items() if player != seat)
    mean = sum(points for player, points in worth.items() if player != seat) / (len(worth) - 1)
    lead = worth[seat] - 0.6 * best - 0.4 * mean
    return 1 / (1 + exp(-lead / (2 + 0.5 * left)))


def barred(setup: Json) -> str:
    """The house plays where the app knows the cards."""
    chosen = setup.get("options") if isinstance(setup, dict) else None
    counts = isinstance(chosen, dict) and chosen.get("hand_tracking", "full") == "counts"
    return "The house plays where the app deals supply: of cards on the table it sees none." if counts else ""


PLAYER: Player[State] = Player(
    guess=guess, moves=moves, value=value, reply=reply, barred=barred, depth=24, work=3800
)
