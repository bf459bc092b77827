"""The lab: what lies laid out at a table plays itself, as long work that is kept."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from django.db.models import QuerySet

from companion import shelf
from companion.engine import shape
from companion.engine.campaign.design import Trial
from companion.engine.errors import InvalidInput
from companion.engine.player.lab import Summary, summed, trial
from companion.engine.wire import Json
from companion.shop.models import Job
from companion.shop.tasks import Done, Kind, Progress, Rows, played, put_down
from companion.tables import house
from companion.tables.afterwards import chosen
from companion.tables.models import Entry, Table

KIND = "lab"
NUMBERS = (50, 200, 500)
STRENGTHS: Mapping[str, str] = {"plays_along": "a quick hand", "thinks": "the house as it thinks"}
"""Who plays, in words; the one who thinks takes some minutes a game."""


class Plays(NamedTuple):
    """How often it shall play itself, and how strongly."""

    plays: int
    strength: str


def begin(table: Table, wish: Plays) -> Job:
    """Put it down for a worker; `InvalidInput` where the house cannot play it, or not so."""
    if why := house.barred(table):
        raise InvalidInput("", why)
    if wish.plays not in NUMBERS:
        raise InvalidInput("plays", f"It plays itself {', '.join(map(str, NUMBERS))} times.")
    if wish.strength not in STRENGTHS:
        raise InvalidInput("strength", f"“{wish.strength[:30]}” is nobody who plays this.")
    order = {
        "table": table.code,
        "system": table.system,
        "title": table.title,
        "setup": setup_of(table),
        **wish._asdict(),
    }
    digest = sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()[:32]
    kept = of([table]).filter(digest=digest, state="done", cancelled=False).first()
    job = Job(
        kind=KIND, name=f"{table.title}: {wish.plays} times", order=order, digest=digest, total=wish.plays
    )
    return kept or put_down(job)


def setup_of(table: Table) -> Json:
    """What people chose for that table; what is dealt is dealt anew each time."""
    if table.laid_out is not None:
        return table.laid_out
    return chosen(table.system, Entry.objects.get(table=table, number=1).action)


def of(tables: Iterable[Table]) -> QuerySet[Job]:
    """All that was tried at these tables, the latest first."""
    return Job.objects.filter(kind=KIND, order__table__in=[each.code for each in tables]).order_by("-made")


def do(order: Json, report: Progress, rows: Rows) -> Done:
    """All the games, by a worker; stopped, those count that are played by then."""
    game = shelf.game(order["system"])

    def one(n: int) -> Json:
        return shape.write(trial(game, order["setup"], n + 1, order["strength"]))

    return played(order["plays"], one, report, rows)


LAB = Kind(do, "The worker stopped {times} times while this played itself. Try fewer games.")


def summary(job: Job) -> Summary:
    """What the games of finished work come to."""
    return summed([shape.read(Trial, each) for each in job.result or ()])
