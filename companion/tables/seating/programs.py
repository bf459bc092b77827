"""A seat's programs: each has a token of its own, given on the seat's screen and taken back there.

It is a program's for good: it does its seat's deeds, makes no other token, shows no page, and goes with the
device that gave it.
"""

from companion.engine.errors import IllegalAction
from companion.tables import bell
from companion.tables.codes import hashed, new_secret
from companion.tables.devices import Device
from companion.tables.models import Seat, Table, Token
from companion.tables.seating.leaving import take_away
from companion.tables.writing import writing_at

MOST = 8
"""Programs that one seat may have."""


def given(table: Table, who: Device) -> dict[str, list[Token]]:
    """The tokens that programs have for each seat that this device holds, oldest first."""
    own: dict[str, list[Token]] = {chair: [] for chair in who.holds}
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None).exclude(giver="")
    for row in rows.select_related("seat").order_by("pk"):
        if row.seat and row.seat.chair in own:
            own[row.seat.chair].append(row)
    return own


def give(table: Table, who: Device, chair: str) -> str:
    """A new token for a program that acts as this device's own seat; only its hash is kept."""
    with writing_at(table) as now:
        own = given(now, who)
        if chair not in own or who.program:
            raise IllegalAction("seat", "A program is let in by the device that holds its seat.")
        if len(own[chair]) >= MOST:
            raise IllegalAction("seat", f"A seat has at most {MOST} programs; take one back first.")
        secret = new_secret()
        seat = Seat.objects.get(table=now, chair=chair)
        device = Token.objects.get(table=now, pk__in=who.tokens, role="seat", seat=seat)
        Token.objects.create(table=now, role="seat", seat=seat, hash=hashed(secret), giver=device.hash)
        bell.stir(now)
    return secret


def take_back(table: Table, who: Device, token: int) -> None:
    """That program acts no more; `IllegalAction` where this device's seats gave no such token."""
    with writing_at(table) as now:
        row = next((row for rows in given(now, who).values() for row in rows if row.pk == token), None)
        if row is None:
            raise IllegalAction("token", "This program acts no more already.")
        take_away([row], "The seat took its token back from this program.")
        bell.stir(now)
