"""The squares of a board: a letter for the column, a number for the row; and the cheapest ways over it."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple


@cache
def square(column: int, row: int) -> str:
    """The square of a column counted from 0 and a row counted from 1.

    >>> square(1, 7)
    'b7'
    """
    return f"{chr(ord('a') + column)}{row}"


@cache
def column_of(at: str) -> int:
    """A square's column, counted from 0."""
    return ord(at[0]) - ord("a")


@cache
def row_of(at: str) -> int:
    """A square's row, counted from 1."""
    return int(at[1:])


def apart(one: str, other: str) -> tuple[int, int]:
    """How many columns and how many rows lie between two squares.

    >>> apart("a1", "c2")
    (2, 1)
    """
    return abs(column_of(one) - column_of(other)), abs(row_of(one) - row_of(other))


class Way[Place](NamedTuple):
    """What a way costs, and the places that it passes, its end the last."""

    cost: int
    path: tuple[Place, ...]


type Onward[Place] = tuple[Place, int]
"""A place one step on, and the price of that step."""


def cheapest[Place: Hashable](
    first: Iterable[Onward[Place]],
    onward: Callable[[Place, int], Iterable[Onward[Place]]],
    hope: Callable[[Place], int] = lambda place: 0,
) -> Iterator[Way[Place]]:
    """The cheapest way to every place, the nearest first; among equals the smallest in order (Dijkstra).

    `first` is where a first step leads, `onward` where one goes from a place at which so much is spent.
    With `hope`, the least that may be left from a place to where one wants to go, that comes early (A*).

    >>> roads = {"a": [("b", 1), ("c", 3)], "b": [("c", 1)], "c": []}
    >>> list(cheapest(roads["a"], lambda place, spent: roads[place]))
    [Way(cost=1, path=('b',)), Way(cost=2, path=('b', 'c'))]
    """
    waiting = [(cost + hope(place), Way(cost, (place,))) for place, cost in first]
    heapify(waiting)
    seen: set[Place] = set()
    while waiting:
        _, way = heappop(waiting)
        place = way.path[-1]
        if place in seen:
            continue
        seen.add(place)
        yield way
        for to, price in onward(place, way.cost):
            if to not in seen:
                cost = way.cost + price
                heappush(waiting, (cost + hope(to), Way(cost, (*way.path, to))))
