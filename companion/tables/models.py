"""What the house remembers of a table: its seats, who may sit there, and a journal that only grows."""

from typing import Any, Never

from django.db import models

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
    """A chair at a table: `name` is the game's word for it, `player` the person's."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    chair = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    player = models.CharField(max_length=60, blank=True)

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
