"""Movement: whether a path can be walked, and where paths lead (M1–M5, specification 6.12)."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from companion.engine.ways import Onward, cheapest
from companion.games.parabellum.data import Position, Side
from companion.games.parabellum.procedures.movement.ground import Ground, Mover
from companion.games.parabellum.state.squares import OPPOSITE, SIDES, beside, reading_order, side_towards

type Reason = Literal[
    "no_fuel",
    "entrenched",
    "off_map",
    "not_adjacent",
    "mine",
    "barricade",
    "terrain",
    "cache",
    "occupied",
    "movement",
    "position",
]


class Tread(NamedTuple):
    """One square of a path: its terrain, what entering it costs, and the sum so far."""

    square: str
    terrain: str
    cost: int
    total: int


class Walk(NamedTuple):
    """A path checked: the first reason against it and where (None: none, or before the first square)."""

    reason: Reason | None
    at: int | None
    treads: tuple[Tread, ...]

    @property
    def cost(self) -> int:
        """What the part before any fault costs."""
        return self.treads[-1].total if self.treads else 0


class Goal(NamedTuple):
    """A square that a single path can end on: its least cost, the free positions, such a path."""

    square: str
    cost: int
    positions: tuple[Position, ...]
    path: tuple[str, ...]


def pinned(mover: Mover) -> Reason | None:
    """Why a unit cannot move at all."""
    return "no_fuel" if mover.fuel == 0 else "entrenched" if mover.entrench > 0 else None


def check_path(ground: Ground, mover: Mover, path: Sequence[str], position: Position) -> Walk:
    """Whether a mover can walk a path and stop in a position, by the first reason against it."""
    stuck = pinned(mover)
    if stuck:
        return Walk(stuck, None, ())
    treads: list[Tread] = []
    for i, square in enumerate(path):
        used = treads[-1].total if treads else 0
        reason = _against(ground, mover, path, i)
        cost = None if reason else ground.entry_cost(square, mover, mover.mp_used + used)
        if cost is None:
            return Walk(reason or "movement", i, tuple(treads))
        treads.append(Tread(square, ground.terrain(square).id, cost, used + cost))
    last = len(path) - 1
    if position not in ground.positions(path[last], mover):
        return Walk("position", last, tuple(treads))
    return Walk(None, None, tuple(treads))


def _against(ground: Ground, mover: Mover, path: Sequence[str], i: int) -> Reason | None:
    """What is against the square at place `i`, the cost aside."""
    square, before = path[i], path[i - 1] if i else mover.square
    if square not in ground.sheet:
        return "off_map"
    out = side_towards(before, square)
    if out is None:
        return "not_adjacent"
    bar = ground.bar(square, mover.tags)
    if bar:
        return bar
    if i == 0 and mover.entered and not ground.lets_pass(before, mover, mover.entered, out):
        return "occupied"
    return None if _has_room(ground, mover, path, i, OPPOSITE[out]) else "occupied"


def _has_room(ground: Ground, mover: Mover, path: Sequence[str], i: int, entered: Side) -> bool:
    if i == len(path) - 1:
        return bool(ground.positions(path[i], mover))
    left = side_towards(path[i], path[i + 1])
    return left is None or ground.lets_pass(path[i], mover, entered, left)


type Node = tuple[str, Side]


def reach(ground: Ground, mover: Mover) -> tuple[Goal, ...]:
    """Every square but its own where a single path of a mover can end, in reading order."""
    if pinned(mover):
        return ()
    begun = _onward(ground, mover, (mover.square, mover.entered), 0)
    best: dict[str, Goal] = {}
    for way in cheapest(begun, lambda node, spent: _onward(ground, mover, node, spent)):
        square, _ = way.path[-1]
        positions = ground.positions(square, mover)
        if square != mover.square and positions and square not in best:
            best[square] = Goal(square, way.cost, positions, tuple(at for at, _ in way.path))
    return tuple(best[square] for square in sorted(best, key=reading_order))


def _onward(
    ground: Ground, mover: Mover, node: tuple[str, Side | None], spent: int
) -> Iterator[Onward[Node]]:
    """The neighbours that can be entered from a square, and what each costs."""
    square, entered = node
    for side in SIDES:
        other = beside(square, side)
        if other is None or other not in ground.sheet or ground.bar(other, mover.tags):
            continue
        if entered is not None and not ground.lets_pass(square, mover, entered, side):
            continue
        cost = ground.entry_cost(other, mover, mover.mp_used + spent)
        if cost is not None:
            yield (other, OPPOSITE[side]), cost
