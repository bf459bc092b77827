"""What a frontal charge weighs, and what its margin does (6.2.2.3-6.2.2.5).

The defender's trenches count twice: halved into the total, then one by one as they are dug out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.games.scarper.data import DIRECTION, NEIGHBOURS, OTHER, Side
from companion.games.scarper.procedures.movement import Movement, movement
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import PerSide


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge as it is declared: who, where, the fronts beside it, and what cards in play add."""

    attacker: Side
    battlefield: str
    battlefields: Mapping[str, Battlefield]
    propaganda: PerSide[int]
    attack: int
    defence: int
    options: Options
    board: Board

    @property
    def front(self) -> Battlefield:
        """The front that is charged."""
        return self.battlefields[self.battlefield]

    @property
    def defender(self) -> Side:
        """The side that is charged."""
        return OTHER[self.attacker]

    @property
    def relative(self) -> dict[str, int]:
        """What each adjacent front gives the attacker: 0, +1 or +2 (6.2.2.5.1)."""
        here = self._position(self.battlefield)
        ahead = DIRECTION[self.attacker]
        return {
            each: min(2, max(0, ahead * (self._position(each) - here)))
            for each in NEIGHBOURS[self.battlefield]
        }

    def _position(self, battlefield: str) -> int:
        frontline = self.battlefields[battlefield].frontline
        if self.options.relative_position == "spaces":
            return frontline
        return self.board.ranks[self.board.value(battlefield, frontline)]

    @property
    def trenches(self) -> int:
        """The defender's trenches on the whole battlefield (R38)."""
        return self.front.trenches_of(self.defender)

    @property
    def attack_bonus(self) -> int:
        """What the attacker adds to the die."""
        return sum(self.relative.values()) + self.attack

    @property
    def defence_bonus(self) -> int:
        """What the defender adds to the die: half the trenches, rounded down, and the cards (6.2.2.5.2)."""
        return self.trenches // 2 + self.defence


class Clash(NamedTuple):
    """How a charge ends, by its margin: attack total less defence total."""

    winner: Literal["attacker", "defender"] | None
    movement_value: int
    propaganda_value: int
    movement: Movement
    propaganda: PerSide[int]


def clash(charge: Charge, margin: int) -> Clash:
    """What a margin does: movement to the attacker, propaganda to the defender, nothing at 0 (R10)."""
    if margin > 0:
        moved = movement(charge.board.tracks[charge.battlefield], charge.front, charge.attacker, margin)
        return Clash("attacker", margin, 0, moved, charge.propaganda)
    still = Movement((), 0, charge.front)
    if margin == 0:
        return Clash(None, 0, 0, still, charge.propaganda)
    return Clash("defender", 0, -margin, still, _propaganda(charge, -margin))


def _propaganda(charge: Charge, value: int) -> PerSide[int]:
    """Steps alternate, the attacker's loss first; a marker that cannot move uses its step up (6.2.2.4)."""
    lost, won = (value + 1) // 2, value // 2
    markers = charge.propaganda
    markers = markers.put(charge.attacker, max(0, markers[charge.attacker] - lost))
    gained = min(charge.options.propaganda_max, markers[charge.defender] + won)
    return markers.put(charge.defender, max(markers[charge.defender], gained))
