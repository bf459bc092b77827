"""What a host does with a campaign as a whole: its title, the shelf, the bin."""

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, Evening, Member
from companion.engine.errors import InvalidInput
from companion.tables import bell, house
from companion.tables.errors import check_plain
from companion.tables.models import Table
from companion.tables.seating.host_place import check_trusted
from companion.tables.writing import writing


def rename(campaign: Campaign, title: str) -> None:
    """Another title; `InvalidInput` where it is none."""
    check_plain(title)
    if not 0 < len(title.strip()) <= 80:
        raise InvalidInput("title", "A title has 1 to 80 characters.")
    _change(campaign, title=title.strip())


def put_away(campaign: Campaign) -> None:
    """Off the list; nothing is lost."""
    _change(campaign, archived_at=timezone.now())


def bring_back(campaign: Campaign) -> None:
    """On the list again."""
    _change(campaign, archived_at=None)


def delete(campaign: Campaign, *, with_tables: bool) -> None:
    """The evenings and notes go for good; the tables stay as tables, unless they are to go as well."""
    with writing():
        tables = tables_of(campaign)
        for table in tables:
            check_trusted(table)
        Evening.objects.filter(campaign=campaign).delete()
        Campaign.objects.filter(pk=campaign.pk).delete()
        for table in tables if with_tables else ():
            house.close(table)
            house.delete(table)


def tables_of(campaign: Campaign) -> list[Table]:
    """The table of a campaign, or those of a series' evenings."""
    own = Q(campaign=campaign) | Q(evenings__campaign=campaign)
    return list(Table.objects.filter(own).distinct())


def _change(campaign: Campaign, **fields: object) -> None:
    with writing():
        Campaign.objects.filter(pk=campaign.pk).update(**fields)
        for table in tables_of(campaign):
            bell.stir(table)


def make_host(campaign: Campaign, member: str) -> None:
    """Let another device keep the campaign too; `InvalidInput` where it is none that has come in."""
    number = int(member) if member.isascii() and member.isdigit() and len(member) < 10 else 0
    with writing():
        if not Member.objects.filter(campaign=campaign, pk=number).update(host=True):
            raise InvalidInput("member", "No such device has come in; load the page again.")
