"""Energy that comes back: rest, conversions, shields that nobody broke, red lines (7.5, 8.4.4, R30)."""

from dataclasses import replace

from companion.games.proelii.data import CONVERSIONS, MORALES, QUARTER, Conversion
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit, fighting, gaining, moved

AVERAGE, HIGH = MORALES.index("average"), MORALES.index("high")


def has_room(state: State, unit: Unit, most: int = 1) -> bool:
    """Whether one more gain fits under the gross cap, where the table plays by it (R30)."""
    return state.options.gain_cap == "net" or unit.ledger.gains < most


def may_cross(state: State, unit: Unit) -> bool:
    """Whether a red-line bonus fits: once a round, and the move account at most balanced (7.5)."""
    ledger = unit.ledger
    return not ledger.red_line and ledger.move + QUARTER <= 0 and has_room(state, unit)


def crossed(unit: Unit) -> Unit:
    """The unit with its red-line bonus."""
    after = gaining(moved(unit, QUARTER))
    return replace(after, ledger=after.ledger._replace(red_line=True))


def rests(state: State, unit: Unit) -> bool:
    """Whether it gains by having rolled no die in the round (8.4.3, R29)."""
    return unit.is_living and not unit.fought and not unit.inactive and has_room(state, unit)


def earns_shield(state: State, unit: Unit) -> bool:
    """Whether an unbroken shield gives it energy (7.5, R39)."""
    ledger = unit.ledger
    balanced = not ledger.conversions and ledger.combat + QUARTER <= 0
    return unit.is_living and unit.shields > 0 and balanced and has_room(state, unit)


def gained(unit: Unit) -> Unit:
    """The unit with a gain on its combat account."""
    return gaining(fighting(unit, QUARTER))


def conversions(state: State, unit: Unit) -> list[Conversion]:
    """The conversions that are open to a unit, in order (8.4.4, R31)."""
    army, roll, ledger = state.sides[unit.side], unit.roll, unit.ledger
    if roll is None or unit.inactive or not unit.is_living or army.command == "none":
        return []
    most, balance = (2, QUARTER) if army.morale == "very_high" else (1, 0)
    if ledger.conversions >= most or ledger.combat + QUARTER > balance or not has_room(state, unit, most):
        return []
    morale = MORALES.index(army.morale)
    possible = {
        "swords_to_shield": roll.swords >= 2,  # two swords make a shield
        "shields_to_sword": roll.shields >= 2,
        "blank_to_energy": roll.face == "blank" and not ledger.conversions and morale >= AVERAGE,
        "sword_to_energy": roll.swords >= 1 and morale >= HIGH,
    }
    return [kind for kind in CONVERSIONS if possible[kind]]


EXCHANGED = {
    "swords_to_shield": (-2, 1),
    "shields_to_sword": (1, -2),
    "blank_to_energy": (0, 0),
    "sword_to_energy": (-1, 0),
}
"""The swords and shields that each conversion adds."""


def converted(unit: Unit, kind: Conversion) -> Unit:
    """The unit after a conversion."""
    after = gained(unit)
    swords, shields = EXCHANGED[kind]
    roll = after.roll
    if roll is not None:
        roll = replace(roll, swords=roll.swords + swords, shields=roll.shields + shields)
    ledger = after.ledger._replace(conversions=after.ledger.conversions + 1)
    return replace(after, roll=roll, ledger=ledger)
