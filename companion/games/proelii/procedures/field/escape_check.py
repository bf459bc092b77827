"""Whether a unit must escape, may, or loses cohesion (6.10, 7.2, R22)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import OUTNUMBERED, QUARTER, UNITS, Kind
from companion.games.proelii.procedures.asked import Cp, check_cp
from companion.games.proelii.state.table import Id
from companion.games.proelii.state.unit import Energy

type Fate = Literal["free", "must_escape", "loses_1_cp", "may_escape", "stands"]


class Escaper(NamedTuple):
    """The unit that is asked about."""

    type: Kind
    cp: Cp
    energy: Energy


class Enemy(NamedTuple):
    """An enemy next to it."""

    id: Id
    cp: Cp
    energy: Energy


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.10's input: `open_squares` are the places to which it could step."""

    unit: Escaper
    enemies: Annotated[tuple[Enemy, ...], Sized(0, 8)]
    open_squares: Annotated[int, Between(0, 9)]
    inactive: bool = False


WORDS: dict[Fate, str] = {
    "free": "Nothing binds it.",
    "must_escape": "It must escape.",
    "loses_1_cp": "It cannot escape and loses 1 CP.",
    "may_escape": "It may escape.",
    "stands": "It stands and cannot escape.",
}


def resolve(question: Json) -> Resolution:
    """Procedure 6.10: who binds it, at what odds, and what follows."""
    said: Question = shape.read(Question, question)
    check_cp(said.unit.type, said.unit.cp, "unit.cp")
    for n, each in enumerate(said.enemies):
        if each.id in [before.id for before in said.enemies[:n]]:
            raise InvalidInput(f"enemies.{n}.id", f"“{each.id}” is named before.")
    binding = sorted(each.id for each in said.enemies if each.energy >= QUARTER)
    enemies = sum(each.cp for each in said.enemies if each.energy >= QUARTER)
    out = not said.inactive and enemies >= OUTNUMBERED * said.unit.cp
    can = bool(binding) and not said.inactive and said.unit.energy >= QUARTER and said.open_squares > 0
    outcome = _outcome(bool(binding), out, can)
    cp = said.unit.cp - (outcome == "loses_1_cp")
    result = {
        "binding": binding,
        "enemy_cp": enemies,
        "own_cp": said.unit.cp,
        "ratio": fraction_text(Fraction(enemies, said.unit.cp)),
        "outnumbered": out,
        "can_escape": can,
        "outcome": outcome,
        "mp": 2 * UNITS[said.unit.type].mp,
        "cp_after": cp,
        "destroyed": not cp,
    }
    values = {"enemies": enemies, "own": said.unit.cp}
    ratio = Step("7.2", "{enemies} CP of enemies with energy against {own}.", values)
    return Resolution(result, (ratio, Step("8.2.3", WORDS[outcome])))


def _outcome(is_bound: bool, is_outnumbered: bool, can: bool) -> Fate:  # three plain facts
    if not is_bound:
        return "free"
    if is_outnumbered:
        return "must_escape" if can else "loses_1_cp"
    return "may_escape" if can else "stands"
