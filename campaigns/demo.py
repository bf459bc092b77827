"""What lies open to look round in beside the tables: a campaign of five evenings, and a season."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.urls import reverse

from campaigns.models import Campaign, Evening
from campaigns.opening import campaign_of, new_campaign, today
from campaigns.series import records
from companion import shelf
from companion.tables.models import Table, writing
from companion.tables.play import Open

EVENINGS = 5
CAMPAIGN, SEASON = "A campaign to look round in", "A season to look round in"
WEEK = timedelta(weeks=1)
PLAYS = (
    (("Ada", 9), ("Ben", 7)), (("Cleo", 8), ("Ada", 5)), (("Ben", 6), ("Cleo", 6)),
    (("Ada", 11), ("Cleo", 4)), (("Ben", 10), ("Ada", 8)),
)  # fmt: skip
"""Who played on each evening of the season, with the points; the most of them win."""


def open_demos(tables: list[Table]) -> None:
    """Keep the table of the game that goes on for months as a campaign, and write a season of another."""
    games = shelf.games()
    kept = next((table for table in tables if games[table.system].campaign is not None), None)
    if kept is not None and campaign_of(kept) is None:
        _campaign(kept)
    single = next((slug for slug, game in games.items() if game.campaign is None), None)
    if single is not None and not Campaign.objects.filter(system=single, title=SEASON).exists():
        _season(single)


def _campaign(table: Table) -> None:
    """Its lines in five equal parts, an evening a week, the last of them today's."""
    with writing():
        campaign = new_campaign(table.system, "campaign", CAMPAIGN, table)
        for n, on in enumerate(_weeks()):
            first = n * table.version // EVENINGS + 1
            Evening.objects.create(campaign=campaign, number=n + 1, date=on, table=table, first=first)


def _season(system: str) -> None:
    with writing():
        campaign = new_campaign(system, "series", SEASON)
        for on, scores in zip(_weeks(), PLAYS, strict=True):
            most = max(points for _, points in scores)
            rows = [
                records.Result(player=name, seat="", points=points, rank=1 if points == most else 2)
                for name, points in scores
            ]
            records.write_down(campaign, {"date": on}, rows)


def _weeks() -> Iterator[date]:
    return (today() - WEEK * n for n in reversed(range(EVENINGS)))


def lying_open() -> Iterator[Open]:
    """Those that were opened so, for the first page."""
    ours = Campaign.objects.filter(title__in=(CAMPAIGN, SEASON), archived_at=None)
    for each in ours.exclude(members__host=True):
        yield Open(each.title, shelf.title(each.system), reverse("campaigns:join", args=[each.code]))
