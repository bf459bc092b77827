"""Two branches of one campaign in one house: one of them chosen and the other put away, or both kept."""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from campaigns.carrying.kinship import Kinship
from campaigns.models import Campaign, Evening, Member, Played
from companion.tables.bell.hub import HUB
from companion.tables.codes import new_code
from companion.tables.models import RecoveryCode, Seat, Table, Token

TITLE = 80


def beside(here: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The brought one as a campaign of its own, told from the one here by its title."""
    _called(brought, f"branch from line {kin.common + 1}")
    return brought


def exchange(here: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The brought one in the place of the one here: its codes, devices and seats. The other is put away."""
    pairs = list(_tables(here, brought))
    for old, new in pairs:
        _swap_codes(old, new)
        _let_in(old, new)
    _swap_codes(here, brought)
    have = set(Member.objects.filter(campaign=brought).values_list("hash", flat=True))
    Member.objects.bulk_create(
        _copies(Member.objects.filter(campaign=here).exclude(hash__in=have), campaign=brought)
    )
    Played.objects.filter(campaign=here).update(campaign=brought)
    brought.title = here.title
    brought.save(update_fields=["title"])
    here.archived_at = timezone.now()
    _called(here, f"put away, from line {kin.common + 1}")
    moved = [table.pk for pair in pairs for table in pair]
    transaction.on_commit(lambda: HUB.end(tables=moved))
    return brought


def _tables(here: Campaign, brought: Campaign) -> Iterator[tuple[Table, Table]]:
    """Each table here, and the brought one that takes its place."""
    if here.table is not None and brought.table is not None:
        yield here.table, brought.table
        return
    theirs = {each.number: each.table for each in Evening.objects.filter(campaign=brought)}
    for each in Evening.objects.filter(campaign=here):
        new = theirs.get(each.number)
        if each.table is not None and new is not None:
            yield each.table, new


def _swap_codes(one: Campaign | Table, other: Campaign | Table) -> None:
    """What is on people's notes leads to the other from now on."""
    codes = one.code, other.code
    for thing, code in ((one, new_code()), (other, codes[0]), (one, codes[1])):
        thing.code = code
        thing.save(update_fields=["code"])


def _let_in(old: Table, new: Table) -> None:
    """Who holds a seat at the one holds it at the other."""
    seats = {seat.chair: seat for seat in Seat.objects.filter(table=new)}
    for seat in Seat.objects.filter(table=old).exclude(player=""):
        Seat.objects.filter(table=new, chair=seat.chair).update(player=seat.player)
    Token.objects.filter(table=new).delete()
    for token in Token.objects.filter(table=old).select_related("seat"):
        chair = seats[token.seat.chair] if token.seat else None
        Token.objects.bulk_create(_copies([token], table=new, seat=chair))
    RecoveryCode.objects.bulk_create(_copies(RecoveryCode.objects.filter(table=old), table=new))


def _copies[Row: Model](rows: Iterable[Row], **other: object) -> Iterator[Row]:
    for row in rows:
        row.pk = None
        for name, value in other.items():
            setattr(row, name, value)
        yield row


def _called(campaign: Campaign, which: str) -> None:
    """The title with what tells it from the other's."""
    campaign.title = f"{campaign.title[: TITLE - len(which) - 3]} ({which})"
    campaign.save(update_fields=["title", "archived_at"])
