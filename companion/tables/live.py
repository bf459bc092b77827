"""The streams of a table: the picture painted once, the lesson in it, what keeps all awake."""

import json
import logging
import time
from asyncio import get_running_loop
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from threading import Condition, Lock, Thread
from time import monotonic
from urllib.parse import urlencode, urlsplit

from cachetools import LRUCache, cached
from django.db import DatabaseError, close_old_connections, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.template.loader import render_to_string
from django.utils.module_loading import import_string

from companion import limits, shelf
from companion.engine.rulebook import Done, Lesson, lesson_at, lessons
from companion.engine.scene import NOBODY
from companion.tables import rows, screen
from companion.tables.afterwards import ended
from companion.tables.bell import (
    CHANNEL,
    GZIP,
    HUB,
    Listener,
    Other,
    Picture,
    Presence,
    Ring,
    event,
    packed,
    present,
    stir_tables_of,
)
from companion.tables.devices import Device, address_of, device_at, secret_of
from companion.tables.errors import whole
from companion.tables.journal import own_marks
from companion.tables.models import ELSEWHERE, Entry, Table, Token, beside
from companion.tables.position import Position
from companion.tables.screen import Look
from companion.tables.seating import settle_all

type Sameness = tuple[object, ...]
log = logging.getLogger(__name__)


GUIDED_COOKIE, ON = "companion_guided", "1"
AGAIN = "lesson"
"""What an address says that reads an earlier lesson once more; no game's draft holds it."""
THROUGH = Lesson(
    do="That was the whole of it.",
    why="Play on: every number, name and phase that is underlined tells its rule when it is tapped.",
    tap=(),
)


FAREWELL = 3
"""Lines after which a round that was taught to its end is spoken of no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """One lesson as a screen shows it, the `number`-th of `many`; `entry` is the rule that tells more.

    `taps` names what is to be tapped here now: nothing on a screen that is not asked, nor in one that is read
    again. It `waits` while another acts. `back` and `on` lead to the lessons beside it.
    """

    number: int
    many: int
    lesson: Lesson
    taps: frozenset[str] = frozenset()
    waits: bool = False
    back: str = ""
    on: str = ""

    @property
    def dots(self) -> tuple[str, ...]:
        """The row of steps: those done, the one of now, those to come."""
        return tuple("done" if n < self.number else "now" if n == self.number else "" for n in self.steps)

    @property
    def steps(self) -> range:
        return range(1, self.many + 1)

    @property
    def areas(self) -> str:
        return " ".join(sorted(self.taps))


def page(look: Look) -> dict[str, object]:
    """The context of a table's page, with what is taught on it: `lesson`, else whether it offers to teach.

    Nothing is taught on the TV, nor where a line is corrected.
    """
    context = screen.page(look)
    current: Position = context["public"]
    context["v"] = ended(look, current, context["v"])
    teaches = look.room != "tv" and not look.line and bool(lessons(current.game.folder))
    context["teaches"], context["lesson"] = (
        teaches,
        _taught(look, current) if teaches and look.guided else None,
    )
    context["first"] = teaches and not look.guided and len(current.numbers) < 2
    return context


def _taught(look: Look, current: Position) -> Taught | None:
    """The lesson at which its seat stands, or an earlier one that is read again; gone soon after the last.

    Several seats on one device are taught each at its own turn.
    """
    steps, names = lessons(current.game.folder), {seat.chair: seat.name for seat in beside(look.table).seats}
    acts, actors = screen.eyes(look, names).acts, current.game.actors(current.state)
    mine = [chair for chair in names if chair in acts]
    acting = [chair for chair in mine if chair in actors]
    pupil = next(iter(acting or mine), "")
    deeds = list(_deeds(look.table, current))
    if lesson_at(steps, deeds[:-FAREWELL], pupil) == len(steps):
        return None
    at = lesson_at(steps, deeds, pupil, [key for key, value in look.draft.items() if value])
    n = min(at, whole(look.lesson, at, 2))
    lesson = steps[n] if n < len(steps) else THROUGH
    # Where it is nobody's turn, anybody may do it.
    may_act = n == at and bool(acting or (mine and not actors))
    return Taught(
        number=min(n + 1, len(steps)), many=len(steps), lesson=lesson,
        taps=frozenset(lesson.tap) if may_act else frozenset(),
        waits=not may_act and n == at < len(steps) and lesson.by == "pupil" and bool(mine),
        back=_reading(look, str(n - 1)) if n else "",
        on=_reading(look, str(n + 1) if n + 1 < at else "") if n < at else "",
    )  # fmt: skip


def _deeds(table: Table, current: Position) -> Iterator[Done]:
    """What was done since the table opened, as everybody may read it."""
    seats = dict(Entry.objects.filter(table=table, kind="action").values_list("number", "seat"))
    for number, action in current.actions.of(current.numbers[1:]):
        yield Done(seats.get(number, ""), current.game.redact_action(current.state, action, NOBODY))


def _reading(look: Look, lesson: str) -> str:
    """The same half-made choice with that lesson beside it; none is the one at which the table stands."""
    query = urlencode({**look.draft, **({AGAIN: lesson} if lesson else {})})
    return urlsplit(look.back).path + (f"?{query}" if query else "")


_answers: Counter[int] = Counter()
_tapped: dict[int, frozenset[int]] = {}
"""By table, whose tap was taken last: his screens get their picture first."""
_answered = Condition()
PATIENCE = 0.05
"""Seconds that the other screens wait at most for a tap's own."""

