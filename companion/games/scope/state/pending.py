"""Cards that are turned up while their finder decides (specification 3.2, `pending`)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.shape import By
from companion.games.scope.data import Card
from companion.games.scope.state.naming import Cell, Quadrant


@dataclass(frozen=True, slots=True)
class Sighted:
    """A card that a sniper has found; he must shoot where it is a decoy."""

    cell: Cell
    card: Card
    forced: bool
    weapon: Literal["sniper"] = "sniper"

    @property
    def cells(self) -> tuple[str, ...]:
        """Every enemy card that is up."""
        return (self.cell,)


@dataclass(frozen=True, slots=True)
class Raked:
    """A card that offensive fire has turned up; a machine gun must be shown where it is a decoy."""

    cell: Cell
    card: Card
    forced: bool
    weapon: Literal["machine_gun"] = "machine_gun"

    @property
    def cells(self) -> tuple[str, ...]:
        """Every enemy card that is up."""
        return (self.cell,)


@dataclass(frozen=True, slots=True)
class Stormed:
    """An assault: the infantry that was shown, and the enemy cards of its quadrant."""

    infantry: Cell
    quadrant: Quadrant
    cells: tuple[Cell, ...]
    weapon: Literal["infantry"] = "infantry"

    @property
    def forced(self) -> bool:
        """Nobody must advance (R19)."""
        return False


WEAPONS = {"sniper": Sighted, "machine_gun": Raked, "infantry": Stormed}
type Pending = Annotated[Sighted | Raked | Stormed, By("weapon", WEAPONS)]
