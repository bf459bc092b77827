"""A table's house rules: every ruling of the specification that names an alternative (3.1)."""

from dataclasses import asdict, dataclass
from typing import Literal

from companion.engine.reading import Reading
from companion.engine.wire import Json

CHOICES = {
    "bonus": ("always", "winning_side"),
    "build_side": ("either", "estate"),
    "divide_rounding": ("down", "half_up", "up"),
    "hand_tracking": ("full", "counts"),
    "surplus": ("before", "after"),
    "tie_break": ("shared", "supply"),
    "vp_mode": ("table", "divide"),
}
RANGES = {"hand_limit": (3, 9), "office_card_cap": (0, 9), "rounds_per_player": (1, 5)}
MAY_BE_NONE = ("office_card_cap", "rounds_per_player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    bonus: Literal["always", "winning_side"] = "always"
    build_side: Literal["either", "estate"] = "either"
    divide_rounding: Literal["down", "half_up", "up"] = "down"
    hand_limit: int = 5
    hand_tracking: Literal["full", "counts"] = "full"
    office_card_cap: int | None = 3
    rounds_per_player: int | None = None
    surplus: Literal["before", "after"] = "before"
    tie_break: Literal["shared", "supply"] = "shared"
    vp_mode: Literal["table", "divide"] = "table"

    @property
    def counts_only(self) -> bool:
        """Whether the table does not tell the app which cards it draws (R30)."""
        return self.hand_tracking == "counts"


KEYS = tuple(Options.__slots__)
DEFAULTS = Options()


def read_options(value: Json, path: str, *, in_full: bool = False) -> Options:
    """The options of an input, completed unless each must be there; `InvalidInput` at the fault."""
    reading = Reading(value, KEYS, path)
    return Options(**{key: _option(reading, key) for key in KEYS if in_full or key in reading})


def _option(reading: Reading, key: str) -> Json:
    if key in CHOICES:
        return reading.name(key, CHOICES[key])
    if key in MAY_BE_NONE and reading.raw(key) is None:
        return None
    return reading.integer(key, *RANGES[key])


def options_json(options: Options) -> Json:
    """The options in full."""
    return asdict(options)
