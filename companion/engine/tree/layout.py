"""Where the boxes and ways of a tree of scenarios stand, on any sheet: lengths are the drawer's own unit.

Columns of boxes alternate with channels, rows of boxes with aisles. A way leaves a box on its right, swings
through the channel, and passes columns that it skips along an aisle or an empty place, on a track of its own.
No two ways have the same height at either side of a channel, and all swing alike there: so they cross at
single points and never run together, and none enters a box but its own two.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from companion.engine.tree import Edge, Node, Tree
from companion.engine.tree.roads import Place, Queues, Roads, routed

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
class Box:
    """A scenario's box."""

    node: Node
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The side on which ways leave."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
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
    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]

    @property
    def named(self) -> Mapping[str, Box]:
        """The boxes by their scenario's id."""
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
        """The height in the middle of a band."""
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
    return _Frame(sizes, roads, _lefts(roads, tops, sizes), tops, heights)


def _tops(roads: Roads, heights: Mapping[str, float], sizes: Sizes) -> tuple[float, ...]:
    """Where each band begins, and where the last one ends."""
    needs = [0 if band in (0, roads.bands - 1) else sizes.aisle for band in range(roads.bands)]
    for node, place in roads.places.items():
        needs[place.band] = max(needs[place.band], heights[node])
    for place, ways in roads.tracks.items():
        needs[place.band] = max(needs[place.band], (len(ways) + 1) * sizes.pitch)
    return tuple(accumulate(needs, initial=sizes.margin + sizes.heading))


def _lefts(roads: Roads, tops: Sequence[float], sizes: Sizes) -> tuple[float, ...]:
    """Where each column begins; a channel is the wider the more its ways climb."""
    climbs = [0.0] * roads.columns
    for road in roads.roads:
        for start, end in pairwise(road):
            climbs[end.column] = max(climbs[end.column], abs(tops[end.band] - tops[start.band]))
    lefts, x = [], sizes.margin
    for column, climb in enumerate(climbs):
        x += min(max(sizes.channel, STEEP * climb), 3 * sizes.channel) if column else 0
        lefts.append(x)
        x += sizes.box_width
    return tuple(lefts)


def _box(node: Node, frame: _Frame) -> Box:
    place, height = frame.roads.places[node.id], frame.heights[node.id]
    top = frame.middle(place.band) - height / 2
    return Box(node, frame.lefts[place.column], top, frame.sizes.box_width, height)


def _stops(number: int, frame: _Frame) -> Iterator[Point]:
    """Out of the origin, along each track, into the goal."""
    roads, width = frame.roads, frame.sizes.box_width
    start, *between, goal = roads.roads[number]
    yield Point(frame.lefts[start.column] + width, frame.spread(start, roads.exits, number))
    for place in between:
        height, left = frame.spread(place, roads.tracks, number), frame.lefts[place.column]
        yield from (Point(left, height), Point(left + width, height))
    yield Point(frame.lefts[goal.column], frame.spread(goal, roads.entries, number))
