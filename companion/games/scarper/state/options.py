"""A table's house rules: every ruling of the specification that names an alternative."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.reading import Reading
from companion.engine.wire import Json

type TieRule = Literal["previous_second", "previous_first", "allied", "german"]

CHOICES = {
    "cards": ("app", "table"),
    "direct_victory": ("any_time", "year_end"),
    "initiative_tie": ("previous_second", "previous_first", "allied", "german"),
    "relative_position": ("spaces", "value_steps"),
    "unspent_points": ("lose", "forbid"),
    "ongoing_at": ("scoring", "missions"),
}
RANGES = {
    "propaganda_max": (1, 99),
    "economy_max": (5, 99),
    "trench_supply": (6, 99),
    "mission_success": (0, 15),
    "mission_failure": (0, 15),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default (specification 3)."""

    cards: Literal["app", "table"] = "app"
    direct_victory: Literal["any_time", "year_end"] = "any_time"
    initiative_tie: TieRule = "previous_second"
    relative_position: Literal["spaces", "value_steps"] = "spaces"
    propaganda_max: int = 10
    economy_max: int = 10
    trench_supply: int | None = None
    unspent_points: Literal["lose", "forbid"] = "lose"
    ongoing_at: Literal["scoring", "missions"] = "scoring"
    mission_success: int = 3
    mission_failure: int = 2


KEYS = tuple(Options.__slots__)
DEFAULTS = Options()


def read_options(value: Json, path: str) -> Options:
    """The options of an input, completed; `InvalidInput` at the fault."""
    reading = Reading(value, KEYS, path)
    return Options(**{key: _option(reading, key) for key in KEYS if key in reading})


def _option(reading: Reading, key: str) -> Json:
    if key in CHOICES:
        return reading.name(key, CHOICES[key])
    if key == "trench_supply" and reading.raw(key) is None:
        return None
    return reading.integer(key, *RANGES[key])
