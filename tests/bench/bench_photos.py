"""Photos of filled sheets: 240 rendered, of every sheet there is and one of nothing but boxes.

    uv run python -m tests.bench.bench_photos [COUNT]

Six pens, three papers, three hardnesses of light and hand. At least 99 of 100 boxes are read right, none is
read wrong, a photo takes at most 2 s.
"""

import sys
from collections import Counter
from time import perf_counter
from typing import Any

import numpy as np

from companion.engine.errors import InvalidInput
from companion.press.answered import MARKED
from companion.press.answered.photo import flat, warm, weighed
from tests.press.test_answered import taken
from tests.staged import PENS, filled, photographed, raster
from tests.test_every_answered_sheet import SHEETS, made

KINDS = (("", ""), *SHEETS)


def photo(seed: int, kind: tuple[str, str], pen: str, hard: float) -> Any:
    """A photo, the boxes of its sheet, and those that are ticked."""
    if not kind[0]:
        return taken(1000 + seed, [*MARKED][seed % len(MARKED)], pen, hard)[:3]
    paper, random = [*MARKED][seed % len(MARKED)], np.random.default_rng(2000 + seed)
    document, _ = made(*kind, {"paper": paper, "large": seed % 2 == 1})
    page = seed % sum(map(bool, document.ticks))
    ticks = document.ticks[page]
    chosen = {tick.name for tick in ticks if random.random() < 0.3}
    drawn = filled(raster(document.pdf(), page), ticks, chosen, random, pen)
    return photographed(drawn, random, hard=hard, wide=2600), ticks, chosen


def main(count: int) -> None:
    told, slowest, kinds = Counter[str](), 0.0, Counter[str]()
    warm()
    for seed in range(count):
        pen, hard = list(PENS)[seed % len(PENS)], (0.6, 1.0, 1.4)[seed // 6 % 3]
        kind = KINDS[seed // 3 % len(KINDS)]
        content, ticks, chosen = photo(seed, kind, pen, hard)
        begun = perf_counter()
        try:
            read = weighed(flat(content).picture, ticks)
        except InvalidInput as refused:
            told["photos refused"] += 1
            print(f"{seed} {kind} {pen} {hard}: {refused.message}")
            continue
        finally:
            slowest = max(slowest, perf_counter() - begun)
        kinds[kind[1] or "boxes"] += 1
        for name, each in read.items():
            right = (each.verdict == "ticked") == (name in chosen)
            told["doubtful" if each.verdict == "doubtful" else "right" if right else "WRONG"] += 1
    boxes = told["right"] + told["doubtful"] + told["WRONG"]
    print(f"{count} photos, {boxes} boxes: {dict(told)}; {dict(kinds)}")
    print(f"right {told['right'] / boxes:.2%}; slowest photo {slowest:.2f} s")
    assert told["right"] >= 0.99 * boxes
    assert not told["WRONG"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 240)
