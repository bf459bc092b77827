"""What the house keeps of the books beside the journal: what was counted on the table, and consent."""

import secrets

from django.db import models

from campaigns.models.campaign import Campaign


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
