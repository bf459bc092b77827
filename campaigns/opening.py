"""A campaign begins or a played table is kept as one; its title, the shelf it stands on, the bin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Max, Q
from django.urls import reverse
from django.utils import timezone

from campaigns.evenings import seated
from campaigns.models import Author, Campaign, Evening, Member, new_identity
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import bell, lobby, seating
from companion.tables.beside import writing, writing_at
from companion.tables.devices import hashed, new_code
from companion.tables.errors import check_plain
from companion.tables.journal import NIGHT
from companion.tables.lobby import Kept, Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.seating import check_trusted
from companion.views.finding import Hit, hit


def campaign_of(table: Table) -> Campaign | None:
    """The campaign that is played at this table, or the series of which it is an evening."""
    return Campaign.objects.filter(Q(table=table) | Q(evenings__table=table)).first()


def belongs(table: Table) -> Kept | None:
    """The same, as tables show it."""
    campaign = campaign_of(table)
    if campaign is None:
        return None
    there = reverse("campaigns:overview", args=[campaign.code])
    whole, many = campaign.kind == "campaign", campaign.evenings.count()
    tonight = reverse("campaigns:tonight", args=[campaign.code]) if whole else ""
    told = f"evening {many}" if many else ""
    return Kept(campaign.title, there, whole=whole, told=told, tonight=tonight, sketch=_sketch(campaign))


def _sketch(campaign: Campaign) -> str:
    """Where its small tree is drawn; empty for what has none."""
    whole = campaign.kind == "campaign" and campaign.system in shelf.slugs()
    card = shelf.game(campaign.system).campaign if whole else None
    return reverse("campaigns:tree_small", args=[campaign.code]) if card and card.branches else ""


def own(secret: str | None) -> Iterator[Hit]:
    """This device's campaigns and series, for who seeks them."""
    for row in rows(secret):
        evenings = f", {row.evenings} evening{'s' if row.evenings > 1 else ''}" if row.evenings else ""
        there = reverse("campaigns:overview", args=[row.campaign.code])
        kind = f"{row.game}, {row.campaign.kind}{evenings}"
        yield hit("Yours", row.campaign.title, kind, there, f"{row.words} {row.campaign.code}")


def way_in(code: str) -> str:
    """Where a campaign's or series' code leads; empty where there is none of it."""
    there = Campaign.objects.filter(code=code).exists()
    return reverse("campaigns:join", args=[code]) if there else ""


def is_known(digest: str) -> bool:
    """Whether a device of that hash has come in to some campaign, or writes some binder."""
    return any(model.objects.filter(hash=digest).exists() for model in (Member, Author))


def open_campaign(opening: Opening, secret: str, label: str = "", *, on: date) -> Campaign:
    """A campaign on one journal, with its first evening; `InvalidInput` has paths as in `opening`."""
    with writing():
        table = open_table(opening)
        seating.host(table, secret, label)
        campaign = _begun(opening.system, "campaign", table.title, (secret, label), table)
        Evening.objects.create(
            campaign=campaign, number=1, date=on, table=table, first=1, came=seated(table)
        )  # fmt: skip
    return campaign


def open_series(system: str, title: str, secret: str, label: str = "") -> Campaign:
    """A season of evenings of one game, each with a table of its own; `InvalidInput` with the path."""
    if not 0 < len(title.strip()) <= 80:
        raise InvalidInput("title", "A series' title has 1 to 80 characters.")
    shelf.game(system)
    with writing():
        return _begun(system, "series", title.strip(), (secret, label))


def keep_table(table: Table, secret: str, label: str = "") -> Campaign:
    """A war that a group plays already becomes a campaign; its lines fall into evenings by their hours.

    `IllegalAction` where the game is one of single evenings, or the table belongs somewhere already.
    """
    game = shelf.game(table.system)
    if game.campaign is None:
        raise IllegalAction("", f"{game.title} is over in an evening; open a series of it instead.")
    with writing_at(table) as now:
        if now.branch_line:
            raise IllegalAction("", "A branch counts in no campaign; keep its true table.")
        known = campaign_of(now)
        if known is not None:
            raise IllegalAction("", f"This table belongs to “{known.title}” already.")
        campaign = _begun(now.system, "campaign", now.title, (secret, label), now)
        written = Entry.objects.filter(table=now).order_by("number").values_list("number", "at")
        for number, (first, at, ended) in enumerate(nights(list(written)), 1):
            Evening.objects.create(
                campaign=campaign, number=number, date=at.date(), table=now, first=first,
                came=seated(now), ended_at=ended,
            )  # fmt: skip
    return campaign


def nights(lines: Sequence[tuple[int, datetime]]) -> list[tuple[int, datetime, datetime | None]]:
    """The evenings in a journal: first line, its hour, and the hour of the last line of all but the last.

    A pause of six hours or more parts two evenings.
    """
    before: list[datetime | None] = [None, *(at for _, at in lines)]
    starts = [
        (number, at, earlier)
        for (number, at), earlier in zip(lines, before, strict=False)
        if earlier is None or at - earlier >= NIGHT
    ]
    ends = [*(earlier for _, _, earlier in starts[1:]), None]
    return [(number, at, end) for (number, at, _), end in zip(starts, ends, strict=False)]


def _begun(system: str, kind: str, title: str, who: tuple[str, str], table: Table | None = None) -> Campaign:
    secret, label = who
    campaign = new_campaign(system, kind, title, table)
    Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label[:60])
    return campaign


def new_campaign(system: str, kind: str, title: str, table: Table | None = None) -> Campaign:
    """The row, under its table's code where no other campaign has that. Inside `writing`."""
    code = table.code if table is not None else new_code()
    while True:
        try:
            with transaction.atomic():
                return Campaign.objects.create(
                    identity=new_identity(), code=code, system=system, kind=kind, title=title, table=table
                )
        except IntegrityError:
            if not Campaign.objects.filter(code=code).exists():
                raise
            code = new_code()


def rename(campaign: Campaign, title: str) -> None:
    """Another title; `InvalidInput` where it is none."""
    check_plain(title)
    if not 0 < len(title.strip()) <= 80:
        raise InvalidInput("title", "A title has 1 to 80 characters.")
    _change(campaign, title=title.strip())


def put_away(campaign: Campaign) -> None:
    _change(campaign, archived_at=timezone.now())


def bring_back(campaign: Campaign) -> None:
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
            lobby.close(table)
            lobby.delete(table)


def tables_of(campaign: Campaign) -> list[Table]:
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


MANY = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One campaign in the list: how far it is, its evenings, the date of the last one, its picture."""

    campaign: Campaign
    game: str
    words: str
    evenings: int
    last: date | None
    sketch: str


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
    return Row(
        campaign=campaign,
        game=shelf.title(campaign.system),
        words=campaign.table.headline if campaign.table else "",
        evenings=evenings,
        last=last,
        sketch=_sketch(campaign),
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
