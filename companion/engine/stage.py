"""What a screen shows, the same for every game: its bar, and what a game's own templates print."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.wording import Values


class Turn(NamedTuple):
    """Whose turn it is, in words, and the side in whose colour that is said, if it has one."""

    who: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The line above a table: the game, where in it the table is, who acts (None: nobody, or all).

    `plate` is the shortest word for where it is: a year, a scenario, “3/8”. `hand` is the seat whose own room
    this is, and `board` the drawing on the way from there back to the board.
    """

    title: str
    plate: str
    phase: str
    turn: Turn | None = None
    hand: str | None = None
    board: str = "wire"


@dataclass(frozen=True, slots=True)
class Screen(Mapping[str, Any]):
    """A game's screen: its bar, and under names of the game's choice what its own templates print.

    >>> Screen(Bar(title="Go", plate="", phase="Opening"), {"stones": 3})["stones"]
    3
    """

    bar: Bar
    own: Values

    def __getitem__(self, name: str) -> Any:
        return self.own[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)
