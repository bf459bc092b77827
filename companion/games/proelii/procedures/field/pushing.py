"""Push out: elephants drive an enemy one step on, or it loses cohesion (8.2.4.3)."""

from dataclasses import replace

from companion.engine.squares import row_of
from companion.games.proelii.data import ENTRY
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.ground import FIRST_ROW, FORWARD, step_from, way
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit, hit


def pushed_to(state: State, unit: Unit, step: tuple[int, int]) -> str | None:
    """Where a pushed unit goes: the free square behind it, its Entry Position, or nowhere."""
    board = state.board
    behind = step_from(unit.at, step, board.columns)
    if behind is not None:
        return None if behind in board.closed or behind in state.standing else behind
    backwards = step == (0, -FORWARD[unit.side]) and row_of(unit.at) == FIRST_ROW[unit.side]
    return ENTRY if backwards else None


def push(done: Done, begun: str, name: str) -> Done:
    """Push a unit away from a square; without room it loses 1 CP."""
    unit = done.unit(name)
    to = pushed_to(done.state, unit, way(begun, unit.at))
    values = {"unit": unit.name, "to": "its Entry Position" if to == ENTRY else to}
    if to is not None:
        after = done.put(name, replace(unit, at=to, crossing=0))
        return after.told("8.2.4.3", "{unit} is pushed to {to}.", values)
    after = done.put(name, hit(unit, 1)).told("8.2.4.3", "{unit} cannot give way and loses 1 CP.", values)
    return after if after.unit(name).is_living else after.told("7.2", "{unit} is destroyed.", values)
