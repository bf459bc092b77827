"""The same deeds where the real map lies on the table: without squares."""

from typing import NamedTuple

from companion.games.parabellum.data import Work


class TableMove(NamedTuple):
    """A move on the real map: only that it was made, and what the unit stands on now."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableDeploy(NamedTuple):
    """Onto the real map."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableAlight(NamedTuple):
    """Off a transport, in the rear or onto the real map."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableReposition(NamedTuple):
    """Elsewhere in the same square of the real map."""

    player: str
    unit: str


class TableWork(NamedTuple):
    """Engineering on the real map: only that it was done."""

    player: str
    unit: str
    work: Work


class Stand(NamedTuple):
    """What any unit on the real map stands on, by the word of the table."""

    player: str
    unit: str
    ground: str
    earthwork: bool
