"""What the house remembers of own cards: sets with every version, pictures, and who makes them."""

import json

from django.db import models


class CardSet(models.Model):
    """A set of own cards of one game, on the starter set `base`. `printed` is the version of each kind's
    last print, by kind."""

    code = models.CharField(max_length=6, unique=True)
    system = models.SlugField(max_length=40)
    base = models.CharField(max_length=40)
    title = models.CharField(max_length=80)
    printed = models.TextField(default="{}")
    created = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "workshop"

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    @property
    def last_prints(self) -> dict[str, int]:
        """The version of each kind that was printed last."""
        entries: dict[str, int] = json.loads(self.printed)
        return entries


class Maker(models.Model):
    """A device that makes a set: the one that began it, and those that came in by its code."""

    cards = models.ForeignKey(CardSet, models.CASCADE, related_name="makers")
    hash = models.CharField(max_length=64, db_index=True)
    label = models.CharField(max_length=60, blank=True)

    class Meta:
        app_label = "workshop"
        constraints = (models.UniqueConstraint(fields=["cards", "hash"], name="one_maker_a_device"),)

    def __str__(self) -> str:
        return f"{self.label} at {self.cards.code}"


class SetVersion(models.Model):
    """One state of a set, never changed: `text` is its rows by kind as JSON, `what` says what was changed.

    `based_on` is the version that it came after.
    """

    cards = models.ForeignKey(CardSet, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    based_on = models.PositiveIntegerField(default=0)
    text = models.TextField()
    what = models.TextField(blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "workshop"
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["cards", "number"], name="one_set_version_a_number"),)

    def __str__(self) -> str:
        return f"{self.cards.code}, version {self.number}"

    @property
    def rows(self) -> dict[str, list[dict[str, str]]]:
        entries: dict[str, list[dict[str, str]]] = json.loads(self.text)
        return entries


class Picture(models.Model):
    """A picture of a set, made safe: never changed, so that a version always shows what it showed.

    `data` is the file in base64; its size is in pixels.
    """

    cards = models.ForeignKey(CardSet, models.CASCADE, related_name="pictures")
    name = models.CharField(max_length=60)
    data = models.TextField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    digest = models.CharField(max_length=24)

    class Meta:
        app_label = "workshop"
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=["cards", "name"], name="one_picture_a_name"),)

    def __str__(self) -> str:
        return f"{self.name} of {self.cards.code}"
