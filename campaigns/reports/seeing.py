"""Whose secrets a reader of reports and rosters may know."""

from campaigns.chronicle import Chronicle
from campaigns.door import Visitor
from campaigns.models import OpenedBooks


def seen_by(told: Chronicle, who: Visitor, *, public: bool = False) -> frozenset[str]:
    """The reader's own seats; after the end of the campaign also those that have laid their books open.

    The end alone opens nothing: one could end a campaign, read, and take the last line back. `public` is
    what anybody may read, for a report that is handed round.
    """
    opened: frozenset[str] = frozenset()
    if told.game.is_over(told.state):
        rows = OpenedBooks.objects.filter(campaign=told.campaign)
        opened = frozenset(rows.values_list("seat", flat=True))
    return opened if public else who.sight.sees | opened
