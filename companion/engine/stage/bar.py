"""The line above a table: which game, where in it, whose turn."""

from dataclasses import dataclass
from typing import NamedTuple


class Turn(NamedTuple):
    """Whose turn it is, in words, and the side in whose colour that is said, if it has one."""

    who: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The line above a table: the game, where in it the table is, who acts (None: nobody, or all).

    `plate` is the shortest word for where it is: a year, a scenario, “3/8”. `hand` is the seat whose own room
    this is, and `board` the drawing on the way from there back to the board. `rule` is the entry of the
    game's rules that tells of this phase.
    """

    title: str
    plate: str
    phase: str
    turn: Turn | None = None
    hand: str | None = None
    board: str = "wire"
    rule: str = ""
