"""Take-over upon take-over while people tap: `uv run python -m tests.beside --times 100`."""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.beside.pair import UpHouse, pair, until
from tests.chaos.storm import NEW, Hand, Place, tapping
from tests.conftest import House, call


class Follows(Hand):
    """A hand that goes over where its house does not answer, or refers it to the other; it times its taps."""

    def __init__(self, place: Place, name: str, houses: list[UpHouse]) -> None:
        super().__init__(place, name)
        self.houses, self.took = [house.url for house in houses], list[float]()

    def _try(self, key: str) -> None:
        began = time.monotonic()
        super()._try(key)
        if key in self.answered:
            self.took.append((time.monotonic() - began) * 1000)
        else:
            self.houses.reverse()
            self.place = replace(self.place, url=self.houses[0])


def is_so(house: UpHouse, what: str) -> bool:
    return bool(house.state().get(what))


def storm(both: tuple[UpHouse, UpHouse], times: int, seconds: float, seed: int) -> bool:
    """Kill the one that leads, or let it sleep, as often as there is time for; whether nothing was lost."""
    first, second = both
    dice, waits = random.Random(seed), list[float]()
    tables = [call(first, "/api/tables", NEW) for _ in range(3)]
    places = [Place(first.url, table["code"], table["seats"][0]["token"]) for table in tables]
    hands = [Follows(place, f"{place.code}-{n}", list(both)) for place in places for n in range(2)]
    tried, end = Counter[str](), time.monotonic() + seconds
    with tapping(hands, 0.1):
        while tried.total() < times and time.monotonic() < end:
            time.sleep(dice.uniform(0.5, 1.5))
            began, sleeps = time.monotonic(), dice.random() < 0.25
            first.pause() if sleeps else first.kill()
            until(partial(is_so, second, "leads"))
            waits.append(time.monotonic() - began)
            tried["slept" if sleeps else "killed"] += 1
            if sleeps:
                first.go_on()
            else:
                first.words = []
                first.start(waits=False)
            until(partial(is_so, first, "in_step"))
            print(f"{tried.total()} take-overs, the last after {waits[-1]:.1f} s", flush=True)
            first, second = second, first
    rows = json.loads(
        first.manage("shell", "-v", "0", "-c", "from tests.chaos.storm import LINES; exec(LINES)")
    )["rows"]
    times_there = Counter(key for _, _, key in rows)
    there = {key: (code, number) for code, number, key in rows}
    told = {key: (hand.place.code, at) for hand in hands for key, at in hand.answered.items()}
    lost = [key for key, where in told.items() if there.get(key) != where]
    twice = [key for key, many in times_there.items() if many > 1]
    made = sum(hand.made for hand in hands)
    alike = first.rows("tables_entry") == second.rows("tables_entry")
    took = sorted(ms for hand in hands for ms in hand.took)
    print(f"{dict(tried)}: {made} taps made, {len(told)} answered; lost {len(lost)}, twice {len(twice)}")
    print(f"both houses alike: {alike}; a tap {statistics.median(took):.0f} ms in the middle")
    print(f"it leads after {statistics.median(waits):.1f} s in the middle, {max(waits):.1f} at most")
    return not lost and not twice and alike and made == len(told)


def main() -> int:
    """A storm over two houses of this machine; 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1914)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        furnished = House(Path(home) / "furnished")
        furnished.home.mkdir()
        furnished.manage("migrate", "--verbosity", "0")
        for both in pair(Path(home), furnished.home):
            return 0 if storm(both, asked.times, asked.seconds, asked.seed) else 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
