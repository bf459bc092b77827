"""A club's evening at a served house: N live screens at M tables, and taps at each, for so many minutes.

Run by hand, against a house that is up, through whatever stands before it:
`uv run python tests/bench/bench_club.py http://127.0.0.1:8000/ --screens 1000 --tables 50 --minutes 12`.
"""

import argparse
import asyncio
import json
import ssl
import statistics
import sys
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from bench_bell import Table, deeds  # noqa: E402
from screens import VERSION, Door, Screen  # noqa: E402

SLUG = "scarper"


@dataclass
class Club:
    """What is measured: milliseconds, and what went amiss, by its name."""

    answers: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    amiss: list[str] = field(default_factory=list)
    streams: int = 0
    over: bool = False


@dataclass
class Guest(Screen):
    """One live screen of a table: gets each picture on its stream, and dials again where that ends."""

    club: Club = field(default_factory=Club)
    tls: ssl.SSLContext | None = None
    own: str = ""

    async def follow(self) -> None:
        while not self.club.over:
            try:
                await self._follow()
            except (OSError, ValueError, asyncio.IncompleteReadError) as error:
                self.club.amiss.append(f"stream: {type(error).__name__} {str(error)[:60]}")
            await asyncio.sleep(1)

    async def _follow(self) -> None:
        name, own = (self.door.host if self.tls else None), ((self.own, 0) if self.own else None)
        reader, writer = await asyncio.open_connection(
            self.door.host, self.door.port, ssl=self.tls, server_hostname=name, local_addr=own, limit=2**22
        )
        writer.write(self.door.head(f"GET {self.bell}", self.token, "Accept: text/event-stream\r\n"))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head[:20]:
            raise ValueError(head[:20])
        self.club.streams += 1
        try:
            await self._listen(
                reader, zlib.decompressobj(31).decompress if b"gzip" in head.lower() else bytes
            )
        finally:
            self.club.streams -= 1
            writer.close()

    def _show(self, page: bytes, at: float) -> None:
        super()._show(page, at)
        found = VERSION.search(page)
        began = found and began_at.get((self.address, int(found[1] or found[2])))
        if began:
            self.club.shown.append((at - began) * 1000)


began_at: dict[tuple[str, int], float] = {}


async def play(club: Club, table: Table, pause: float, dice: Random) -> None:
    """A deed of the game now and then, sent again until it is answered."""
    await asyncio.sleep(dice.uniform(0, pause))
    while not club.over:
        seat, action = next(table.actions)
        tap = {"action": action, "seen": table.version, "key": f"k{table.version}"}
        began = began_at[f"/t/{table.code}/", table.version + 1] = time.perf_counter()
        where, token = f"/api/tables/{table.code}/actions", table.tokens.get(seat, table.host)
        while True:
            try:
                await asyncio.to_thread(post, table.door, where, token, tap)
                break
            except OSError as error:
                club.amiss.append(f"tap: {error}")
                await asyncio.sleep(1)
        club.answers.append((time.perf_counter() - began) * 1000)
        table.version += 1
        await asyncio.sleep(dice.uniform(0.5, 1.5) * pause)


def base(door: Door) -> str:
    return f"{'https' if door.port == 443 else 'http'}://{door.host}:{door.port}"


def post(door: Door, where: str, token: str, body: object) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(base(door) + where, json.dumps(body).encode(), headers), timeout=30) as answer:
        return json.load(answer)


def opened(door: Door) -> Table:
    setup, actions = deeds(SLUG)
    made = post(door, "/api/tables", "", {"system": SLUG, "title": "Club", "setup": setup})
    tokens = {seat["id"]: seat["token"] for seat in made["seats"]}
    return Table(door, SLUG, "", made["code"], tokens, made["host"], actions)


def told(club: Club, minutes: float) -> str:
    def of(rows: list[float]) -> str:
        rows = sorted(rows) or [0.0]
        late = rows[len(rows) * 95 // 100]
        return f"{statistics.median(rows):.0f} ms in the middle, 95 of 100 within {late:.0f}"

    amiss = {what: club.amiss.count(what) for what in sorted(set(club.amiss))}
    return (
        f"{minutes:.1f} min: {club.streams} live; {len(club.answers)} taps, {of(club.answers)}; "
        f"heard {len(club.shown)} times, {of(club.shown)}; amiss {amiss}"
    )


async def evening(asked: argparse.Namespace) -> None:
    parts = urlsplit(asked.house)
    door = Door(parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    club, dice, tables = Club(), Random(1), [opened(door) for _ in range(asked.tables)]
    guests = []
    for n in range(asked.screens):
        one, own = (
            tables[n % len(tables)].screen(n // len(tables), pushed=True),
            asked.own[n % len(asked.own)],
        )
        guests.append(Guest(door, one.token, one.address, one.bell, True, club=club, tls=tls, own=own))
    doing = []
    for guest in guests:
        doing.append(asyncio.create_task(guest.follow()))
        await asyncio.sleep(0.02)
    doing += [asyncio.create_task(play(club, table, asked.pause, dice)) for table in tables]
    began = time.monotonic()
    while (past := (time.monotonic() - began) / 60) < asked.minutes:
        await asyncio.sleep(30)
        print(told(club, past + 0.5), flush=True)
    club.over = True
    for task in doing:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*doing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("house")
    parser.add_argument("--screens", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--pause", type=float, default=10, help="seconds between two taps of a table")
    parser.add_argument(
        "--own", nargs="*", default=[""], help="addresses of this machine to dial from, in turn"
    )
    asyncio.run(evening(parser.parse_args()))


if __name__ == "__main__":
    main()