KEPT = 64
PICTURE = "tables/table.html#table"
DRAWS = "companion.tables.painting.pieces"
"""What draws it, with the tags that stand above this room; loaded when somebody plays."""
FILLED_IN = "-"
"""What stands in the place of a browser's own token."""


@contextmanager
def answering(table: int, who: Device) -> Iterator[None]:
    """While a tap there is done and answered: two that paint at once would both be late."""
    with _answered:
        _answers[table] += 1
        _tapped[table] = frozenset(who.tokens)
    try:
        yield
    finally:
        with _answered:
            _answers[table] -= 1
            _answered.notify_all()


def wait_for_answers(table: int) -> None:
    with _answered:
        _answered.wait_for(lambda: not _answers[table], PATIENCE)


def own(look: Look) -> Sameness:
    """What of who looks makes his picture another than others': his seats, what he asked and marked."""
    who = look.who
    requests = tuple(row.pk for row in beside(look.table).open if row.token_id in who.tokens)
    marked = json.dumps(own_marks(look.table, who), sort_keys=True) if look.table.marks else ""
    place = look.room, look.back, look.guided, look.lesson, look.opens
    return *place, who.holds, who.for_others, who.host, requests, marked


def _sameness(look: Look) -> Sameness:
    """Everything that two pictures must have in common to be one."""
    table = look.table
    presence = tuple(sorted(present(table).items()))
    return table.pk, table.code, table.version, table.stir, table.closed_at, presence, *own(look)


