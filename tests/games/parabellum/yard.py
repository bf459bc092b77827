"""A small binder drawn for tests: two yards, units set up by hand, and the way from the shop to an attack."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.campaign.books import Transaction, trial_balance
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures.money import transaction
from companion.games.parabellum.procedures.reckoning import audit
from companion.games.parabellum.rules.course import units_left
from companion.games.parabellum.rules.rear import full_tokens
from companion.games.parabellum.state import EMPTY, Line, Load, Reserve, State, Unit

YARD: dict[str, Any] = json.loads(Path(__file__).with_name("yard.json").read_text("utf-8"))

UNITS: dict[str, Any] = YARD["units"]


def setup(players: int = 2, **options: Any) -> dict[str, Any]:
    """So many companies in the yards."""
    seated = list(YARD["companies"])[:players]
    listed = [{"player": company, "company": company} for company in seated]
    return {"players": listed, "binder": YARD, "options": options}


def unit_at(owner: str, kind: str, square: str | None = None, position: str = "c", **changes: Any) -> Unit:
    """A unit at full strength, on a square or, without one, in the pre-deployment area."""
    card = UNITS[kind]
    whole = Unit(
        owner=owner,
        type=kind,
        cost=card["cost"],
        where="map" if square else "predeploy",
        square=square,
        position=position if square else None,  # type: ignore[arg-type]
        flag=("red",),
        strength=card["troop"],
        fuel=card["fuel_max"],
        ammunition=card["ammunition_max"],
    )
    marks = frozenset(changes.pop("marks", ()))
    return replace(whole, marks=marks, **changes)


def reserve(owner: str, kind: str) -> Unit:
    """A card behind the screen."""
    return Unit(owner=owner, type=kind, cost=UNITS[kind]["cost"])


def table(phase: str, *units: Unit, players: int = 2, options: Any = None, **changes: Any) -> State:
    """North's turn in the first yard, with these units u1, u2 … and without mine and barricade."""
    begun = GAME.open(setup(players, **(options or {}))).state
    order = begun.seated
    found = {
        f"u{n}": each
        if each.where == "reserve"
        else replace(each, flag=("red", *["blue"] * (n % 4), "white"))
        for n, each in enumerate(units, start=1)
    }
    changes = {"features": {}, **changes}
    state = begun.changed(
        phase=phase, round=1, order=order, active=order[0], units=found, next_unit=len(found) + 1, **changes
    )
    for player in order:
        state = state.with_player(player, reserve=Reserve(9, 9, 9))
    return state


def flagged(each: Unit, n: int) -> Unit:
    """A mustered unit with a flag of its own."""
    flag = ("red", *["blue"] * (n % 3), "white" if n < 4 else "black")
    return each if each.where == "reserve" else replace(each, flag=flag)


def act(state: State, kind: str, **more: Any) -> State:
    """What an action of North's does."""
    return GAME.apply(state, {"type": kind, "player": "north", **more}).state


def load(fuel: int, ammunition: int = 0) -> Load:
    """Tokens."""
    return Load(fuel, ammunition)


N, S = "north", "south"


def deed(kind: str, who: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "player": who, **more}


def buys(who: str, dealt: dict[str, str]) -> dict[str, Any]:
    """Cards under the numbers that the tests call them by."""
    items = [{"unit": card, "quantity": 1} for card in dealt.values()]
    return deed("purchase", who, resource="units", items=items, deal=dealt)


def goods(who: str, resource: str, quantity: int) -> dict[str, Any]:
    return deed("purchase", who, resource=resource, quantity=quantity)


def played(foot: str, ammunition: int, load: tuple[int, int]) -> list[dict[str, Any]]:
    """Up to North's second turn. South's foot is one card or another; so are its tokens and its cargo."""
    lines = [
        {"type": "turn_order", "rolls": [{N: 6, S: 2}]},
        buys(N, {"u1": "squad"}),
        buys(S, {"u2": foot, "u3": "carrier"}),
        *(goods(who, "manpower", 6) for who in (N, S)),
        *(goods(who, "fuel", 5) for who in (N, S)),
        *(goods(who, "ammunition", n) for who, n in ((N, 1), (S, ammunition))),
        *(
            deed("muster", who, unit=unit, flag=[colour])
            for who, unit, colour in ((N, "u1", "red"), (S, "u2", "blue"), (S, "u3", "green"))
        ),
        deed("stow", S, unit="u3", fuel=load[0], ammunition=load[1]),
        deed("done", N),
        deed("done", S),
        deed("end_phase", N),
        deed("deploy", N, unit="u1", square="b1", position="c"),
        *(deed("end_phase", N) for _ in range(5)),
        deed("end_phase", S),
        deed("deploy", S, unit="u2", square="e1", position="c"),
        deed("deploy", S, unit="u3", square="f1", position="c"),
        *(deed("end_phase", S) for _ in range(5)),
        deed("move", N, unit="u1", path=["c1", "d1"], position="c"),
    ]
    return [*lines, *(deed("end_phase", N) for _ in range(4))]


MOVES_NOTHING_OUT = {
    *("turn_order", "done", "stow", "unstow", "board", "alight", "move", "reposition", "entrench", "dig_out"),
    *("extract", "deploy", "transfer", "cache", "pick_up", "engineer", "recon", "choose", "stand"),
}


