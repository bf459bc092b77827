"""What the house remembers of a setup binder: every version that was ever saved, and who writes it."""

import json

from django.db import models

from campaigns.models.campaign import Campaign
from companion.engine.wire import Json


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
        """The binder's JSON."""
        return json.loads(self.text)


class Played(models.Model):
    """That a campaign was opened with a version. The campaign's own journal holds the content for good."""

    version = models.ForeignKey(BinderVersion, models.CASCADE, related_name="plays")
    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="played")

    class Meta:
        app_label = "campaigns"

    def __str__(self) -> str:
        return f"{self.campaign.title} on {self.version}"
