"""The two sides of a direct attack in a question (6.6): dice, people, ammunition, cover."""

from dataclasses import dataclass

from companion.engine.errors import IllegalAction
from companion.engine.reading import Reading
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.covers import COVER_KEYS, Cover, read_cover, read_modifier
from companion.games.parabellum.state.binder.catalogue import read_die

NEEDED = ("strength", "attack_die", "defense_die")
OPTIONAL = ("ammunition", *COVER_KEYS, "attack_modifier")


@dataclass(frozen=True, slots=True)
class Side:
    """One unit, of `strength` people; `attack_modifier` is what the table adds to its own attack dice."""

    strength: int
    attack_die: int | None
    defense_die: int
    ammunition: int
    cover: Cover
    attack_modifier: int


def read_side(reading: Reading, key: str) -> Side:
    """The side at a key of a question."""
    side = Reading.complete(reading.raw(key), NEEDED, OPTIONAL, reading.at(key))
    return Side(
        strength=side.integer("strength", 1, MOST_DICE),
        attack_die=None if side.raw("attack_die") is None else read_die(side, "attack_die"),
        defense_die=read_die(side, "defense_die"),
        ammunition=side.integer("ammunition", 0, 20) if "ammunition" in side else 1,
        cover=read_cover(side),
        attack_modifier=read_modifier(side, "attack_modifier"),
    )


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
