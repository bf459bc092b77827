"""Newer lines come home: they are written after those that are here, with all that was noted of them."""

from campaigns.carrying.kinship import WRITTEN, Kinship
from campaigns.models import Assertion, Campaign, Evening, OpenedBooks
from companion.tables import bell
from companion.tables.beside import ASKED
from companion.tables.models import Entry, Request, Table
from companion.tables.position import forget
from companion.tables.position.snapshots import hand_over


def go_on(here: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The campaign here with the brought one's newer lines; the brought rows are gone. Inside `writing`."""
    _evenings(here, brought)
    if here.table is not None and brought.table is not None:
        _append(here.table, brought.table)
    _counts(here, brought)
    spare = brought.table
    brought.delete()
    if spare is not None:
        _throw_away(spare)
    return here


def _append(table: Table, newer: Table) -> None:
    """The lines that this journal does not have yet, and the states kept after them."""
    lines = Entry.objects.filter(table=newer, number__gt=table.version).order_by("number")
    for line in lines.values(*WRITTEN):
        Entry(table=table, **line).save_base(raw=True, force_insert=True)  # With its own hour.
    hand_over(newer, table)
    table.version, table.headline = newer.version, newer.headline
    table.save(update_fields=["version", "headline"])
    Request.objects.filter(table=table, status="open", kind__in=ASKED).update(status="lapsed")
    forget(table)
    bell.stir(table)


def _evenings(here: Campaign, brought: Campaign) -> None:
    known = list(Evening.objects.filter(campaign=here))
    for each in Evening.objects.filter(campaign=brought).order_by("number"):
        same = _same(known, each, here)
        if same is None:
            each.campaign, each.number = here, len(known) + 1
            each.table = here.table or each.table
            each.save()
            known.append(each)
        else:
            _join(same, each)


def _same(known: list[Evening], each: Evening, here: Campaign) -> Evening | None:
    """The evening here in which its first line lies: of a series, the one of its number."""
    if here.table is None:
        return next((one for one in known if one.number == each.number), None)
    if known and each.first > known[-1].first:
        return None
    return max((one for one in known if one.first <= each.first), key=lambda one: one.first, default=None)


def _join(same: Evening, newer: Evening) -> None:
    """What was noted in either house is kept."""
    same.notes = "\n\n".join(dict.fromkeys(filter(None, [same.notes, newer.notes])))
    same.came = list(dict.fromkeys([*same.came, *newer.came]))
    same.ended_at = newer.ended_at
    same.title = same.title or newer.title
    same.result = newer.result if same.result is None else same.result
    same.settled = None
    same.save()
    if same.table is not None and newer.table is not None and same.campaign.kind == "series":
        _append(same.table, newer.table)
        spare, newer.table = newer.table, None
        newer.delete()
        _throw_away(spare)


def _counts(here: Campaign, brought: Campaign) -> None:
    """Counts on the table, and books laid open, that are not here yet."""
    marks = list(Assertion.objects.filter(campaign=here).values_list("mark", flat=True))
    Assertion.objects.filter(campaign=brought).exclude(mark__in=marks).update(campaign=here)
    seats = list(OpenedBooks.objects.filter(campaign=here).values_list("seat", flat=True))
    OpenedBooks.objects.filter(campaign=brought).exclude(seat__in=seats).update(campaign=here)


def _throw_away(table: Table) -> None:
    forget(table)
    table.delete()
