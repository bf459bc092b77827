"""What SCOPE's rulebook states: cards, scenarios, themes, numbers (specification 2 and 9.1)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from companion.engine.card import card

type Side = Literal["german", "soviet"]
type Card = Literal["decoy", "empty", "infantry", "machine_gun", "mortar", "officer", "scout", "sniper"]
type Target = Literal["infantry", "machine_gun", "mortar", "officer", "scout", "sniper"]
type Basic = Literal["quick_duel", "open_front", "deep_front", "open_battle", "deep_battle"]
type Scenario = Basic | Literal["custom"]
type Theme = Literal[
    "break_the_chain", "duel_of_aces", "neutralize_artillery", "offensive_without_snipers", "stop_the_advance"
]
type Mode = Literal["basic", "advanced"]
type Seat = Literal["german", "soviet", "german_units", "soviet_units", "german_snipers", "soviet_snipers"]
type Phase = Literal["laying_out", "turn", "decide", "after", "finished"]
type Reason = Literal["snipers", "points", "theme", "resigned"]
type Counts = Mapping[Card, int]

FOLDER = Path(__file__).parent
TITLE = card(FOLDER).title

SIDES: tuple[Side, Side] = ("german", "soviet")
SIDE_NAMES: Mapping[str, str] = {"german": "German", "soviet": "Soviet"}
ENEMY: Mapping[Side, Side] = {"german": "soviet", "soviet": "german"}

CARDS: tuple[Card, ...] = get_args(Card.__value__)
TARGETS: tuple[Target, ...] = get_args(Target.__value__)
"""What is worth points: units and snipers."""
RANK: tuple[Card, ...] = ("sniper", "officer", "scout", "mortar", "machine_gun", "infantry", "decoy", "empty")
"""How cards lie side by side: what is sought first, the empty areas last."""
CARD_NAMES: Mapping[str, str] = {card: card.replace("_", " ") for card in CARDS} | {
    "empty": "empty area",
    "hidden": "face-down card",
}
HIDDEN = "hidden"
"""What stands for a card that a seat may not see."""
SPARE_ACES = 2
"""The sniper cards that each side of a Duel of Aces keeps in its player zone (R6)."""
MOST_COLUMNS, MOST_ROWS = 8, 4

TWO_SEATS: tuple[Seat, ...] = ("german", "soviet")
TEAM_SEATS: tuple[Seat, ...] = ("german_units", "soviet_units", "german_snipers", "soviet_snipers")
SEAT_NAMES: Mapping[str, str] = {side: f"{name} side" for side, name in SIDE_NAMES.items()} | {
    seat: seat.replace("_", " ").capitalize() for seat in TEAM_SEATS
}

SCENARIO_NAMES: Mapping[str, str] = {
    "quick_duel": "Quick Duel",
    "open_front": "Open Front",
    "deep_front": "Deep Front",
    "open_battle": "Open Battle",
    "deep_battle": "Deep Battle",
    "custom": "A scenario of your own",
}
THEME_NAMES: Mapping[str, str] = {
    "break_the_chain": "Break the Chain of Command",
    "duel_of_aces": "Duel of Aces",
    "neutralize_artillery": "Neutralize the Artillery",
    "offensive_without_snipers": "Offensive without Snipers",
    "stop_the_advance": "Stop the Advance",
}
MODE_NAMES: Mapping[str, str] = {"basic": "Basic mode", "advanced": "Advanced mode"}
PHASE_NAMES: Mapping[str, str] = {
    "laying_out": "Fronts are laid out",
    "turn": "The turn's action",
    "decide": "Cards are turned up",
    "after": "After the action",
    "finished": "The game is over",
}


class Plan(NamedTuple):
    """A scenario: the size of one front, the cards on it, the points to reach."""

    columns: int
    rows: int
    counts: Counts
    objective: int


def _plan(columns: int, rows: int, objective: int, *counts: int) -> Plan:
    """Counts as the printed table has them: sniper, decoy, each of the five units, empty area."""
    sniper, decoy, unit, empty = counts
    units: dict[Card, int] = dict.fromkeys(("infantry", "machine_gun", "mortar", "officer", "scout"), unit)
    return Plan(columns, rows, {"decoy": decoy, "empty": empty, **units, "sniper": sniper}, objective)


PLANS: Mapping[str, Plan] = {
    "quick_duel": _plan(4, 3, 6, 2, 1, 1, 4),
    "open_front": _plan(5, 3, 7, 3, 2, 1, 5),
    "deep_front": _plan(4, 4, 7, 3, 2, 1, 6),
    "open_battle": _plan(6, 3, 9, 3, 2, 2, 3),
    "deep_battle": _plan(5, 4, 9, 3, 2, 2, 5),
}
"""The printed scenarios, in the printed order (R1, R2)."""

THEME_CARDS: Mapping[str, Mapping[Card, int]] = {
    "break_the_chain": {"officer": 2},
    "duel_of_aces": {"sniper": 1},
    "neutralize_artillery": {"mortar": 2, "scout": 2},
    "offensive_without_snipers": {"sniper": 0},
    "stop_the_advance": {"infantry": 2, "machine_gun": 2},
}
"""How many of a card each theme puts on a front; empty areas make up the difference (R5)."""
ADVANCED_THEMES = ("stop_the_advance", "offensive_without_snipers")
THEME_TARGETS: Mapping[str, tuple[Target, ...]] = {
    "break_the_chain": ("officer",),
    "neutralize_artillery": ("mortar", "scout"),
    "offensive_without_snipers": ("machine_gun", "officer", "scout"),
}
"""The enemy's cards that are all to go, where a theme is won so (R4)."""
POINTLESS = (*THEME_TARGETS, "stop_the_advance")
"""Themes whose own victory takes the place of points (R8)."""

CUSTOM_LIMITS: Mapping[Card, tuple[int, int]] = {
    "decoy": (0, 2),
    "empty": (0, 14),
    "infantry": (0, 2),
    "machine_gun": (0, 2),
    "mortar": (0, 2),
    "officer": (0, 2),
    "scout": (0, 2),
    "sniper": (1, 3),
}
"""How many of each card one side's box has for a scenario of one's own (R35)."""
