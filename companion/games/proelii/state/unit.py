"""One unit as it stands: where, with what energy and cohesion, what it rolled, what its round did so far."""

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from companion.engine.shape import Between, Known, OneOf
from companion.games.proelii.data import (
    DESTROYED,
    FULL,
    GONE,
    QUARTER,
    RANK,
    UNITS,
    Experience,
    Face,
    Kind,
    Side,
    UnitType,
)

type Energy = Annotated[int, OneOf((0, 25, 50, 75, 100))]
type Count = Annotated[int, Between(0, 99)]
type Few = Annotated[int, Between(0, 2)]
type Account = Annotated[int, Between(-999, 999)]


class Rerolls(NamedTuple):
    """How many rerolls of each source one roll has used (R27)."""

    energy: Count = 0
    experience: Count = 0
    command: Count = 0
    prestige: Count = 0
    forced: Count = 0


NO_REROLLS = Rerolls()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The tokens of a roll that lie on a unit: not used yet, used; `retained` from a defence (8.2.4.1)."""

    face: Face
    swords: Few
    shields: Few
    spent: Annotated[int, Between(0, 9)] = 0
    retained: bool = False
    rerolls: Rerolls = NO_REROLLS


class Ledger(NamedTuple):
    """A unit's round in energy: two balances, the red-line bonus, conversions, gains (7.5)."""

    move: Account = 0
    combat: Account = 0
    red_line: bool = False
    conversions: Count = 0
    gains: Count = 0


CLEAN = Ledger()


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A unit; its attributes are the keys of its JSON (specification 3)."""

    side: Side
    name: Annotated[str, "a name"]
    type: Kind
    experience: Experience
    at: Annotated[str, Known("places")]
    energy: Energy
    cp: Few
    roll: Rolled | None = None
    fought: bool = False
    inactive: bool = False
    crossing: Annotated[int, Between(0, 4)] = 0
    ambush: bool = False
    charged_by: tuple[str, ...] = ()
    ledger: Ledger = CLEAN

    @property
    def kind(self) -> UnitType:
        """What its type is worth."""
        return UNITS[self.type]

    @property
    def rank(self) -> int:
        """Its experience, 0 to 3."""
        return RANK[self.experience]

    @property
    def is_living(self) -> bool:
        """Whether it is still in the battle."""
        return self.at not in GONE

    @property
    def has_energy(self) -> bool:
        """Whether it can pay for one more deed, and so binds."""
        return self.energy >= QUARTER

    @property
    def swords(self) -> int:
        """The swords that it has not used."""
        return self.roll.swords if self.roll else 0

    @property
    def shields(self) -> int:
        """The shields that it has not used."""
        return self.roll.shields if self.roll else 0


def moved(unit: Unit, change: int) -> Unit:
    """The unit after a change of its energy on the move account, at most 100 %."""
    energy = min(FULL, unit.energy + change)
    ledger = unit.ledger._replace(move=unit.ledger.move + energy - unit.energy)
    return replace(unit, energy=energy, ledger=ledger)


def fighting(unit: Unit, change: int) -> Unit:
    """The unit after a change of its energy on the combat account, at most 100 %."""
    energy = min(FULL, unit.energy + change)
    ledger = unit.ledger._replace(combat=unit.ledger.combat + energy - unit.energy)
    return replace(unit, energy=energy, ledger=ledger)


def gaining(unit: Unit) -> Unit:
    """The unit with one more gain of this round counted (R30)."""
    return replace(unit, ledger=unit.ledger._replace(gains=unit.ledger.gains + 1))


def hit(unit: Unit, hits: int) -> Unit:
    """The unit after losing cohesion; without any it is destroyed (7.2)."""
    cp = unit.cp - hits
    return replace(unit, cp=cp) if cp > 0 else destroyed(unit)


def destroyed(unit: Unit) -> Unit:
    """The unit off the battle for good."""
    return replace(unit, cp=0, at=DESTROYED, roll=None, crossing=0)


def spending(unit: Unit, swords: int = 0, shields: int = 0) -> Unit:
    """The unit with so many tokens of its roll used."""
    if unit.roll is None or not swords + shields:
        return unit
    roll = unit.roll
    left = replace(
        roll,
        swords=roll.swords - swords,
        shields=roll.shields - shields,
        spent=roll.spent + swords + shields,
    )
    return replace(unit, roll=left)
