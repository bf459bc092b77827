"""How quick the exact odds of two pools of dice are, beside icepool. Run it by hand; it prints a table.

uv run python tests/bench/bench_odds.py
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

import icepool  # noqa: E402

from companion.engine.dice import Pool, unmatched  # noqa: E402

FIGURES = [(5, 6, 1.0), (10, 8, 10.0), (10, 10, 10.0), (20, 12, 300.0), (20, 20, 300.0)]
"""Dice a side, their sides, and the milliseconds that a first answer may take."""
TIMES_ICEPOOL = 50
"""How many times as quick as icepool the largest must be."""


def ours(count: int, sides: int) -> object:
    """Our own distribution, nothing remembered."""
    unmatched.cache_clear()
    return unmatched(Pool(count, sides), Pool(count, sides), count)


def theirs(count: int, sides: int) -> object:
    """Icepool's."""
    dice = [icepool.d(sides)] * count
    return icepool.Pool(dice).max_pair_drop("<=", icepool.Pool(dice)).size()


def milliseconds(work: Callable[[int, int], object], count: int, sides: int, runs: int) -> float:
    """The best of so many runs: what else the machine does is not counted."""
    taken = []
    for _ in range(runs):
        start = process_time()
        work(count, sides)
        taken.append((process_time() - start) * 1000)
    return min(taken)


def main() -> None:
    """Measure and print."""
    with_icepool = "--icepool" in sys.argv
    for count, sides, allowed in FIGURES:
        own = milliseconds(ours, count, sides, 25)
        print(f"{count} d{sides} a side: {own:8.2f} ms (allowed {allowed:g})", end="")
        if with_icepool:
            other = milliseconds(theirs, count, sides, 1)
            print(f"; icepool {other:9.1f} ms, {other / own:4.0f} times", end="")
        print()
        assert own <= allowed, "too slow"
    if with_icepool:
        assert other / own >= TIMES_ICEPOOL, f"less than {TIMES_ICEPOOL} times as quick as icepool"


if __name__ == "__main__":
    main()
