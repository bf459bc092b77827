"""A branch: the journal up to a line at a table of its own; the same devices hold the same seats."""

from collections.abc import Iterator

from django.utils import timezone

from companion.engine.errors import IllegalAction
from companion.engine.journal import fold
from companion.tables.codes import digest, new_key
from companion.tables.devices import Device
from companion.tables.house import Opening, new_table
from companion.tables.journal import append
from companion.tables.models import Entry, Seat, Table, Token
from companion.tables.position import Position, position
from companion.tables.position.written import as_line
from companion.tables.together.walking import headline
from companion.tables.writing import writing

WHAT_IF = "had it gone otherwise after line {line}"
TITLE = 80


def forked(table: Table, known: Position, line: int, by: str) -> Table:
    """The branch of a table that is held for writing, as `by` asked for it; all have agreed who must."""
    branch = new_table(Opening(system=table.system, title=titled(table, line), kind=table.kind))
    branch.branch_of, branch.branch_line = table, line
    _copy_seats(table, branch)
    _copy_lines(table, branch, known, line, by)
    return branch


def may_fork(known: Position, who: Device) -> bool:
    """Whether a branch is offered to this device."""
    return who.plays and not known.is_behind


def titled(table: Table, line: int) -> str:
    """The true table's title, shortened where it must be, and where the branch begins."""
    what = f": {WHAT_IF.format(line=line)}"
    return table.title[: TITLE - len(what)] + what


def put_away(table: Table, who: Device) -> None:
    """Close a branch and take it off the list, in one; `IllegalAction` for who is not its host."""
    if not who.host or not table.branch_line:
        raise IllegalAction("", "Only the host puts a branch away.")
    with writing():
        gone = timezone.now()
        Table.objects.filter(pk=table.pk).update(closed_at=gone, archived_at=gone, door_open=False)


def _copy_seats(table: Table, branch: Table) -> None:
    seats = {
        seat.pk: Seat(table=branch, place=seat.place, chair=seat.chair, name=seat.name, player=seat.player)
        for seat in Seat.objects.filter(table=table)
    }
    Seat.objects.bulk_create(seats.values())
    Token.objects.bulk_create(
        Token(table=branch, role=each.role, seat=seats[each.seat_id] if each.seat_id else None,
              hash=each.hash, label=each.label, screen=each.screen, giver=each.giver,
              heard_at=each.heard_at)
        for each in Token.objects.filter(table=table, revoked_at=None)
    )  # fmt: skip


def _copy_lines(table: Table, branch: Table, known: Position, line: int, by: str) -> None:
    """The lines up to that one; where a later one corrected them, all of them and the way back."""
    rows = list(Entry.objects.filter(table=table, number__lte=table.version).order_by("number"))
    upto = known.standing.places[: known.numbers.index(line) + 1]
    first = rows[:line]
    as_written = fold(map(as_line, first)).places == upto
    copied = first if as_written else rows
    Entry.objects.bulk_create(_copies(copied, branch))
    branch.version = len(copied)
    branch.save()
    if not as_written:
        back = Entry(kind="undo", to=line, by=by, key=new_key(), asked=digest("undo", line))
        append(branch, position(branch), back)
    Table.objects.filter(pk=branch.pk).update(headline=headline(branch, position(branch)))


def _copies(rows: list[Entry], branch: Table) -> Iterator[Entry]:
    """Each with a key of its own, so that no tap of the true table is taken for one of the branch."""
    columns = [field.attname for field in Entry._meta.concrete_fields]
    for row in rows:
        same = {name: getattr(row, name) for name in columns if name not in ("id", "table_id", "key")}
        yield Entry(table=branch, key=new_key(), **same)
