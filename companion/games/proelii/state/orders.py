"""What both sides decide at the Losses: strikes, parries, shields held back, attacks on the rear (5.6)."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine.shape import Sized
from companion.games.proelii.state.table import Id


class Strike(NamedTuple):
    """One sword and whom it goes against."""

    unit: Id
    target: Id


class Parry(NamedTuple):
    """One sword that takes a sword off an enemy (R37)."""

    unit: Id
    against: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What both sides decide at the Losses; without strikes the swords go where they must."""

    strikes: tuple[Strike, ...] | None = None
    parries: tuple[Parry, ...] = ()
    hold: Annotated[tuple[Id, ...], Sized(0, 80)] = ()
    rear: Annotated[tuple[Id, ...], Sized(0, 80)] = ()
