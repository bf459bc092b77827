"""What the house remembers of a table: its seats, who may sit there, and a journal that only grows.

What stands beside the journal is read once; and one writes at a time.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Lock
from typing import Any, Never

from cachetools import TTLCache
from django.db import DatabaseError, connection, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import Q
from django.utils import timezone

from companion.tables import rows

KINDS = ("setup", "action", "undo", "redo", "amend", "edition")


REQUESTS = ("undo", "redo", "amend", "deed", "branch", "question", "claim", "host", "news", "whole")


class Table(models.Model):
    """One game in play. `version` counts its entries; `stir` counts what changed beside the journal.

    `laid_out` is the setup of a table whose people are still sitting down; None once its host has begun.
    `walk` is how many beats of the line `walked` all screens have been shown. `ready` are the seats that
    have said after line `readied` that they are ready for what is shown to all next, and `marks` what
    each seat has marked under its seal since then. `again` is the code of the table at which its people
    play on with sides changed. `branch_line` is the line of `branch_of` after which a branch goes on
    otherwise; 0 at every true table.
    """

    code = models.CharField(max_length=6, unique=True)
    system = models.SlugField(max_length=40)
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=6, choices=[("open", "Open"), ("seated", "Seated")])
    version = models.PositiveIntegerField(default=0)
    stir = models.PositiveIntegerField(default=0)
    walk = models.PositiveSmallIntegerField(default=0)
    walked = models.PositiveIntegerField(default=0)
    ready = models.JSONField(default=list)
    readied = models.PositiveIntegerField(default=0)
    marks = models.JSONField(default=dict, blank=True)
    again = models.CharField(max_length=6, blank=True, default="")
    branch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="branches")
    branch_line = models.PositiveIntegerField(default=0)
    headline = models.CharField(max_length=200, blank=True)
    laid_out = models.JSONField(null=True, blank=True)
    door_open = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"


class Seat(models.Model):
    """A chair at a table: `name` is the game's word for it, `player` the person's.

    `asks` is that who sits there agrees that everybody may ask what the house would do.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    chair = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    player = models.CharField(max_length=60, blank=True)
    asks = models.BooleanField(default=False)

    class Meta:
        ordering = ("place",)
        constraints = (models.UniqueConstraint(fields=["table", "chair"], name="one_seat_a_chair"),)

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """What a device may do at a table. Only the hash of its 128-bit secret is kept.

    `label` is what kind of device it seems to be; one without was given to a program. `screen` is that it has
    shown a page all the same. `giver` is the hash of the device whose seat let a program in with it: such a
    token is a program's for good. `left` says, to who held it, why it was taken from him.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="tokens")
    role = models.CharField(max_length=6, choices=[("host", "Host"), ("seat", "Seat"), ("viewer", "Viewer")])
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="tokens")
    hash = models.CharField(max_length=64, db_index=True)
    label = models.CharField(max_length=60, blank=True)
    screen = models.BooleanField(default=False)
    giver = models.CharField(max_length=64, blank=True, default="")
    created = models.DateTimeField(auto_now_add=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    left = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.role} {self.label}".strip()


class Unchanging(models.QuerySet[Any]):
    """Lines that are written once: correcting one is another line."""

    def update(self, **_: object) -> Never:
        raise TypeError("A line of the journal is never changed; write another one.")

    def delete(self) -> Never:
        raise TypeError("A line of the journal is never deleted; undo is a line too.")


class Entry(models.Model):
    """One line of the journal. `action` is complete: typed or rolled, its dice are in it.

    `seat` is whose action it is, `by` who tapped it; `as_host` marks a host acting for a seat not his own.
    An undo keeps the lines up to `to`; an amendment stands in the place of `to` with its own `action`, or
    only strikes it out, and lets the later lines `dropped` stand no more; `repairs` says which of them do
    what else instead (`companion.tables.comparing`).
    `edition` is that of the rules by which it was written. Where they have moved on, a line of the kind
    `edition` begins anew from the state that its `action` holds; those up to `to` (None: all) count as past.
    `asked` is the digest of the tap as it came in, so that its key can be told from another's.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=7, choices=[(k, k) for k in KINDS])
    seat = models.CharField(max_length=40, blank=True)
    by = models.CharField(max_length=120, blank=True)
    as_host = models.BooleanField(default=False)
    to = models.PositiveIntegerField(null=True, blank=True)
    dropped = models.JSONField(null=True)
    repairs = models.JSONField(null=True)
    struck = models.BooleanField(default=False)
    action = models.JSONField(null=True)
    dice = models.JSONField(null=True)
    steps = models.JSONField(default=list)
    rolled = models.BooleanField(default=False)
    edition = models.CharField(max_length=20, default="1")
    key = models.CharField(max_length=100)
    asked = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    objects = Unchanging.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["table", "key"], name="one_entry_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("A line of the journal is never changed; write another one.")
        super().save(*args, **kwargs)


