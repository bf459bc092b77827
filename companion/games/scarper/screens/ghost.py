"""What is weighed, drawn before it is done: where the line would stand, what would be dug out."""

from companion.engine.wording import Values
from companion.games.scarper.data import BATTLEFIELDS
from companion.games.scarper.screens.board import PITCH, Grid, Outlook
from companion.games.scarper.state import State


def ghosts(state: State, outlooks: tuple[Outlook, ...]) -> list[Values]:
    """A drawing for each way in which what is weighed may end, in the front's own units."""
    grid = Grid.of(state.front)
    drawn = [_ghost(state, each, grid) for each in outlooks]
    return [each for each in drawn if each["plates"] or each["crosses"]]


def _ghost(state: State, outlook: Outlook, grid: Grid) -> Values:
    was, then = state.battlefields, outlook.after.battlefields
    moved = [each for each in BATTLEFIELDS if was[each].frontline != then[each].frontline]
    return {
        "key": outlook.key,
        "plates": [_plate(state, outlook.after, each, grid) for each in moved],
        "lines": [_line(outlook.after, each, grid) for each in moved],
        "crosses": [place for each in BATTLEFIELDS for place in _fallen(state, outlook.after, each, grid)],
    }


def _middle(battlefield: str) -> int:
    return PITCH * BATTLEFIELDS.index(battlefield) + PITCH // 2


def _y(state: State, battlefield: str, grid: Grid) -> int:
    return grid.y(state.battlefields[battlefield].frontline) + grid.row // 2


def _plate(state: State, after: State, battlefield: str, grid: Grid) -> Values:
    value = after.front.value(battlefield, after.battlefields[battlefield].frontline)
    was, then = _y(state, battlefield, grid), _y(after, battlefield, grid)
    return {
        "x": _middle(battlefield),
        "y": then,
        "value": abs(value),
        "side": "allied" if value > 0 else "german" if value < 0 else "",
        "from": was,
        "tip": then - 20 if then > was else then + 20,
        "barb": -9 if then > was else 9,
    }


def _line(after: State, battlefield: str, grid: Grid) -> str:
    """The line to its neighbours."""
    at = BATTLEFIELDS.index(battlefield)
    near = BATTLEFIELDS[max(0, at - 1) : at + 2]
    return "M" + " L".join(f"{_middle(each)} {_y(after, each, grid)}" for each in near)


def _fallen(state: State, after: State, battlefield: str, grid: Grid) -> list[Values]:
    """The spaces whose trenches would be lost."""
    left = after.battlefields[battlefield].trenches
    return [
        {"x": _middle(battlefield) - 14, "y": grid.y(space) + grid.row - 15}
        for space, n in state.battlefields[battlefield].trenches.items()
        if left.get(space, 0) < n
    ]
