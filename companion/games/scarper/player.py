"""Scarper as the house plays it: what may lie hidden, a handful of sensible deeds, and morale to come."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random
from typing import Any

from companion.engine.deed import Entry
from companion.engine.errors import GameError
from companion.engine.playing import Filling, Move, Player, View, filled
from companion.engine.records import replace
from companion.engine.wire import Json
from companion.games.scarper.data import DIRECTION, LAST_YEAR, OTHER, SIDES, Side
from companion.games.scarper.deeds import legal
from companion.games.scarper.procedures import year
from companion.games.scarper.rules.events import Doing, applies, carry_out, options
from companion.games.scarper.rules.rounds import to_judge
from companion.games.scarper.state import Hand, Orders, PerSide, State, read_state
from companion.games.scarper.state.box import Effect, side_of

FEW = 4
"""Ways to carry one event out that are weighed against each other."""


def guess(view: View) -> Callable[[Random], State]:
    """Hands, decks and missions that go with what a side has seen; each pile is as high as it is."""
    seen, own = view.state, _side(view.seat)
    foe = OTHER[own]
    empty: Json = {
        **seen,
        "decks": {key: [] for key in seen["decks"]},
        "mission_decks": {s: [] for s in SIDES},
    }
    for side in SIDES:
        hidden = side != own
        cards = [] if hidden else seen["hands"][side]["cards"]
        empty = {**empty, "hands": {**empty["hands"], side: {**seen["hands"][side], "cards": cards}}}
        if hidden:
            orders = {**seen["missions"][side], "drawn": [], "kept": []}
            empty = {**empty, "missions": {**empty["missions"], side: orders}}
    state = read_state(empty, "")
    spent = {*state.played, *(each.card for each in state.in_play), *(state.hands[own].cards or ())}
    left = {n: [each for each in state.box.of_year(int(n)) if each not in spent] for n in seen["decks"]}
    shown = {side: {each for record in state.history for each in record.revealed[side]} for side in SIDES}
    shown[own] |= {*(state.missions[own].drawn or ()), *(state.missions[own].kept or ())}
    orders = {
        side: [each for each in state.box.missions_of(side) if each not in shown[side]] for side in SIDES
    }

    def guessed(random: Random) -> State:
        decks, hand = {}, list[str]()
        for n, cards in left.items():
            pile = random.sample(cards, len(cards))
            decks[n] = tuple(pile[: seen["decks"][n]])
            hand += pile[seen["decks"][n] :]
        held = state.hands.put(foe, Hand(state.hands[foe].count, tuple(hand)))
        secret = {side: random.sample(orders[side], len(orders[side])) for side in SIDES}
        piles = PerSide(*(tuple(secret[side][: seen["mission_decks"][side]]) for side in SIDES))
        rest, many = secret[foe][seen["mission_decks"][foe] :], state.missions[foe].count
        if many:
            theirs = Orders((), tuple(rest[:many]), many)
        else:
            drawing = state.phase == "missions"
            theirs = Orders(tuple(rest[:2]) if drawing else (), (), 0)
        missions = state.missions.put(foe, theirs)
        return replace(state, decks=decks, mission_decks=piles, hands=held, missions=missions)

    return guessed


def _side(seat: str) -> Side:
    return "allied" if seat == "allied" else "german"


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """What a side may do; of events and trenches a few ways that are worth a look."""
    own = (entry for entry in legal(state) if entry.get("side", "") == seat)
    return filled(state, own, FILLED, random)


def _choose_missions(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    drawn = entry["from"] or []
    for many in (1, 2):
        for keep in combinations(drawn, many):
            yield Move({"type": "choose_missions", "side": entry["side"], "keep": list(keep)})


def _choose_first(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for first in entry["first"]:
        yield Move({"type": "choose_first", "side": entry["side"], "first": first})


def _build_trenches(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """One or two trenches right behind a frontline that is not dug in."""
    side = entry["side"]
    bare = [each for each in entry["spaces"] if not state.battlefields[each].trenches_of(side)]
    for where in random.sample(bare, min(2, len(bare))):
        space = min(entry["spaces"][where], key=lambda each: abs(each - state.battlefields[where].frontline))
        dug = {"battlefield": where, "space": space, "count": min(2, entry["max"])}
        yield Move({"type": "build_trenches", "side": side, "placements": [dug]}, 0.15)


def _play_card(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    plain = {key: entry[key] for key in ("type", "side", "card", "mode")}
    card = entry["card"]
    if card is None:
        return
    weight = float(state.box.cards[card].points) if entry["mode"] == "commands" else 3.0
    for order in entry["event_order"]:
        yield Move({**plain, "event_order": order}, weight)
    if not entry["event_order"]:
        yield Move(plain, weight)


def _resolve_event(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """Each way is one run through its effects; a later effect stands on what the earlier ones did."""
    side = entry["side"]
    for _ in range(FEW):
        choices = _carried_out(state, entry, random)
        yield Move({"type": "resolve_event", "side": side, "choices": choices})


def _carried_out(state: State, entry: Entry, random: Random) -> list[Json]:
    side, choices = entry["side"], list[Json]()
    effects = state.box.cards[entry["card"] or ""].effects
    for effect in effects:
        choice = _choice(state, effect, side, random)
        choices.append(choice)
        foreign = effect.kind == "discard" and side_of(effect.side, side) != side
        if foreign and applies(state, effect, side):
            break
        try:
            state = carry_out(Doing(state, effect, side, choice, "")).state
        except GameError:
            break
        if state.phase == "over":
            break
    bare = [_bare(effect, choice) for effect, choice in zip(effects, choices, strict=False)]
    return bare + [None] * (len(effects) - len(bare))


def _bare(effect: Effect, choice: Json) -> Json:
    """Without the dice that only showed what comes next: the table rolls its own."""
    return (
        {"battlefield": choice["battlefield"]} if effect.kind in ("charge", "assault") and choice else choice
    )


def _choice(state: State, effect: Effect, owner: Side, random: Random) -> Any:
    if not applies(state, effect, owner) or not effect.needs:
        return None
    side, places = side_of(effect.side, owner), options(state, effect, owner)
    if effect.needs == "cards":
        hand = state.hands[side]
        own = side == owner
        return {"cards": random.sample(hand.cards or (), min(effect.amount, hand.count))} if own else None
    if effect.needs == "battlefield":
        where: dict[str, Any] = {"battlefield": random.choice(places)}
        if effect.kind == "charge":
            where["rolls"] = {"attacker": random.randint(1, 6), "defender": random.randint(1, 6)}
        elif effect.kind == "assault":
            where["rolls"] = {"d6": random.randint(1, 6)}
        return where
    return {effect.needs: _spots(state, effect, side, places, random)}


def _spots(state: State, effect: Effect, side: Side, places: Sequence[str], random: Random) -> list[Json]:
    """All at one place: built right behind the front, razed where they lie nearest to it."""
    where = random.choice(places)
    front, track = state.battlefields[where], state.front.tracks[where]
    ground = track.ground(side, front.frontline)
    spaces = [*ground] if effect.kind == "build" else [each for each in front.trenches if each not in ground]
    if not spaces:
        return []
    space = min(spaces, key=lambda each: abs(each - front.frontline))
    most = effect.amount if effect.kind == "build" else min(effect.amount, front.trenches[space])
    if effect.kind == "build" and state.options.trench_supply is not None:
        most = 1
    return [{"battlefield": where, "space": space, "count": most}] if most else []


def _raise(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for points in sorted({1, entry["max"]}):
        yield Move({"type": entry["type"], "side": entry["side"], "points": points}, 1.0 + points / 2)


def _steady_push(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    where, side = entry["battlefield"], entry["side"]
    for points in sorted({entry["points"][0], entry["points"][-1]}):
        after = year.score(state, where, OTHER[side])
        weight = 1.0 + points / 2 + after / 2
        yield Move({"type": "steady_push", "side": side, "battlefield": where, "points": points}, weight)


def _attack(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    side = entry["side"]
    for where in entry["battlefields"]:
        dug = state.battlefields[where].trenches_of(OTHER[side])
        weight = (1.2 if entry["type"] == "frontal_charge" else 0.5) / (1 + dug)
        yield Move({"type": entry["type"], "side": side, "battlefield": where}, weight)


def _as_it_is(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    yield Move(dict(entry), 0.1)


def _reveal(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    missions: Any = entry["missions"]
    wanted = to_judge(state, [each for kept in missions.values() for each in kept or ()])
    judged = {"verdicts": {each: random.random() < 0.5 for each in wanted}} if wanted else {}
    yield Move({"type": "reveal_missions", **judged})


FILLED: Mapping[str, Filling[State, Entry]] = {
    "choose_missions": _choose_missions,
    "choose_first": _choose_first,
    "build_trenches": _build_trenches,
    "play_card": _play_card,
    "resolve_event": _resolve_event,
    "publish_propaganda": _raise,
    "invest_economy": _raise,
    "steady_push": _steady_push,
    "frontal_charge": _attack,
    "concentrated_assault": _attack,
    "end_commands": _as_it_is,
    "reveal_missions": _reveal,
    "score_year": _as_it_is,
}


def reply(state: State, seat: str, ask: Json, random: Random) -> Json:
    """The cheapest cards of a hand: whoever must discard keeps what buys most."""
    cards = sorted(ask["from"] or (), key=lambda each: state.box.cards[each].points)
    return {
        "type": ask["type"], "side": seat, "cards": cards[: ask["count"]],
    }  # fmt: skip


def value(state: State, seat: str) -> float:
    """Morale as it would stand if the year were scored now; ground counts in the years to come too."""
    side = _side(seat)
    if state.phase == "over":
        return 0.5 if state.winner == "draw" else float(state.winner == side)
    sums = year.scored(state, state.propaganda, state.economy)
    ground = sums.battlefields.allied - sums.battlefields.german
    left = LAST_YEAR - state.year
    lead = state.morale + sums.net + min(left, 2) * (0.5 * ground + 0.3 * sums.economy)
    lead += sum(0.12 * DIRECTION[each] * state.trenches_of(each) for each in SIDES)
    lead += sum(
        (3 if year.judged(state.box.missions[each], state) else -2) * DIRECTION[side] * 0.8
        for side in SIDES
        for each in state.missions[side].kept or ()
    )
    return 1 / (1 + exp(-DIRECTION[side] * lead / 5))


def spaces(state: State, seat: str) -> float:
    """How far all frontlines together lie towards the enemy."""
    return float(DIRECTION[_side(seat)] * sum(each.frontline for each in state.battlefields.values()))


def barred(setup: Json) -> str:
    """The house holds no cards of the table's own box."""
    chosen = setup.get("options") if isinstance(setup, dict) else None
    own = isinstance(chosen, dict) and chosen.get("cards", "app") != "app"
    return (
        "The house plays with the app’s cards: your own lie on the table, where it sees none." if own else ""
    )


PLAYER: Player[State] = Player(
    guess=guess,
    moves=moves,
    value=value,
    reply=reply,
    barred=barred,
    measure=spaces,
    measured="spaces",
    depth=14,
    work=400,
)