class Snapshot(models.Model):
    """A state after a line, kept beside the journal: as `role` 0 the last one, as 1 and 2 some before it.

    It holds wherever the same place (`number`, `since`) stands. `state` is the text of its JSON, whose order
    counts; where rows of it are long it holds only their ends, and `blocks` names by field what comes before.
    `digest` is the checksum of both.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    role = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    since = models.PositiveIntegerField()
    state = models.TextField()
    blocks = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("role",)
        constraints = (models.UniqueConstraint(fields=["table", "role"], name="one_snapshot_a_role"),)

    def __str__(self) -> str:
        return f"after {self.number}"


class Block(models.Model):
    """A full stretch of a long row of kept states, written once: its JSON, and the checksum that names it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="blocks")
    state = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "digest"], name="one_block_a_digest"),)

    def __str__(self) -> str:
        return self.digest


class Request(models.Model):
    """What others must answer before the table moves: an undo, a deed by hand, a card to name, a seat.

    `version` is the journal's when it was asked: all but a seat's and the host's lapse with the next entry.
    `answers` holds who has to answer, and what they said.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="requests")
    kind = models.CharField(max_length=8, choices=[(k, k) for k in REQUESTS])
    status = models.CharField(max_length=7, default="open")
    version = models.PositiveIntegerField()
    token = models.ForeignKey(Token, models.SET_NULL, null=True)
    by = models.CharField(max_length=120, blank=True)
    seat = models.CharField(max_length=40, blank=True)
    body = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    key = models.CharField(max_length=100)
    asked = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["table", "key"], name="one_request_a_key"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"


HOUSE = "house"
"""The giver of a token by which the house itself sits at a seat."""


class HouseSeat(models.Model):
    """The house at a seat, by a token of its own: how strongly it plays, and the sealed seed of its luck.

    `haste` is that it does not wait for people to follow; `thinking` the version about which some process
    has thought since `thinking_at`.
    """

    token = models.OneToOneField(Token, models.CASCADE, related_name="house")
    strength = models.CharField(max_length=12)
    seed = models.CharField(max_length=64)
    haste = models.BooleanField(default=False)
    thinking = models.PositiveIntegerField(default=0)
    thinking_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"the house {self.strength}"


class Why(models.Model):
    """What the house weighed at a version before it did the deed of that key, the one that it did first.

    `mind` marks the edition that thought so: a later one may come to another deed, and yet nobody cheated.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="whys")
    house = models.ForeignKey(HouseSeat, models.CASCADE, related_name="whys")
    key = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    strength = models.CharField(max_length=12)
    mind = models.CharField(max_length=8, blank=True, default="")
    weighed = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "key"], name="one_why_a_key"),)

    def __str__(self) -> str:
        return self.key


