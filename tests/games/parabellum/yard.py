"""A small binder drawn for tests: two yards, units set up by hand, and the way from the shop to an attack."""

from dataclasses import replace
from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import Load, Reserve, State, Unit

BOTH = {"deployment_cost": 5, "extraction_cost": 5, "salvage_percent": 20}
FREE = {"deployment_cost": 0, "extraction_cost": 0}
SMALL = {"fuel_max": 3, "fuel_cost": 1, "ammunition_max": 3, "ammunition_cost": 1}

UNITS: dict[str, Any] = {
    "squad": {
        **SMALL,
        "name": "Squad",
        "class": "foot",
        "cost": 40,
        "troop": 4,
        "speed": 3,
        "range": 2,
        "attack_die": 8,
        "defense_die": 6,
        "entrench": 4,
        "tags": ["infantry"],
    },
    "sappers": {
        **SMALL,
        "name": "Sappers",
        "class": "foot",
        "cost": 45,
        "troop": 3,
        "speed": 2,
        "range": 1,
        "attack_die": 6,
        "defense_die": 6,
        "cargo": 1,
        "tags": ["infantry"],
        "engineering": [
            "build_barricade",
            "build_earthwork",
            "clear_mine",
            "destroy_barricade",
            "destroy_earthwork",
        ],
    },
    "carrier": {
        **SMALL,
        "name": "Carrier",
        "class": "cart",
        "role": "support",
        "cost": 30,
        "troop": 2,
        "speed": 5,
        "ammunition_max": 0,
        "ammunition_cost": 0,
        "defense_die": 4,
        "cargo": 5,
        "passengers": 2,
        "carries": ["foot"],
        "terrain_cost": {"marsh": "all"},
    },
    "bridger": {
        **SMALL,
        "name": "Bridger",
        "class": "tank",
        "cost": 35,
        "troop": 2,
        "speed": 3,
        "ammunition_max": 0,
        "ammunition_cost": 0,
        "defense_die": 6,
        "engineering": ["close_bridge", "open_bridge"],
    },
    "tank": {
        **SMALL,
        "name": "Tank",
        "class": "tank",
        "cost": 85,
        "cards": 3,
        "troop": 5,
        "speed": 4,
        "fuel_cost": 2,
        "range": 2,
        "attack_die": 10,
        "defense_die": 10,
    },
    "mortar": {
        **SMALL,
        "name": "Mortar",
        "class": "cart",
        "cost": 60,
        "troop": 3,
        "speed": 2,
        "defense_die": 6,
        "artillery": {"die": 10, "min": 2, "max": 5, "shots": 3},
    },
}

SCENARIOS: dict[str, Any] = {
    "1": {
        **BOTH,
        **FREE,
        "name": "First yard",
        "map": "yard",
        "rounds": 6,
        "next": ["2a", "2b"],
        "features": {"c2": "mine", "d3": "barricade"},
        "objectives": [
            {
                "id": "middle",
                "name": "The middle",
                "kind": "hold",
                "squares": ["c3", "d1"],
                "turns": 2,
                "exclusive": True,
                "bonus": {"credits": 60, "fuel": 1},
                "penalty": {"credits": 20},
            },
            {"id": "kill", "name": "A kill", "kind": "destroy", "bonus": {"credits": 30}},
            {"id": "look", "name": "A look", "kind": "recon", "count": 2, "bonus": {"credits": 10}},
        ],
    },
    "2a": {
        **BOTH,
        "name": "Second yard",
        "map": "pond",
        "rounds": 4,
        "chooser": "poorest",
        "next": ["3"],
        "manpower_added": 15,
        "prices": {"fuel": 3},
        "objectives": [
            {
                "id": "bank",
                "name": "The far bank",
                "kind": "hold",
                "seats": [1, 3],
                "squares": ["e2", "e3"],
                "ends_scenario": True,
                "bonus": {"credits": 80},
            },
            {"id": "word", "name": "The table's word", "kind": "manual", "penalty": {"credits": 15}},
        ],
    },
    "2b": {
        **BOTH,
        "name": "Third yard",
        "map": "yard",
        "chooser": "loser",
        "next": ["3"],
        "rounds": 3,
        "banned": ["mortar"],
        "terrain": {"rubble": {"cost": 1}},
        "objectives": [],
    },
    "3": {**BOTH, **FREE, "name": "Last yard", "map": "pond", "rounds": 3, "next": [], "objectives": []},
}

YARD: dict[str, Any] = {
    "id": "yards",
    "name": "Yards",
    "budget": 700,
    "start": "1",
    "palette": ["red", "blue", "white", "black", "green"],
    "companies": {
        "north": {"name": "North Yard", "livery": ["red", "white"]},
        "south": {"name": "South Yard", "livery": ["blue", "black"]},
        "east": {"name": "East Yard", "livery": ["green", "white"]},
        "west": {"name": "West Yard", "livery": ["black", "red"]},
    },
    "classes": {
        "foot": {"footprint": "small"},
        "cart": {"footprint": "medium"},
        "tank": {"footprint": "large"},
    },
    "resources": {
        "manpower": {"supply": 90, "bands": [{"above": 60, "price": 3}, {"above": 0, "price": 6}]},
        "fuel": {"supply": 60, "bands": [{"above": 30, "price": 4}, {"above": 0, "price": 7}]},
        "ammunition": {"supply": None, "bands": [{"above": 0, "price": 5}]},
    },
    "units": UNITS,
    "maps": {
        "yard": {"name": "Yard", "rows": ["11,.22", "1.~#.2", "3..*.4", "33^.44"]},
        "pond": {"name": "Pond", "rows": ["11.=22", "1.===2", "3.%.=4", "33..44"]},
    },
    "scenarios": SCENARIOS,
}


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
