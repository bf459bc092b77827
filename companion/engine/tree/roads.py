"""Which way goes where on the grid of a tree: places of the boxes, tracks past them, ports on their sides."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.tree import Tree


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
    return Roads(
        places=places,
        columns=len(rounds),
        bands=bands,
        roads=roads,
        tracks=_queues(_passing(roads)),
        exits=_queues(_leaving(roads)),
        entries=_queues(_arriving(roads)),
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
        stops.append(Place(column, _nearest(free[column], beeline)))
    return (*stops, goal)


def _nearest(bands: Sequence[int], beeline: float) -> int:
    """The upper one of two that are as near."""
    return min(bands, key=lambda band: (abs(band - beeline), band))


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


def _leaving(roads: Sequence[Road]) -> Iterator[_Halt]:
    return (_Halt(road[0], _bands(road[1:]), number) for number, road in enumerate(roads))


def _arriving(roads: Sequence[Road]) -> Iterator[_Halt]:
    return (_Halt(road[-1], _bands(road[-2::-1]), number) for number, road in enumerate(roads))
