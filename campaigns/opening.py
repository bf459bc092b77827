"""A campaign begins: its table is opened, or a series without one; the device that opens it is its host."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import IntegrityError, transaction

from campaigns.belonging import campaign_of
from campaigns.evenings import NIGHT, seated
from campaigns.models import Campaign, Evening, Member
from campaigns.models.campaign import new_identity
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables.codes import hashed, new_code
from companion.tables.house import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.seating import seats
from companion.tables.writing import writing, writing_at


def open_campaign(opening: Opening, secret: str, label: str = "", *, on: date) -> Campaign:
    """A campaign on one journal, with its first evening; `InvalidInput` has paths as in `opening`."""
    with writing():
        table = open_table(opening)
        seats.host(table, secret, label)
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
