"""What the table sets by hand (specification 5.7)."""

from typing import NamedTuple

from companion.games.parabellum.data import Feature, Position
from companion.games.parabellum.state.pieces import Load


class UnitChange(NamedTuple):
    """New facts of one unit; None leaves as it is."""

    id: str
    strength: int | None
    fuel: int | None
    ammunition: int | None
    entrench: int | None
    place: tuple[str, Position] | None


class FeatureChange(NamedTuple):
    """What stands on a square now."""

    square: str
    kind: Feature | None


class CacheChange(NamedTuple):
    """What lies on a square now."""

    square: str
    load: Load


class Adjust(NamedTuple):
    """Overrule the app, with a reason; None leaves as it is."""

    player: str
    reason: str
    credits: int | None
    personnel: int | None
    fuel: int | None
    ammunition: int | None
    unit: UnitChange | None
    feature: FeatureChange | None
    cache: CacheChange | None
