"""A square's four quarters: what a miniature takes of them, and what a way through needs (2.4, R15).

Quarters are bits in ring order, so that neighbours in the ring share an edge and opposites do not.
"""

from functools import cache

from companion.games.parabellum.data import POSITIONS_OF, QUARTERS_OF, Footprint, Position, Quarter, Side

RING: tuple[Quarter, ...] = ("nw", "ne", "se", "sw")
BIT: dict[Quarter, int] = {quarter: 1 << n for n, quarter in enumerate(RING)}
NOTHING, EVERYTHING = 0, 15
HALVES = tuple(sum(BIT[quarter] for quarter in QUARTERS_OF[half]) for half in ("n", "e", "s", "w"))
TOUCHING: dict[Side, int] = {
    "n": BIT["nw"] | BIT["ne"],
    "e": BIT["ne"] | BIT["se"],
    "s": BIT["se"] | BIT["sw"],
    "w": BIT["sw"] | BIT["nw"],
}


@cache
def quarters(position: Position) -> int:
    """The quarters that a position takes; in the centre, half-width units too take all four (R15)."""
    return sum(BIT[quarter] for quarter in QUARTERS_OF[position])


@cache
def free_positions(footprint: Footprint, taken: int) -> tuple[Position, ...]:
    """Where a footprint finds room beside what is taken, in listing order."""
    return tuple(each for each in POSITIONS_OF[footprint] if not quarters(each) & taken)


@cache
def passes(footprint: Footprint, taken: int, entered: Side, left: Side) -> bool:
    """Whether a footprint comes through a square from one side to another.

    >>> west_to_east = ("w", "e")
    >>> passes("small", BIT["nw"] | BIT["se"], *west_to_east), passes("small", BIT["nw"], *west_to_east)
    (False, True)
    """
    if footprint == "large":
        return taken == NOTHING
    if footprint == "medium":
        return any(not half & taken and half & TOUCHING[entered] and half & TOUCHING[left] for half in HALVES)
    return bool(_flooded(TOUCHING[entered] & ~taken, EVERYTHING & ~taken) & TOUCHING[left])


def _flooded(start: int, free: int) -> int:
    """Every free quarter that hangs together with one of the start, edge by edge."""
    reached = start
    for _ in RING:
        turned = (reached << 1 | reached >> 3) | (reached >> 1 | reached << 3)
        reached |= turned & free
    return reached
