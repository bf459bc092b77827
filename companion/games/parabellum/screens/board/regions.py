"""Many squares as one shape: filled, outlined, or the box around them."""

from collections.abc import Collection

from companion.engine.wording import Values
from companion.games.parabellum.screens.board.miniatures import SIDE
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import SIDES, beside, place, reading_order

EDGE = {"n": (0, 0, "h"), "s": (0, SIDE, "h"), "w": (0, 0, "v"), "e": (SIDE, 0, "v")}
"""Where the edge on that side of a square begins, and which way it runs."""


def region(squares: Collection[str]) -> Values:
    """These squares as a path, and the line around them."""
    ordered = sorted(squares, key=reading_order)
    return {"d": "".join(map(_box, ordered)), "edge": "".join(_edges(each, squares) for each in ordered)}


def _box(square: str) -> str:
    x, y = place(square)
    return f"M{x * SIDE} {y * SIDE}h{SIDE}v{SIDE}h-{SIDE}z"


def _edges(square: str, squares: Collection[str]) -> str:
    x, y = place(square)
    open_ = [EDGE[side] for side in SIDES if beside(square, side) not in squares]
    return "".join(f"M{x * SIDE + right} {y * SIDE + down}{way}{SIDE}" for right, down, way in open_)


def focus(state: State, squares: Collection[str], chosen: Collection[str]) -> str:
    """The box around what may be tapped and what is chosen: left, top, width, height."""
    stands = [state.units[each].square for each in chosen if each in state.units]
    places = [place(each) for each in (*squares, *filter(None, stands))]
    left, top = (min(each[n] for each in places) for n in (0, 1))
    wide, tall = (max(each[n] for each in places) + 1 - low for n, low in ((0, left), (1, top)))
    return f"{left * SIDE} {top * SIDE} {wide * SIDE} {tall * SIDE}"
