"""A campaign begins: its table is opened, or a series without one; the device that opens it is its host."""

from datetime import date

from django.db import IntegrityError, transaction

from campaigns.models import Campaign, Evening, Member
from companion.tables import seats
from companion.tables.codes import hashed, new_code
from companion.tables.house import Opening, open_table
from companion.tables.models import Table
from companion.tables.writing import writing


def open_campaign(opening: Opening, secret: str, label: str = "", *, on: date) -> Campaign:
    """A campaign on one journal, with its first evening; `InvalidInput` has paths as in `opening`."""
    table = open_table(opening)
    seats.host(table, secret, label)
    with writing():
        campaign = new_campaign(opening.system, "campaign", table.title, table)
        Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label)
        Evening.objects.create(campaign=campaign, number=1, date=on, table=table, first=1)
    return campaign


def open_series(system: str, title: str, secret: str, label: str = "") -> Campaign:
    """A season of evenings of one game, each with a table of its own."""
    with writing():
        campaign = new_campaign(system, "series", title)
        Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label)
    return campaign


def new_campaign(system: str, kind: str, title: str, table: Table | None = None) -> Campaign:
    """The row, under a code that no other campaign has. Inside `writing`."""
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                return Campaign.objects.create(code=code, system=system, kind=kind, title=title, table=table)
        except IntegrityError:
            if not Campaign.objects.filter(code=code).exists():
                raise
