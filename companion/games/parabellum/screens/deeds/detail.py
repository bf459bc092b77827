"""What a deed adds to the question of its unit: what is told and chosen, foot and taps."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.stage import Deed, Piece, Way, Words
from companion.engine.wire import Json
from companion.games.parabellum.screens.board import Taps


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """The deed that is being chosen.

    `weighed` is the deed as it would be done, where no die decides it: the map draws what it would do.
    """

    pieces: tuple[Piece, ...] = ()
    main: Deed | Way | None = None
    lesser: tuple[Deed | Way, ...] = ()
    missing: Words = "Choose above"
    taps: Taps = Taps()  # noqa: RUF009  a frozen record of nothing
    to: Literal["act", "here"] = "act"
    weighed: Json | None = None
