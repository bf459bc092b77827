"""Who listens in this process. Threads ring; each stream waits in its own event loop, holding nothing."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple


class Ring(NamedTuple):
    """What the bell says: a table, how many entries it has, and how often it was stirred beside them."""

    table: int
    version: int
    stir: int

    def tells(self, other: "Ring") -> bool:
        """Whether who has heard this has heard the other too: both counts only ever grow."""
        return self.version >= other.version and self.stir >= other.stir

    def and_(self, other: "Ring") -> "Ring":
        """What both say; two ways may bring them out of order."""
        return Ring(self.table, max(self.version, other.version), max(self.stir, other.stir))


@dataclass(eq=False)
class Listener:
    """One stream. Its mailbox holds the newest ring alone: a burst is one refresh."""

    table: int
    tokens: frozenset[int]
    address: str
    loop: asyncio.AbstractEventLoop | None = None
    heard: Ring | None = None
    news: Ring | None = None
    over: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def ring(self, news: Ring) -> None:
        """The table's bell; may be rung from any thread."""
        if self.heard is None or not self.heard.tells(news):
            self.hear(news)

    def hear(self, news: Ring | None) -> None:
        """Leave a ring in the mailbox, or end the stream; may be called from any thread."""
        if news is None:
            self.over = True
        else:
            self.heard = (self.heard or news).and_(news)
        if self.loop is None:
            return  # Not begun yet; it reads where the table is when it does.
        try:
            self.loop.call_soon_threadsafe(self.put, news)
        except RuntimeError:
            self.over = True  # Its loop has gone, and the screen with it.

    def put(self, news: Ring | None) -> None:
        """The same in its own loop."""
        self.news = news and (self.news or news).and_(news)
        self.woken.set()

    def events(self, told: Ring, news: Ring) -> Iterator[str]:
        """What brings a screen from one ring to the other."""
        if news.version != told.version:
            yield f"event: version\nid: {news.version}\ndata: {news.version}\n\n"
        if news.stir != told.stir:
            yield f"event: stir\ndata: {news.stir}\n\n"

    async def next(self, patience: float) -> Ring | None:
        """The newest ring, or None after `patience` seconds of peace."""
        try:
            await asyncio.wait_for(self.woken.wait(), patience)
        except TimeoutError:
            return None
        self.woken.clear()
        news, self.news = self.news, None
        return news


class Hub:
    """The listeners of this process, by table."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._at: dict[int, set[Listener]] = {}
        self._addresses: Counter[str] = Counter()

    def join(self, listener: Listener, most: int) -> bool:
        """Let a stream listen, where its address has fewer than `most`; whether it does."""
        with self._lock:
            if self._addresses[listener.address] >= most:
                return False
            self._at.setdefault(listener.table, set()).add(listener)
            self._addresses[listener.address] += 1
            return True

    def leave(self, listener: Listener) -> None:
        """The stream is over; who has left already may leave again."""
        with self._lock:
            there = self._at.get(listener.table, set())
            if listener not in there:
                return
            there.discard(listener)
            if not there:
                self._at.pop(listener.table, None)
            self._addresses -= Counter({listener.address: 1})

    def ring(self, news: Ring) -> None:
        """Tell every stream of that table."""
        for listener in self.at(news.table):
            listener.ring(news)

    def end(self, tokens: Iterable[int] = (), tables: Iterable[int] = ()) -> None:
        """End the streams of revoked tokens and of deleted tables."""
        gone, shut = frozenset(tokens), frozenset(tables)
        for listener in self.listeners():
            if listener.table in shut or listener.tokens & gone:
                listener.hear(None)

    def listeners(self) -> list[Listener]:
        """Every stream of this process."""
        with self._lock:
            return [listener for there in self._at.values() for listener in there]

    def tokens(self, table: int) -> set[int]:
        """The tokens that listen to that table."""
        return {token for listener in self.at(table) for token in listener.tokens}

    def count(self) -> int:
        """How many streams this process has."""
        with self._lock:
            return self._addresses.total()

    def at(self, table: int) -> list[Listener]:
        """The streams of that table."""
        with self._lock:
            return list(self._at.get(table, ()))


HUB = Hub()
