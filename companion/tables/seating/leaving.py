"""Leaving a table: what is taken from a device, and why, so that its screen goes dark and says so."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from companion.tables.bell.hub import HUB
from companion.tables.codes import hashed
from companion.tables.models import Table, Token


def take_away(rows: Collection[Token], why: str = "") -> None:
    """Revoke these, and the programs that they let in; once it is committed the streams of their devices end.

    Inside `writing_at`.
    """
    gone = [row.pk for row in rows]
    for row in rows:
        programs = Token.objects.filter(table=row.table_id, giver=row.hash, seat=row.seat_id, revoked_at=None)
        gone += programs.values_list("pk", flat=True) if row.role == "seat" else ()
    Token.objects.filter(pk__in=gone).update(revoked_at=timezone.now(), left=why[:200])
    transaction.on_commit(lambda: HUB.end(tokens=gone))


def taken_from(table: Table, secret: str | None) -> Token | None:
    """What was last taken from this device at this table; None once it has been given something since."""
    if not secret:
        return None
    own = Token.objects.filter(table=table, hash=hashed(secret))
    lost = own.exclude(left="").exclude(revoked_at=None).select_related("seat").order_by("revoked_at").last()
    if lost is None or own.filter(revoked_at=None, created__gt=lost.revoked_at).exists():
        return None
    return lost
