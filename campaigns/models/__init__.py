"""What the house remembers of a campaign beside its table's journal; and of the binders made for one."""

from campaigns.models.binder import Author, Binder, BinderVersion, Played
from campaigns.models.campaign import Brought, Campaign, Evening, Member
from campaigns.models.counts import Assertion, OpenedBooks

__all__ = [
    "Assertion",
    "Author",
    "Binder",
    "BinderVersion",
    "Brought",
    "Campaign",
    "Evening",
    "Member",
    "OpenedBooks",
    "Played",
]
