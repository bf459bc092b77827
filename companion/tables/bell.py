"""The bell tells screens that a table's version grew; who hears it is here, as a green dot."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, compress, count
from operator import ne
from threading import Lock
from time import monotonic
from typing import NamedTuple
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, compressobj

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from companion.tables.devices import Device
from companion.tables.models import ALIVE, ELSEWHERE, SIGN, Table, Token, beside, lately, writing, writing_at

type Part = str | tuple[int, int]
"""A new line, or where a run of old ones begins and how many they are."""


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


NOTHING = Ring(0, -1, -1)


@dataclass(eq=False)
class Listener:
    """One stream. Its mailbox holds the newest ring alone: a burst is one refresh.

    `said` is what has gone down it. While it `rests`, what comes may be written at once by `piece`, where its
    connection has that; `packs` is that its screen unpacks.
    """

    table: int
    tokens: frozenset[int]
    address: str
    loop: asyncio.AbstractEventLoop | None = None
    heard: Ring | None = None
    news: Ring | None = None
    over: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    said: Ring = NOTHING
    rests: bool = False
    packs: bool = False
    piece: Callable[[bytes], bool] | None = None

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
        self.news = news and (self.news or news).and_(news)
        self.woken.set()

    def events(self, heard: Ring, news: Ring) -> Iterator[str]:
        if news.version != heard.version:
            yield f"event: version\nid: {news.version}\ndata: {news.version}\n\n"
        if news.stir != heard.stir:
            yield f"event: stir\ndata: {news.stir}\n\n"

    async def next(self, patience: float) -> Ring | None:
        """The newest ring, or None after `patience` seconds of peace."""
        self.rests = True
        try:
            await asyncio.wait_for(self.woken.wait(), patience)
        except TimeoutError:
            return None
        finally:
            self.rests = False
        self.woken.clear()
        news, self.news = self.news, None
        return news


class Hub:
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
            listeners = self._at.get(listener.table, set())
            if listener not in listeners:
                return
            listeners.discard(listener)
            if not listeners:
                self._at.pop(listener.table, None)
            self._addresses -= Counter({listener.address: 1})

    def ring(self, news: Ring) -> None:
        for listener in self.at(news.table):
            listener.ring(news)

    def end(self, tokens: Iterable[int] = (), tables: Iterable[int] = ()) -> None:
        gone, shut = frozenset(tokens), frozenset(tables)
        for listener in self.listeners():
            if listener.table in shut or listener.tokens & gone:
                listener.hear(None)

    def listeners(self) -> list[Listener]:
        with self._lock:
            return [listener for listeners in self._at.values() for listener in listeners]

    def tokens(self, table: int) -> set[int]:
        return {token for listener in self.at(table) for token in listener.tokens}

    def count(self) -> int:
        with self._lock:
            return self._addresses.total()

    def at(self, table: int) -> list[Listener]:
        with self._lock:
            return list(self._at.get(table, ()))


HUB = Hub()


class Other:
    """The house beside this one: pages tell its address, and are loaded anew when it changes."""

    url = ""


KEPT = 64
GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""How a packed stream begins. It never ends, so that its checksum is never asked for."""


class Picture:
    """What a page shows at `place`, its address, once `news` were told; the same one is one object.

    Its `pieces` are its text in a row; a part that is as it was is the piece that it was.
    """

    def __init__(self, place: str, news: Ring, pieces: Sequence[str]) -> None:
        self.place, self.news, self.pieces = place, news, pieces
        self.begins = [0, *accumulate(map(_long, pieces))]
        self.where: dict[str, int] = {}
        for at, piece in enumerate(pieces):
            if len(piece) > SHORT:
                self.where.setdefault(piece, at)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def lines(self, first: int, end: int) -> list[str]:
        """The lines of some of its pieces; each keeps its end."""
        return [line for piece in self.pieces[first:end] for line in _lines(piece)]

    def after(self, last: "Picture") -> list[Part]:
        """This one by the lines of the last: what is the same piece is looked at no further."""
        parts: list[Part] = []
        old, new, begins = last.pieces, self.pieces, last.begins
        at = n = 0
        while n < len(new):
            same = _alike(old[at:], new[n:])
            if same:
                parts.append((begins[at], begins[at + same] - begins[at]))
                at, n = at + same, n + same
            now = next((m for m in range(n, len(new)) if new[m] in last.where), len(new))
            then = last.where[new[now]] if now < len(new) else len(old)
            # What was moved stands elsewhere; what lay between is compared with what lies there now.
            end = then if at <= then <= at + 2 * (now - n) + FAR else min(at + now - n, len(old))
            lines = difference(last.lines(at, end), self.lines(n, now))
            parts += (each if isinstance(each, str) else (each[0] + begins[at], each[1]) for each in lines)
            at, n = then, now
        return _joined(parts)


SHORT, FAR = 60, 60
"""Letters of a piece that is not looked for by itself; pieces gone before one is held for moved."""


def _lines(piece: str) -> list[str]:
    *lines, last = str.split(piece, "\n")  # What is marked as safe would mark each of them.
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _long(piece: str) -> int:
    """How many lines it has."""
    return piece.count("\n") + (not piece.endswith("\n"))


def _joined(parts: Iterable[Part]) -> list[Part]:
    """Runs that follow one another as one."""
    joined: list[Part] = []
    for part in parts:
        before = joined[-1] if joined else ""
        if not isinstance(part, str) and not isinstance(before, str) and sum(before) == part[0]:
            joined[-1] = (before[0], before[1] + part[1])
        else:
            joined.append(part)
    return joined


