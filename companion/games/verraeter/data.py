"""What Verräter's rulebook states: houses, landscapes, cards, phases, numbers (specification 2 and 9.1)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from companion.engine.card import card

type House = Literal["eagle", "rose"]
type LandscapeType = Literal["forest", "meadow", "moor", "river", "town", "village"]
type ActionCard = Literal["diplomat_2", "diplomat_5", "farmer", "master_builder", "strategist", "traitor"]
type BuildingSide = Literal["estate", "office"]
type Phase = Literal["estates", "site", "draft", "supply", "reveal", "build", "refill", "finished"]

FOLDER = Path(__file__).parent
TITLE = card(FOLDER).title

HOUSES: tuple[House, House] = ("eagle", "rose")
HOUSE_NAMES: Mapping[str, str] = {"eagle": "Eagle", "rose": "Rose"}
OTHER: Mapping[House, House] = {"eagle": "rose", "rose": "eagle"}

LANDSCAPES: tuple[LandscapeType, ...] = ("forest", "meadow", "moor", "river", "town", "village")
LANDSCAPE_NAMES: Mapping[str, str] = {each: each.title() for each in LANDSCAPES}
CIRCLE = 12
"""Landscapes in the circle; position 11 is next to position 0."""

ACTION_CARDS: tuple[ActionCard, ...] = (
    "diplomat_2",
    "diplomat_5",
    "farmer",
    "master_builder",
    "strategist",
    "traitor",
)
ACTION_NAMES: Mapping[str, str] = {
    "diplomat_2": "Diplomat +2",
    "diplomat_5": "Diplomat +5",
    "farmer": "Farmer",
    "master_builder": "Master builder",
    "strategist": "Strategist",
    "traitor": "Traitor",
}
DIPLOMATS: Mapping[str, int] = {"diplomat_2": 2, "diplomat_5": 5}
"""What a diplomat adds to the total of his holder's house (5)."""
BONUS: Mapping[str, int] = {"traitor": 1, "strategist": 2}
"""Victory points that come on top (6)."""

FARMER_CARDS = 3
STARTING_HAND = (3, 4, 5)
"""The supply cards of each player at the start (setup.supply)."""
BUILDING_CARDS = 3
MOST_OFFICES = 2
MOST_SUPPLY_PLAYED = 5
SUPPLY_VALUES = range(1, 10)
UNKNOWN = 0
"""A supply card whose value the app, or the seat that looks, does not know."""
TURNS_AS_START_PLAYER: Mapping[int, int] = {3: 3, 4: 2}
"""How often each is the start player, by the number of players (end)."""

PHASES: tuple[Phase, ...] = ("estates", "site", "draft", "supply", "reveal", "build", "refill", "finished")
PHASE_NAMES: Mapping[str, str] = {
    "estates": "Placing the first estates",
    "site": "Choosing the site",
    "draft": "Drafting the action cards",
    "supply": "Playing supply",
    "reveal": "Turning the action cards over",
    "build": "Master builder",
    "refill": "Picking up supply",
    "finished": "The game is over",
}

COLOURS = ("blue", "green", "yellow", "black")
"""The colour of each seat's allegiance and building cards, in seating order; also the seats that a table has
where nobody names its players."""
HIDDEN = "hidden"
"""What stands for a card that a seat may not see."""
