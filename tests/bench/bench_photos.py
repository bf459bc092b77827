"""Photos of filled sheets: 240 rendered, of six pens, three papers and three hardnesses of light and hand.

    uv run python -m tests.bench.bench_photos [COUNT]

At least 99 of 100 boxes are read right, none is read wrong, a photo takes at most 2 s.
"""

import sys
from collections import Counter
from time import perf_counter

from companion.engine.errors import InvalidInput
from companion.press.answered.flat import flat
from companion.press.answered.ink import weighed
from companion.press.answered.marks import MARKED
from tests.photographed import PENS
from tests.press.answered.test_photo_reading import taken


def main(count: int) -> None:
    told, slowest = Counter[str](), 0.0
    for seed in range(count):
        pen, hard = list(PENS)[seed % len(PENS)], (0.6, 1.0, 1.4)[seed // 6 % 3]
        content, ticks, chosen, slip = taken(1000 + seed, MARKED[seed % 3], pen, hard)
        begun = perf_counter()
        try:
            found = flat(content)
            read = weighed(found.picture, ticks)
        except InvalidInput as refused:
            told["photos refused"] += 1
            print(f"{seed} {pen} {hard}: {refused.message}")
            continue
        finally:
            slowest = max(slowest, perf_counter() - begun)
        assert found.slip == slip
        for name, each in read.items():
            right = (each.verdict == "ticked") == (name in chosen)
            told["doubtful" if each.verdict == "doubtful" else "right" if right else "WRONG"] += 1
    boxes = told["right"] + told["doubtful"] + told["WRONG"]
    print(f"{count} photos, {boxes} boxes: {dict(told)}")
    print(f"right {told['right'] / boxes:.2%}; slowest photo {slowest:.2f} s")
    assert told["right"] >= 0.99 * boxes
    assert not told["WRONG"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 240)
