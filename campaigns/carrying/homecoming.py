"""A campaign's file is brought into a house that may know it already, and somebody says what becomes of it.

A file is unpacked and looked through as a whole each time; where the house knows the campaign, it is taken
back and waits until somebody says which of the journals counts. Nothing is written over: what was not chosen
is put away under a title of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from campaigns.carrying.branching import beside, exchange
from campaigns.carrying.continuing import go_on
from campaigns.carrying.kinship import Kinship, journal_of, kinship
from campaigns.carrying.parcel import unpack
from campaigns.changing import tables_of
from campaigns.door import Visitor, visitor
from campaigns.models import Brought, Campaign, Evening
from companion.engine.errors import IllegalAction
from companion.tables.codes import hashed
from companion.tables.lines import LineShown, last
from companion.tables.models import Seat, Table
from companion.tables.position import forget, position
from companion.tables.writing import writing

WAITS = timedelta(days=1)
SHOWN = 8
"""So many of the lines in which two branches differ are told."""
NEAREST = ("same", "newer", "older", "branches")


@dataclass(frozen=True, slots=True)
class Side:
    """One of two journals as its reader may see it: evenings, how many lines, the newest of them."""

    evenings: Sequence[Evening]
    lines: int
    since: int
    headline: str
    newest: Sequence[LineShown]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A brought campaign and the one here: how they stand, and both side by side for who may look."""

    here: Campaign
    who: Visitor
    kin: Kinship
    own: Side | None
    brought: Side


def bring(file: bytes, secret: str, label: str = "") -> Campaign | Meeting:
    """The campaign in this house where it is new to it; else what it is to the one here, and it waits."""
    with writing():
        before = transaction.savepoint_create()
        campaign = unpack(file, secret, label)
        found = met(campaign, secret)
        if found is None:
            return campaign
        for table in tables_of(campaign):
            forget(table)
        transaction.savepoint_rollback(before)
        Brought.objects.filter(at__lt=timezone.now() - WAITS).delete()
        Brought.objects.update_or_create(hash=hashed(secret), defaults={"file": file})
    return found


def settle(choice: str, secret: str, label: str = "") -> Campaign:
    """Do with the waiting file what was chosen; the campaign to play on with, or `IllegalAction`."""
    with writing():
        waiting = Brought.objects.filter(hash=hashed(secret)).first()
        if waiting is None:
            raise IllegalAction("", "The file is no longer here; choose it once more.")
        campaign = unpack(bytes(waiting.file), secret, label)
        found = met(campaign, secret)
        done = campaign if found is None else _chosen(choice, found, campaign)
        waiting.delete()
    return done


def _chosen(choice: str, found: Meeting, brought: Campaign) -> Campaign:
    kinds, needs_host, do = CHOICES.get(choice, ((), False, beside))
    if found.kin.kind not in kinds:
        raise IllegalAction("", "Meanwhile the campaign here has gone on; bring the file once more.")
    if needs_host and not found.who.host:
        raise IllegalAction("", f"Only the host of “{found.here.title}” in this house may do this.")
    return do(found.here, brought, found.kin)


def met(brought: Campaign, secret: str) -> Meeting | None:
    """The nearest of the campaigns here that are the same one; None where there is none."""
    others = Campaign.objects.filter(system=brought.system, kind=brought.kind).exclude(pk=brought.pk)
    alike = [each for each in others if each.known_as == brought.known_as]
    list(Table.objects.select_for_update().filter(campaign__in=alike))  # Nobody writes there meanwhile.
    journal = journal_of(brought)
    found = [(kinship(journal_of(each), journal), each) for each in alike]
    if not found:
        return None
    kin, here = min(found, key=lambda one: (NEAREST.index(one[0].kind), -one[0].common, one[1].pk))
    who = visitor(here, secret)
    own = _side(here, kin.ahead, who) if who.joined else None
    return Meeting(here, who, kin, own, _side(brought, kin.newer, Visitor()))


def _side(campaign: Campaign, since: int, who: Visitor) -> Side:
    """`since` is how many lines it has that the other has not."""
    evenings = list(Evening.objects.filter(campaign=campaign))
    if campaign.table is None:
        return Side(evenings, sum(each.version for each in tables_of(campaign)), since, "", ())
    table, shown = campaign.table, min(since, SHOWN)
    seats = list(Seat.objects.filter(table=table))
    newest = last(table, position(table), who.sight, seats, shown) if shown else ()
    return Side(evenings, table.version, since, table.headline, newest)


CHOICES: Mapping[str, tuple[tuple[str, ...], bool, Callable[[Campaign, Campaign, Kinship], Campaign]]] = {
    "continue": (("newer",), True, go_on),
    "brought": (("branches",), True, exchange),
    "both": (("newer", "branches"), False, beside),
}
"""What can be chosen: where, whether only by the campaign's host, and what it does."""
