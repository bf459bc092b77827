"""Screens for the bench of the bell: plain clients that do on the wire what a page of the table does."""

import asyncio
import re
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

VERSION = re.compile(rb' data-version="(\d+)"|\nid: (\d+)')
HTMX = "HX-Request: true\r\nHX-Request-Type: partial\r\nAccept: text/html\r\n"


@dataclass(frozen=True)
class Door:
    """Where the house is, and how a browser there asks."""

    host: str
    port: int

    def head(self, words: str, token: str, more: str = "") -> bytes:
        """The head of a request, by the device that holds this token."""
        csrf = "c" * 32
        return (
            f"{words} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept-Encoding: gzip, deflate, br\r\n"
            f"Cookie: companion_device={token}; csrftoken={csrf}\r\nX-CSRFToken: {csrf}\r\n{more}\r\n"
        ).encode()


class Line:
    """One connection, kept open; `received` counts every byte that came on it."""

    def __init__(self, door: Door) -> None:
        self.door, self.received = door, 0
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, head: bytes, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body of an answer that has a length, or is empty."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(self.door.host, self.door.port)
        self.writer.write(head + body)
        said = await self.reader.readuntil(b"\r\n\r\n")
        sized = re.search(rb"content-length: (\d+)", said.lower())
        length = int(sized[1]) if sized else 0
        answer = await self.reader.readexactly(length)
        self.received += len(said) + length
        packed = b"content-encoding: gzip" in said.lower()
        return int(said[9:12]), zlib.decompress(answer, 31) if packed else answer


@dataclass
class Screen:
    """A page that follows its table: `shown` is when each version was whole on it, by `perf_counter`.

    `pushed` is that it asks for its picture on the stream; else it fetches it at each ring.
    """

    door: Door
    token: str
    address: str
    bell: str
    pushed: bool
    shown: dict[int, float] = field(default_factory=dict)
    received: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self) -> None:
        """Listen until this is cancelled."""
        self.line = Line(self.door)
        reader, writer = await asyncio.open_connection(self.door.host, self.door.port)
        writer.write(self.door.head(f"GET {self.bell}", self.token, "Accept: text/event-stream\r\n"))
        head = await reader.readuntil(b"\r\n\r\n")
        unpack = zlib.decompressobj(31).decompress if b"gzip" in head.lower() else bytes
        try:
            await self._listen(reader, unpack)
        finally:
            writer.close()

    async def _listen(self, reader: asyncio.StreamReader, unpack: Callable[[bytes], bytes]) -> None:
        rest = b""
        while True:
            size = int(await reader.readline(), 16)
            if not size:  # The house ends it: its worker goes, or the seat is another's.
                return
            chunk = (await reader.readexactly(size + 2))[:-2]
            at = time.perf_counter()
            self.received += size + 6
            *events, rest = (rest + unpack(chunk)).split(b"\n\n")
            for event in events:
                await self._hear(event, at)

    async def _hear(self, event: bytes, at: float) -> None:
        name = event.partition(b"\n")[0]
        if name == b"event: picture":
            self._show(event, at)
        elif name in (b"event: version", b"event: stir") and not self.pushed:
            _, page = await self.line.ask(self.door.head(f"GET {self.address}", self.token, HTMX))
            self._show(page, time.perf_counter())

    def _show(self, page: bytes, at: float) -> None:
        found = VERSION.search(page)
        if found:
            self.shown.setdefault(int(found[1] or found[2]), at)
            self.news.set()

    async def await_version(self, version: int) -> None:
        """Until the picture of that version, or a newer one, is there."""
        while max(self.shown, default=0) < version:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)

    def taken(self) -> int:
        """Bytes that came down both of its connections."""
        return self.received + self.line.received


async def every(doing: Callable[[Screen], Awaitable[None]], screens: list[Screen]) -> None:
    """The same at every screen, all at once."""
    await asyncio.gather(*map(doing, screens))
