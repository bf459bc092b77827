"""How long a conflict and a drafter's what-if take to work out. Run it by hand.

uv run python tests/bench/bench_verraeter.py
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from companion.games.verraeter.data import ACTION_CARDS
from companion.games.verraeter.game import GAME

PROMISED = 20.0
"""Milliseconds."""
PEOPLE = [
    {"id": f"p{n}", "allegiance": ("eagle", "rose")[n % 2], "supply": [5, 4, 3, 2, 6]} for n in range(4)
]
GROUNDS = [{"type": "town", "house": "rose"}, {"type": "moor", "house": "eagle"}]
ASKED: dict[str, Any] = {"landscapes": GROUNDS, "players": PEOPLE}
FIRST = {"viewer": "p0", "received": list(ACTION_CARDS[1:]), "detail": True}


def quickest(deed: Callable[[], object]) -> float:
    """Milliseconds, the best of a few tries, so that another program's turn does not count."""

    def once() -> float:
        begun = time.perf_counter()
        deed()
        return (time.perf_counter() - begun) * 1000

    return min(once() for _ in range(7))


def main() -> None:
    """Measure, and print the table."""
    for name, question in (("conflict", ASKED), ("what-if", {**ASKED, **FIRST})):
        taken = quickest(lambda: GAME.procedures[name].resolve(question))  # noqa: B023
        print(f"{name:<12}{taken:>8.2f} ms   promised <= {PROMISED:.0f}")


if __name__ == "__main__":
    main()
