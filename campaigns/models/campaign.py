"""What the house remembers of a campaign beside its table's journal: evenings, and who may look."""

import secrets
from datetime import UTC
from hashlib import sha256

from django.db import models

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
