"""Rows of squares and discs on a unit's card: how many of the most there can be are there."""

from collections.abc import Callable

from companion.engine.wording import Values

PITCH = 12
MOST_IN_ROW = 10


def squares(full: int, most: int) -> Values:
    """Troop squares: filled ones hold a person."""
    return _gauge(full, most, _square)


def discs(full: int, most: int) -> Values:
    """Fuel counters."""
    return _gauge(full, most, _disc)


def _gauge(full: int, most: int, shape: Callable[[int, int], str]) -> Values:
    rows = max(1, -(-most // MOST_IN_ROW))
    return {
        "full": "".join(shape(*_at(n)) for n in range(min(full, most))),
        "empty": "".join(shape(*_at(n)) for n in range(full, most)),
        "wide": min(most, MOST_IN_ROW) * PITCH + 1,
        "tall": rows * PITCH + 1,
        "rows": rows,
    }


def _at(n: int) -> tuple[int, int]:
    return n % MOST_IN_ROW * PITCH + 1, n // MOST_IN_ROW * PITCH + 1


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h10v10h-10z"


def _disc(x: int, y: int) -> str:
    return f"M{x} {y + 5}a5 5 0 1 1 10 0a5 5 0 1 1-10 0z"
