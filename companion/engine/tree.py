"""A tree of scenarios: rounds are columns, letters rows, ways lead to later rounds; where it all stands.

Lengths are the drawer's own unit, for the screen and for paper alike. Columns of boxes alternate with
channels, rows of boxes with aisles. A way leaves a box on its right, swings through the channel, and passes
columns that it skips along an aisle or an empty place, on a track of its own. No two ways have the same
height at either side of a channel, and all swing alike there: so they cross at single points and never run
together, and none enters a box but its own two.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

type Status = Literal["played", "now", "open", "locked", "shut"]
"""`open` can be chosen next, `locked` later, and no way leads to a `shut` one any more."""
type Way = Literal["taken", "open", "ahead", "shut"]
"""`open` is one of the ways to choose between next; `ahead` may become one."""

STATUSES: tuple[Status, ...] = ("played", "now", "open", "locked", "shut")
WAYS: tuple[Way, ...] = ("taken", "open", "ahead", "shut")


@dataclass(frozen=True, slots=True)
class Node:
    """A scenario: `round` is its column, `letter` its row (empty where a round has but one).

    `note` is a short line below the title: who chooses what comes after it.
    """

    id: str
    round: int
    letter: str
    title: str
    status: Status
    note: str = ""

    @property
    def code(self) -> str:
        """How people write it.

        >>> Node("2a", 2, "a", "The Ford", "open").code
        '2A'
        """
        return self.id.upper()


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from a scenario to a later one: its condition in words, and what of it is still unmet."""

    origin: str
    goal: str
    status: Way
    condition: str = ""
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """All scenarios of a campaign and the ways between them.

    `ValueError` for two nodes of one id or one place, for a way that is named twice, leads nowhere or back.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        places = {(node.round, node.letter) for node in self.nodes}
        if len(self.named) != len(self.nodes) or len(places) != len(self.nodes):
            raise ValueError("Each scenario has an id and a place of its own.")
        ways = [(edge.origin, edge.goal) for edge in self.edges]
        if len(set(ways)) != len(ways):
            raise ValueError("Each way stands in a tree once.")
        named = self.named
        for origin, goal in ways:
            if origin not in named or goal not in named:
                raise ValueError(f"The way from {origin} to {goal} has no scenario at one of its ends.")
            if named[goal].round <= named[origin].round:
                raise ValueError(f"The way from {origin} must lead to a later round than {goal}'s.")

    @property
    def named(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.nodes}

    def out_of(self, node: str) -> tuple[Edge, ...]:
        return tuple(edge for edge in self.edges if edge.origin == node)

    def into(self, node: str) -> tuple[Edge, ...]:
        return tuple(edge for edge in self.edges if edge.goal == node)


class Place(NamedTuple):
    """A column, and a band of it from above: even ones are aisles, odd ones rows of boxes."""

    column: int
    band: int


type Road = tuple[Place, ...]
"""A way's places, column by column, from its origin's to its goal's."""
type Queues = Mapping[Place, Mapping[int, int]]
"""The ways at a place: the rank of each, from above, by its number in the tree."""


@dataclass(frozen=True, slots=True)
class Roads:
    """The grid: `tracks` are the ways that pass a place, `exits` and `entries` those at a box's sides."""

    places: Mapping[str, Place]
    columns: int
    bands: int
    roads: tuple[Road, ...]
    tracks: Queues
    exits: Queues
    entries: Queues

    def ports(self, place: Place) -> int:
        """How many ways the busier side of a box has."""
        return max(len(self.exits.get(place, ())), len(self.entries.get(place, ())))


