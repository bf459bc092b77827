"""What no action may break: the audit, balanced books, and where every token went."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.engine.campaign.books import Transaction, trial_balance
from companion.games.parabellum.procedures.money import transaction
from companion.games.parabellum.procedures.reckoning import audit
from companion.games.parabellum.rules.course import units_left
from companion.games.parabellum.rules.rear import full_tokens
from companion.games.parabellum.state import EMPTY, Line, Load, State

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
