"""Opening a table, and what its host does with it: the door, the end, the shelf, the bin."""

from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.utils import timezone

from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.bell.hub import HUB
from companion.tables.codes import new_code
from companion.tables.devices import Device
from companion.tables.errors import check_plain
from companion.tables.keeping import kept
from companion.tables.lobby.beginning import dealt
from companion.tables.models import Request, Seat, Table, Token
from companion.tables.position import forget
from companion.tables.seating.host_place import check_trusted
from companion.tables.seating.leaving import take_away
from companion.tables.writing import writing, writing_at

TITLE = 80
SITTING_DOWN = "People are sitting down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is said when a table opens. `players` are the people's names, by seat.

    `waits`: its people sit down first, and it is dealt when its host begins.
    """

    system: str
    title: str
    kind: str = "seated"
    setup: Json = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    waits: bool = False


def open_table(opening: Opening) -> Table:
    """Open a table: its seats, and the setup as entry 1. `InvalidInput` has paths as in `opening`."""
    game = shelf.game(opening.system)
    _check(opening)
    with under("setup"):
        check_plain(opening.setup)
        deal = dealt(game, opening.setup)
    with writing():
        table = new_table(opening)
        Seat.objects.bulk_create(
            Seat(table=table, place=place, chair=chair.id, name=chair.name,
                 player=opening.players.get(chair.id, "")[:60])
            for place, chair in enumerate(deal.chairs)
        )  # fmt: skip
        if not opening.waits:
            deal.write(table)
    return table


def _check(opening: Opening) -> None:
    with under("title"):
        check_plain(opening.title)
    if not 0 < len(opening.title.strip()) <= TITLE:
        raise InvalidInput("title", f"A table's title has 1 to {TITLE} characters.")
    if opening.kind not in ("open", "seated"):
        raise InvalidInput("kind", "A table is “open” or “seated”.")


def new_table(opening: Opening) -> Table:
    """A table of a code of its own, without seats and lines yet. Inside `writing`."""
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                return Table.objects.create(
                    code=code, system=opening.system, title=opening.title.strip(), kind=opening.kind,
                    laid_out=opening.setup if opening.waits else None,
                    headline=SITTING_DOWN if opening.waits else "",
                )  # fmt: skip
        except IntegrityError:
            if not Table.objects.filter(code=code).exists():
                raise


def set_door(table: Table, *, is_open: bool) -> None:
    """Let newcomers in, or no more. Who is in stays in."""
    _change(table, door_open=is_open)


def close(table: Table) -> None:
    """End the evening: nothing is written any more until the table is opened again."""
    _change(table, closed_at=timezone.now(), door_open=False)


def reopen(table: Table) -> None:
    """Play on at a closed table."""
    _change(table, closed_at=None, archived_at=None, door_open=True)


def archive(table: Table) -> None:
    """Put a closed table away, off the list."""
    if table.closed_at is None:
        raise IllegalAction("", "Close the table first; only a closed one can be put away.")
    _change(table, archived_at=timezone.now())


def delete(table: Table) -> None:
    """Delete a closed table with its journal, for good."""
    with writing_at(table) as now:
        if now.closed_at is None:
            raise IllegalAction("", "Close the table first; only a closed one can be deleted.")
        check_trusted(now)
        if keeper := kept(now):
            said = f"“{keeper.title}” is played at this table. Delete that first, on its page."
            raise IllegalAction("", said)
        gone = now.pk
        now.delete()
    forget(table)
    HUB.end(tables=[gone])


def revoke(table: Table, token: int) -> None:
    """Send a device away from one seat (or from watching); its stream ends."""
    with writing_at(table) as now:
        found = Token.objects.filter(table=now, pk=token, revoked_at=None).exclude(role="host").first()
        if found is None:
            raise IllegalAction("", "This device has left already.")
        what = f"the seat {found.seat.name}" if found.seat else "watching"
        take_away([found], f"The host sent this device away from {what}.")
        Request.objects.filter(token_id=token, status="open").update(status="lapsed")
        bell.stir(now)


def check_host(who: Device) -> None:
    """`IllegalAction` unless this is the host's device."""
    if not who.host:
        raise IllegalAction("", "Only the host of the table may do this.")


def _change(table: Table, **fields: object) -> None:
    with writing_at(table) as now:
        Table.objects.filter(pk=now.pk).update(**fields)
        bell.stir(now)
