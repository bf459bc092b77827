"""Who stands against whom, who is bound, who is outnumbered (6.8)."""

from dataclasses import dataclass

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.proelii.data import OUTNUMBERED
from companion.games.proelii.procedures.asked import (
    USUAL,
    FieldOptions,
    FieldUnits,
    OnBoard,
    field_state,
)
from companion.games.proelii.procedures.field.binding import attached, binders, enemy_cp
from companion.games.proelii.state.table import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.8's input."""

    board: OnBoard
    options: FieldOptions = USUAL
    units: FieldUnits


def resolve(question: Json) -> Resolution:
    """Procedure 6.8: all attached pairs, and every unit that something binds."""
    said: Question = shape.read(Question, question)
    state = field_state(said.board, said.units, said.options)
    pairs = [
        {
            "white": name,
            "black": enemy,
            "white_binds": state.units[name].has_energy,
            "black_binds": state.units[enemy].has_energy,
        }
        for name in state.ids
        if state.units[name].side == "white"
        for enemy in attached(state, name)
    ]
    bound = [row for name in state.ids if (row := _bound(state, name))]
    return Resolution({"pairs": pairs, "bound": bound}, _steps(len(pairs), bound))


def _bound(state: State, name: str) -> dict[str, Json] | None:
    by = binders(state, name)
    if not by:
        return None
    enemies = enemy_cp(state, by)
    out = enemies >= OUTNUMBERED * state.units[name].cp
    return {"unit": name, "by": by, "enemy_cp": enemies, "outnumbered": out}


def _steps(pairs: int, bound: list[dict[str, Json]]) -> tuple[Step, ...]:
    values = {"pairs": pairs, "bound": len(bound)}
    words = "{pairs:# pair stands|# pairs stand} next to each other; {bound:# unit is|# units are} bound."
    out = sum(row["outnumbered"] for row in bound)
    told = Step("8.2.5", words, values)
    if not out:
        return (told,)
    return (told, Step("7.2", "{out:# unit faces|# units face} four times its CP.", {"out": out}))
