"""Screens that get their pictures on their streams: painted once for all who see the same, by one thread.

What a screen may see hangs on the seats that its device holds when it is painted, not when it began to
listen. One for which nothing can be painted is rung like any other, and asks for its page.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock

from django.db import close_old_connections

from companion import shelf
from companion.tables.bell.hub import HUB, Listener, Ring
from companion.tables.bell.sent import Picture, event, packed
from companion.tables.devices import device_at
from companion.tables.models import Table
from companion.tables.picture import own, sent, wait_for_answers
from companion.tables.screen import Look

log = logging.getLogger(__name__)


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


@dataclass(eq=False, kw_only=True)
class Viewer(Listener):
    """A stream of pictures, for the device that holds `secret`; `shown` is the last one that went down it."""

    secret: str
    place: Place
    picture: Picture | None = None
    shown: Picture | None = None

    def ring(self, news: Ring) -> None:
        """Have it painted first."""
        if self.heard is None or not self.heard.tells(news):
            PAINTER.ask(news.table)

    def events(self, told: Ring, news: Ring) -> Iterator[str]:
        """The picture that has come, and what was rung since."""
        picture, self.picture = self.picture, None
        if picture is not None:
            yield event(self.shown, picture)
            self.shown, told = picture, told.and_(picture.news)
        yield from super().events(told, news)


def look(table: Table, secret: str, place: Place) -> Look | None:
    """What the holder of this secret looks at there; None where he is not let in."""
    who = device_at(table, secret)
    may = who.joined and (who.holds or place.room != "hand") and shelf.game(table.system).at_table
    if not may:
        return None
    at = Look(table=table, who=who, room=place.room, draft=place.draft, back=place.back)
    return replace(at, guided=place.guided, opens=place.opens)


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
            table = Table.objects.filter(pk=pk).first()
            if table is not None:
                _bring(table, [each for each in HUB.at(pk) if isinstance(each, Viewer)])
        except Exception:
            log.exception("A table could not be painted; its screens ask for it when they are next rung.")
        finally:
            close_old_connections()


PAINTER = Painter()


def _bring(table: Table, viewers: list[Viewer]) -> None:
    """Paint what each of them sees, and send it to all who see it."""
    news = Ring(table.pk, table.version, table.stir)
    looks: dict[object, Look | None] = {}
    alike: dict[object, list[Viewer]] = defaultdict(list)
    for viewer in viewers:
        if viewer.heard is not None and viewer.heard.tells(news):
            continue
        seen = look(table, viewer.secret, viewer.place)
        eyes = own(seen) if seen else None
        looks[eyes] = seen
        alike[eyes].append(viewer)
    for alike_eyes, group in alike.items():
        _send(looks[alike_eyes], group, news)


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
        viewer.picture = picture
        viewer.put(news)
