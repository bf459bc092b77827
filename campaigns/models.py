"""What the house remembers of a campaign beside its table's journal; and of the binders made for one."""

import json
import secrets
from datetime import UTC
from hashlib import sha256

from django.db import models

from companion.engine.wire import Json
from companion.tables.models import Table


def new_identity() -> str:
    """What a campaign is known by in every house: 128 bits."""
    return secrets.token_hex(16)


class Campaign(models.Model):
    """Months of play. A `campaign` is one table's journal, a `series` has a table an evening.

    `table` is the journal of a campaign and None for a series. `identity` is given once, when it begins, and
    goes along into every house; those that began before there was one have none.
    """

    identity = models.CharField(max_length=32, blank=True, default="", db_index=True, editable=False)
    code = models.CharField(max_length=6, unique=True)
    system = models.SlugField(max_length=40)
    kind = models.CharField(max_length=8, choices=[("campaign", "Campaign"), ("series", "Series")])
    title = models.CharField(max_length=80)
    table = models.OneToOneField(Table, models.PROTECT, null=True, related_name="campaign")
    created = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    @property
    def known_as(self) -> str:
        """Its identity, or one made of the instant at which it began: alike in every house."""
        began = f"{self.system} {self.kind} {self.created.astimezone(UTC).isoformat()}"
        return self.identity or sha256(began.encode()).hexdigest()[:32]


class Brought(models.Model):
    """A campaign's file that a device has brought, kept until it is said what becomes of it."""

    hash = models.CharField(max_length=64, unique=True)
    file = models.BinaryField()
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"brought on {self.at:%d %B %Y}"


class Evening(models.Model):
    """One evening: its date, who came, and what was played.

    In a campaign it holds the lines of the journal from `first` on, up to the next evening's `first`; in a
    series it has a table of its own, or was played without one. `result` is what was written down by hand:
    a list of `{player, points, rank}`. `settled` remembers what the table's journal gave, and at which
    version, `chapters` what was played from which place of the journal to which; both are thrown away without
    loss. `handed` is what was chosen of what this battle hands on to the
    next one, by the names of the fields, and None where the evening belongs to no war.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="evenings")
    number = models.PositiveIntegerField()
    date = models.DateField()
    title = models.CharField(max_length=80, blank=True)
    notes = models.TextField(blank=True)
    came = models.JSONField(default=list)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="evenings")
    first = models.PositiveIntegerField(default=1)
    ended_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    settled = models.JSONField(null=True, blank=True)
    chapters = models.JSONField(null=True, blank=True)
    handed = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["campaign", "number"], name="one_evening_a_number"),)

    def __str__(self) -> str:
        return f"{self.campaign.title}, evening {self.number}"


class Member(models.Model):
    """A device that has come in by the campaign's code. Only the hash of its secret is kept."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    hash = models.CharField(max_length=64, db_index=True)
    host = models.BooleanField(default=False)
    label = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["campaign", "hash"], name="one_member_a_device"),)

    def __str__(self) -> str:
        return f"{self.label} at {self.campaign.code}"


class Binder(models.Model):
    """A setup binder under way. Its versions are its content; `title` is what its latest calls itself."""

    code = models.CharField(max_length=6, unique=True)
    system = models.SlugField(max_length=40)
    title = models.CharField(max_length=80)
    created = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "campaigns"

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"


class Author(models.Model):
    """A device that writes a binder: the one that began it, and those that came in by its code."""

    binder = models.ForeignKey(Binder, models.CASCADE, related_name="authors")
    hash = models.CharField(max_length=64, db_index=True)
    label = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "campaigns"
        constraints = (models.UniqueConstraint(fields=["binder", "hash"], name="one_author_a_device"),)

    def __str__(self) -> str:
        return f"{self.label} at {self.binder.code}"


class BinderVersion(models.Model):
    """One state of a binder. A row is never changed but for its `note`: each save is a new version.

    `text` is its JSON, kept as text because the order of its entries is the order of the catalogue. `fault`
    is the first thing that stands in the way of playing it, at `place`; both empty where it can be played.
    An `aside` one was saved on top of `based_on` when another was the latest already: it is kept beside.
    """

    binder = models.ForeignKey(Binder, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    based_on = models.PositiveIntegerField(default=0)
    aside = models.BooleanField(default=False)
    text = models.TextField()
    place = models.TextField(blank=True)
    fault = models.TextField(blank=True)
    what = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=80, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "campaigns"
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["binder", "number"], name="one_version_a_number"),)

    def __str__(self) -> str:
        return f"{self.binder.code}, version {self.number}"

    @property
    def content(self) -> Json:
        return json.loads(self.text)


class Played(models.Model):
    """That a campaign was opened with a version. The campaign's own journal holds the content for good."""

    version = models.ForeignKey(BinderVersion, models.CASCADE, related_name="plays")
    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="played")

    class Meta:
        app_label = "campaigns"

    def __str__(self) -> str:
        return f"{self.campaign.title} on {self.version}"


def new_mark() -> str:
    """What tells one count from every other, wherever it is taken."""
    return secrets.token_hex(6)


class Assertion(models.Model):
    """“Counted on the table: 340.” What a company had in hand when line `number` was the last.

    What the books say at that line, and whether the difference was set right, is read from the journal: the
    adjusting entry's key bears the count's `mark`, in whatever house it lies.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="assertions")
    seat = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    note = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    struck = models.BooleanField(default=False)
    mark = models.CharField(max_length=12, default=new_mark, editable=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.seat}: {self.counted} counted at line {self.number}"


class OpenedBooks(models.Model):
    """A company that has laid its books open to the whole table, once the campaign was over."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="opened_books")
    seat = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["campaign", "seat"], name="books_open_once"),)

    def __str__(self) -> str:
        return f"{self.seat}: open books"