@cached(LRUCache(KEPT), _sameness, condition=Condition())
def sent(look: Look) -> Picture:
    """The picture; who comes while the same is being painted waits for it."""
    table, bare = look.table, {"refusal": None, "fields": (FILLED_IN, ""), "csrf_token": FILLED_IN}
    context = page(look) | bare
    try:
        pieces = import_string(DRAWS)(PICTURE, context)
    except Exception:
        log.exception("A picture could not be drawn as it is drawn at each tap, and is drawn as a page is.")
        pieces = [render_to_string(PICTURE, context)]
    return Picture(look.back, Ring(table.pk, table.version, table.stir), pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a page stands, its half-made choice left out: its room, whose hand it is, its address.

    `guided` is that its device is taught, `opens` what it says of its cover.
    """

    room: str
    draft: Mapping[str, str]
    back: str
    guided: bool = False
    opens: str = ""


def brings(table: int, secret: str, place: Place) -> bool:
    """Whether a stream of this process brings a page at that place its picture."""
    viewers = (each for each in HUB.at(table) if isinstance(each, Viewer) and not each.over)
    return any(each.secret == secret and each.place == place for each in viewers)


@dataclass(eq=False, kw_only=True)
class Viewer(Listener):
    """A stream of pictures, for the device that holds `secret`; `shown` is the last one that went down it."""

    secret: str
    place: Place
    picture: Picture | None = None
    shown: Picture | None = None

    def ring(self, news: Ring) -> None:
        if self.heard is None or not self.heard.tells(news):
            PAINTER.ask(news.table)

    def events(self, heard: Ring, news: Ring) -> Iterator[str]:
        """The picture that has come, and what was rung since."""
        picture, self.picture = self.picture, None
        if picture is not None:
            yield event(self.shown, picture)
            self.shown, heard = picture, heard.and_(picture.news)
        yield from super().events(heard, news)

    def shows_at_once(self, picture: Picture) -> bool:
        """Whether the picture is on its way already: nothing else is, and the stream's own task sleeps on."""
        if not self.rests or self.over or self.woken.is_set() or self.piece is None:
            return False
        words = event(self.shown, picture)
        went = self.piece(packed(words) if self.packs else words.encode())
        if went:
            self.shown, self.said = picture, self.said.and_(picture.news)
        return went


def look(table: Table, secret: str, place: Place) -> Look | None:
    """What the holder of this secret looks at there; None where he is not let in."""
    who = device_at(table, secret)
    may = who.joined and (who.holds or place.room != "hand") and shelf.game(table.system).at_table
    if not may:
        return None
    return Look(
        table=table, who=who, room=place.room, draft=place.draft, back=place.back,
        guided=place.guided, opens=place.opens,
    )  # fmt: skip


class Painter:
    """The thread. Of a table that is rung again before its turn comes the newest picture alone is painted."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked: set[int] = set()
        self._room = ThreadPoolExecutor(1, "painter")

    def ask(self, table: int) -> None:
        """Paint that table for all who view it, when its turn comes."""
        with self._lock:
            if table in self._asked:
                return
            self._asked.add(table)
        self._room.submit(self._paint, table)

    def _paint(self, pk: int) -> None:
        wait_for_answers(pk)
        with self._lock:
            self._asked.discard(pk)
        try:
            table = rows.read(Table, "id", pk)
            if table is not None:
                _bring(table, [each for each in HUB.at(pk) if isinstance(each, Viewer)])
        except Exception:
            log.exception("A table could not be painted; its screens ask for it when they are next rung.")
        finally:
            close_old_connections()


PAINTER = Painter()


def _bring(table: Table, viewers: list[Viewer]) -> None:
    """Paint what each of them sees, who tapped first, and send each picture as soon as it is painted."""
    news = Ring(table.pk, table.version, table.stir)
    with _answered:
        first = _tapped.pop(table.pk, frozenset())
    looks: dict[object, tuple[Look | None, list[Viewer]]] = {}
    for viewer in viewers:
        if viewer.heard is not None and viewer.heard.tells(news):
            continue
        seen = look(table, viewer.secret, viewer.place)
        eyes = own(seen) if seen else None
        looks.setdefault(eyes, (seen, []))[1].append(viewer)
    for seen, group in sorted(looks.values(), key=lambda look: _turn(look[1], first)):
        _send(seen, group, news)


def _turn(viewers: list[Viewer], first: frozenset[int]) -> tuple[bool, int]:
    """When a picture is painted: the one of whoever tapped before all others, then what most look at."""
    return all(first.isdisjoint(each.tokens) for each in viewers), -len(viewers)


def _send(seen: Look | None, viewers: list[Viewer], news: Ring) -> None:
    picture = _painted(seen) if seen else None
    if picture is None:
        for viewer in viewers:
            viewer.hear(news)
        return
    for last in {viewer.shown for viewer in viewers}:
        packed(event(last, picture))
    for viewer in viewers:
        viewer.heard = news
    for loop in {viewer.loop for viewer in viewers if viewer.loop}:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_put, [each for each in viewers if each.loop is loop], picture, news)


def _painted(seen: Look) -> Picture | None:
    """The picture; None where there is none: the page itself says why."""
    try:
        return sent(seen)
    except Exception:
        log.info("A table could not be painted for a stream.", exc_info=True)
        return None


def _put(viewers: list[Viewer], picture: Picture, news: Ring) -> None:
    for viewer in viewers:
        if not viewer.shows_at_once(picture):
            viewer.picture = picture
            viewer.put(news)


EVERY = 1.0

_running: set[str] = set()
_lock = Lock()


def wake() -> None:
    _start("read", _read_on)
    if connection.vendor == "postgresql":
        _start("listen", _listen_on)


def _start(name: str, work: Callable[[], None]) -> None:
    with _lock:
        if name not in _running:
            _running.add(name)
            Thread(target=work, name=f"bell-{name}", daemon=True).start()


def _may_end(name: str) -> bool:
    """True, and another thread may start, when nobody listens any more."""
    with _lock:
        if HUB.listeners():
            return False
        _running.discard(name)
        return True


def _read_on() -> None:
    presence = Presence()
    while not _may_end("read"):
        try:
            if not ELSEWHERE.is_set():
                presence.tick()
            reread()
            if not ELSEWHERE.is_set():
                settle_all()
        except (DatabaseError, Table.DoesNotExist) as error:
            log.warning("The bell could not read the tables' versions, and tries again: %s", error)
        finally:
            connection.close()
        time.sleep(EVERY)


def reread() -> None:
    """Ring every listened table at its version in the database, and end what has no right to listen."""
    listeners = HUB.listeners()
    tables = {listener.table for listener in listeners}
    tokens = {token for listener in listeners for token in listener.tokens}
    counts = Table.objects.filter(pk__in=tables).values_list("pk", "version", "stir")
    for news in map(Ring._make, counts):
        tables.discard(news.table)
        HUB.ring(news)
    standing = Token.objects.filter(pk__in=tokens, revoked_at=None).values_list("pk", flat=True)
    gone = tokens - set(standing)
    if gone and not ELSEWHERE.is_set():
        stir_tables_of(gone)  # Before they end: nobody is let in again by what was remembered.
    HUB.end(tokens=gone, tables=tables)


def _listen_on() -> None:
    import psycopg  # where PostgreSQL serves, and there alone

    while not _may_end("listen"):
        try:
            _listen()
        except psycopg.Error as error:
            log.warning("The bell lost its line to PostgreSQL, and dials again: %s", error)
            time.sleep(EVERY)


def _listen() -> None:
    import psycopg

    parameters = connection.get_connection_params()
    for own in ("cursor_factory", "context", "pool", "server_side_binding"):
        parameters.pop(own, None)
    with psycopg.connect(**parameters, autocommit=True) as line:
        line.execute(f"LISTEN {CHANNEL}")
        while HUB.listeners():
            for notice in line.notifies(timeout=EVERY):
                HUB.ring(Ring._make(map(int, notice.payload.split())))


BEAT = 2.0
LATER = {"Retry-After": "10", "Connection": "close"}
RENEWED = "event: renewed\ndata: renewed\n\n"
GONE = "event: gone\ndata: gone\n\n"
RETRY = "retry: 1000\n\n"
TOO_MANY = "This address has as many live screens as one may have. This one looks for news by itself."


def stream(request: HttpRequest, table: int, who: Device, place: Place | None = None) -> HttpResponseBase:
    """The event stream of a table, from the version that the device last heard on; 503 for one too many.

    A page of that place gets its pictures on it.
    """
    address, last = address_of(request), request.headers.get("Last-Event-ID")
    listener = Listener(table, frozenset(who.tokens), address)
    if place:
        listener = Viewer(table, listener.tokens, address, secret=secret_of(request) or "", place=place)
    if not HUB.join(listener, limits.streams_an_address()):
        return HttpResponse(TOO_MANY, status=503, content_type="text/plain; charset=utf-8", headers=LATER)
    steps = frames(listener, int(last) if last and last.isascii() and last.isdigit() else -1)
    return Stream(listener, steps, packs=re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))


class Stream(StreamingHttpResponse):
    """A place in the hub, from the moment that it is given until the screen has gone."""

    def __init__(self, listener: Listener, steps: AsyncGenerator[str], *, packs: object) -> None:
        super().__init__(_packed(steps) if packs else steps, content_type="text/event-stream")
        if packs:
            self.headers["Content-Encoding"] = "gzip"
        self.headers["Cache-Control"] = "no-cache"
        self.headers["X-Accel-Buffering"] = "no"
        self.listener, listener.packs = listener, bool(packs)

    def close(self) -> None:
        """The place is free again, also where the screen has gone before it heard a word."""
        HUB.leave(self.listener)
        super().close()


async def frames(listener: Listener, heard: int) -> AsyncGenerator[str]:
    """What the stream says, until the screen goes or may listen no more."""
    listener.loop = get_running_loop()
    wake()
    listener.hear(await listener.loop.run_in_executor(None, now, listener.table))
    listener.said, due, words = Ring(listener.table, heard, -1), monotonic() + BEAT, ""
    other = Other.url
    yield RETRY
    while True:
        if words != (words := limits.disk_words()):
            yield f"event: house\ndata: {json.dumps(words)}\n\n"
        if other != Other.url:
            yield RENEWED
            return
        news = await listener.next(max(0.0, due - monotonic()))
        if listener.over:
            yield GONE
            return
        if news:
            for frame in listener.events(listener.said, news):
                yield frame
            listener.said = news
        if monotonic() >= due:
            yield f"event: beat\ndata: {listener.said.version}\n\n"
            due = monotonic() + BEAT


async def _packed(frames: AsyncGenerator[str]) -> AsyncIterator[bytes]:
    yield GZIP
    async with aclosing(frames):
        async for frame in frames:
            yield packed(frame)


def now(table: int) -> Ring | None:
    """Where the table is; the connection is given back at once."""
    try:
        row = Table.objects.filter(pk=table).values_list("pk", "version", "stir").first()
        return Ring._make(row) if row else None
    finally:
        connection.close()
