"""From a tap to the new picture at each of N screens: how long, what it costs the house, and the wire.

Run by hand: `uv run python tests/bench/bench_bell.py [FOLDER OF A HOUSE]…`; more houses than one are measured
in one run. Each tap is a deed of a whole game by the seat whose turn it is, as a page's outbox posts it.
`fetched` screens hear that the version grew and ask for their picture; `pushed` ones get it on their stream,
where a house sends it.
"""

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from house import ask, served  # noqa: E402
from screens import Door, Line, Screen, every  # noqa: E402

from companion import shelf  # noqa: E402
from companion.engine.game import Game  # noqa: E402

SIZES, TAPS, WARM, REST = (8, 50, 200), 60, 8, 0.02
GAMES = {"scarper": "", "verraeter": "hand/"}
SHOWN = ("parabellum",)
"""Games whose demo is played: their players set things by hand, which waits for the others' word."""
TICKS = os.sysconf("SC_CLK_TCK")
WANTED = {8: (8, 10), 50: (15, None), 200: (40, 40)}
HTMX = "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def deeds(slug: str, seed: int = 1) -> tuple[Any, Iterator[tuple[str, dict[str, Any]]]]:
    """A game of players who know what is legal alone: its setup, and its actions, each with whose it is.

    What belongs to several seats, or asks another one first, is its host's, who sits nowhere.
    """
    game, random = shelf.game(slug), Random(seed)
    players = import_module(f"tests.games.{slug}.player")
    setup = game.shuffle({}, random)
    lines = players.play(setup, players.Player(random))
    if slug in SHOWN and game.demo:
        setup, actions = game.demo()
        return setup, _each(game, setup, actions)
    rows = ((now, action) for now, action, _ in lines if action is not None)
    return setup, ((_whose(game, now, action), action) for now, action in rows)


def _each(game: Game[Any], setup: Any, actions: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    state = game.open(setup).state
    for action in actions:
        yield _whose(game, state, action), action
        state = game.apply(state, action).state


def _whose(game: Game[Any], now: Any, action: Any) -> str:
    is_common = game.sealed is not None and game.sealed.owners(now)
    return "" if is_common or game.asks(now, action) else game.seat_of(now, action) or ""


@dataclass
class Table:
    """A table that is played, and what its seats hold."""

    door: Door
    slug: str
    room: str
    code: str
    tokens: dict[str, str]
    host: str
    actions: Iterator[tuple[str, dict[str, Any]]]
    version: int = 1
    common: bool = False
    """Whether its host tapped the last deed, who has no screen of his own."""

    def screen(self, number: int, pushed: bool) -> Screen:
        """One more screen, of the next seat."""
        address = f"/t/{self.code}/{self.room}"
        bell = f"/t/{self.code}/bell/" + (f"?at={quote(address, safe='')}" if pushed else "")
        token = list(self.tokens.values())[number % len(self.tokens)]
        return Screen(self.door, token, address, bell, pushed)

    async def tap(self, line: Line) -> None:
        """The next deed, by whose it is."""
        seat, action = next(self.actions)
        self.common = not seat
        token = self.tokens.get(seat, self.host)
        fields = {"action": json.dumps(action), "seen": self.version, "key": f"k{self.version}"}
        body = urlencode(fields | {"back": f"/t/{self.code}/"}).encode()
        more = f"{HTMX}Companion-Listens: /t/{self.code}/\r\nContent-Length: {len(body)}\r\n"
        status, page = await line.ask(self.door.head(f"POST /t/{self.code}/act/", token, more), body)
        if status not in (201, 204):
            raise RuntimeError(f"{action} was answered {status}: {page[:2000].decode()}")
        self.version += 1


def opened(home: str, slug: str, room: str) -> Table:
    """A table of that game at its beginning, everybody seated."""
    setup, actions = deeds(slug)
    made = ask(f"{home}api/tables", {"system": slug, "title": "Bench", "setup": setup})
    door = Door(urlsplit(home).hostname or "", urlsplit(home).port or 0)
    tokens = {s["id"]: s["token"] for s in made["seats"]}
    return Table(door, slug, room, made["code"], tokens, made["host"], actions)


def spent(process: int) -> float:
    """Seconds of processor that this process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass(frozen=True)
class Figures:
    """What one run showed: milliseconds, processor seconds a thousand taps, kilobytes a tap a screen."""

    median: float
    late: float
    answered: float
    cpu: float
    kilobytes: float


async def measured(table: Table, size: int, pushed: bool, process: int) -> Figures:
    """Tap by tap, each once every screen has the one before."""
    screens, line = [table.screen(number, pushed) for number in range(size)], Line(table.door)
    following = [asyncio.create_task(screen.follow()) for screen in screens]
    await asyncio.sleep(1 + size / 50)
    times: list[float] = []
    answers: list[float] = []
    for number in range(WARM + TAPS):
        if number == WARM:
            cpu, taken = spent(process), sum(screen.taken() for screen in screens)
        began = time.perf_counter()
        await table.tap(line)
        answered = time.perf_counter()
        await every(lambda screen: screen.await_version(table.version), screens)
        if number >= WARM:
            answers.append((answered - began) * 1000)
            times += [(screen.shown[table.version] - began) * 1000 for screen in screens]
        await asyncio.sleep(REST)
    cpu, taken = spent(process) - cpu, sum(screen.taken() for screen in screens) - taken
    for task in following:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*following)
    times.sort()
    return Figures(
        statistics.median(times), times[int(len(times) * 0.95)], statistics.median(answers),
        cpu / TAPS * 1000, taken / TAPS / size / 1000,
    )  # fmt: skip


async def opening(table: Table) -> float:
    """Milliseconds to get the whole page, the median of thirty."""
    line, times = Line(table.door), []
    head = table.door.head(f"GET /t/{table.code}/{table.room}", next(iter(table.tokens.values())))
    for _ in range(30):
        began = time.perf_counter()
        await line.ask(head)
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def pushes(table: Table) -> bool:
    """Whether this house sends pictures down its streams."""

    async def heard() -> bool:
        screen = table.screen(0, pushed=True)
        task = asyncio.create_task(screen.follow())
        await asyncio.sleep(1)
        task.cancel()
        return bool(screen.shown)

    return asyncio.run(heard())


def measure(root: Path) -> None:
    """Every game, size and way in one house."""
    for slug, room in GAMES.items():
        with served(root) as (home, process):
            page = opened(home, slug, room)
            ways = (False, True) if pushes(page) else (False,)
            print(f"{root.name:<12}{slug:<11}{'a whole page':<34}{asyncio.run(opening(page)):>9.1f}")
            for size in SIZES:
                for pushed in ways:
                    seen = asyncio.run(measured(opened(home, slug, room), size, pushed, process))
                    way = f"{size} screens, {'pushed' if pushed else 'fetched'}"
                    row = (seen.median, seen.late, seen.answered, seen.cpu, seen.kilobytes)
                    print(f"{root.name:<12}{slug:<11}{way:<25}" + "".join(f"{each:>9.1f}" for each in row))


def main() -> None:
    """Measure, and print the table."""
    print(f"{'house':<12}{'game':<11}{'':<25}{'median':>9}{'p95':>9}{'answer':>9}{'cpu':>9}{'kB':>9}")
    for root in map(Path, sys.argv[1:] or [ROOT]):
        measure(root.resolve())
    for size, (time_, cpu) in WANTED.items():
        print(f"wanted at {size}: <= {time_} ms, {f'<= {cpu} s, ' if cpu else ''}<= 3 kB")


if __name__ == "__main__":
    main()
