"""A unit on the map: the ground that it meets, its paths, how far it comes (M1 to M5, 6.12)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, Last, Learns, Named, Only, Sized
from companion.engine.squares import Onward, cheapest
from companion.engine.wire import name as read_name
from companion.games.parabellum.data import POSITIONS_OF, Cost, Feature, Footprint, Position, Side, lexicon
from companion.games.parabellum.procedures.answers import MoveCheck, Reachable
from companion.games.parabellum.state import (
    DEFAULTS,
    STANDARD,
    Costs,
    Id,
    MapSheet,
    Options,
    SquareName,
    Terrain,
    notation,
    read_rows,
    read_terrains,
)
from companion.games.parabellum.state.catalogue import Square

type Bar = Literal["mine", "barricade", "terrain", "cache"]
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
type Node = tuple[str, Side | None]


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
        mask = notation.NOTHING
        for each in self.occupants.get(square, ()):
            shared = self.enemy_sharing or each.owner == owner
            mask |= notation.quarters(each.position) if shared else notation.EVERYTHING
        return mask

    def positions(self, square: str, mover: Mover) -> tuple[Position, ...]:
        """Where a mover finds room on a square, in listing order."""
        return notation.free_positions(mover.footprint, self.taken(square, mover.owner))

    def lets_pass(self, square: str, mover: Mover, entered: Side, left: Side) -> bool:
        """Whether a mover comes through a square from one side to another."""
        return notation.passes(mover.footprint, self.taken(square, mover.owner), entered, left)

    def entry_cost(self, square: str, mover: Mover, used: int) -> int | None:
        """Squares of movement to enter; None where the speed does not suffice after `used` of it (M2)."""
        return payable(self.price(square, mover), mover, used)

    def price(self, square: str, mover: Mover) -> Cost:
        """What the ground of a square asks of a mover: squares of movement, or all of its speed."""
        terrain = self.terrain(square)
        return mover.terrain_cost.get(terrain.id, terrain.cost)


def payable(price: Cost, mover: Mover, used: int) -> int | None:
    """Squares of movement at that price; None where the speed does not suffice after `used` of it (M2)."""
    if price == "all":
        return mover.speed if mover.speed >= 1 and used == 0 else None
    return price if used + price <= mover.speed else None


def by_square(occupants: Iterable[tuple[str, Occupant]]) -> dict[str, tuple[Occupant, ...]]:
    squares: dict[str, tuple[Occupant, ...]] = {}
    for square, each in occupants:
        squares[square] = (*squares.get(square, ()), each)
    return squares


MOST_MOVED, LONGEST_PATH = 99, 40


@dataclass(frozen=True)
class MovingUnit:
    """The unit that moves, as a question says it."""

    footprint: Footprint
    speed: Annotated[int, Between(0, 40)]
    fuel: Annotated[int, Between(0, 20)]
    owner: Id
    tags: tuple[Id, ...] = ()
    terrain_cost: Costs = field(default_factory=dict)
    entrench: Annotated[int, Between(0, 4)] = 0


def _in_square(value: object, footprint: Footprint) -> Position:
    return read_name(value, "", POSITIONS_OF[footprint])


class Miniature(NamedTuple):
    """Another miniature on the map."""

    square: Square
    footprint: Annotated[Footprint, Learns(lambda footprint, _: {"stands": footprint})]
    position: Annotated[Position, ByHand(_in_square, knowing="stands")]
    owner: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachQuestion:
    """Procedure `reachable`'s input."""

    terrain: Annotated[
        Mapping[str, Terrain], ByHand(read_terrains), Learns(lambda terrain, _: {"terrain": terrain}), Last(1)
    ] = field(default_factory=lambda: STANDARD)
    map: Annotated[
        MapSheet,
        ByHand(lambda rows, terrains: read_rows(rows, "", terrains), knowing="terrain"),
        Learns(lambda sheet, _: {"sheet": sheet}),
    ]
    unit: Annotated[MovingUnit, Learns(lambda unit, _: {"moves": unit.footprint})]
    start: Annotated[Square, Named("from")]
    mp_used: Annotated[int, Between(0, MOST_MOVED)] = 0
    entered: Side | None = None
    occupants: tuple[Miniature, ...] = ()
    options: Annotated[Options, Only("enemy_sharing")] = DEFAULTS
    features: Mapping[Square, Feature] = field(default_factory=dict)
    caches: tuple[Square, ...] = ()

    @property
    def ground(self) -> Ground:
        return Ground(
            sheet=self.map,
            terrains=self.terrain,
            features=self.features,
            caches=self.caches,
            occupants=by_square(
                (each.square, Occupant(each.owner, each.position)) for each in self.occupants
            ),
            enemy_sharing=self.options.enemy_sharing,
        )

    @property
    def mover(self) -> Mover:
        return Mover(**vars(self.unit), square=self.start, mp_used=self.mp_used, entered=self.entered)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion(ReachQuestion):
    """Procedure `move-check`'s input; the squares of its path may lie off the map."""

    path: Annotated[tuple[SquareName, ...], Sized(1, LONGEST_PATH)]
    position: Annotated[Position, ByHand(_in_square, knowing="moves")]


