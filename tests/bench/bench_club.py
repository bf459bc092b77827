"""A club's evening at a served house: N live screens at M tables, and taps at each, for so many minutes.

Where a game is through, its guests go over to a new one of the same table's.
Run by hand, against a house that is up, through whatever stands before it:
`uv run python tests/bench/bench_club.py http://127.0.0.1:8000/ --screens 1000 --tables 50 --minutes 12`.
"""

import argparse
import asyncio
import json
import ssl
import sys
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
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
    games: int = 0
    over: bool = False


@dataclass
class Guest(Screen):
    """One live screen of a table: gets each picture on its stream, and dials again where that ends."""

    club: Club = field(default_factory=Club)
    tls: ssl.SSLContext | None = None
    own: str = ""
    following: asyncio.Task[None] | None = None

    def sit(self, table: Table, number: int) -> None:
        """From now on it follows this table, and no other."""
        if self.following:
            self.following.cancel()
        there = table.screen(number, pushed=True)
        self.token, self.address, self.bell = there.token, there.address, there.bell
        self.following = asyncio.create_task(self.follow())

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


async def play(club: Club, table: Table, guests: list[Guest], pause: float, dice: Random) -> None:
    """A deed of the game now and then, sent again until it is answered; after the last, a new game."""
    await asyncio.sleep(dice.uniform(0, pause))
    while not club.over:
        deed = next(table.actions, None)
        if deed is None:
            club.games += 1
            table = await asyncio.to_thread(opened, table.door, dice.randrange(1000))
            for number, guest in enumerate(guests):
                guest.sit(table, number)
            await asyncio.sleep(pause)
            continue
        seat, action = deed
        tap = {"action": action, "seen": table.version, "key": f"k{table.version}"}
        began = began_at[f"/t/{table.code}/", table.version + 1] = time.perf_counter()
        where, token = f"/api/tables/{table.code}/actions", table.tokens.get(seat, table.host)
        while True:
            try:
                await asyncio.to_thread(post, table.door, where, token, tap)
                break
            except HTTPError as refused:
                if refused.code != 422 or token == table.host:
                    club.amiss.append(f"tap: {refused}")
                    await asyncio.sleep(1)
                token = table.host  # What hangs on another seat's secret is done by who knows both.
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


def opened(door: Door, seed: int) -> Table:
    setup, actions = deeds(SLUG, seed)
    actions = iter(list(actions))  # Played before the first tap: it is not the house's work.
    made = post(door, "/api/tables", "", {"system": SLUG, "title": "Club", "setup": setup})
    tokens = {seat["id"]: seat["token"] for seat in made["seats"]}
    return Table(door, SLUG, "", made["code"], tokens, made["host"], actions)


def told(club: Club, minutes: float) -> str:
    def of(rows: list[float]) -> str:
        rows = sorted(rows) or [0.0]
        middle, late = rows[len(rows) // 2], rows[len(rows) * 95 // 100]
        return f"{middle:.0f} ms in the middle, 95 of 100 within {late:.0f}, the last {rows[-1]:.0f}"

    amiss = {what: club.amiss.count(what) for what in sorted(set(club.amiss))}
    return (
        f"{minutes:.1f} min: {club.streams} live; {club.games} games through; "
        f"{len(club.answers)} taps, {of(club.answers)}; "
        f"heard {len(club.shown)} times, {of(club.shown)}; amiss {amiss}"
    )


async def evening(asked: argparse.Namespace) -> None:
    parts = urlsplit(asked.house)
    door = Door(parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    club, dice, tables = Club(), Random(1), [opened(door, seed) for seed in range(asked.tables)]
    seated: list[list[Guest]] = [[] for _ in tables]
    for n in range(asked.screens):
        there, own = n % len(tables), asked.own[n % len(asked.own)]
        guest = Guest(door, "", "", "", True, club=club, tls=tls, own=own)
        guest.sit(tables[there], len(seated[there]))
        seated[there].append(guest)
        await asyncio.sleep(0.02)
    doing = [
        asyncio.create_task(play(club, table, guests, asked.pause, dice))
        for table, guests in zip(tables, seated, strict=True)
    ]
    began = time.monotonic()
    while (past := (time.monotonic() - began) / 60) < asked.minutes:
        await asyncio.sleep(30)
        print(told(club, past + 0.5), flush=True)
    club.over = True
    following = [guest.following for guests in seated for guest in guests if guest.following]
    for task in doing + following:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*doing, *following)


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
