"""What prestige, morale and command give an army (6.5, 9.1 to 9.3)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.games.proelii.data import (
    BRILLIANT_START,
    MORALES,
    QUARTER,
    REAR_PRICE,
    START,
    Command,
    Level,
    Morale,
)
from companion.games.proelii.procedures.energy.gains import AVERAGE, HIGH
from companion.games.proelii.procedures.rerolls import extra_free, morale_of, paid_limit


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.5's input."""

    level: Level
    prestige: Annotated[int, Between(0, 999)]
    command: Command


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: the effects of morale and command, with everything below them on both ladders."""
    said: Question = shape.read(Question, question)
    morale: Morale = morale_of(said.prestige) if said.level == "red" else "low"
    command: Command = said.command if said.level == "red" else "bad"
    converts, rank = command != "none", MORALES.index(morale)
    most = 2 * QUARTER if morale == "very_high" else QUARTER
    points = said.prestige if said.level != "white" else 0
    result = {
        "morale": morale,
        "command": command,
        "start_energy": BRILLIANT_START if command == "brilliant" else START,
        "paid_rerolls": paid_limit(command, 1),
        "extra_free_rerolls": extra_free(command),
        "conversions": converts,
        "conversion_gain": most if converts else 0,
        "blank_to_energy": converts and rank >= AVERAGE,
        "sword_to_energy": converts and rank >= HIGH,
        "forced_reroll": morale == "very_low",
        "prestige_reroll": points >= 1,
        "rear_attack": points >= REAR_PRICE,
    }
    return Resolution(result, _steps(said, morale, command))


def _steps(said: Question, morale: Morale, command: Command) -> tuple[Step, ...]:
    if said.level != "red":
        return (Step("9.0", "Outside the red rules morale and command have no effect."),)
    values = {"prestige": said.prestige, "morale": morale.replace("_", " "), "command": command}
    return (
        Step("9.2", "{prestige} prestige: {morale} morale.", values),
        Step("9.3", "Command: {command}.", values),
        Step("RULING R31", "Both ladders add up: each step has what those below it have."),
    )