def read_question[Q](kind: type[Q], question: object) -> Q:
    """A question about ground, the rulebook's terrain under it."""
    case: Q = shape.read(kind, question, names={"terrain": STANDARD}, missing_first="everywhere")
    return case


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
    out = notation.side_towards(before, square)
    if out is None:
        return "not_adjacent"
    bar = ground.bar(square, mover.tags)
    if bar:
        return bar
    if i == 0 and mover.entered and not ground.lets_pass(before, mover, mover.entered, out):
        return "occupied"
    return None if _has_room(ground, mover, path, i, notation.OPPOSITE[out]) else "occupied"


def _has_room(ground: Ground, mover: Mover, path: Sequence[str], i: int, entered: Side) -> bool:
    if i == len(path) - 1:
        return bool(ground.positions(path[i], mover))
    left = notation.side_towards(path[i], path[i + 1])
    return left is None or ground.lets_pass(path[i], mover, entered, left)


def reach(ground: Ground, mover: Mover) -> tuple[Goal, ...]:
    """Every square but its own where a single path of a mover can end, in reading order."""
    return tuple(sorted(goals(ground, mover), key=lambda goal: notation.reading_order(goal.square)))


def goals(ground: Ground, mover: Mover, ends: Sequence[str] = ()) -> Iterator[Goal]:
    """The same, the nearest first, or those on the way to the nearest of some squares."""
    if pinned(mover):
        return
    sides = cache(partial(_sides, ground, cache(partial(_price, ground, mover))))

    def onward(node: Node, spent: int) -> Iterator[Onward[Node]]:
        square, entered = node
        for side, to, price in sides(square):
            cost = payable(price, mover, mover.mp_used + spent)
            if cost is not None and (entered is None or ground.lets_pass(square, mover, entered, side)):
                yield to, cost

    begun = onward((mover.square, mover.entered), 0)

    @cache
    def hope(node: Node) -> int:
        return min((notation.distance(node[0], square) for square in ends), default=0)

    seen = {mover.square}
    for way in cheapest(begun, onward, hope):
        square, _ = way.path[-1]
        positions = () if square in seen else ground.positions(square, mover)
        if positions:
            seen.add(square)
            yield Goal(square, way.cost, positions, tuple(at for at, _ in way.path))


def _price(ground: Ground, mover: Mover, square: str) -> Cost | None:
    """What a square asks of a mover; None where it is off the map or bars him."""
    barred = square not in ground.sheet or ground.bar(square, mover.tags)
    return None if barred else ground.price(square, mover)


def _sides(
    ground: Ground, price_of: Callable[[str], Cost | None], square: str
) -> Sequence[tuple[Side, Node, Cost]]:
    """The neighbours that do not bar a mover: over which side one goes, to where, at which price.

    Where nobody stands, all ways through lead alike: by which side one came in is not kept.
    """
    open_ = []
    for side in notation.SIDES:
        other = notation.beside(square, side)
        price = price_of(other) if other else None
        if other and price is not None:
            open_.append((side, (other, _entered(ground, other, side)), price))
    return open_


def _entered(ground: Ground, square: str, side: Side) -> Side | None:
    return notation.OPPOSITE[side] if square in ground.occupants else None


AGAINST: Mapping[Reason, Sequence[str]] = lexicon("procedures/words.json")["against"]


def resolve_move_check(question: object) -> Resolution[MoveCheck]:
    """Procedure `move-check`: a path and the position it ends in."""
    case = read_question(MoveQuestion, question)
    mover = case.mover
    walk = check_path(case.ground, mover, case.path, case.position)
    return Resolution(
        {
            "legal": walk.reason is None,
            "reason": walk.reason,
            "at": walk.at,
            "cost": walk.cost,
            "remaining": max(0, mover.speed - mover.mp_used - walk.cost),
            "steps": [
                {"square": each.square, "terrain": each.terrain, "cost": each.cost, "total": each.total}
                for each in walk.treads
            ],
        },
        walk_steps(walk, case.path),
    )


def walk_steps(walk: Walk, path: Sequence[str]) -> tuple[Step, ...]:
    steps = [
        Step(
            "M2",
            "{square}, {terrain}: {cost} of movement, {total} in all.",
            {**tread._asdict(), "square": tread.square.upper()},
        )
        for tread in walk.treads
    ]
    if walk.reason is None:
        return (*steps, Step("M5", "The unit has room to stop on {square}.", {"square": path[-1].upper()}))
    return (*steps, against(walk, path))


def against(walk: Walk, path: Sequence[str]) -> Step:
    assert walk.reason
    rule, words = AGAINST[walk.reason]
    return Step(rule, words, {} if walk.at is None else {"square": path[walk.at].upper()})


def resolve_reachable(question: object) -> Resolution[Reachable]:
    """Procedure `reachable`."""
    case = read_question(ReachQuestion, question)
    stuck = pinned(case.mover)
    if stuck:
        rule, words = AGAINST[stuck]
        return Resolution({"squares": []}, (Step(rule, words),))
    goals = reach(case.ground, case.mover)
    return Resolution(
        {
            "squares": [
                {"square": goal.square, "cost": goal.cost, "positions": list(goal.positions)}
                for goal in goals
            ]
        },
        _steps(goals),
    )


def _steps(goals: tuple[Goal, ...]) -> tuple[Step, ...]:
    if not goals:
        return (Step("M4", "There is no square that one path can end on: everything around is closed."),)
    return tuple(
        Step(
            "M1",
            "{square} for {cost} of movement, by {way}.",
            {
                "square": goal.square.upper(),
                "cost": goal.cost,
                "way": ", ".join(each.upper() for each in goal.path),
            },
        )
        for goal in goals
    )