@lru_cache(KEPT)
def event(last: Picture | None, picture: Picture) -> str:
    """The event that brings a page from the last picture to this one."""
    parts = picture.after(last) if last else picture.lines(0, len(picture.pieces))
    data = json.dumps({"at": picture.place, "lines": parts}, ensure_ascii=False, separators=(",", ":"))
    return f"event: picture\nid: {picture.news.version}\ndata: {data}\n\n"


def difference(old: list[str], new: list[str]) -> list[Part]:
    """The new lines, by the old ones.

    >>> difference(["a", "b", "c"], ["b", "c", "d", "a"])
    [(1, 2), 'd', (0, 1)]
    """
    # A tap moves one thing: most lines are alike at the beginning and at the end.
    head = _alike(old, new)
    tail = min(_alike(old[::-1], new[::-1]), min(len(old), len(new)) - head)
    parts: list[Part] = [(0, head)] if head else []
    at, end = head, len(new) - tail
    places = dict(zip(reversed(old), range(len(old) - 1, -1, -1), strict=True)) if at < end else {}
    while at < end:
        start = places.get(new[at], -1)
        run = _alike(old[start : start + end - at], new[at:end]) if start >= 0 else 1
        parts.append(new[at] if start < 0 else (start, run))
        at += run
    return [*parts, (len(old) - tail, tail)] if tail else parts


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many equal lines both begin."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))


@lru_cache(KEPT)
def packed(words: str) -> bytes:
    """These words as a piece of any packed stream: it looks back on nothing that came before it."""
    squeeze = compressobj(6, DEFLATED, -MAX_WBITS)
    return squeeze.compress(words.encode()) + squeeze.flush(Z_FULL_FLUSH)


CHANNEL = "companion_bell"


def ring(table: Table) -> None:
    """Ring once the transaction around this is committed."""
    news = Ring(table.pk, table.version, table.stir)
    transaction.on_commit(lambda: HUB.ring(news))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{news.table} {news.version} {news.stir}"])


def stir(table: Table) -> None:
    """Ring for what changed beside the journal: a seat taken, a request made, the door shut."""
    Table.objects.filter(pk=table.pk).update(stir=F("stir") + 1)
    table.refresh_from_db(fields=["stir"])
    ring(table)


GONE = 6.0


class Presence:
    """What this process knows of who listens, tick by tick."""

    def __init__(self) -> None:
        self._heard: dict[int, float] = {}
        self._shown: set[int] = set()

    def tick(self) -> None:
        """Note who listens, and ring where somebody came or went.

        Who came or went is read where screens read it: this process may have begun to watch after somebody
        came, and another may have heard him last.
        """
        now, listeners = monotonic(), HUB.listeners()
        listening = {token for listener in listeners for token in listener.tokens}
        self._heard |= dict.fromkeys(listening, now)
        gone = {token for token, at in self._heard.items() if now - at > GONE}
        for token in gone:
            del self._heard[token]
        _sign(listening, gone)
        tables = {listener.table for listener in listeners}
        rows = Token.objects.filter(table__in=tables, role="seat", revoked_at=None)
        fresh = Q(pk__in=listening) | Q(heard_at__range=lately(ALIVE))
        before, self._shown = self._shown, set(rows.filter(fresh).values_list("pk", flat=True))
        if before != self._shown:
            stir_tables_of(before ^ self._shown)


def stir_tables_of(tokens: Collection[int]) -> None:
    """What was remembered of who may look at these tokens' tables is looked up again."""
    for table in Table.objects.filter(tokens__in=tokens).distinct():
        with writing_at(table) as held:
            stir(held)


def _sign(listening: Collection[int], gone: Collection[int]) -> None:
    now = timezone.now()
    quiet = Token.objects.filter(pk__in=listening).exclude(
        heard_at__isnull=False, heard_at__range=lately(SIGN)
    )
    left = Token.objects.filter(pk__in=gone, heard_at__range=lately(ALIVE))
    for rows, at in ((quiet, now), (left, now - ALIVE)):
        if rows.exists():
            with writing():
                rows.update(heard_at=at)


def heard(who: Device) -> None:
    """A sign of life of a host whose page does not listen, or has not begun to."""
    if not who.host or ELSEWHERE.is_set():
        return
    quiet = Token.objects.filter(pk__in=who.tokens, role="host")
    quiet = quiet.exclude(heard_at__gte=timezone.now() - SIGN)
    if quiet.exists():
        with writing():
            quiet.update(heard_at=timezone.now())


def shows(table: Table, who: Device) -> None:
    """A secret that was given to a program shows a page: people look at it."""
    if who.label or who.screen or ELSEWHERE.is_set():
        return
    rows = Token.objects.filter(pk__in=who.tokens, label="", screen=False)
    if rows.exists():
        with writing_at(table) as held:
            rows.update(screen=True)
            stir(held)


def present(table: Table) -> dict[str, bool]:
    """The seats of a table that a device holds, and whether one of them listens."""
    company, tokens = beside(table), HUB.tokens(table.pk)
    listening: dict[str, bool] = {}
    for chair, token in company.held:  # A seat may be held by a device, and by programs beside it.
        listening[chair] = listening.get(chair, False) or token in tokens or token in company.alive
    return listening
