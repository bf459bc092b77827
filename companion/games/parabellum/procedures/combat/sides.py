"""The two sides of a direct attack in a question (6.6): dice, people, ammunition, cover."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.games.parabellum.procedures.combat.covers import Cover, Covered, Modifier
from companion.games.parabellum.state.amounts import Die, Strength

type Ammunition = Annotated[int, Between(0, 20)]


class Side(NamedTuple):
    """One unit, of `strength` people; `attack_modifier` is what the table adds to its own attack dice."""

    strength: int
    attack_die: int | None
    defense_die: int
    ammunition: int
    cover: Cover
    attack_modifier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSide(Covered):
    """A side as a question says it."""

    strength: Strength
    attack_die: Die | None
    defense_die: Die
    ammunition: Ammunition = 1
    attack_modifier: Modifier = 0

    @property
    def side(self) -> Side:
        """The side itself."""
        dice = self.attack_die, self.defense_die
        return Side(self.strength, *dice, self.ammunition, self.cover, self.attack_modifier)


@dataclass(frozen=True, slots=True)
class Duel:
    """The question of the odds (6.7); that of the attack brings its dice as well."""

    attacker: AskedSide
    defender: AskedSide
    counterattack: bool = False


@dataclass(frozen=True, slots=True)
class RolledDuel(Duel):
    """The question of an attack (6.6); without dice, the app rolls them."""

    rolls: Json = None


def check_may_attack(attacker: Side) -> int:
    """The attacker's die; refused where it has none, or no ammunition (A1)."""
    if attacker.attack_die is None:
        said = "A unit without an attack die makes no direct attack; choose one with a die."
        raise IllegalAction("attacker.attack_die", said)
    if not attacker.ammunition:
        said = "An attack spends 1 ammunition counter and none is left; resupply first."
        raise IllegalAction("attacker.ammunition", said)
    return attacker.attack_die


def check_may_counter(defender: Side, left: int) -> int:
    """The defender's attack die, where the people left may strike back (A3)."""
    if left and defender.attack_die is not None and defender.ammunition:
        return defender.attack_die
    why = "nobody is left to counterattack" if not left else "the defender has no attack die"
    if left and defender.attack_die is not None:
        why = "the defender has no ammunition left"
    raise IllegalAction("counterattack", f"There can be no counterattack: {why}. Leave it out.")
