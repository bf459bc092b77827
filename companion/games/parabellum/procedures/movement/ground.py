"""What a miniature meets on the map: terrain, features, caches, others in its way (M2–M4, 2.4)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.games.parabellum.data import Cost, Feature, Footprint, Position, Side
from companion.games.parabellum.state.binder import MapSheet, Terrain
from companion.games.parabellum.state.quarters import EVERYTHING, NOTHING, free_positions, passes, quarters

type Bar = Literal["mine", "barricade", "terrain", "cache"]


class Occupant(NamedTuple):
    """Another miniature: whose it is and where in its square it stands."""

    owner: str
    position: Position


class Mover(NamedTuple):
    """A unit that may move: what its card says, what it has done this turn, where it stands.

    `entered` is the side by which it came onto its square earlier this turn.
    """

    footprint: Footprint
    speed: int
    fuel: int
    owner: str
    square: str
    tags: tuple[str, ...] = ()
    terrain_cost: Mapping[str, Cost] = {}
    entrench: int = 0
    mp_used: int = 0
    entered: Side | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """The map as it lies: the grid, what was built or laid on it, and who stands where."""

    sheet: MapSheet
    terrains: Mapping[str, Terrain]
    features: Mapping[str, Feature]
    caches: Collection[str]
    occupants: Mapping[str, tuple[Occupant, ...]]
    enemy_sharing: bool = True

    def terrain(self, square: str) -> Terrain:
        """The terrain of a square; an open bridge is open ground for everything (R28)."""
        return self.terrains["open" if self.features.get(square) == "bridge" else self.sheet.terrain(square)]

    def bar(self, square: str, tags: tuple[str, ...]) -> Bar | None:
        """Why a square bars a unit with these tags, the first reason that holds."""
        feature = self.features.get(square)
        if feature == "mine" or feature == "barricade":
            return feature
        if not self.terrain(square).admits(tags):
            return "terrain"
        return "cache" if square in self.caches else None

    def taken(self, square: str, owner: str) -> int:
        """The quarters that `owner`'s unit finds taken; all, where enemies do not share (R15)."""
        found = NOTHING
        for each in self.occupants.get(square, ()):
            shared = self.enemy_sharing or each.owner == owner
            found |= quarters(each.position) if shared else EVERYTHING
        return found

    def positions(self, square: str, mover: Mover) -> tuple[Position, ...]:
        """Where a mover finds room on a square, in listing order."""
        return free_positions(mover.footprint, self.taken(square, mover.owner))

    def lets_pass(self, square: str, mover: Mover, entered: Side, left: Side) -> bool:
        """Whether a mover comes through a square from one side to another."""
        return passes(mover.footprint, self.taken(square, mover.owner), entered, left)

    def entry_cost(self, square: str, mover: Mover, used: int) -> int | None:
        """Squares of movement to enter; None where the speed does not suffice after `used` of it (M2)."""
        terrain = self.terrain(square)
        cost = mover.terrain_cost.get(terrain.id, terrain.cost)
        if cost == "all":
            return mover.speed if mover.speed >= 1 and used == 0 else None
        return cost if used + cost <= mover.speed else None


def by_square(occupants: Iterable[tuple[str, Occupant]]) -> dict[str, tuple[Occupant, ...]]:
    """Those who stand on each square."""
    found: dict[str, tuple[Occupant, ...]] = {}
    for square, each in occupants:
        found[square] = (*found.get(square, ()), each)
    return found
