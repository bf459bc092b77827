"""How a battle ends: one side has nothing left, gives up, or the centre decides (4, 6.1, R42)."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.proelii.data import SIDES, Side
from companion.games.proelii.procedures.field.outcome import (
    Left,
    Standing,
    by_centre,
    ending_step,
    left,
    nobody_left,
)
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.table import Ending, State


def measured(state: State) -> Mapping[Side, Left]:
    """What is left of both sides."""
    units = [Standing(unit.side, unit.at, unit.cp) for unit in state.units.values()]
    return {side: left(units, state.board.columns, side) for side in SIDES}


def over(done: Done, ending: Ending) -> Done:
    """The battle ended."""
    ended = replace(
        done.state,
        phase="over",
        step=None,
        tier=None,
        rank=None,
        to_act=None,
        acted=(),
        unpaid=(),
        open=dict.fromkeys(SIDES),
        may_advance=(),
        result=ending,
    )
    return Done(ended, (*done.steps, ending_step(ending)))


def checked(done: Done) -> Done:
    """The end check after an action: nothing is measured while both sides have somebody left."""
    if done.state.is_over or {unit.side for unit in done.state.units.values() if unit.is_living} == {*SIDES}:
        return done
    ending = nobody_left(measured(done.state))
    return over(done, ending) if ending else done


def decided(done: Done) -> Done:
    """The centre decides."""
    return over(done, by_centre(measured(done.state)))
