"""What goes on tonight on a device: its tables by when it touched them, whom each waits for, how it stands.

What is shown of a table here is what everybody may know, whoever looks: a door stands open.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from cachetools import LRUCache, cached
from django.urls import reverse
from django.utils.timezone import localtime

from companion import shelf
from companion.engine.film import Area, Scale, path
from companion.engine.game import Game, Result
from companion.engine.stage import Part
from companion.engine.stage.screen import Bar
from companion.engine.wording import listed
from companion.tables import screen
from companion.tables.devices import STRANGER, hashed
from companion.tables.journal import public_position
from companion.tables.lines import LineShown
from companion.tables.lobby import Kept, kept
from companion.tables.models import Entry, Table, Token
from companion.tables.position import BrokenJournal, position
from companion.tables.screen import Look, SeatShown
from companion.tables.seating import people_at

LOOKED_AT = 8
"""Of so many tables, the last that were touched, it is asked whom they wait for."""
PAUSE = timedelta(minutes=30)
"""Who has done nothing for so long was not playing."""


class Mine(NamedTuple):
    """A table that has a place for this device: the seats that it holds there, and when it was last heard."""

    table: Table
    holds: frozenset[str]
    heard: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A table as the door shows it. `waits` are the people who are to act, `yours` that one sits here.

    `shared` is that several seats share this device, `plays` that it holds one;
    `words` is where the game stands.
    """

    table: Table
    game: Game[object]
    kept: Kept | None
    words: str
    waits: str
    yours: bool
    shared: bool
    plays: bool
    over: bool
    heard: datetime

    @property
    def title(self) -> str:
        return self.kept.title if self.kept and self.kept.whole else self.table.title

    @property
    def sketch(self) -> str:
        """Where its small picture is, or its campaign's; empty where nothing is drawn, or lies there yet."""
        drawn = self.game.sketch is not None and self.table.laid_out is None
        whole = self.kept.sketch if self.kept else ""
        address = (whole or screen.address("sketch", self.table.code)) if drawn else ""
        return f"{address}?v={self.table.version}" if address else ""

    @property
    def href(self) -> str:
        if self.table.laid_out is not None:
            return reverse("tables:lobby", args=[self.table.code])
        return self.kept.url if self.kept and self.kept.whole else screen.urls(self.table)["table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """The table that goes on: its board as all may see it, what is to be decided, what happened last."""

    lying: Lying
    bar: Bar | None
    board: Part | None
    decide: str
    last: LineShown | None
    seats: Sequence[SeatShown]

    @property
    def when(self) -> str:
        """When the last thing happened, as people say it."""
        if self.last is None:
            return ""
        at, today = localtime(self.last.at), localtime().date()
        days = (today - at.date()).days
        on = "" if days == 0 else f"on {at:%A}, " if 0 < days < 7 else f"on {at.day} {at:%B}, "
        return f"{on}{at:%H:%M}" if on else f"at {at:%H:%M}"


def mine(secret: str | None, system: str = "") -> list[Mine]:
    """The tables that this device plays or hosts, the last touched first; not those that it only watches."""
    if not secret:
        return []
    rows = Token.objects.filter(
        hash=hashed(secret), revoked_at=None, role__in=("seat", "host"), table__archived_at=None,
        table__branch_line=0, **({"table__system": system} if system else {}),
    )  # fmt: skip
    tables: dict[int, Mine] = {}
    for row in rows.select_related("table", "seat"):
        heard = row.heard_at or row.created
        before = tables.get(row.table_id) or Mine(row.table, frozenset(), heard)
        holds = before.holds | ({row.seat.chair} if row.role == "seat" and row.seat else set())
        tables[row.table_id] = Mine(before.table, holds, max(before.heard, heard))
    shelved = [each for each in tables.values() if each.table.system in shelf.slugs()]
    return sorted(shelved, key=lambda each: (each.heard, each.table.pk), reverse=True)


def lying(each: Mine) -> Lying:
    table, game = each.table, shelf.game(each.table.system)
    actors: Sequence[str] = ()
    over = False
    if table.laid_out is None:
        try:
            state = public_position(table, position(table)).state
            actors, over = game.actors(state), game.is_over(state)
        except BrokenJournal:
            pass
    names = people_at(table)
    return Lying(
        table=table, game=game, kept=kept(table), words=table.headline, over=over, heard=each.heard,
        waits=listed(names.get(seat, seat) for seat in actors), shared=len(each.holds) > 1,
        plays=bool(each.holds), yours=not each.holds.isdisjoint(actors),
    )  # fmt: skip


def open_here(tables: Iterable[Mine]) -> list[Lying]:
    """Those that are open: first what waits for a seat of this device, then the others, the latest first."""
    going = [each for each in tables if each.table.closed_at is None]
    shown = [lying(each) for each in going[:LOOKED_AT]]
    return sorted(shown, key=lambda each: (each.over, not each.yours))


def tonight(lying: Lying) -> Tonight:
    """How the first of them is drawn."""
    if lying.table.laid_out is not None or not lying.game.at_table:
        return Tonight(lying=lying, bar=None, board=None, decide=lying.words, last=None, seats=())
    look = Look(table=lying.table, who=STRANGER, room="tv", draft={}, back=screen.urls(lying.table)["tv"])
    try:
        shown = screen.page(look)
    except BrokenJournal:
        return Tonight(lying=lying, bar=None, board=None, decide=lying.words, last=None, seats=())
    values, shell = shown["v"], shown["table"]
    stage = values.stage
    return Tonight(
        lying=lying, bar=values.bar, board=stage.board if stage else None,
        decide=str(stage.ask.title or lying.words) if stage else lying.words,
        last=next(iter(shell.last), None), seats=shell.seats,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A game that is over: who came off best, how it ended, its course as points of a line, its minutes.

    `look` is what a style sheet knows the winner by; without one it was nobody's alone.
    """

    table: Table
    best: Result
    words: str
    name: str
    look: str
    course: str
    zero: float
    minutes: int
    ended: datetime


COURSE_WIDE, COURSE_HIGH = 96, 40


def past(tables: Iterable[Mine]) -> list[Past]:
    """The games of these that have come to an end, the latest first."""
    games = (_past(each.table) for each in tables if each.table.laid_out is None)
    return sorted((each for each in games if each), key=lambda each: each.ended, reverse=True)


@cached(LRUCache(256), lambda table: (table.pk, table.code, table.version, table.stir))
def _past(table: Table) -> Past | None:
    game = shelf.game(table.system)
    try:
        current = position(table)
        if not game.is_over(current.state) or game.result is None:
            return None
        rows = game.result(current.state)
        course, zero = _course(game, current.trail)
    except BrokenJournal:
        return None
    best = next(iter(rows), None)
    if best is None:
        return None
    alone = sum(row.rank == 1 for row in rows) == 1
    names = people_at(table)
    at = list(Entry.objects.filter(table=table).order_by("number").values_list("at", flat=True))
    played = sum((min(b - a, PAUSE) for a, b in pairwise(at)), timedelta())
    first = [names.get(row.seat, row.seat) for row in rows if row.rank == 1]
    return Past(
        table=table, best=best, words=best.words, name=listed(first), course=course, zero=zero,
        look=(game.film.look(current.state, best.seat) if game.film else best.seat) if alone else "",
        minutes=round(played.total_seconds() / 60), ended=at[-1],
    )  # fmt: skip


def _course(game: Game[object], trail: Sequence[object]) -> tuple[str, float]:
    """The first line of the game's own course as a path, and where its zero lies."""
    if game.film is None:
        return "", COURSE_HIGH / 2
    values = [value for value in game.film.course(trail).series[0].values if value is not None]
    if len(values) < 2:
        return "", COURSE_HIGH / 2
    area = Area(2, 5, COURSE_WIDE - 2, COURSE_HIGH - 5)
    scale = Scale(area, len(values), min(0, *values), max(0, *values))
    return path(scale.spots(values, stepped=True)), scale.y(0)


def lasted(games: Sequence[Past]) -> tuple[int, int] | None:
    """The shortest and the longest of the last three, in minutes; None of fewer than two."""
    minutes = [each.minutes for each in games[:3]]
    return (min(minutes), max(minutes)) if len(minutes) > 1 else None


def by_system(tables: Iterable[Mine]) -> Mapping[str, int]:
    """Games in the order in which this device last touched a table of them."""
    order: dict[str, int] = {}
    for each in tables:
        order.setdefault(each.table.system, len(order))
    return order
