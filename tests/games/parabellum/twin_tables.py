"""Parabellum twice, with other truths behind a screen: for everybody else nothing may look different."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import Load, Reserve, State
from tests.games.parabellum.yard import N, S, buys, deed, goods, played, setup
from tests.twinned import Twins, World


def disguised(state: State, player: str) -> State:
    """The same table for everybody else: only what lies behind that player's screen is other."""
    mine = list(state.of(player))
    types = {unit: state.units[unit].type for unit in mine}
    for unit in mine:
        each = state.units[unit]
        alike = [other for other in mine if state.card(other).unit_class == state.card(unit).unit_class]
        types[unit] = state.units[alike[alike.index(unit) - 1]].type
        strength = max(1, each.strength - 1) if each.strength else 0
        cargo = Load(each.cargo.fuel + 1, each.cargo.ammunition)
        state = state.with_unit(
            unit, cost=each.cost + 5, strength=strength, fuel=0, ammunition=0, cargo=cargo
        )
    for unit in mine:
        state = state.with_unit(unit, type=types[unit])
    ledger = tuple(
        line if line.player != player else replace(line, amount=line.amount + 1) for line in state.ledger
    )
    other = state.players[player]
    return state.changed(ledger=ledger).with_player(
        player, credits=other.credits + 777, reserve=Reserve(91, 92, 93)
    )


ATTACK = deed("attack", N, unit="u1", target="u2", counter=False)
FIRE = {"attack": [8, 8, 8, 8], "defense": [1]}


def at_the_attack() -> Twins:
    """North is about to attack a foot of which it knows the class alone."""
    return attacked(("squad", 1, (2, 0)), ("sappers", 3, (1, 1)))


def at_any_attack(random: Random) -> Twins:
    """The same with any card of its class, any tokens and any cargo, or any others."""
    truths = [
        (random.choice(("squad", "sappers")), random.randint(3, 6), random.choice(((2, 0), (1, 0), (1, 1))))
        for _ in range(2)
    ]
    return attacked(*truths)


def attacked(*truths: tuple[str, int, tuple[int, int]]) -> Twins:
    worlds = [World(setup(), played(*truth)) for truth in truths]
    wrong = [
        {**ATTACK, "rolls": {**FIRE, "defense": [1] * 9}},
        {**ATTACK, "target": "u9", "rolls": FIRE},
        deed("adjust", S, reason="to see", credits=-99999),
        deed("transfer", S, **{"from": "u3", "to": "u2", "fuel": 9, "ammunition": 9}),
        deed("resupply", S, unit="u2", **{"from": ["u3"]}, fuel=9, ammunition=9),
        deed("scrap", S, unit="u3"),
        deed("move", S, unit="u2", path=["d1"], position="c"),
    ]
    fixes: list[tuple[int, Any]] = [(20, None), (3, buys(N, {"u1": "sappers"})), (4, buys(S, {"u2": "tank"}))]
    drafts = ("?do=adjust", "?do=objectives", "?unit=u1", "?unit=u2", "?unit=u1&do=attack&at=u2", "?unit=u3")
    return Twins(GAME, *worlds, owner=S, looker=N, wrong=wrong, fixes=fixes, drafts=drafts)


def at_the_shop() -> Twins:
    """South has just enough money for its people, or plenty: were North's earlier purchase larger, which?"""
    return shopped(lambda least: (least, -1))


def at_any_shop(random: Random) -> Twins:
    """It has any money that is enough for them."""
    return shopped(lambda least: (random.randint(least, 200), random.randint(least, 200)))


def shopped(counted: Callable[[int], tuple[int, int]]) -> Twins:
    """What South's money is counted anew by, from the least that leaves enough for its people."""
    first = [{"type": "turn_order", "rolls": [{N: 6, S: 2}]}, buys(N, {"u1": "squad"})]
    first, then = [*first, buys(S, {"u2": "squad"})], goods(N, "manpower", 6)
    state = GAME.open(setup()).state
    for action in (*first, then):
        state = GAME.apply(state, action).state
    before = state.players[S].credits
    paid = before - GAME.apply(state, goods(S, "manpower", 6)).state.players[S].credits
    money = (deed("adjust", S, reason="counted anew", credits=n) for n in counted(paid - before))
    worlds = [World(setup(), [*first, each, then, goods(S, "manpower", 6)]) for each in money]
    fixes: list[tuple[int, Any]] = [
        (6, goods(N, "manpower", 60)),
        (6, goods(N, "manpower", 12)),
        (7, goods(S, "manpower", 9999)),
        (6, None),
    ]
    wrong = [goods(S, "manpower", 9999), goods(S, "fuel", 9999), deed("muster", S, unit="u2", flag=["red"])]
    return Twins(GAME, *worlds, owner=S, looker=N, wrong=wrong, fixes=fixes, drafts=("?do=adjust",))


def at_the_christening() -> Twins:
    """South has named a unit and written of it; which, and what, North must not know."""
    return christened({"unit": "u2", "name": "Big Anna"}, {"unit": "u3", "name": "Old Tom", "note": "Tired."})


def at_any_christening(random: Random) -> Twins:
    """Any of its units bears any name, with a word about it or without."""
    notes: tuple[dict[str, str], ...] = ({}, {"note": "Tired."}, {"note": "<b>Lame</b> since the bridge."})
    truths = [
        {"unit": random.choice(("u2", "u3")), "name": random.choice(NAMES), **random.choice(notes)}
        for _ in range(2)
    ]
    return christened(*truths)


NAMES = ("Big Anna", "Old Tom", "Ö", "Der Lange", "u1", "Ulysses S. Grant of the Third Regiment")


def christened(*truths: dict[str, str]) -> Twins:
    before = played("squad", 1, (2, 0))
    worlds = [World(setup(), [*before, deed("name", S, **truth)]) for truth in truths]
    wrong = [deed("name", S, unit="u1", name="Ours"), deed("name", S, unit="u2", name="x" * 41)]
    fixes: list[tuple[int, Any]] = [(3, buys(N, {"u1": "sappers"}))]
    drafts = ("?unit=u2", "?unit=u3")
    return Twins(GAME, *worlds, owner=S, looker=N, wrong=wrong, fixes=fixes, drafts=drafts)


TWINS = (at_the_attack, at_the_shop, at_the_christening)
AT_RANDOM = (at_any_attack, at_any_shop, at_any_christening)
