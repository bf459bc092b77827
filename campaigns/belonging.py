"""Which campaign or series a table belongs to, and which devices the campaigns know."""

from django.db.models import Q
from django.urls import reverse

from campaigns.models import Author, Campaign, Member
from companion.tables.keeping import Kept
from companion.tables.models import Table


def campaign_of(table: Table) -> Campaign | None:
    """The campaign that is played at this table, or the series of which it is an evening."""
    return Campaign.objects.filter(Q(table=table) | Q(evenings__table=table)).first()


def belongs(table: Table) -> Kept | None:
    """The same, as tables show it."""
    campaign = campaign_of(table)
    if campaign is None:
        return None
    there = reverse("campaigns:overview", args=[campaign.code])
    return Kept(campaign.title, there, whole=campaign.kind == "campaign")


def is_known(digest: str) -> bool:
    """Whether a device of that hash has come in to some campaign, or writes some binder."""
    return any(model.objects.filter(hash=digest).exists() for model in (Member, Author))
