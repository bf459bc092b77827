"""Who is here: which devices listen, so that screens show a green dot, and see it go out.

A page that loads anew is away for a moment; only who has been away for six seconds has gone.
"""

from collections.abc import Collection
from time import monotonic

from django.db.models import Q
from django.utils import timezone

from companion.tables import bell
from companion.tables.bell.hub import HUB
from companion.tables.beside import ALIVE, SIGN, beside, lately
from companion.tables.devices import Device
from companion.tables.models import Table, Token
from companion.tables.writing import writing, writing_at

GONE = 6.0


class Presence:
    """What this process knows of who listens, tick by tick."""

    def __init__(self) -> None:
        self._heard: dict[int, float] = {}
        self._shown: set[int] = set()

    def tick(self) -> None:
        """Note who listens, and ring where somebody came or went.

        Who came or went is read where screens read it: this process may have begun to watch after somebody
        came, and another may have heard him last.
        """
        now, listeners = monotonic(), HUB.listeners()
        here = {token for listener in listeners for token in listener.tokens}
        self._heard |= dict.fromkeys(here, now)
        gone = {token for token, at in self._heard.items() if now - at > GONE}
        for token in gone:
            del self._heard[token]
        _sign(here, gone)
        before, self._shown = self._shown, _alive({listener.table for listener in listeners}, here)
        if before != self._shown:
            for table in Table.objects.filter(tokens__in=before ^ self._shown).distinct():
                with writing_at(table) as held:
                    bell.stir(held)


def _alive(tables: Collection[int], here: Collection[int]) -> set[int]:
    """The seats' tokens at these tables that screens show as present."""
    rows = Token.objects.filter(table__in=tables, role="seat", revoked_at=None)
    fresh = Q(pk__in=here) | Q(heard_at__range=lately(ALIVE))
    return set(rows.filter(fresh).values_list("pk", flat=True))


def _sign(here: Collection[int], gone: Collection[int]) -> None:
    """A sign of life for the other workers, every few seconds."""
    now = timezone.now()
    quiet = Token.objects.filter(pk__in=here).exclude(heard_at__isnull=False, heard_at__range=lately(SIGN))
    left = Token.objects.filter(pk__in=gone, heard_at__range=lately(ALIVE))
    for rows, at in ((quiet, now), (left, now - ALIVE)):
        if rows.exists():
            with writing():
                rows.update(heard_at=at)


def heard(who: Device) -> None:
    """A sign of life of a host whose page does not listen, or has not begun to."""
    if not who.host:
        return
    quiet = Token.objects.filter(pk__in=who.tokens, role="host")
    quiet = quiet.exclude(heard_at__gte=timezone.now() - SIGN)
    if quiet.exists():
        with writing():
            quiet.update(heard_at=timezone.now())


def shows(table: Table, who: Device) -> None:
    """A secret that was given to a program shows a page: people look at it."""
    if who.label:
        return
    rows = Token.objects.filter(pk__in=who.tokens, label="", screen=False)
    if rows.exists():
        with writing_at(table) as held:
            rows.update(screen=True)
            bell.stir(held)


def present(table: Table) -> dict[str, bool]:
    """The seats of a table that a device holds, and whether one of them listens."""
    known, here = beside(table), HUB.tokens(table.pk)
    listening: dict[str, bool] = {}
    for chair, token in known.held:  # A seat may be held by a device, and by programs beside it.
        listening[chair] = listening.get(chair, False) or token in here or token in known.alive
    return listening
