"""What a device finds on the campaigns' shelf: its own, and the tables that it could keep as campaigns."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Max, Q

from campaigns.models import Campaign
from companion import shelf
from companion.tables.codes import hashed
from companion.tables.models import Table

MANY = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One campaign in the list: where it stands, how many evenings it has had, and the last one's date."""

    campaign: Campaign
    game: str
    words: str
    evenings: int
    last: date | None


def rows(secret: str | None, *, put_away: bool = False) -> list[Row]:
    """The campaigns of who holds this secret: by its own coming in, or a seat at the campaign's table."""
    if not secret:
        return []
    digest = hashed(secret)
    seated = Q(table__tokens__hash=digest, table__tokens__revoked_at=None)
    mine = Campaign.objects.filter(Q(members__hash=digest) | seated, archived_at__isnull=not put_away)
    found = Campaign.objects.filter(pk__in=mine.values("pk")).select_related("table")
    counted = found.annotate(many=Count("evenings"), last=Max("evenings__date"))
    return [
        _row(each, each.many, each.last)
        for each in counted.order_by(F("last").desc(nulls_first=True), "-pk")[:MANY]
    ]


def _row(campaign: Campaign, evenings: int, last: date | None) -> Row:
    known = campaign.system in shelf.slugs()
    return Row(
        campaign=campaign,
        game=shelf.game(campaign.system).title if known else campaign.system,
        words=campaign.table.headline if campaign.table else "",
        evenings=evenings,
        last=last,
    )


def keepable(secret: str | None) -> list[Table]:
    """The tables that this device hosts whose game goes on for months, and that belong to no campaign yet."""
    if not secret:
        return []
    systems = [slug for slug, game in shelf.games().items() if game.campaign is not None]
    hosted = Table.objects.filter(
        tokens__hash=hashed(secret), tokens__role="host", tokens__revoked_at=None, system__in=systems
    )
    alone = hosted.filter(campaign=None, evenings=None, archived_at=None, branch_line=0)
    return list(alone.distinct().order_by("-pk")[:MANY])
