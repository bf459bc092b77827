"""How long the whole box of each game takes in a warm process, from the game's own pieces to the one file.

    uv run python tests/bench/bench_whole.py

Each run is in another ink, so that no sheet of text is one that the typesetter has just set.
"""

import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion import shelf  # noqa: E402
from companion.printing import find, make  # noqa: E402

BOUND = 5.0
"""Seconds for any game."""

INKS = ("saver", "safe", "grey", "colour")


def main() -> int:
    """Measure, print, and say whether each game keeps the bound."""
    held: dict[str, bool] = {}
    for slug in shelf.games():
        spent: list[float] = []
        for ink in INKS:
            start = perf_counter()
            size = len(make(find(slug, "everything"), {"ink": ink}).pdf())
            spent.append(perf_counter() - start)
        warm = min(spent[1:])
        print(f"{slug}: {warm:.2f} s warm, {spent[0]:.2f} s the first time, {size / 1024:.0f} kB")
        held[slug] = warm <= BOUND
    for slug, kept in held.items():
        print(f"{'kept' if kept else 'BROKEN'}: the whole box of {slug} in {BOUND:g} s")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
