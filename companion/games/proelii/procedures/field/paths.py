"""The ways of a unit: what each step costs, where it must stop, what it can reach (6.2, 8.2.2, R10-R13)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.ways import Onward, cheapest
from companion.games.proelii.data import CROSSING, DISTANT, ENTRY, ESCAPED, LINE, OTHER
from companion.games.proelii.procedures.field.binding import is_bound, stops
from companion.games.proelii.state.ground import first_row, is_square, neighbours
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit


class Place(NamedTuple):
    """Where a way has come: the place, whether the unit fell back on it, whether its ambush still holds."""

    at: str
    fell: bool = False
    ambush: bool = False


class Way(NamedTuple):
    """A way to a place: its price in movement points, and its elements."""

    mp: int
    path: tuple[str, ...]


class Arrived(NamedTuple):
    """Where a way ends: the place, the points left, those paid into the line, whether it is stopped."""

    at: str
    left: int
    crossing: int
    ambush: bool
    stopped: bool


@dataclass(frozen=True)
class Walk:
    """A unit that is about to go, with so many movement points."""

    state: State
    name: str
    mp: int

    @cached_property
    def unit(self) -> Unit:
        """The unit that goes."""
        return self.state.units[self.name]

    @cached_property
    def begun(self) -> Place:
        """Where it begins."""
        return Place(self.unit.at, ambush=self.unit.ambush)

    @cached_property
    def is_bound(self) -> bool:
        """Whether something binds it where it begins."""
        return is_bound(self.state, self.name)

    def is_free(self, at: str) -> bool:
        """Whether it may enter a square: not blocked, and nobody else there (R16)."""
        return at not in self.state.board.closed and self.state.standing.get(at, self.name) == self.name

    def steps(self, place: Place, *, first: bool) -> Iterator[tuple[Place, int]]:
        """Every step from a place, with its price."""
        board, at = self.state.board, place.at
        if at in (ENTRY, DISTANT):
            yield from self._from_zone(place, CROSSING - (self.unit.crossing if first else 0))
            return
        for each in neighbours(at, board.columns, self.state.options.adjacency):
            if self.is_free(each):
                yield Place(each), 1
        if at in first_row(self.unit.side, board.columns):
            yield Place(ENTRY, fell=True), 1

    def _from_zone(self, place: Place, crossing: int) -> Iterator[tuple[Place, int]]:
        side, columns = self.unit.side, self.state.board.columns
        if place.at == ENTRY:
            if not place.fell:
                yield from ((Place(each), 1) for each in first_row(side, columns) if self.is_free(each))
            yield place._replace(at=DISTANT), crossing
            return
        yield Place(ESCAPED), 1
        yield Place(ENTRY, place.fell), crossing
        if place.ambush:
            enemy = first_row(OTHER[side], columns)
            yield from ((Place(each), crossing) for each in enemy if self.is_free(each))

    def stops(self, place: Place) -> bool:
        """Whether nothing follows there: an enemy with energy beside it, or it has left the battle."""
        return place.at == ESCAPED or stops(self.state, self.unit, place.at)

    def into_line(self, place: Place, left: int, *, first: bool) -> bool:
        """Whether what is left may be paid into the crossing (R12)."""
        price = CROSSING - (self.unit.crossing if first else 0)
        barred = (first and self.is_bound) or place.at not in (ENTRY, DISTANT)
        return self.state.options.crossing_saved and not barred and 1 <= left < price


def follow(walk: Walk, path: Sequence[str], at: str = "path") -> Arrived:
    """The end of a way; `IllegalAction` at its first element that cannot be gone."""
    place, left, crossing, stopped = walk.begun, walk.mp, walk.unit.crossing, False
    for n, to in enumerate(path):
        if stopped:
            raise IllegalAction(f"{at}.{n}", f"The way ends at {path[n - 1]}; nothing may follow.")
        if to == LINE:
            if not walk.into_line(place, left, first=n == 0):
                raise IllegalAction(f"{at}.{n}", "Nothing can be paid into the crossing here.")
            saved = crossing + left if n == 0 else left
            place, left, crossing, stopped = place, 0, saved, True
            continue
        step = next((each for each in walk.steps(place, first=n == 0) if each[0].at == to), None)
        if step is None:
            raise IllegalAction(f"{at}.{n}", f"There is no step from {place.at} to {to}.")
        place, price = step
        if price > left:
            raise IllegalAction(
                f"{at}.{n}", f"The step to {to} costs {price}; {left} movement points are left."
            )
        left, crossing, stopped = left - price, 0, walk.stops(place)
    return Arrived(place.at, left, crossing, place.ambush, stopped)


def ways(walk: Walk) -> Mapping[str, Way]:
    """The cheapest way to every place that can be reached, the smallest in string order among equals."""
    found: dict[str, Way] = {}
    for mp, path in cheapest(_onward(walk, walk.begun, 0, first=True), partial(_onward, walk)):
        found.setdefault(path[-1].at, Way(mp, tuple(place.at for place in path)))
    found.pop(walk.unit.at, None)
    return found


def _onward(walk: Walk, place: Place, spent: int, *, first: bool = False) -> Iterator[Onward[Place]]:
    """The steps that are left from a place at which so many points are spent."""
    if first or not walk.stops(place):
        yield from (step for step in walk.steps(place, first=first) if spent + step[1] <= walk.mp)


def line_way(walk: Walk, found: Mapping[str, Way]) -> Way | None:
    """The way after which all that is left is paid into the crossing (R12), from the nearer zone."""
    zones = {at: found[at] for at in (ENTRY, DISTANT) if at in found and not walk.stops(Place(at))}
    if walk.unit.at in (ENTRY, DISTANT):
        zones[walk.unit.at] = Way(0, ())
    allowed = [
        way for at, way in zones.items() if walk.into_line(Place(at), walk.mp - way.mp, first=not way.path)
    ]
    return Way(walk.mp, (*min(allowed).path, LINE)) if allowed else None


def reached(walk: Walk) -> dict[str, Way]:
    """Every destination within the movement points, the line among them, in string order."""
    found = dict(ways(walk))
    line = line_way(walk, found)
    if line is not None:
        found[LINE] = line
    return dict(sorted(found.items()))


def ends_on_square(path: Sequence[str], unit: Unit) -> bool:
    """Whether a way ends on a square."""
    return is_square(path[-1] if path else unit.at)
