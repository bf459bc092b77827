"""What the shop remembers: printers and how they shift, and the long work under way."""

from django.db import models


class Printer(models.Model):
    """A printer by its name, and what its calibration found.

    Millimetres for `dx` and `dy` (right and down, of the backs against the fronts), degrees clockwise
    for `rotation`, and how long 1 mm comes out for the scales. `proved` is set when the second sheet did.
    """

    name = models.CharField(max_length=60, unique=True)
    dx = models.FloatField(default=0.0)
    dy = models.FloatField(default=0.0)
    rotation = models.FloatField(default=0.0)
    scale_x = models.FloatField(default=1.0)
    scale_y = models.FloatField(default=1.0)
    proved = models.BooleanField(default=False)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:  # noqa: D106
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Job(models.Model):
    """One long piece of work. `done` of `total` pages; `worker` is who has it, `heard_at` when it last spoke.

    `order` is the whole order as data; `path` names the finished file; `cancelled` asks it to stop.
    """

    key = models.CharField(max_length=32, primary_key=True)
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
    fingerprint = models.CharField(max_length=32, blank=True)
    made = models.DateTimeField(auto_now_add=True)
    heard_at = models.DateTimeField(null=True)

    class Meta:  # noqa: D106
        ordering = ("-made",)

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"
