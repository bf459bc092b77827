"""What Scarper's rulebook prints: names, numbers, and the order of things (specification 2, 3 and 9.1)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from companion.engine.card import card

type Side = Literal["allied", "german"]
type CardSide = Literal["allied", "german", "neutral"]
type Phase = Literal["missions", "initiative", "rounds", "reveal", "scoring", "over"]

FOLDER = Path(__file__).parent
TITLE = card(FOLDER).title

SIDES: tuple[Side, Side] = ("allied", "german")
CARD_SIDES: tuple[CardSide, ...] = ("allied", "german", "neutral")
SIDE_NAMES: Mapping[str, str] = {"allied": "Allied", "german": "German", "neutral": "Neutral"}

OTHER: Mapping[Side, Side] = {"allied": "german", "german": "allied"}
DIRECTION: Mapping[Side, int] = {"allied": 1, "german": -1}
"""The way that a side attacks: positive spaces lie towards the German end."""

BATTLEFIELDS = ("ypres", "arras", "somme", "aisne", "marne", "verdun", "metz", "colmar", "mulhouse")
"""In map order from the sea to Switzerland; neighbours in this list are adjacent (2.1)."""
BATTLEFIELD_NAMES: Mapping[str, str] = {battlefield: battlefield.title() for battlefield in BATTLEFIELDS}
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    battlefield: BATTLEFIELDS[max(0, n - 1) : n] + BATTLEFIELDS[n + 1 : n + 2]
    for n, battlefield in enumerate(BATTLEFIELDS)
}

PHASES: tuple[Phase, ...] = ("missions", "initiative", "rounds", "reveal", "scoring", "over")
PHASE_NAMES: Mapping[str, str] = {
    "missions": "Choosing missions",
    "initiative": "Who goes first",
    "rounds": "Action rounds",
    "reveal": "Revealing missions",
    "scoring": "Scoring the year",
    "over": "The war is over",
}
BY: Mapping[str, str] = {
    "direct": "by a broken morale",
    "attrition": "by attrition",
    "resignation": "by resignation",
}
"""How a war is won."""

FIRST_YEAR, LAST_YEAR = 1914, 1918
YEARS = (1914, 1915, 1916, 1917, 1918)
HAND_SIZE: Mapping[int, int] = {1914: 4, 1915: 5, 1916: 5, 1917: 5, 1918: 4}
"""Cards to which hands are filled at a year's beginning (3.0, 4.1)."""
ROUNDS: Mapping[int, int] = {1914: 3, 1915: 4, 1916: 4, 1917: 4, 1918: 4}
"""Action rounds of each side in a year (4.1)."""

MORALE_END = 15
"""The space of the Morale Track that wins (8.1)."""
START_ECONOMY = 5
MISSIONS_DRAWN = 2
FARTHEST_SPACE = 9
"""No board reaches farther (specification 9.3)."""
CHARGE_COST = 2
PUSH_TRENCH_COST = 2
ADVANCE_COST = 1


def ahead(figure: int) -> Side | Literal[""]:
    """Whose a figure is that is positive for the Allied side; nobody's on 0."""
    return "allied" if figure > 0 else "german" if figure < 0 else ""


def lead(figure: int) -> str:
    """Whose it is, and how much.

    >>> lead(3), lead(-15), lead(0)
    ('Allied 3', 'German 15', '0')
    """
    side = ahead(figure)
    return f"{SIDE_NAMES[side]} {abs(figure)}" if side else "0"