class RecoveryCode(models.Model):
    """What gives a table's host's place anew, once. Only the hash of its sixteen letters is kept."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64)
    made = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"of {self.table}"


class Guess(models.Model):
    """How often one address has lately guessed at a code or a token in vain."""

    address = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.address}: {self.count}"


type Chair = tuple[str, int]


ELSEWHERE = Event()
"""Set while another house writes, which this one follows: here nothing is written."""


class WrittenElsewhere(DatabaseError):
    """This house follows another one."""


def check_writes_here(
    execute: Callable[..., Any], sql: str, params: object, many: bool, context: object
) -> Any:
    """Lets a statement of a follower through that only reads."""
    if ELSEWHERE.is_set() and sql.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE", "REPLAC"):
        raise WrittenElsewhere
    return execute(sql, params, many, context)


ONE = Lock()
CONNECTIONS: dict[str, sqlite3.Connection] = {}


@contextmanager
def writing() -> Iterator[None]:
    """One transaction, and on SQLite the only one of this process."""
    if ELSEWHERE.is_set():
        raise WrittenElsewhere
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with ONE, transaction.atomic():
        yield


@contextmanager
def writing_at(table: Table) -> Iterator[Table]:
    """The same with the table as it now is, held against every other writer; `Table.DoesNotExist` if gone."""
    with writing():
        now = rows.read(Table, "id", table.pk, held=True)
        if now is None:
            raise Table.DoesNotExist(f"There is no table {table.pk}.")
        yield now


def keep_open(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Hold one more connection to each SQLite file that this process opens."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and name not in CONNECTIONS and ":memory:" not in name:
        CONNECTIONS[name] = kept = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
        kept.execute("SELECT count(*) FROM sqlite_master").fetchone()


connection_created.connect(keep_open, dispatch_uid="keep_open")


SIGN = timedelta(seconds=8)
"""How often who is here gives a sign of life; what is remembered is read again as often."""
ALIVE = timedelta(seconds=20)
SLIP = timedelta(milliseconds=1)
TABLES_KEPT = 64
ASKED = ("undo", "redo", "amend", "deed", "branch", "question")
"""Requests that lapse with the next line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Seats in order, seats' tokens with their chairs, open requests and news; `version` is when it was read.

    `used` are the seats of which a device has been here, `housed` those where the house alone is, `minds` all
    where it plays, and how strongly; `people` is how many devices of people play. `programs` is that nobody
    sits at a screen: each secret was given to a program.
    `alive` are the tokens that had lately given a sign; `hosted` the seats that the host plays for as well.
    `keys` are those of all requests ever made, `questions` the versions at which one was asked.
    """

    version: int
    seats: tuple[Seat, ...]
    held: tuple[Chair, ...]
    used: frozenset[str]
    housed: frozenset[str]
    minds: Mapping[str, str]
    people: int
    programs: bool
    alive: frozenset[int]
    hosted: frozenset[str]
    open: tuple[Request, ...]
    news: tuple[Request, ...]
    keys: frozenset[str]
    questions: frozenset[int]

    @property
    def may_ask(self) -> bool:
        """Whether people may ask what the house would do: who is alone against it; else where all agreed."""
        theirs = {chair for chair, _ in self.held} - self.minds.keys()
        agreed = [seat.asks for seat in self.seats if seat.chair in theirs]
        return (bool(self.minds) and self.people == 1) or (bool(agreed) and all(agreed))


_kept: TTLCache[tuple[int, str, int], Beside] = TTLCache(TABLES_KEPT, SIGN.total_seconds())
_lock = Lock()


def beside(table: Table) -> Beside:
    """What stands beside the journal of a table as its row shows it."""
    at = (table.id, table.code, table.stir)
    with suppress(KeyError), _lock:
        company = _kept[at]
        if company.version == table.version or not company.open:
            return company
    company = _read_beside(table)
    if not connection.in_atomic_block:
        with _lock:
            _kept[at] = company
    return company


def lately(span: timedelta) -> tuple[datetime, datetime]:
    """From so long ago to hardly later than now: a sign from beyond was made before a clock was set back."""
    now = timezone.now()
    return now - span + SLIP, now + SIGN


def _read_beside(table: Table) -> Beside:
    secrets = list(Token.objects.filter(table=table, revoked_at=None))
    tokens = [row for row in secrets if row.seat_id]
    requests = Request.objects.filter(table=table)
    lasting = requests.filter(Q(status="open") | Q(kind="news"))
    keys = list(requests.values_list("key", "kind", "version"))
    seats = tuple(Seat.objects.filter(table=table))
    chairs = {seat.pk: seat.chair for seat in seats}
    standing = list(lasting) if keys else []
    since, until = lately(ALIVE)
    seated = [row for row in tokens if row.role == "seat"]
    own = {row.pk: chairs[row.seat_id or 0] for row in seated if row.giver == HOUSE}
    houses = HouseSeat.objects.filter(token__in=own) if own else ()
    minds = {own[row.token_id]: row.strength for row in houses}
    return Beside(
        version=table.version, seats=seats,
        held=tuple((chairs[row.seat_id], row.pk) for row in tokens if row.role == "seat" and row.seat_id),
        used=frozenset(chairs[row.seat_id or 0] for row in tokens if row.role == "seat" and row.heard_at),
        housed=frozenset(minds)
        - {chairs[row.seat_id or 0] for row in seated if row.heard_at and row.giver != HOUSE},
        minds=minds,
        people=len({row.hash for row in seated if row.giver != HOUSE}),
        programs=any(row.giver != HOUSE for row in secrets)
        and not any(row.label or row.screen for row in secrets),
        alive=frozenset(
            row.pk for row in tokens
            if row.giver == HOUSE or (row.heard_at and since <= row.heard_at <= until)
        ),
        hosted=frozenset(chairs[row.seat_id] for row in tokens if row.role == "host" and row.seat_id),
        open=tuple(row for row in standing if row.status == "open"),
        news=tuple(row for row in standing if row.kind == "news"),
        keys=frozenset(key for key, _, _ in keys),
        questions=frozenset(version for _, kind, version in keys if kind == "question"),
    )  # fmt: skip