def routed(tree: Tree) -> Roads:
    """The grid of a tree; the same tree always gives the same."""
    rounds, rows = sorted({node.round for node in tree.nodes}), _rows(tree)
    alone = max(0, len(rows) - 1) // 2
    places = {
        node.id: Place(rounds.index(node.round), 2 * rows.get(node.letter, alone) + 1) for node in tree.nodes
    }
    bands = 2 * max(1, len(rows)) + 1
    taken = frozenset(places.values())
    free = [
        [band for band in range(bands) if Place(column, band) not in taken] for column in range(len(rounds))
    ]
    roads = tuple(_road(places[edge.origin], places[edge.goal], free) for edge in tree.edges)
    leaving = (_Halt(road[0], _bands(road[1:]), number) for number, road in enumerate(roads))
    arriving = (_Halt(road[-1], _bands(road[-2::-1]), number) for number, road in enumerate(roads))
    return Roads(
        places=places,
        columns=len(rounds),
        bands=bands,
        roads=roads,
        tracks=_queues(_passing(roads)),
        exits=_queues(leaving),
        entries=_queues(arriving),
    )


def _rows(tree: Tree) -> Mapping[str, int]:
    """The row of each letter; a scenario without one that is alone in its round stands in the middle row."""
    crowd: defaultdict[int, list[str]] = defaultdict(list)
    for node in tree.nodes:
        crowd[node.round].append(node.letter)
    letters = {letter for row in crowd.values() for letter in row if letter or len(row) > 1}
    return {letter: row for row, letter in enumerate(sorted(letters))}


def _road(start: Place, goal: Place, free: Sequence[Sequence[int]]) -> Road:
    """As straight as the boxes between let it: past each column by the free band nearest to the beeline."""
    stops = [start]
    for column in range(start.column + 1, goal.column):
        share = (column - start.column) / (goal.column - start.column)
        beeline = start.band + share * (goal.band - start.band)
        stops.append(Place(column, min(free[column], key=lambda band: (abs(band - beeline), band))))
    return (*stops, goal)


class _Halt(NamedTuple):
    """A way at a place, and the bands by which it is ranked among others there."""

    place: Place
    rank: tuple[int, ...]
    number: int


