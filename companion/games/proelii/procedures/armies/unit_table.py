"""The eight types of units and the three dice, as a player aid shows them (6.4)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.game import Resolution, Step
from companion.engine.shape import InFull
from companion.engine.wire import Json
from companion.games.proelii.data import COLOURS, FACES, UNITS, Die, Kind
from companion.games.proelii.state.options import DICE, Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.4's input: a table's own dice."""

    dice: Annotated[Dice, InFull()] = DICE


def mean(die: Die, token: int) -> Fraction:
    """The mean swords (0) or shields (1) of a die."""
    return Fraction(sum(FACES[face][token] for face in die), len(die))


def die_json(die: Die) -> dict[str, Json]:
    """A die's faces, mean swords and shields, and the chance of a blank."""
    return {
        "faces": list(die),
        "swords": fraction_text(mean(die, 0)),
        "shields": fraction_text(mean(die, 1)),
        "blank": fraction_text(Fraction(die.count("blank"), len(die))),
    }


def row(kind: Kind) -> dict[str, Json]:
    """One type of units."""
    unit = UNITS[kind]
    return {
        "type": kind,
        "die": unit.die,
        "cp": unit.cp,
        "mp": unit.mp,
        "escape_mp": 2 * unit.mp,
        "abilities": list(unit.abilities),
        "infantry": "red_line" in unit.abilities,
        "strength": unit.strength,
    }


def resolve(question: Json) -> Resolution:
    """Procedure 6.4: units and dice."""
    said: Question = shape.read(Question, question)
    dice = {colour: die_json(getattr(said.dice, colour)) for colour in COLOURS}
    steps = (
        Step("7.0", "Eight types: die, cohesion, movement and abilities as their cards say."),
        Step("RULING R3", "The faces are not printed: these are the table's own, or the project's."),
    )
    return Resolution({"units": [row(kind) for kind in UNITS], "dice": dice}, steps)
