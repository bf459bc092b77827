"""Whether what a campaign's file brings is one campaign: each thing there, and none that is not its own."""

from collections.abc import Iterator, Sequence

from campaigns.models import Campaign, Evening
from companion import shelf
from companion.engine.errors import InvalidInput
from companion.tables.models import Entry, Seat, Table


def check_fits(campaign: Campaign, tables: Sequence[Table]) -> None:
    """`InvalidInput` for what would open as no campaign: without its table, of two games, out of order."""
    evenings = list(Evening.objects.filter(campaign=campaign).order_by("number"))
    for fault in (*_tables(campaign, tables, evenings), *_evenings(campaign, evenings)):
        raise InvalidInput("rows", fault)
    for table in tables:
        _check_seats(table)


def _tables(campaign: Campaign, tables: Sequence[Table], evenings: Sequence[Evening]) -> Iterator[str]:
    shelf.game(campaign.system)
    if campaign.kind == "campaign" and campaign.table_id is None:
        yield f"“{campaign.title}” is a campaign, and its table is not in the file."
    if campaign.kind == "series" and campaign.table_id is not None:
        yield f"“{campaign.title}” is a series: it has a table for each evening, and none of its own."
    own = {campaign.table_id, *(evening.table_id for evening in evenings)}
    for table in tables:
        if table.system != campaign.system:
            yield f"“{table.title}” is a table of {table.system}; the campaign is one of {campaign.system}."
        if table.branch_line or table.branch_of_id:
            yield f"“{table.title}” is a branch; a branch counts in no campaign."
        if table.pk not in own:
            yield f"“{table.title}” is no table of this campaign."


def _evenings(campaign: Campaign, evenings: Sequence[Evening]) -> Iterator[str]:
    if [each.number for each in evenings] != list(range(1, len(evenings) + 1)):
        yield f"Evenings are numbered {', '.join(str(each.number) for each in evenings)}, not from 1 on."
    if campaign.kind == "campaign" and not evenings:
        yield f"“{campaign.title}” has no evening; a campaign begins with one."
    for each in evenings if campaign.kind == "campaign" else ():
        if each.table_id not in (None, campaign.table_id):
            yield f"Evening {each.number} is at another table than its campaign."


def _check_seats(table: Table) -> None:
    setup = Entry.objects.get(table=table, number=1).action
    wanted = [chair.id for chair in shelf.game(table.system).setup_seats(setup)]
    there = list(Seat.objects.filter(table=table).order_by("place").values_list("chair", flat=True))
    if there != wanted:
        seats = ", ".join(there) or "none"
        raise InvalidInput(
            "rows", f"“{table.title}” has the seats {', '.join(wanted)}; the file has {seats}."
        )
