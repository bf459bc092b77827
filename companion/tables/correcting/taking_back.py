"""How far one tap on Undo goes, all that the last tap did in a row, and what one on Redo takes back."""

from functools import lru_cache

from companion.tables.codes import MOST_OPENED, line_key
from companion.tables.lines import written
from companion.tables.models import Entry, Table
from companion.tables.position import Position

KEPT = 512


@lru_cache(maxsize=KEPT)
def _keys_before(key: str) -> frozenset[str]:
    """The keys of the lines that the tap of that key may have written before its last."""
    return frozenset(line_key(key, n) for n in range(1, MOST_OPENED))


def before_last(table: Table, known: Position) -> int:
    """The line that is gone back to where the last tap is taken back: all that it did in a row goes at once.

    0 where there is nothing to take back.
    """
    numbers = known.numbers
    if len(numbers) < 2:
        return 0
    last = written(table, {numbers[-1]})[numbers[-1]]
    keys = _keys_before(last.key)
    first = len(numbers) - 1
    while first > 1 and written(table, {numbers[first - 1]})[numbers[first - 1]].key in keys:
        first -= 1
    return numbers[first - 1]


def undone_last(table: Table) -> Entry:
    """The undo or correction that a redo would take back; `Entry.DoesNotExist` where there is none."""
    redone = 0
    row: Entry
    for row in Entry.objects.filter(table=table, kind__in=("undo", "amend", "redo")).order_by("-number"):
        if row.kind != "redo" and not redone:
            return row
        redone += 1 if row.kind == "redo" else -1
    raise Entry.DoesNotExist
