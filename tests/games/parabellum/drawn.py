"""A yard set up by hand: units where a test needs them, in the phase that it is about."""

from dataclasses import replace
from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Load, Reserve, Unit
from tests.games.parabellum.yard import UNITS, setup


def unit(owner: str, kind: str, square: str | None = None, position: str = "c", **changes: Any) -> Unit:
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
