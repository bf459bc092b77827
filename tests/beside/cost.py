"""What a tap costs alone, and with a house beside, *swift* and *safe*: `python -m tests.beside.cost`."""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import copytree

from tests.beside.pair import UpHouse, pair
from tests.chaos.storm import NEW
from tests.conftest import House, call

TICKS = os.sysconf("SC_CLK_TCK")


def spent(house: UpHouse) -> float:
    """Milliseconds of processor that its process has had."""
    assert house.process
    fields = Path(f"/proc/{house.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS * 1000


@contextmanager
def alone(home: Path, furnished: Path) -> Iterator[UpHouse]:
    copytree(furnished, home / "alone")
    house = UpHouse(home / "alone")
    try:
        house.start()
        yield house
    finally:
        house.kill()
        house.place.close()


def tapping(house: UpHouse) -> Callable[[], float]:
    """One more tap at a table of that house, and the milliseconds until it is answered."""
    table, seen = call(house, "/api/tables", NEW), 1

    def tap() -> float:
        nonlocal seen
        began = time.perf_counter()
        body = {"action": {"type": "add", "side": "red", "count": 1}, "seen": seen, "key": f"tap-{seen}"}
        answer = call(house, f"/api/tables/{table['code']}/actions", body, table["seats"][0]["token"])
        seen = int(answer["version"])
        return (time.perf_counter() - began) * 1000

    return tap


def main() -> None:
    """Turn by turn, tap by tap, so that what else the machine does falls on all alike."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=200)
    asked = parser.parse_args()
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        furnished = House(home / "furnished")
        furnished.home.mkdir()
        furnished.manage("migrate", "--verbosity", "0")
        houses = {"alone": stack.enter_context(alone(home, furnished.home))}
        for how in ("swift", "safe"):
            pairs = contextmanager(pair)(home / how, furnished.home, *(["--swift"] if how == "swift" else []))
            houses[how], _ = stack.enter_context(pairs)
        taps = {how: tapping(house) for how, house in houses.items()}
        took: dict[str, list[float]] = {how: [] for how in taps}
        for tap in taps.values():
            tap()
        before = {how: spent(house) for how, house in houses.items()}
        for _ in range(asked.taps):
            for how, tap in taps.items():
                took[how].append(tap())
        for how, house in houses.items():
            cpu = (spent(house) - before[how]) / asked.taps
            rows = sorted(took[how])
            late, middle = rows[len(rows) * 95 // 100], statistics.median(rows)
            print(f"{how:<6}{middle:>7.1f} ms in the middle, {late:.1f} for 95 of 100; "
                  f"CPU {cpu:.1f} ms a tap, its follower's questions among it")  # fmt: skip


if __name__ == "__main__":
    main()
