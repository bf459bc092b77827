"""An army laid out before the battle: where each unit is marked to stand, behind the screen (5.1)."""

from collections.abc import Mapping
from typing import Literal

from companion.engine.errors import IllegalAction
from companion.engine.records import replace
from companion.engine.scene import Marks
from companion.games.proelii.data import DISTANT, ENTRY
from companion.games.proelii.state import State, first_row

type Line = Literal["rank", "mirror", "reserve"]
"""How a whole army may be laid out: see `lined_up`."""


def put(state: State, seat: str, marks: Mapping[str, str], name: str, at: str | None) -> Mapping[str, str]:
    """A layout with one unit elsewhere; who stands there takes its place."""
    placed = deployed(state, {seat: marks})
    unit = state.units[name]
    if unit.at == DISTANT:
        raise IllegalAction("unit", "It begins on the distant battlefield and stays there.")
    other = placed.standing.get(at or "", "")
    if at is None or at not in places_of(state, seat):
        raise IllegalAction("to", "A square of the own first row is wanted, or the Entry Position.")
    stands = {**marks, name: at}
    if other and other != name:
        stands[other] = placed.units[name].at
    return {each: to for each, to in stands.items() if state.units[each].at != to}


def places_of(state: State, seat: str) -> list[str]:
    """Where a side lays out: its first row without what is blocked, and its Entry Position."""
    row = first_row("white" if seat == "white" else "black", state.board.columns)
    return [*(at for at in row if at not in state.board.closed), ENTRY]


def lined_up(state: State, seat: str, marks: Mapping[str, str], line: Line) -> Mapping[str, str]:
    """A whole army laid out: the most experienced in the middle, the other way round, or nobody in line."""
    placed = deployed(state, {seat: marks})
    army = {name: unit for name, unit in placed.units.items() if unit.side == seat and unit.at != DISTANT}
    row = places_of(state, seat)[:-1]
    put = dict.fromkeys(army, ENTRY)
    if line == "mirror":
        turned = dict(zip(row, reversed(row), strict=True))
        put = {name: turned.get(unit.at, ENTRY) for name, unit in army.items()}
    elif line == "rank":
        ranked = sorted(army, key=lambda name: (-army[name].rank, -army[name].kind.cp, name))
        middle = sorted(row, key=lambda at: abs(2 * row.index(at) - len(row) + 1))
        put |= dict(zip(ranked, middle, strict=False))
    return {name: to for name, to in put.items() if state.units[name].at != to}


def deployed(state: State, marks: Marks) -> State:
    put = {name: to for each in marks.values() for name, to in (each or {}).items()}
    return state.with_units({name: replace(state.units[name], at=to) for name, to in put.items()})