def _queues(halts: Iterator[_Halt]) -> Queues:
    """At each place the ways that stop there, those from or to higher bands above the others."""
    waiting: defaultdict[Place, list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for place, rank, number in halts:
        waiting[place].append((rank, number))
    return {
        place: {number: rank for rank, (_, number) in enumerate(sorted(ways))}
        for place, ways in waiting.items()
    }


def _bands(road: Sequence[Place]) -> tuple[int, ...]:
    return tuple(place.band for place in road)


def _passing(roads: Sequence[Road]) -> Iterator[_Halt]:
    for number, road in enumerate(roads):
        for stop in range(1, len(road) - 1):
            yield _Halt(road[stop], (road[stop - 1].band, *_bands(road[stop + 1 :])), number)


STEEP = 0.45
"""A channel is at least so wide for each unit that a way climbs in it, up to three times its least."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Least measures; boxes, aisles and channels grow where more ways must go.

    `pitch` parts two ways side by side; `heading` is kept free above the boxes for the rounds' names.
    """

    box_width: float = 176
    box_height: float = 92
    pitch: float = 14
    aisle: float = 28
    channel: float = 72
    margin: float = 16
    heading: float = 30


class Point(NamedTuple):
    """A place on the sheet, from its upper left corner."""

    x: float
    y: float


class Curve(NamedTuple):
    """A piece of a way from `start` to `end`, bent by two handles; straight where both heights are one."""

    start: Point
    first: Point
    second: Point
    end: Point


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A scenario's box."""

    node: Node
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Route:
    """A way as it is drawn, from box to box; it enters its goal level, so that an arrowhead points right."""

    edge: Edge
    stops: tuple[Point, ...]

    def curves(self) -> Iterator[Curve]:
        """Its pieces in order: a swing through a channel, the track past a column, the next swing."""
        for start, end in pairwise(self.stops):
            middle = (start.x + end.x) / 2
            yield Curve(start, Point(middle, start.y), Point(middle, end.y), end)


@dataclass(frozen=True, slots=True)
class Column:
    """A round's column."""

    round: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheet: boxes go by column, then by row."""

    width: float
    height: float
    columns: tuple[Column, ...]
    boxes: tuple[NodeBox, ...]
    routes: tuple[Route, ...]

    @property
    def named(self) -> Mapping[str, NodeBox]:
        return {box.node.id: box for box in self.boxes}


@dataclass(frozen=True, slots=True)
class _Frame:
    """The grid in lengths: where columns begin, where bands begin, and how high each box is."""

    sizes: Sizes
    roads: Roads
    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    heights: Mapping[str, float]

    def middle(self, band: int) -> float:
        return (self.tops[band] + self.tops[band + 1]) / 2

    def spread(self, place: Place, queue: Queues, number: int) -> float:
        """The height of one way among those at a place, around the middle."""
        ways = queue[place]
        return self.middle(place.band) + (ways[number] - (len(ways) - 1) / 2) * self.sizes.pitch


def laid_out(tree: Tree, sizes: Sizes | None = None) -> Plan:
    """The sheet of a tree; the least measures are those of `Sizes` unless told otherwise."""
    frame = _frame(routed(tree), sizes or Sizes())
    width, rounds = frame.sizes.box_width, sorted({node.round for node in tree.nodes})
    ordered = sorted(tree.nodes, key=lambda node: frame.roads.places[node.id])
    return Plan(
        width=(frame.lefts[-1] if rounds else 0) + width + frame.sizes.margin,
        height=frame.tops[-1] + frame.sizes.margin,
        columns=tuple(Column(n, x, width) for n, x in zip(rounds, frame.lefts, strict=True)),
        boxes=tuple(_box(node, frame) for node in ordered),
        routes=tuple(Route(edge, tuple(_stops(n, frame))) for n, edge in enumerate(tree.edges)),
    )


def _frame(roads: Roads, sizes: Sizes) -> _Frame:
    heights = {
        node: max(sizes.box_height, (roads.ports(place) + 1) * sizes.pitch)
        for node, place in roads.places.items()
    }
    tops = _tops(roads, heights, sizes)
    # Where each column begins; a channel is the wider the more its ways climb.
    climbs = [0.0] * roads.columns
    for road in roads.roads:
        for start, end in pairwise(road):
            climbs[end.column] = max(climbs[end.column], abs(tops[end.band] - tops[start.band]))
    lefts, x = [], sizes.margin
    for column, climb in enumerate(climbs):
        x += min(max(sizes.channel, STEEP * climb), 3 * sizes.channel) if column else 0
        lefts.append(x)
        x += sizes.box_width
    return _Frame(sizes, roads, tuple(lefts), tops, heights)


def _tops(roads: Roads, heights: Mapping[str, float], sizes: Sizes) -> tuple[float, ...]:
    """Where each band begins, and where the last one ends."""
    needs = [0 if band in (0, roads.bands - 1) else sizes.aisle for band in range(roads.bands)]
    for node, place in roads.places.items():
        needs[place.band] = max(needs[place.band], heights[node])
    for place, ways in roads.tracks.items():
        needs[place.band] = max(needs[place.band], (len(ways) + 1) * sizes.pitch)
    return tuple(accumulate(needs, initial=sizes.margin + sizes.heading))


def _box(node: Node, frame: _Frame) -> NodeBox:
    place, height = frame.roads.places[node.id], frame.heights[node.id]
    top = frame.middle(place.band) - height / 2
    return NodeBox(node, frame.lefts[place.column], top, frame.sizes.box_width, height)


def _stops(number: int, frame: _Frame) -> Iterator[Point]:
    """Out of the origin, along each track, into the goal."""
    roads, width = frame.roads, frame.sizes.box_width
    start, *between, goal = roads.roads[number]
    yield Point(frame.lefts[start.column] + width, frame.spread(start, roads.exits, number))
    for place in between:
        height, left = frame.spread(place, roads.tracks, number), frame.lefts[place.column]
        yield from (Point(left, height), Point(left + width, height))
    yield Point(frame.lefts[goal.column], frame.spread(goal, roads.entries, number))
