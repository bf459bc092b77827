"""A table's house rules: every ruling of the specification that names an alternative (3.2)."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Literal

from companion.engine.reading import Reading
from companion.engine.wire import Json

CHOICES: dict[str, tuple[str, ...]] = {
    "metric": ("orthogonal", "diagonal"),
    "casualties": ("out", "pool"),
    "payout_tie": ("up", "down"),
    "liquid_assets": ("credits", "credits_and_scrap"),
    "hold_until": ("withdrawal", "driven_off", "completed"),
}

type Metric = Literal["orthogonal", "diagonal"]
type Tie = Literal["up", "down"]
type LiquidAssets = Literal["credits", "credits_and_scrap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    metric: Metric = "orthogonal"
    enemy_sharing: bool = True
    counter_range: bool = True
    casualties: Literal["out", "pool"] = "out"
    partial_resupply: bool = False
    payout_tie: Tie = "up"
    liquid_assets: LiquidAssets = "credits"
    setup_manipulation: bool = False
    livery_required: bool = False
    hold_until: Literal["withdrawal", "driven_off", "completed"] = "withdrawal"
    recon_public: bool = False
    reposition_with_move: bool = False


KEYS = tuple(Options.__slots__)
DEFAULTS = Options()


def read_options(value: Json, path: str, *, only: Collection[str] = KEYS, in_full: bool = False) -> Options:
    """The options of an input, completed unless each must be there; `InvalidInput` at the fault."""
    reading = Reading(value, only, path)
    return Options(**{key: _option(reading, key) for key in only if in_full or key in reading})


def _option(reading: Reading, key: str) -> Json:
    return reading.name(key, CHOICES[key]) if key in CHOICES else reading.boolean(key)


def options_json(options: Options) -> Json:
    """The options in full."""
    return asdict(options)
