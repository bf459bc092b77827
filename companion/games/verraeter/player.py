"""Verräter as the house plays it: hands and picks that may be, every draft and lay, points to come."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import exp
from random import Random
from typing import NamedTuple

from companion.engine.deed import Entry
from companion.engine.playing import Filling, Move, Player, View, filled
from companion.engine.records import replace
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    BONUS,
    DIPLOMATS,
    HIDDEN,
    OTHER,
    UNKNOWN,
    ActionCard,
    House,
)
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


class Stake(NamedTuple):
    """What a conflict may bring a player as far as all see: who is ahead without his card, and each prize."""

    ahead: Mapping[House, int]
    prizes: Mapping[House, int]

    def of(self, house: House, card: ActionCard | None) -> tuple[int, int]:
        """By how much the house leads that he serves with that card, and his points if it wins."""
        serves = OTHER[house] if card == "traitor" else house
        lead = self.ahead[serves] + DIPLOMATS.get(card or "", 0)
        return lead, self.prizes[serves] + BONUS.get(card or "", 0)


def _stake(state: State, who: str) -> Stake:
    field = field_of(state)
    others = [each for each in state.players if each.id != who]
    own = sum(state.player(who).played or ())
    weight = {each.house: state.cards.landscapes[each.type].conflict for each in field.grounds}
    for each in others:
        weight[each.allegiance] += sum(each.played or ())
    many = Counter(each.allegiance for each in others)
    prizes = {
        OTHER[each.house]: prize_each(field, each, many[OTHER[each.house]] + 1) for each in field.grounds
    }
    return Stake({house: weight[house] - weight[OTHER[house]] + own for house in weight}, prizes)


def _pick_action(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """By the points that each card may bring, with half of one's best supply."""
    player, stake = state.player(entry["player"]), _stake(state, entry["player"])
    best = sum(sorted(player.hand)[-3:]) / 2
    for card in entry["cards"]:
        lead, points = stake.of(player.allegiance, card)
        gain = points / (1 + exp(-(lead + best) / 4.5)) + (card in ("farmer", "master_builder"))
        yield Move(_deed(entry, card=card), exp(gain / KEEN))


def _play_supply(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """Each choice of values once, by the points that it may bring without what its cards are worth."""
    player = state.player(entry["player"])
    lead, points = _stake(state, player.id).of(player.allegiance, player.pick)
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
    """Of the others the share that a player is likely to leave behind; at the end half for that, half to win.

    What a card, an office or a conflict is worth was fitted to the ends of some thousand games.
    """
    if state.phase == "finished":
        ranks = {row["player"]: row["rank"] for row in state.result["scores"]}
        others = [rank for player, rank in ranks.items() if player != seat]
        behind: float = sum((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in others) / len(others)
        won: float = (seat in state.result["winners"]) / len(state.result["winners"])
        return (behind + won) / 2
    left = state.rounds - state.round + 1
    worth = _worth(state, left)
    settled = {"reveal": 0.8, "build": 0.6, "refill": 0.6}.get(state.phase, 1.9) if left == 1 else 0.0
    spread = settled or 1.4 + 0.55 * left
    others = [points for player, points in worth.items() if player != seat]
    return sum(1 / (1 + exp((each - worth[seat]) / spread)) for each in others) / len(others)


def _worth(state: State, left: int) -> Mapping[str, float]:
    """Everybody's points, with what his hand, his buildings and the conflict that is fought may bring yet."""
    coming = Counter({claim.picker.id: claim.entitlement for claim in queue(state)})
    prizes = _prizes(state) if state.phase in ("supply", "reveal") else {}
    office, card = (0.5, 0.8) if left == 1 else (0.75, 0.35)
    return {
        each.id: each.vp
        + prizes.get(each.id, 0)
        + len(state.buildings(each.id, "office")) * (office + card * min(len(each.hand), 3))
        + (0.02 if left == 1 else 0.16) * sum(each.hand)
        + 0.25 * coming[each.id]
        - 0.35 * each.unplaced
        for each in state.players
    }


def _prizes(state: State) -> Mapping[str, float]:
    """What the conflict that is fought will likely bring each, by what lies there and what is to come."""
    fighters = [Fighter(each.id, each.allegiance, each.played or (), each.pick) for each in state.players]
    field = field_of(state)
    fought = fight(field, fighters)
    serves, late = fought.allegiances, [each for each in state.players if each.played is None]
    expected: dict[House, float] = {house: total.total for house, total in fought.totals.items()}
    for each in late:
        expected[serves[each.id]] += 0.6 * sum(sorted(each.hand)[-3:])
    prizes = {each.id: float(BONUS.get(each.pick or "", 0)) for each in state.players}
    for ground in field.grounds:
        winners = [player for player, house in serves.items() if house != ground.house]
        lead = expected[OTHER[ground.house]] - expected[ground.house]
        chance = 1 / (1 + exp(-lead / (1 + 2 * len(late)))) if late else lead > 0
        prize = prize_each(field, ground, len(winners))
        prizes |= {player: prizes[player] + chance * prize for player in winners}
    return prizes


def barred(setup: Json) -> str:
    """The house plays where the app knows the cards."""
    chosen = setup.get("options") if isinstance(setup, dict) else None
    counts = isinstance(chosen, dict) and chosen.get("hand_tracking", "full") == "counts"
    return "The house plays where the app deals supply: of cards on the table it sees none." if counts else ""


PLAYER: Player[State] = Player(
    guess=guess,
    moves=moves,
    value=value,
    reply=reply,
    barred=barred,
    depth=24,
    patience=24,
    keen=(1, 1, 3),
    width=8,
)
