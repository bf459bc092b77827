"""The bell: tells every screen of a table that its version grew, and nothing else.

Rung in the transaction that writes, heard after its commit. Three ways lead to a screen, each enough alone:
this process's hub at once; PostgreSQL's `NOTIFY`, for the other workers; and `watch`, which reads the
versions of the tables that are listened to once a second in any case. What is rung is a number; what a
screen may see of it is painted for its own seats (`live`), or fetched. A ring that is lost heals by the next.
"""

from django.db import connection, transaction
from django.db.models import F

from companion.tables.bell.hub import HUB, Ring
from companion.tables.models import Table

CHANNEL = "companion_bell"


def ring(table: Table) -> None:
    """Ring once the transaction around this is committed."""
    news = Ring(table.pk, table.version, table.stir)
    transaction.on_commit(lambda: HUB.ring(news))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{news.table} {news.version} {news.stir}"])


def stir(table: Table) -> None:
    """Ring for what changed beside the journal: a seat taken, a request made, the door shut."""
    Table.objects.filter(pk=table.pk).update(stir=F("stir") + 1)
    table.refresh_from_db(fields=["stir"])
    ring(table)
