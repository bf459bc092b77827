"""A tap on every screen, house beside house and beside the floor, interleaved tap by tap in one run.

Run by hand: `uv run python tests/bench/bench_swift.py [FOLDER OF A HOUSE]… [--games G…] [--screens N…]`; all
four games at 8, 50 and 200 screens, where nothing else is named. With `--all` there follow a first load of a
table and what a house is like after a year (`bench_load.py`, `bench_long.py`).

Every house plays the same deeds of a game; after each tap of one house comes the same tap of the next, so
that all of them have the machine as it is at that minute. Processor time is the server's, less what it
takes at rest with the same screens open. The load of the machine is said in front and at the end: only rows
of one run can be compared. Where others use it the last column alone says something: how many times what
the floor took. Nothing is asserted by a clock.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from bench_bell import Table, opened, spent  # noqa: E402
from house import answering, free_port, served  # noqa: E402
from screens import Line, Screen, every  # noqa: E402

GAMES = ("scarper", "proelii", "parabellum", "scope")
TAPS, WARM, REST, QUIET = 40, 8, 0.02, 4.0
CALM = 0.06
"""Seconds of the processor that a house at rest takes in one."""
WANTED = {8: (8, 11, 10), 50: (15, None, None), 200: (40, None, None)}
"""By screens: milliseconds to the median screen and to the last of them, and of the processor a tap."""


@dataclass
class Lane:
    """One house in the run: a table that is played there, its screens, and what was seen."""

    name: str
    process: int
    table: Table
    line: Line
    screens: list[Screen]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    median: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    rest: float = 0.0
    cpu: float = 0.0

    async def tap(self, *, counts: bool) -> None:
        """The next deed, until its picture is on every screen."""
        began = time.perf_counter()
        await self.table.tap(self.line)
        answered = time.perf_counter()
        await every(lambda screen: screen.await_version(self.table.version), self.screens)
        if counts and not self.table.common:
            shown = sorted((screen.shown[self.table.version] - began) * 1000 for screen in self.screens)
            self.median.append(statistics.median(shown))
            self.last.append(shown[-1])
            self.answers.append((answered - began) * 1000)

    async def settles(self) -> None:
        """Until the house has read ahead what it will need, or a quarter of a minute has gone."""
        for _ in range(15):
            before = spent(self.process)
            await asyncio.sleep(1)
            if spent(self.process) - before < CALM:
                return


@contextmanager
def floor() -> Iterator[tuple[str, int]]:
    """The floor, served: its address and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            str(Path(__file__).with_name("floor.py")),
            f"{folder}/floor.sqlite3",
            str(port),
        ]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield answering(f"http://127.0.0.1:{port}/"), server.pid
        finally:
            server.kill()
            server.wait()


async def rested(lanes: list[Lane]) -> None:
    """What each house takes at rest; the house closes a line on which nothing was said for that long."""
    for lane in lanes:
        await lane.settles()
    before = [spent(lane.process) for lane in lanes]
    await asyncio.sleep(QUIET)
    for lane, was in zip(lanes, before, strict=True):
        lane.rest = (spent(lane.process) - was) / QUIET
        lane.line = Line(lane.table.door)


async def run(lanes: list[Lane]) -> None:
    """The same taps in every lane, one after another."""
    for lane in lanes:
        lane.tasks = [asyncio.create_task(screen.follow()) for screen in lane.screens]
    await asyncio.sleep(2 + len(lanes[0].screens) / 40)
    warm = 0
    while warm < WARM or lanes[0].table.common:
        for lane in lanes:
            await lane.tap(counts=False)
        warm += 1
    await rested(lanes)
    before, began = [spent(lane.process) for lane in lanes], time.perf_counter()
    for _ in range(TAPS):
        for lane in lanes:
            await lane.tap(counts=True)
            await asyncio.sleep(REST)
    lasted = time.perf_counter() - began
    for lane, was in zip(lanes, before, strict=True):
        lane.cpu = (spent(lane.process) - was - lane.rest * lasted) / TAPS * 1000
        for task in lane.tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*lane.tasks)


def lane(name: str, served_at: tuple[str, int], slug: str, size: int) -> Lane:
    """A fresh table of that game in that house, and so many screens that do not follow it yet."""
    home, process = served_at
    table = opened(home, slug, "")
    return Lane(name, process, table, Line(table.door), [table.screen(n, pushed=True) for n in range(size)])


def measure(slug: str, size: int, houses: dict[str, tuple[str, int]]) -> None:
    """One table of figures."""
    lanes = [lane(name, at, slug, size) for name, at in houses.items()]
    asyncio.run(run(lanes))
    least = statistics.median(lanes[-1].median)
    for each in lanes:
        figures = (each.cpu, *map(statistics.median, (each.median, each.last, each.answers)))
        late = sorted(each.last)[int(len(each.last) * 0.95)]
        row = "".join(f"{figure:>9.1f}" for figure in (*figures, late, figures[1] / least))
        print(f"{slug:<12}{f'{size} screens':<14}{each.name:<16}{row}", flush=True)


def main() -> None:
    """Measure, and print the table."""
    asks = argparse.ArgumentParser()
    asks.add_argument("houses", nargs="*", type=Path, default=[ROOT])
    asks.add_argument("--games", nargs="+", default=GAMES)
    asks.add_argument("--screens", nargs="+", type=int, default=list(WANTED))
    asks.add_argument("--all", action="store_true")
    given = asks.parse_args()
    print(f"load before: {' '.join(f'{each:.1f}' for each in os.getloadavg())} on {os.cpu_count()} cores")
    print(
        f"{'game':<12}{'':<14}{'house':<16}"
        + "".join(f"{each:>9}" for each in ("cpu", "median", "last", "answer", "p95", "to floor"))
    )
    for slug in given.games:
        for size in given.screens:
            with ExitStack() as stack:
                houses = {
                    root.resolve().name: stack.enter_context(served(root.resolve())) for root in given.houses
                }
                measure(slug, size, houses | {"floor": stack.enter_context(floor())})
    for size, (median, last, cpu) in WANTED.items():
        more = f", last <= {last} ms, <= {cpu} ms of processor" if last else ""
        print(f"wanted at {size}: median <= {median} ms{more}")
    print(f"load after: {' '.join(f'{each:.1f}' for each in os.getloadavg())}", flush=True)
    for bench in ("bench_load.py", "bench_long.py") if given.all else ():
        houses = [str(each.resolve()) for each in given.houses] if bench == "bench_load.py" else []
        subprocess.run([sys.executable, str(Path(__file__).with_name(bench)), *houses], check=True)


if __name__ == "__main__":
    main()
