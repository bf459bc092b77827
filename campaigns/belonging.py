"""Which campaign or series a table belongs to."""

from django.db.models import Q
from django.urls import reverse

from campaigns.models import Campaign
from companion.tables.keeping import Kept
from companion.tables.models import Table


def campaign_of(table: Table) -> Campaign | None:
    """The campaign that is played at this table, or the series of which it is an evening."""
    return Campaign.objects.filter(Q(table=table) | Q(evenings__table=table)).first()


def belongs(table: Table) -> Kept | None:
    """The same, as tables show it."""
    campaign = campaign_of(table)
    return Kept(campaign.title, reverse("campaigns:overview", args=[campaign.code])) if campaign else None
