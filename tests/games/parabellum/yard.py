"""A small binder drawn for tests: two yards where everything in the rules is within a few squares."""

from typing import Any

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