def keeps_the_laws(before: State, action: Mapping[str, Any], after: State) -> None:
    """All of them, for one action."""
    assert audit(after) == []
    books_balance(after)
    people_are_accounted_for(before, action, after)
    tokens_are_accounted_for(before, action, after)
    money_has_a_line(before, after)
    assert list(after.units) == sorted(after.units, key=lambda unit: int(unit[1:]))


@cache
def booked(line: Line) -> Transaction:
    """A line's movement, made once: a campaign's ledger is long and only grows."""
    return transaction(line)


def books_balance(state: State) -> None:
    sums = trial_balance(booked(line) for line in state.ledger)
    assert sum(sums.values()) == 0
    assert sums["assets:cash"] == sum(player.credits for player in state.players.values())


def money_has_a_line(before: State, after: State) -> None:
    """Lines are added, never changed; and what they say is what the credits did."""
    assert after.ledger[: len(before.ledger)] == before.ledger
    new = after.ledger[len(before.ledger) :]
    assert [line.n for line in new] == list(range(len(before.ledger) + 1, len(after.ledger) + 1))
    for player, each in after.players.items():
        moved = sum(line.amount for line in new if line.player == player)
        assert each.credits - before.players[player].credits == moved


def people_are_accounted_for(before: State, action: Mapping[str, Any], after: State) -> None:
    """The dead stay dead, and nobody is born but by a booklet."""
    assert after.casualties >= before.casualties
    if after.options.casualties == "pool":
        assert after.casualties == 0
    more = after.booklet.manpower_added if action["type"] == "choose" else 0
    assert after.personnel_total == before.personnel_total + more


def tokens(state: State) -> Load:
    """All tokens of a kind that anybody has bought and not spent."""
    found = EMPTY
    for player in state.players.values():
        found = found.plus(Load(player.reserve.fuel, player.reserve.ammunition))
    for load in (*state.caches.values(), *(unit.cargo for unit in state.units.values())):
        found = found.plus(load)
    return found


def tokens_are_accounted_for(before: State, action: Mapping[str, Any], after: State) -> None:
    """What came out of the box and went back into it is what the action says."""
    gained = tokens(after).minus(tokens(before))
    kind = action["type"]
    ended = len(after.history) > len(before.history)
    if kind in MOVES_NOTHING_OUT:
        assert gained == EMPTY
    elif kind in SPENT and not ended:
        assert gained == SPENT[kind](before, action, after)
    elif kind in ("attack", "attack_cache", "barrage"):
        assert gained.fuel <= 0 >= gained.ammunition
        assert gained == lost_in_combat(before, after)
    elif kind in ("end_phase", "objective") and not ended:
        assert gained == EMPTY


def bought(before: State, action: Mapping[str, Any], after: State) -> Load:
    if action["resource"] not in ("fuel", "ammunition"):
        return EMPTY
    limit = getattr(before.supply, action["resource"])
    if limit is not None:
        assert getattr(after.supply, action["resource"]) == limit - action["quantity"]
    return Load(**{action["resource"]: action["quantity"]})


def mustered(before: State, action: Mapping[str, Any], after: State) -> Load:
    card = before.card(action["unit"])
    return Load(-card.fuel_cost, -card.ammunition_cost)


def resupplied(before: State, action: Mapping[str, Any], after: State) -> Load:
    spent = sum(source["tokens"] for source in action["from"])
    return Load(**{action["resource"]: -spent})


def recovered(before: State, action: Mapping[str, Any], after: State) -> Load:
    unit = before.units[action["unit"]]
    return full_tokens(before, action["unit"]) if unit.where == "predeploy" else EMPTY


def left_behind(before: State, action: Mapping[str, Any], after: State) -> Load:
    lost = EMPTY
    for unit in units_left(before, action["player"]):
        lost = lost.plus(before.units[unit].cargo)
    return EMPTY.minus(lost)


def dissolved(before: State, action: Mapping[str, Any], after: State) -> Load:
    own = [before.units[unit].cargo for unit in before.of(action["player"])]
    reserve = before.players[action["player"]].reserve
    lost = Load(reserve.fuel, reserve.ammunition)
    for cargo in own:
        lost = lost.plus(cargo)
    return EMPTY.minus(lost)


def by_hand(before: State, action: Mapping[str, Any], after: State) -> Load:
    return Load(action.get("fuel", 0), action.get("ammunition", 0))


SPENT = {
    "purchase": bought,
    "muster": mustered,
    "resupply": resupplied,
    "disband": recovered,
    "scrap": recovered,
    "reorganize": lambda before, action, after: EMPTY,
    "withdraw": left_behind,
    "abstain": dissolved,
    "adjust": by_hand,
}


def lost_in_combat(before: State, after: State) -> Load:
    """The cargo of units destroyed and the caches that are gone."""
    lost = EMPTY
    for unit, each in before.units.items():
        if unit not in after.units:
            lost = lost.plus(each.cargo)
    for square, load in before.caches.items():
        assert square not in after.caches or after.caches[square] == load
        if square not in after.caches:
            lost = lost.plus(load)
    return EMPTY.minus(lost)
