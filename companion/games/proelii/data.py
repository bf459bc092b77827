"""What Proelii's rulebook states: units, energy, ladders, and the dice that ship (specification 2 and 9)."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from companion.engine.card import card

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
type Waits = Literal["reached", "over"]
"""How long a unit waits by its side's word: until an enemy can come next to it, or until Movement is over."""
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
TITLE = card(FOLDER).title
WORDS: Mapping[str, Mapping[str, str]] = json.loads((FOLDER / "words.json").read_text("utf-8"))
"""What everything is called, by what it is."""
KIND_NAMES, FACE_NAMES, SOURCE_NAMES = (WORDS[each] for each in ("kinds", "faces", "sources"))
CONVERSION_NAMES, STEP_NAMES, PHASE_NAMES = (WORDS[each] for each in ("conversions", "steps", "phases"))

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
PLACES = {
    ENTRY: "the reserves",
    DISTANT: "the distant battlefield",
    LINE: "the line, points saved",
    ESCAPED: "safety",
}


def place_name(at: str) -> str:
    """A square, or what stands for one beside the field, as people say it."""
    return PLACES.get(at, at)


SHORT, LETTERS = 16, 5
"""Letters of a short name, and of a word that is shortened in one."""
NUMBER = re.compile("[IVX]+|[0-9]+")
TWIN = re.compile(r" \([0-9]+\)$")
"""What tells units apart that were one: it survives a battle in several."""
SMALL_WORDS = ("and", "of", "the", "by", "with")


@lru_cache(1024)
def short_name(name: str) -> str:
    """A unit's name as it stands on its token, on paper and on screen: shortened with dots where it is long;
    its last word and its numbers always stand, who leads it does not.

    >>> short_name("Veterans of Italy II"), short_name("Libyans, right column")
    ('Veter. Italy II', 'Libyans, right')
    """
    wordings = tuple(_shorter(name))
    return next((each for each in wordings if len(each) <= SHORT), wordings[-1])


def _shorter(name: str) -> Iterator[str]:
    """The name in fewer and fewer letters."""
    head, _, place = name.split(" (")[0].partition(", ")
    words = head.split()
    number = words.pop() if len(words) > 1 and NUMBER.fullmatch(words[-1]) else ""
    twin = TWIN.search(name)
    number += twin[0] if twin else ""
    after = (f" {number.strip()}" if number else "") + (f", {place.split()[0]}" if place.split() else "")
    long = [each for each in words if each not in SMALL_WORDS] or words
    yield name.split(" (")[0] + (twin[0] if twin else "")
    yield " ".join(words) + after
    yield " ".join((*map(_cut, words[:1]), *words[1:])) + after
    yield " ".join((*map(_cut, long[:-1]), long[-1])) + after
    yield " ".join((*(_cut(each, 3) for each in long[:-1]), long[-1])) + after
    yield " ".join((*(f"{each[0]}." for each in long[:-1]), long[-1])) + after
    yield " ".join((*(_cut(each, 3) for each in long[:-1]), _cut(long[-1]))) + after
    yield " ".join((*(f"{each[0]}." for each in long[:-1]), _cut(long[-1]))) + after


def _cut(word: str, letters: int = LETTERS) -> str:
    return word if len(word) <= letters else word[:letters].rstrip("aeiou'’") + "."


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
RANKS: tuple[Experience, ...] = ("recruit", "regular", "veteran", "elite")
RANK: Mapping[str, int] = {level: n for n, level in enumerate(RANKS)}
EXPERIENCE_NAMES: Mapping[str, str] = {level: level.capitalize() for level in RANKS}


def named(type: str, experience: str) -> str:
    """A type of units with its experience.

    >>> named("cavalry", "elite")
    'Elite cavalry'
    """
    return f"{EXPERIENCE_NAMES[experience]} {KIND_NAMES[type].lower()}"


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
COLOURS: tuple[Colour, ...] = ("white", "blue", "red")
type Die = tuple[Face, ...]
"""The six faces of a die, as a d6 numbers them."""

SOURCES: tuple[Source, ...] = ("energy", "experience", "command", "prestige", "forced")
CONVERSIONS: tuple[Conversion, ...] = (
    "swords_to_shield",
    "shields_to_sword",
    "blank_to_energy",
    "sword_to_energy",
)
MORALES: tuple[Morale, ...] = ("very_low", "low", "average", "high", "very_high")
MORALE_FROM: Mapping[Morale, int] = {"very_high": 70, "high": 50, "average": 30, "low": 10, "very_low": 0}
"""The prestige from which each morale holds, the highest first (9.2)."""
COMMANDS: tuple[Command, ...] = ("none", "bad", "average", "better", "brilliant")
PIECE_LIMIT: Mapping[Pieces, int] = {"tokens": 12, "cubes": 40}
"""The pieces that a side has (R2)."""

STEPS: Mapping[Phase, tuple[Step, ...]] = {
    "start": ("deploy", "march", "start_moves"),
    "move": ("detachment", "movement", "exchange"),
    "combat": ("roll", "cancel", "convert", "losses", "advance"),
}
PHASE_OF: Mapping[Step, Phase] = {step: phase for phase, steps in STEPS.items() for step in steps}
