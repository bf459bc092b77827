"""Who may do what: whose action it is, and whether this device may make it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game, Sight
from companion.engine.wire import Json
from companion.tables.devices import Device
from companion.tables.models import Seat, Table, Token


def chairs(table: Table) -> dict[str, str]:
    """The seats of a table in order, and what people call them."""
    return dict(Seat.objects.filter(table=table).values_list("chair", "name"))


def sight(table: Table, who: Device, seats: Collection[str]) -> Sight:
    """What a device sees and does: its own seats' secrets alone; at an open table every side's deeds."""
    return Sight(frozenset(who.holds), frozenset(seats if acts_for_all(table, who) else who.holds))


@contextmanager
def hearing(game: Game[Any], state: Any, action: Json, seen: Sight) -> Iterator[None]:
    """A refusal from within, as this sight may hear it: one may act for a seat and not see its secrets."""
    try:
        yield
    except (InvalidInput, IllegalAction) as refused:
        raise game.hear(state, action, refused, seen) from refused


def acts_for_all(table: Table, who: Device) -> bool:
    """At an open table every seated device acts for any side; the host does at every table."""
    return who.host or (table.kind == "open" and who.plays)


def whose(action: Json, key: str, seats: Collection[str]) -> str:
    """The seat whose action this is, as its game names it; empty where it is the whole table's."""
    seat = action.get(key)
    return seat if isinstance(seat, str) and seat in seats else ""


def check_may(table: Table, who: Device, action: Json, key: str) -> str:
    """The seat whose action it is, or `IllegalAction` where this device may not make it."""
    seat = whose(action, key, chairs(table))
    check_plays(who, key if seat else "")
    if seat and seat not in who.holds and not acts_for_all(table, who):
        held = ", ".join(who.holds)
        raise IllegalAction(key, f"This device holds {held} and may not act for {seat}.")
    return seat


def check_plays(who: Device, path: str = "") -> None:
    """`IllegalAction` for who only looks on."""
    if not who.plays:
        raise IllegalAction(path, "Spectators look on; take a seat to act.")


def check_open(table: Table) -> None:
    """`IllegalAction` where the table has been closed."""
    if table.closed_at is not None:
        raise IllegalAction("", "This table is closed; its host can open it again.")


def others(table: Table, who: Device) -> list[str]:
    """The seats that other devices hold and have used: who must agree before a secret seen is undone."""
    own = Token.objects.filter(pk__in=who.tokens).values("hash")
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None, heard_at__isnull=False)
    held = set(rows.exclude(hash__in=own).values_list("seat__chair", flat=True))
    return [seat for seat in chairs(table) if seat in held and seat not in who.holds]


def signed(who: Device) -> str:
    """How the journal names the device that tapped."""
    seats = ", ".join(who.holds) or ("host" if who.host else "spectator")
    return f"{seats} ({who.label})"[:120] if who.label else seats[:120]
