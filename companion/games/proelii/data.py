"""What Proelii's rulebook states: units, energy, ladders, and the dice that ship (specification 2 and 9)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

type Side = Literal["white", "black"]
type Kind = Literal[
    "skirmishers",
    "light_infantry",
    "mercenaries",
    "heavy_infantry",
    "bow_cavalry",
    "cavalry",
    "war_elephants",
    "chariots",
]
type Experience = Literal["recruit", "regular", "veteran", "elite"]
type Face = Literal["blank", "sword", "two_swords", "shield", "two_shields", "sword_shield"]
type Colour = Literal["white", "blue", "red"]
type Ability = Literal["hit_and_run", "charge", "push_out", "red_line"]
type Level = Literal["white", "yellow", "red"]
type Morale = Literal["very_low", "low", "average", "high", "very_high"]
type Command = Literal["none", "bad", "average", "better", "brilliant"]
type Source = Literal["energy", "experience", "command", "prestige", "forced"]
type Conversion = Literal["swords_to_shield", "shields_to_sword", "blank_to_energy", "sword_to_energy"]
type Combat = Literal["arcade", "realistic"]
type Adjacency = Literal["orthogonal", "all"]
type GainCap = Literal["net", "gross"]
type Pieces = Literal["tokens", "cubes"]
type Phase = Literal["start", "move", "combat", "over"]
type Step = Literal[
    "deploy",
    "march",
    "start_moves",
    "detachment",
    "movement",
    "exchange",
    "roll",
    "cancel",
    "convert",
    "losses",
    "advance",
]
type Reason = Literal[
    "surrender", "destroyed", "escaped", "mutual", "centre", "centre_cp", "field_cp", "even"
]

FOLDER = Path(__file__).parent
TITLE = "Proelii"

SIDES: tuple[Side, Side] = ("white", "black")
OTHER: Mapping[Side, Side] = {"white": "black", "black": "white"}
SIDE_NAMES: Mapping[str, str] = {"white": "White", "black": "Black"}

ROWS = 6
QUARTER = 25
"""What every deed costs and every gain gives, in per cent of energy (7.5)."""
FULL, START, BRILLIANT_START = 100, 50, 75
CROSSING = 5
"""The movement points from the Entry Position to the distant battlefield (6.2)."""
OUTNUMBERED = 4
"""So many times its own cohesion makes a unit run (7.2)."""
REAR_PRICE = 2
"""The prestige points that an attack on the rear costs (9.1)."""

ENTRY, DISTANT, ESCAPED, DESTROYED, LINE = "entry", "distant", "escaped", "destroyed", "line"
GONE = (ESCAPED, DESTROYED)


class UnitType(NamedTuple):
    """A type of units: its die, cohesion and movement points, abilities, strength after a battle (R43)."""

    die: Colour
    cp: int
    mp: int
    abilities: tuple[Ability, ...]
    strength: int


UNITS: Mapping[Kind, UnitType] = {
    "skirmishers": UnitType("white", 1, 4, ("hit_and_run",), 1),
    "light_infantry": UnitType("white", 1, 4, ("red_line",), 2),
    "mercenaries": UnitType("blue", 2, 3, ("red_line",), 3),
    "heavy_infantry": UnitType("red", 2, 2, ("red_line",), 6),
    "bow_cavalry": UnitType("blue", 2, 6, ("hit_and_run",), 5),
    "cavalry": UnitType("red", 2, 5, ("charge",), 7),
    "war_elephants": UnitType("red", 2, 4, ("charge", "push_out"), 8),
    "chariots": UnitType("blue", 2, 5, ("hit_and_run",), 4),
}
KIND_NAMES: Mapping[str, str] = {
    "skirmishers": "Skirmishers",
    "light_infantry": "Light infantry",
    "mercenaries": "Mercenaries",
    "heavy_infantry": "Heavy infantry",
    "bow_cavalry": "Bow cavalry",
    "cavalry": "Cavalry",
    "war_elephants": "War elephants",
    "chariots": "Chariots",
}
RANKS: tuple[Experience, ...] = ("recruit", "regular", "veteran", "elite")
RANK: Mapping[str, int] = {level: n for n, level in enumerate(RANKS)}
EXPERIENCE_NAMES: Mapping[str, str] = {level: level.capitalize() for level in RANKS}
TIERS = (100, 75, 50, 25)

FACES: Mapping[Face, tuple[int, int]] = {
    "blank": (0, 0),
    "sword": (1, 0),
    "two_swords": (2, 0),
    "shield": (0, 1),
    "two_shields": (0, 2),
    "sword_shield": (1, 1),
}
"""The swords and shields of each face."""
FACE_NAMES: Mapping[str, str] = {
    "blank": "a blank",
    "sword": "a sword",
    "two_swords": "two swords",
    "shield": "a shield",
    "two_shields": "two shields",
    "sword_shield": "a sword and a shield",
}
COLOURS: tuple[Colour, ...] = ("white", "blue", "red")
type Die = tuple[Face, ...]
"""The six faces of a die, as a d6 numbers them."""

SOURCES: tuple[Source, ...] = ("energy", "experience", "command", "prestige", "forced")
SOURCE_NAMES: Mapping[str, str] = {
    "energy": "for 25 energy",
    "experience": "by its experience",
    "command": "by its commander",
    "prestige": "for 1 prestige",
    "forced": "because the enemy demands it",
}
CONVERSIONS: tuple[Conversion, ...] = (
    "swords_to_shield",
    "shields_to_sword",
    "blank_to_energy",
    "sword_to_energy",
)
CONVERSION_NAMES: Mapping[str, str] = {
    "swords_to_shield": "two swords become a shield",
    "shields_to_sword": "two shields become a sword",
    "blank_to_energy": "a blank becomes energy",
    "sword_to_energy": "a sword becomes energy",
}
MORALES: tuple[Morale, ...] = ("very_low", "low", "average", "high", "very_high")
MORALE_FROM: Mapping[Morale, int] = {"very_high": 70, "high": 50, "average": 30, "low": 10, "very_low": 0}
"""The prestige from which each morale holds, the highest first (9.2)."""
COMMANDS: tuple[Command, ...] = ("none", "bad", "average", "better", "brilliant")
PIECE_LIMIT: Mapping[Pieces, int] = {"tokens": 12, "cubes": 40}
"""The pieces that a side has (R2)."""

PHASE_OF: Mapping[Step, Phase] = {
    "deploy": "start",
    "march": "start",
    "start_moves": "start",
    "detachment": "move",
    "movement": "move",
    "exchange": "move",
    "roll": "combat",
    "cancel": "combat",
    "convert": "combat",
    "losses": "combat",
    "advance": "combat",
}
STEP_NAMES: Mapping[str, str] = {
    "deploy": "Deployment",
    "march": "March to the contact line",
    "start_moves": "Start moves",
    "detachment": "Detachment",
    "movement": "Movement",
    "exchange": "Exchange",
    "roll": "Combat rolls",
    "cancel": "Cancellation",
    "convert": "Conversion",
    "losses": "Losses",
    "advance": "Advance",
}
PHASE_NAMES: Mapping[str, str] = {
    "start": "Start phase",
    "move": "Move phase",
    "combat": "Combat phase",
    "over": "The battle is over",
}
