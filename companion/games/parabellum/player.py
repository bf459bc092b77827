"""Parabellum as the house plays it: few units that pay, onto what is to be held, and credits kept back.

Who is richest at the end has won, so that each deed is weighed by what it comes to in credits: what is held,
what is still to be had and how near it stands, what units would fetch, what penalties would cost (E1, E4).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import exp
from random import Random

from companion.engine.playing import Move, Player
from companion.engine.wire import Json
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.campaign.forecast import guess
from companion.games.parabellum.campaign.playing import Steady, action_of
from companion.games.parabellum.data import POSITIONS_OF, RESOURCES, Phase
from companion.games.parabellum.procedures.movement import Goal, goals
from companion.games.parabellum.procedures.reckoning import next_price
from companion.games.parabellum.rules import legal as entries_of
from companion.games.parabellum.rules.legal import Entry, legal
from companion.games.parabellum.rules.movement import allowed, check_move, ground_of, mover_of
from companion.games.parabellum.rules.rear import check_disband, left_to_buy
from companion.games.parabellum.rules.setting_up import entitled
from companion.games.parabellum.state import Objective, State, distance

FEW = 4
"""So many deeds that a steady company might do are thought of beside the one that has most sense."""
ENOUGH = 4
"""With so many units a company is strong enough for any scenario."""
SAVED = (0.6, 0.5, 0.4, 0.25)
"""What part of its first budget a company keeps through its first scenario, the second, and so on."""


class Company(Steady):
    """What a steady company picks at random, for one seat: what only people can see, it leaves to them."""

    def __init__(self, random: Random, seat: str) -> None:
        super().__init__(random, by_hand=0)
        self.seat = seat

    def open(self, state: State) -> list[Entry]:
        mine = [each for each in legal(state) if each.get("player", "") == self.seat]
        entries = [each for each in mine if each["type"] != "objective"] or mine
        return self.wanted(state, entries) if self.seat else entries


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """What has most sense, and a few deeds beside it; where nobody is to act, what the whole table does."""
    company, chosen = Company(random, seat), list[Move]()
    if seat:
        chosen += [
            Move(each, 3.0 / 3**n) for n, each in enumerate(islice(sensible(state, seat, random), FEW))
        ]
    entries = company.open(state)
    for n in range(FEW):
        if entries:
            (entry,) = random.choices(entries, [VERBS[each["type"]].weight for each in entries])
            chosen.append(Move(company.fill(state, entry), 0.8 * 4.0**-n))
            entries.remove(entry)
    return chosen


def quick(state: State, seat: str, random: Random) -> Move | None:
    """What has most sense, without a look at all that is open."""
    deed = next(sensible(state, seat, random), None) if seat else None
    return None if deed is None else Move(deed)


def sensible(state: State, seat: str, random: Random) -> Iterator[Json]:
    """Deeds that bring a company on, the best first; the last of them ends its go."""
    if state.phase in SENSE and state.tracked:
        yield from SENSE[state.phase](state, seat, random)
        yield {"type": "done" if state.phase == "setup" else "end_phase", "player": seat}


def _setup(state: State, seat: str, random: Random) -> Iterator[Json]:
    """What waits in reserve is mustered, what it lacks is bought, then another unit that it can spare."""
    hand = Company(random, seat)
    ready = [each for each in entries_of.preparing(state, seat) if each["type"] == "muster"]
    yield from (hand.fill(state, each) for each in ready[:1])
    lacking = _lacking(state, seat)
    for entry in entries_of.purchases(state, seat):
        if lacking.get(entry["resource"]):
            yield action_of(entry, quantity=min(entry["max"], lacking[entry["resource"]]))
        elif entry["resource"] == "units" and not any(state.of(seat, "reserve")):
            for kind in _worth_buying(state, seat, entry["units"]):
                yield action_of(entry, items=[{"unit": kind, "quantity": 1}])


def _lacking(state: State, seat: str) -> dict[str, int]:
    """People and tokens that the cards in reserve want, beyond those that lie there."""
    cards = [state.card(unit) for unit in state.of(seat, "reserve")]
    own = state.players[seat].reserve
    need = {
        "manpower": sum(card.troop for card in cards) - own.personnel,
        "fuel": sum(card.fuel_cost for card in cards) - own.fuel,
        "ammunition": sum(card.ammunition_cost for card in cards) - own.ammunition,
    }
    return {resource: n for resource, n in need.items() if n > 0}


def _worth_buying(state: State, seat: str, kinds: Mapping[str, int]) -> list[str]:
    """Units of which one more pays: by speed, guns and armour for all that they cost, the best first."""
    own = [state.units[unit].type for unit in state.of(seat)]
    if len(own) >= ENOUGH:
        return []
    saved = SAVED[min(len(state.history), len(SAVED) - 1)] * state.binder.budget
    spare = state.players[seat].credits - max(saved, _owed(state, seat))
    rated = []
    for kind in kinds:
        card, cost = state.binder.units[kind], cost_of(state, kind)
        if card.attack_die and cost <= spare:
            might = card.speed + 0.5 * card.range + 0.4 * card.attack_die + 0.4 * card.defense_die
            rated.append((might / (150 + cost) / (1 + 0.3 * own.count(kind)), kind))
    return [kind for _, kind in sorted(rated, reverse=True)]


def cost_of(state: State, kind: str) -> int:
    """A unit ready on the map: its card, people, fuel, ammunition and the fee (S1, C3, C4, M7)."""
    card, bands = state.binder.units[kind], state.booklet.bands
    needs = zip(RESOURCES, (card.troop, card.fuel_cost, card.ammunition_cost), strict=True)
    goods = sum(n * (next_price(bands[each], left_to_buy(state, each)) or 0) for each, n in needs)
    return card.cost + goods + state.booklet.deployment_cost


def _owed(state: State, seat: str) -> int:
    """What open objectives and units that wait could still cost; one credit more is not bankrupt (E4)."""
    open_still = sum(each.penalty for each in _goals(state, seat))
    waiting = sum(1 for _ in state.of(seat, "predeploy", "reserve"))
    return open_still + (waiting + 1) * state.booklet.deployment_cost + 60


def _goals(state: State, seat: str) -> list[Objective]:
    """What that company can still complete."""
    return [
        each
        for each in state.booklet.objectives
        if entitled(state, each, seat)
        and seat not in state.objectives[each.id].done
        and not (each.exclusive and state.objectives[each.id].done)
    ]


def aims(state: State, seat: str) -> dict[str, int]:
    """Squares to be held, what is completed already too, each with what it pays."""
    squares: dict[str, int] = {}
    for each in state.booklet.objectives:
        done = state.objectives[each.id].done
        taken = each.exclusive and done and seat not in done
        if entitled(state, each, seat) and not taken:
            squares |= dict.fromkeys(each.squares, (each.bonus.credits + each.penalty) // each.count)
    return squares


def errands(state: State, seat: str) -> dict[str, str]:
    """Where each unit goes: every square that pays to the nearest that is free, dear squares first."""
    wanted, away = aims(state, seat), dict[str, str]()
    units = {unit: state.units[unit].square for unit in state.of(seat, "map")}
    pairs = sorted(
        (distance(at, square) - wanted[square] / 100, unit, square)
        for unit, at in units.items()
        if at
        for square in wanted
    )
    for _, unit, square in pairs:
        if unit not in away and square not in away.values():
            away[unit] = square
    return away


def _movement(state: State, seat: str, random: Random) -> Iterator[Json]:
    """Each unit towards its errand, who has none towards an enemy; who stands there stays."""
    away = errands(state, seat)
    enemies = [each.square for each in state.units.values() if each.owner != seat and each.square]
    for unit in state.of(seat, "map"):
        here, target = state.units[unit].square or "", away.get(unit)
        near = [target] if target else enemies
        if here in near or not near or not allowed(check_move, state, seat, unit):
            continue
        goal = _on_the_way(state, unit, here, near)
        if goal is not None:
            plain = {"type": "move", "player": seat, "unit": unit, "path": list(goal.path)}
            yield {**plain, "position": random.choice(goal.positions)}


def _on_the_way(state: State, unit: str, here: str, near: Sequence[str]) -> Goal | None:
    """How far a unit comes this turn on the cheapest way there; its last counter of fuel it keeps."""
    mover, ground = mover_of(state, unit), ground_of(state, unit)
    left, apart = mover.speed - mover.mp_used, min(distance(here, at) for at in near)
    if left <= 0 or (mover.fuel == 1 and apart > mover.speed):
        return None
    free = [at for at in near if not ground.bar(at, mover.tags) and ground.positions(at, mover)]
    least = 0 if free else 1  # Somebody stands there: as near to him as can be.
    whole: dict[str, Goal] = {}
    end: Goal | None = None
    for goal in goals(ground, mover._replace(speed=99, mp_used=0), free or near) if apart > least else ():
        whole[goal.square] = goal
        far = min(distance(goal.square, at) for at in free or near)
        if far < apart:
            end, apart = goal, far
        if far == least:
            break
    if end is None or (mover.fuel == 1 and end.cost > mover.speed):
        return None
    on_the_way = map(whole.get, reversed(end.path))
    return next((each for each in on_the_way if each and each.cost <= left), None)


def _deployment(state: State, seat: str, random: Random) -> Iterator[Json]:
    """All that can move and that it can pay for, as near as can be to what pays."""
    wanted = aims(state, seat)
    if state.players[seat].credits <= sum(each.penalty for each in _goals(state, seat)) + 30:
        return
    for entry in entries_of.deployment(state, seat):
        unit = entry["unit"]
        if entry["type"] == "deploy" and not is_spent(state, unit):
            square = min(
                entry["squares"], key=lambda at: min((distance(at, each) for each in wanted), default=0)
            )
            position = random.choice(POSITIONS_OF[state.footprint(unit)])
            yield {
                "type": "deploy", "player": seat, "unit": unit, "square": square, "position": position,
            }  # fmt: skip


def is_spent(state: State, unit: str) -> bool:
    """Whether it had better be mustered anew, with counters that are full (B3)."""
    each, card = state.units[unit], state.card(unit)
    return 2 * each.fuel <= card.fuel_max and each.strength == card.troop


def _logistics(state: State, seat: str, random: Random) -> Iterator[Json]:
    hand = Company(random, seat)
    for unit in state.of(seat, "map"):
        for resource in entries_of.REFILLED:
            for entry in entries_of.resupplies(state, seat, unit, resource):
                yield hand.fill(state, entry)


def _special(state: State, seat: str, random: Random) -> Iterator[Json]:
    """Guns at whoever stands in their arc; a look at who has not been looked at."""
    hand, known = Company(random, seat), state.tally[seat].spotted
    for entry in entries_of.special(state, seat):
        fresh = [each for each in entry.get("targets", ()) if each not in known]
        if fresh or entry["type"] != "recon":
            yield hand.fill(state, {**entry, "targets": fresh})


def _direct(state: State, seat: str, random: Random) -> Iterator[Json]:
    """Each shot at whom it hurts most; none at one that would hurt more in return."""
    shots = []
    for entry in entries_of.direct(state, seat):
        unit = state.card(entry["unit"])
        for target, answers in entry["targets"].items() if entry["type"] == "attack" else ():
            foe = state.card(target)
            edge = (unit.attack_die or 0) - foe.defense_die
            back = ((foe.attack_die or 0) - unit.defense_die) if answers else -4
            shots.append((edge - 0.7 * back, entry["unit"], target))
    for gain, name, target in sorted(shots, reverse=True):
        if gain >= 0:
            yield {"type": "attack", "player": seat, "unit": name, "target": target}


def _boardroom(state: State, seat: str, random: Random) -> Iterator[Json]:
    """Who has spent its fuel is taken apart and mustered anew; no unit is bought in the middle of a fight."""
    rounds = state.booklet.rounds
    if rounds is not None and state.round > rounds - 4:
        return
    spent = (unit for unit in state.of(seat, "predeploy") if is_spent(state, unit))
    for unit in spent:
        if allowed(check_disband, state, seat, unit) and state.players[seat].credits > _owed(state, seat):
            yield {"type": "disband", "player": seat, "unit": unit}
    if any(state.of(seat, "reserve")):
        yield from _setup(state, seat, random)


SENSE: Mapping[Phase, Callable[[State, str, Random], Iterator[Json]]] = {
    "setup": _setup,
    "movement": _movement,
    "deployment": _deployment,
    "logistics": _logistics,
    "special": _special,
    "direct": _direct,
    "boardroom": _boardroom,
}


def reply(state: State, seat: str, ask: Json, random: Random) -> Json:
    """Who is attacked fires back."""
    return {"type": ask["type"], "player": seat, "counter": True}


def value(state: State, seat: str) -> float:
    """By how many credits a company would be ahead of the richest other, more or less."""
    if state.phase == "over":
        return float(state.winner == seat)
    worth = {name: wealth(state, name) for name in state.players}
    return 1 / (1 + exp((max(worth[each] for each in worth if each != seat) - worth[seat]) / 250))


def wealth(state: State, player: str) -> float:
    """Credits, what units and stores are good for yet, and of each objective what is as good as won."""
    own, booklet = state.players[player], state.booklet
    if own.status in ("eliminated", "out"):
        return -500.0
    between = state.phase in ("choose_next", "over")
    late = 0.5 if booklet.next else 0.1
    units = sum(
        late * state.card(unit).cost * (each.strength / state.card(unit).troop if each.flag else 0.8)
        + 12 * late * (each.fuel + each.ammunition) / 2
        for unit, each in state.units.items()
        if each.owner == player
    )
    stores = own.reserve.fuel * 8 + own.reserve.ammunition * 12 + own.reserve.personnel * 4
    stake = 0.0 if between else sum(_stake(state, each, player) for each in booklet.objectives)
    total = own.credits + units + late * stores + stake
    return total if own.credits + stake > 0 else total - 400


def _stake(state: State, objective: Objective, player: str) -> float:
    """What an objective is about to pay, or to cost."""
    if not entitled(state, objective, player):
        return 0.0
    standing, bonus, penalty = state.objectives[objective.id], objective.bonus.credits, objective.penalty
    if player in standing.done:
        return float(bonus)
    if objective.exclusive and standing.done:
        return float(-penalty)
    return (bonus + penalty) * _chance(state, objective, player) - penalty


def _chance(state: State, objective: Objective, player: str) -> float:
    tally = state.tally[player]
    if objective.kind == "hold":
        squares = [state.units[unit].square for unit in state.of(player, "map")]
        near = sorted(
            min((distance(at, square) for at in squares if at), default=16) for square in objective.squares
        )[: objective.count]
        held = state.objectives[objective.id].streak.get(player, 0) / objective.turns
        closeness = sum(max(0.0, 1 - each / 12) for each in near) / objective.count
        return 0.1 + 0.45 * closeness + 0.3 * (not any(near)) + 0.15 * held
    reached = {"destroy": tally.destroyed, "recon": len(tally.spotted)}.get(objective.kind, 0)
    return 0.7 * min(1.0, reached / objective.count)


def barred(setup: Json) -> str:
    """The house moves on a map that the app keeps, with cards that it deals."""
    options = setup.get("options") if isinstance(setup, dict) else None
    own = isinstance(options, dict) and "table" in (options.get("positions"), setup.get("positions"))
    return "The house plays where the app keeps the map: what stands on yours it does not see." if own else ""


PLAYER: Player[State] = Player(
    guess=guess,
    moves=moves,
    quick=quick,
    value=value,
    reply=reply,
    barred=barred,
    depth=40,
    deep=120,
    work=150,
    patience=16,
    width=5,
    lean=0.1,
)
