"""Who is ready for what all are shown together: each at his own screen, and then it happens.

It is waited for those who sit at a device, and counts for the line after which it was said.
"""

from companion.engine.scene import Ready
from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.may import check_open, check_plays
from companion.tables.models import Table
from companion.tables.writing import writing_at


def ready(table: Table, who: Device) -> Ready:
    """Who has said so at the table as it stands; its host may go on without the others."""
    return Ready(_sitting(table), _said(table), hurries=who.host)


def say(table: Table, who: Device, seen: int) -> bool:
    """The seats of this device are ready; whether all are now.

    A table that has moved on is waited for no more: nothing is said there.
    """
    check_plays(who)
    with writing_at(table) as now:
        check_open(now)
        if now.version != seen:
            return False
        said = _said(now) | {*who.holds, *who.for_others}
        now.ready, now.readied = sorted(said), seen
        now.save(update_fields=["ready", "readied"])
        bell.stir(now)
        return said.issuperset(_sitting(now))


def _sitting(table: Table) -> tuple[str, ...]:
    """The seats at which a device is or was, in order."""
    known = beside(table)
    return tuple(seat.chair for seat in known.seats if seat.chair in known.used)


def _said(table: Table) -> frozenset[str]:
    return frozenset(table.ready if table.readied == table.version else ())
