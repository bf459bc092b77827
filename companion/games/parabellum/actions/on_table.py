"""The same deeds where the real map lies on the table: without squares."""

from typing import Annotated, NamedTuple

from companion.engine.shape import Given, Named
from companion.games.parabellum.data import Work
from companion.games.parabellum.state.naming import Id, UnitId

type Ground = Annotated[Id | None, Given]


class TableMove(NamedTuple):
    """A move on the real map: only that it was made, and what the unit stands on now."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableDeploy(NamedTuple):
    """Onto the real map."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableAlight(NamedTuple):
    """Off a transport, in the rear or onto the real map."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableReposition(NamedTuple):
    """Elsewhere in the same square of the real map."""

    player: Id
    unit: UnitId


class TableWork(NamedTuple):
    """Engineering on the real map: only that it was done."""

    player: Id
    unit: UnitId
    work: Work


class Stand(NamedTuple):
    """What any unit on the real map stands on, by the word of the table."""

    player: Id
    unit: UnitId
    ground: Annotated[Id, Named("terrain")]
    earthwork: bool
