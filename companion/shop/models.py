"""What the shop remembers: printers and how they shift, and the long work under way."""

from dataclasses import asdict
from typing import Any

from django.db import models

from companion.press.calibration import Calibration, Sheet, calibration_sheet, proof_sheets
from companion.press.document import Document
from companion.tables.models import ELSEWHERE, WrittenElsewhere

FOUND = ("dx", "dy", "rotation", "scale_x", "scale_y")


def _check_written_here() -> None:
    if ELSEWHERE.is_set():
        raise WrittenElsewhere


class Printer(models.Model):
    """A printer by its name, and its calibration as the press counts it.

    `paper` and `edge` are what its sheets were printed on and turned over; it is `measured` once the first
    sheet has been read, and `proved` when the second print came out right, upright and `lying`: that is the
    side of the paper to which its driver turns a lying page's top, empty while nobody has looked. `pace` is
    how many sides it prints in a minute, as people say; 0 where nobody has.
    """

    name = models.CharField(max_length=60, unique=True)
    dx = models.FloatField(default=0.0)
    dy = models.FloatField(default=0.0)
    rotation = models.FloatField(default=0.0)
    scale_x = models.FloatField(default=1.0)
    scale_y = models.FloatField(default=1.0)
    measured = models.BooleanField(default=False)
    proved = models.BooleanField(default=False)
    paper = models.CharField(max_length=12, default="a4")
    edge = models.CharField(max_length=5, default="long")
    lying = models.CharField(max_length=5, default="", blank=True)
    pace = models.PositiveSmallIntegerField(default=0)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **how: Any) -> None:
        """A house that follows is told of its printers by the first. `WrittenElsewhere`."""
        _check_written_here()
        super().save(*args, **how)

    def delete(self, *args: Any, **how: Any) -> tuple[int, dict[str, int]]:
        """`WrittenElsewhere`."""
        _check_written_here()
        return super().delete(*args, **how)

    @property
    def seconds_a_side(self) -> float | None:
        """How long it is at one side of a sheet; `None` where nobody has said."""
        return 60 / self.pace if self.pace else None

    @property
    def sheet(self) -> Sheet:
        """What its next calibration sheet looks like: the first one reaches far, further ones are fine."""
        return Sheet(self.paper, "short" if self.edge == "short" else "long", fine=self.measured)

    def take(self, calibration: Calibration) -> None:
        """Keep what a sheet found: the first one alone, any later one on top of what was known."""
        values = asdict(self.calibration.after(calibration) if self.measured else calibration)
        for key in FOUND:
            setattr(self, key, round(values[key], 5))
        self.measured, self.proved = True, False
        self.save()

    def drawn_sheet(self, note: str) -> Document:
        """What to print next: the first sheet; or the two that prove what it found."""
        if self.measured:
            return proof_sheets(self.sheet, self.calibration, note=note)
        return calibration_sheet(self.sheet, note=note)

    @property
    def calibration(self) -> Calibration:
        """What the press changes for this printer."""
        return Calibration(
            **{key: getattr(self, key) for key in FOUND}, lying="right" if self.lying == "right" else "left"
        )


class WholePrint(models.Model):
    """What the last whole print of a game held, in one ink and type on one paper, for a device or the house.

    `setting` is that ink, type and paper, `device` the hash of a device's secret, empty for the house itself;
    `holds` how often each piece was in it, by what is drawn on it; `before` what the one before it held.
    """

    system = models.CharField(max_length=40)
    setting = models.CharField(max_length=40)
    device = models.CharField(max_length=64, blank=True)
    holds = models.JSONField()
    before = models.JSONField(default=dict)
    printed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["system", "setting", "device"], name="one_whole_print_each"),
        )

    def __str__(self) -> str:
        return f"{self.system}, {self.setting}"


class Job(models.Model):
    """One long piece of work. `done` of `total` pages; `worker` is who has it, `heard_at` when it last spoke.

    `order` is the whole order as data; `path` names the finished file; `cancelled` asks it to stop. Work of
    another `kind` than a print ends in a `result`, which is kept; the same order would give it again. While
    it is under way, `result` holds those of its steps that are kept.
    """

    key = models.CharField(max_length=32, primary_key=True)
    kind = models.CharField(max_length=12, default="print")
    name = models.CharField(max_length=200)
    order = models.JSONField()
    digest = models.CharField(max_length=32, db_index=True)
    state = models.CharField(
        max_length=9,
        default="waiting",
        choices=[(each, each) for each in ("waiting", "running", "done", "failed", "cancelled")],
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancelled = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    task = models.CharField(max_length=36, blank=True)
    problem = models.JSONField(null=True)
    result = models.JSONField(null=True)
    fingerprint = models.CharField(max_length=32, blank=True)
    made = models.DateTimeField(auto_now_add=True)
    heard_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-made",)

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"
