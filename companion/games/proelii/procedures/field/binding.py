"""Who stands next to whom, who binds whom, who is outnumbered (7.2, 8.2.5, R14)."""

from collections.abc import Iterable, Iterator

from companion.games.proelii.data import DISTANT, OUTNUMBERED, Side
from companion.games.proelii.state.ground import first_row, is_square, neighbours
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit


def beside(state: State, unit: Unit, at: str | None = None) -> Iterator[str]:
    """The enemies next to a unit, where it stands or would stand."""
    place = unit.at if at is None else at
    if place == DISTANT:
        yield from (name for name in state.distant if state.units[name].side != unit.side)
    elif is_square(place):
        standing, units = state.standing, state.units
        for each in neighbours(place, state.board.columns, state.options.adjacency):
            name = standing.get(each)
            if name is not None and units[name].side != unit.side:
                yield name


def attached(state: State, name: str) -> list[str]:
    """The enemies next to a unit, whatever their energy, by id."""
    return sorted(beside(state, state.units[name]))


def binds(state: State, enemy: str, unit: Unit) -> bool:
    """Whether an enemy next to a unit binds it: by its energy, or by a charge in this round (R14)."""
    return state.units[enemy].has_energy or enemy in unit.charged_by


def binders(state: State, name: str) -> list[str]:
    """The enemies that bind a unit, by id."""
    unit = state.units[name]
    return sorted(each for each in beside(state, unit) if binds(state, each, unit))


def is_bound(state: State, name: str) -> bool:
    """Whether anything binds a unit."""
    unit = state.units[name]
    return any(binds(state, each, unit) for each in beside(state, unit))


def enemy_cp(state: State, names: Iterable[str]) -> int:
    """The cohesion of some enemies together."""
    return sum(state.units[each].cp for each in names)


def is_outnumbered(state: State, name: str) -> bool:
    """Whether it faces four times its cohesion, and has not just escaped (7.2, R22)."""
    unit = state.units[name]
    return not unit.inactive and enemy_cp(state, binders(state, name)) >= OUTNUMBERED * unit.cp > 0


def stops(state: State, unit: Unit, at: str) -> bool:
    """Whether an enemy with energy stands next to a place that the unit enters (8.2.5)."""
    return any(state.units[each].has_energy for each in beside(state, unit, at))


def escaping(state: State, side: Side) -> list[str]:
    """The bound units of a side that can break away: with energy, and somewhere to go (8.2.1)."""
    return [name for name, unit in state.army(side) if can_escape(state, name, unit)]


def can_escape(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit is bound, still active, pays for it, and is not walled in."""
    if unit.inactive or not unit.has_energy or not is_bound(state, name):
        return False
    return unit.at == DISTANT or not is_walled_in(state, unit)


def is_walled_in(state: State, unit: Unit) -> bool:
    """Whether a unit on a square has no step to take."""
    board = state.board
    if unit.at in first_row(unit.side, board.columns):
        return False
    near = neighbours(unit.at, board.columns, state.options.adjacency)
    return all(each in state.standing or each in board.closed for each in near)
