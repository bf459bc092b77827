"""Dice: which faces a unit's die has, which rerolls a roll may have, what they cost (5.2, 8.4.2, R27)."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii.data import (
    COMMANDS,
    FACE_NAMES,
    FACES,
    KIND_NAMES,
    MORALE_FROM,
    QUARTER,
    SOURCE_NAMES,
    SOURCES,
    Command,
    Experience,
    Face,
    Morale,
    Source,
)
from companion.games.proelii.state.dice import Roll
from companion.games.proelii.state.options import Options
from companion.games.proelii.state.table import Army, State
from companion.games.proelii.state.unit import Rerolls, Rolled, Unit, fighting

AVERAGE, BETTER = COMMANDS.index("average"), COMMANDS.index("better")


def morale_of(prestige: int) -> Morale:
    """The morale of an army with so much prestige (9.2).

    >>> morale_of(69)
    'high'
    """
    return next(morale for morale, least in MORALE_FROM.items() if prestige >= least)


def limits(experience: Experience, army: Army, options: Options) -> Mapping[Source, int]:
    """How many rerolls of each source one roll may have (R27, R31)."""
    led = COMMANDS.index(army.command)
    free = {
        "energy": max(options.paid_rerolls, 2 if led >= AVERAGE else 0),
        "experience": {"veteran": 1, "elite": 2}.get(experience, 0),
        "command": int(led >= BETTER),
        "prestige": int(options.level != "white"),
    }
    if experience == "recruit":
        free = dict.fromkeys(free, 0)
    return {source: {**free, "forced": int(army.morale == "very_low")}[source] for source in SOURCES}


def extra_free(command: Command) -> int:
    """The free rerolls that a commander adds (9.3)."""
    return int(COMMANDS.index(command) >= BETTER)


def paid_limit(command: Command, paid: int) -> int:
    """The rerolls for energy that a roll may have under this commander (9.3)."""
    return max(paid, 2 if COMMANDS.index(command) >= AVERAGE else 0)


def is_open(state: State, unit: Unit, used: Rerolls, source: Source) -> bool:
    """Whether one more reroll of a source is possible and can be paid."""
    army = state.sides[unit.side]
    if getattr(used, source) >= limits(unit.experience, army, state.options)[source]:
        return False
    if source == "energy":
        return unit.has_energy
    return source != "prestige" or army.prestige >= 1


def open_sources(state: State, unit: Unit) -> list[Source]:
    """The sources from which a unit's own roll may be rerolled."""
    roll = unit.roll
    if roll is None or roll.retained:
        return []
    return [source for source in SOURCES if is_open(state, unit, roll.rerolls, source)]


def reroll(state: State, name: str, used: Rerolls, source: Source) -> tuple[State, Rerolls]:
    """The state after one reroll is paid, and the rerolls of that roll."""
    unit = state.units[name]
    after = state.with_unit(name, fighting(unit, -QUARTER)) if source == "energy" else state
    after = after.paying(unit.side, int(source == "prestige"))
    return after, used._replace(**{source: getattr(used, source) + 1})


def check_face(state: State, unit: Unit, face: Face, path: str) -> None:
    """Refuse a face that the unit's die does not have."""
    if face not in getattr(state.options.dice, unit.kind.die):
        words = (
            f"The {unit.kind.die} die of {KIND_NAMES[unit.type].lower()} does not show {FACE_NAMES[face]}."
        )
        raise IllegalAction(path, words)


def throw(state: State, name: str, roll: Roll, path: str) -> tuple[State, Rerolls]:
    """The state after a unit's rerolls are paid; `IllegalAction` at a face or a source that it has not."""
    used = Rerolls()
    for n, face in enumerate(roll.faces):
        check_face(state, state.units[name], face, f"{path}.faces.{n}")
    for n, source in enumerate(roll.rerolls):
        if not is_open(state, state.units[name], used, source):
            words = f"There is no reroll {SOURCE_NAMES[source]} here, or none that can be paid."
            raise IllegalAction(f"{path}.rerolls.{n}", words)
        state, used = reroll(state, name, used, source)
    return state, used


def lying(face: Face, used: Rerolls = Rerolls(), *, retained: bool = False) -> Rolled:
    """The tokens of a face on a unit."""
    swords, shields = FACES[face]
    return Rolled(face=face, swords=swords, shields=shields, retained=retained, rerolls=used)


def has_fought(unit: Unit) -> Unit:
    """The unit, having rolled a die in this round."""
    return replace(unit, fought=True)
