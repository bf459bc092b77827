"""Who is here: which devices listen, so that screens show a green dot, and see it go out.

A page that loads anew is away for a moment; only who has been away for six seconds has gone.
"""

from collections.abc import Collection
from datetime import timedelta
from time import monotonic

from django.utils import timezone

from companion.tables import bell
from companion.tables.devices import Device
from companion.tables.hub import HUB
from companion.tables.models import Table, Token
from companion.tables.writing import writing, writing_at

SIGN = timedelta(seconds=8)
ALIVE = timedelta(seconds=20)
GONE = 6.0


class Presence:
    """What this process knows of who listens, tick by tick."""

    def __init__(self) -> None:
        self._heard: dict[int, float] = {}

    def tick(self) -> None:
        """Note who listens, and ring where somebody came or went."""
        now = monotonic()
        here = {token for listener in HUB.listeners() for token in listener.tokens}
        came = here - self._heard.keys()
        self._heard |= dict.fromkeys(here, now)
        gone = {token for token, at in self._heard.items() if now - at > GONE}
        for token in gone:
            del self._heard[token]
        _sign(here, gone)
        if came or gone:
            for table in Table.objects.filter(tokens__in=came | gone, tokens__role="seat").distinct():
                with writing_at(table) as held:
                    bell.stir(held)


def _sign(here: Collection[int], gone: Collection[int]) -> None:
    """A sign of life for the other workers, every few seconds."""
    now = timezone.now()
    quiet = Token.objects.filter(pk__in=here).exclude(heard_at__gte=now - SIGN)
    left = Token.objects.filter(pk__in=gone, heard_at__gt=now - ALIVE)
    for rows, at in ((quiet, now), (left, now - ALIVE)):
        if rows.exists():
            with writing():
                rows.update(heard_at=at)


def heard(who: Device) -> None:
    """A sign of life of a host whose page does not listen, or has not begun to."""
    quiet = Token.objects.filter(pk__in=who.tokens if who.host else (), role="host")
    quiet = quiet.exclude(heard_at__gte=timezone.now() - SIGN)
    if quiet.exists():
        with writing():
            quiet.update(heard_at=timezone.now())


def present(table: Table) -> dict[str, bool]:
    """The seats of a table that a device holds, and whether one of them listens."""
    here = {token for listener in HUB.listeners() for token in listener.tokens}
    since = timezone.now() - ALIVE
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None)
    return {
        chair: pk in here or bool(at and at > since)
        for chair, pk, at in rows.values_list("seat__chair", "pk", "heard_at")
    }
