"""A small binder drawn for tests: two yards, units set up by hand, and the way from the shop to an attack."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import Load, Reserve, State, Unit

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
