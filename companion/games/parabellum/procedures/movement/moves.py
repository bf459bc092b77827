"""Movement: whether a path can be walked, and where paths lead (M1–M5, specification 6.12)."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Literal, NamedTuple

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
    paths = _walked(ground, mover)
    best: dict[str, Goal] = {}
    for (square, _), (cost, path) in paths.items():
        positions = ground.positions(square, mover)
        if square != mover.square and positions and (square not in best or cost < best[square].cost):
            best[square] = Goal(square, cost, positions, path)
    return tuple(best[square] for square in sorted(best, key=reading_order))


def _walked(ground: Ground, mover: Mover) -> dict[Node, tuple[int, tuple[str, ...]]]:
    """The least cost, and a path, to each square by each side (Dijkstra)."""
    done: dict[Node, tuple[int, tuple[str, ...]]] = {}
    queue: list[tuple[int, tuple[str, ...], Node]] = []
    _spread(ground, mover, (mover.square, mover.entered), (0, ()), queue)
    while queue:
        cost, path, node = heappop(queue)
        if node in done:
            continue
        done[node] = cost, path
        _spread(ground, mover, node, (cost, path), queue)
    return done


def _spread(
    ground: Ground,
    mover: Mover,
    node: tuple[str, Side | None],
    so_far: tuple[int, tuple[str, ...]],
    queue: list[tuple[int, tuple[str, ...], Node]],
) -> None:
    """Put the neighbours that can be entered from a square into the queue."""
    (square, entered), (total, path) = node, so_far
    for side in SIDES:
        other = beside(square, side)
        if other is None or other not in ground.sheet or ground.bar(other, mover.tags):
            continue
        if entered is not None and not ground.lets_pass(square, mover, entered, side):
            continue
        cost = ground.entry_cost(other, mover, mover.mp_used + total)
        if cost is not None:
            heappush(queue, (total + cost, (*path, other), (other, OPPOSITE[side])))
