"""What Parabellum's rulebook states: footprints, terrain, phases, works, dice, numbers (2 and 9.1)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from companion.engine.card import card
from companion.engine.wire import Json

type Footprint = Literal["small", "medium", "large"]
type Position = Literal["c", "n", "e", "s", "w", "nw", "ne", "sw", "se"]
type Quarter = Literal["nw", "ne", "sw", "se"]
type Side = Literal["n", "e", "s", "w"]
type Feature = Literal["barricade", "bridge", "earthwork", "mine"]
type Work = Literal[
    "build_barricade",
    "build_earthwork",
    "clear_mine",
    "close_bridge",
    "destroy_barricade",
    "destroy_earthwork",
    "open_bridge",
]
type Phase = Literal[
    "turn_order",
    "setup",
    "movement",
    "deployment",
    "logistics",
    "special",
    "direct",
    "boardroom",
    "choose_next",
    "over",
]
type Resource = Literal["manpower", "fuel", "ammunition"]
type Kind = Literal[
    "budget",
    "units",
    "manpower",
    "fuel",
    "ammunition",
    "deployment",
    "extraction",
    "penalty",
    "scrap",
    "share",
    "salvage",
    "bonus",
    "adjustment",
]
type Role = Literal["combat", "support"]
type Aim = Literal["hold", "destroy", "recon", "manual"]
type Chooser = Literal["victor", "loser", "richest", "poorest"]
type Cost = int | Literal["all"]
"""Movement squares to enter a terrain; `all`: the unit's whole speed (2.4)."""
type Tie = Literal["up", "down"]
type Metric = Literal["orthogonal", "diagonal"]

FOLDER = Path(__file__).parent
TITLE = card(FOLDER).title


@cache
def lexicon(file: str) -> Json:
    """What a JSON file of this game's folder says, read once."""
    return json.loads((FOLDER / file).read_text("utf-8"))


FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SEATS = (1, 2, 3, 4)

DICE = (4, 6, 8, 10, 12, 20)
MOST_DICE = 20
"""A pool of dice has at most so many: one a person (C6, A1)."""
TURN_DICE = (6, 8)
"""The turn-order dice; the d8 after an achieved objective (T1)."""
CACHE_DEFENSE_DIE, EXPLOSION_DIE = 6, 8
"""Each token of a cache defends with the one and explodes with the other (L3)."""
SPOTTED = 2
"""What a reconnoitred unit's defence dice lose against artillery (A4)."""

FOOTPRINTS: tuple[Footprint, ...] = get_args(Footprint.__value__)
FOOTPRINT_INCHES: Mapping[str, tuple[float, float]] = {
    "small": (0.5, 0.5),
    "medium": (1.0, 0.5),
    "large": (1.0, 1.0),
}
POSITIONS: tuple[Position, ...] = get_args(Position.__value__)
POSITIONS_OF: Mapping[Footprint, tuple[Position, ...]] = {
    "small": ("c", "nw", "ne", "sw", "se"),
    "medium": ("c", "n", "e", "s", "w"),
    "large": ("c",),
}
"""Where a footprint can stand in its square, in listing order (2.4)."""
QUARTERS: tuple[Quarter, ...] = get_args(Quarter.__value__)
QUARTERS_OF: Mapping[Position, frozenset[Quarter]] = {
    each: frozenset(quarter for quarter in QUARTERS if each == "c" or set(each) <= set(quarter))
    for each in POSITIONS
}
"""The quarters that a position takes."""

MOST_COLUMNS, MOST_ROWS = 20, 40
FEATURES: tuple[Feature, ...] = get_args(Feature.__value__)
FEATURE_NAMES: Mapping[str, str] = {each: each.title() for each in FEATURES}
WORKS: tuple[Work, ...] = get_args(Work.__value__)
WORK_NAMES: Mapping[str, str] = {each: each.replace("_", " ").capitalize() for each in WORKS}

STANDARD_TERRAIN: Mapping[str, tuple[str, int, int, int, tuple[str, ...] | None]] = {
    "open": (".", 1, 0, 0, None),
    "rocky": ("^", 2, 1, -1, ("mountain",)),
    "urban": ("#", 1, 1, 0, None),
    "special": ("*", 1, 2, 0, ("infantry",)),
    "rubble": (",", 2, 0, 0, None),
    "forest": ("%", 2, 0, 0, None),
    "marsh": ("~", 2, 0, 0, None),
    "water": ("=", 1, 0, 0, ("amphibious",)),
}
"""Glyph, cost, defence on it, modifier to attacks against it, tags of which one is needed (9.1, R29)."""

RESOURCES: tuple[Resource, ...] = get_args(Resource.__value__)
RESOURCE_NAMES: Mapping[str, str] = {"manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}
ROLES: tuple[Role, ...] = get_args(Role.__value__)
AIMS: tuple[Aim, ...] = get_args(Aim.__value__)
CHOOSERS: tuple[Chooser, ...] = get_args(Chooser.__value__)

PHASES: tuple[Phase, ...] = get_args(Phase.__value__)
TURN_PHASES: tuple[Phase, ...] = PHASES[2:8]
PHASE_NAMES: Mapping[str, str] = {
    "turn_order": "Turn order",
    "setup": "Set-up",
    "movement": "Movement",
    "deployment": "Extraction and deployment",
    "logistics": "Logistics",
    "special": "Special attacks",
    "direct": "Direct attacks",
    "boardroom": "Boardroom",
    "choose_next": "Choosing the next scenario",
    "over": "The campaign is over",
}

KINDS: tuple[Kind, ...] = get_args(Kind.__value__)
"""What a line of the Balance Sheet can be, in column order (6.13)."""
EXPENSES: tuple[Kind, ...] = KINDS[1:8]
INCOMES: tuple[Kind, ...] = KINDS[8:12]

PAYOUT_STEP = 5
"""Payouts are paid to the nearest multiple of this (B5)."""
CACHE_LIMIT, SHARED_CACHE_LIMIT = 9, 4
"""Loose tokens on an empty square, and beside half-width units (L2)."""
