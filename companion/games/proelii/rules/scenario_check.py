"""What a battle holds: pieces, cohesion, mean swords, experience of both sides (6.19)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import under
from companion.engine.game import Resolution, Step
from companion.engine.phrase import average
from companion.engine.shape import InFull
from companion.engine.wire import Json
from companion.games.proelii.data import DISTANT, ENTRY, RANK, SIDE_NAMES, UNITS, Side
from companion.games.proelii.procedures.armies.unit_table import mean
from companion.games.proelii.rules.own_battle import Battle, battle_of
from companion.games.proelii.state.ground import centre, is_square
from companion.games.proelii.state.options import DICE, Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.19's input: a battle by its name or as a file, and a table's own dice."""

    scenario: Any
    dice: Annotated[Dice, InFull()] = DICE


def resolve(question: Json) -> Resolution:
    """Procedure 6.19: both sides compared."""
    said: Question = shape.read(Question, question)
    with under("scenario"):
        battle = battle_of(said.scenario)
    return report(battle, said.dice)


def report(battle: Battle, dice: Dice = DICE) -> Resolution:
    """What a battle holds."""
    white, black = (side_json(battle, side, dice) for side in ("white", "black"))
    result = {
        "id": battle.id,
        "pieces": battle.pieces,
        "flank": battle.columns // 3,
        "centre": list(centre(battle.columns)),
        "white": white,
        "black": black,
    }
    return Resolution(result, (_step("white", white), _step("black", black)))


def side_json(battle: Battle, side: Side, dice: Dice) -> dict[str, Json]:
    """One side: how many, how strong, how experienced, where."""
    units = battle.host(side).units
    swords = sum((mean(getattr(dice, UNITS[each.type].die), 0) for each in units), Fraction(0))
    count = Counter(each.type for each in units)
    return {
        "units": len(units),
        "cp": sum(UNITS[each.type].cp for each in units),
        "swords": fraction_text(swords),
        "experience": sum(RANK[each.experience] for each in units),
        "first_row": sum(is_square(each.at) for each in units),
        "entry": sum(each.at == ENTRY for each in units),
        "distant": sum(each.at == DISTANT for each in units),
        "types": {kind: count[kind] for kind in UNITS if count[kind]},
    }


def _step(side: Side, found: dict[str, Json]) -> Step:
    values = {"side": SIDE_NAMES[side], **{key: found[key] for key in ("units", "cp", "experience")}}
    values["swords"] = average(found["swords"])
    words = "{side}: {units:# unit|# units}, {cp} CP, {swords} swords on average, experience {experience}."
    return Step("5.1", words, values)


def check_file(value: Json) -> Resolution:
    """Whether a group's file can be fought."""
    return report(battle_of(value))
