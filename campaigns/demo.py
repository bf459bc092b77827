"""What lies open to look round in beside the tables: a campaign of some evenings, and a season."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.urls import reverse

from campaigns.models import Campaign, Evening
from campaigns.opening import new_campaign, today
from campaigns.series import records
from companion import shelf
from companion.engine.campaign import Recording
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import writing
from companion.tables.play import Open, act

CAMPAIGN, SEASON = "A campaign to look round in", "A season to look round in"
WEEK = timedelta(weeks=1)
PLAYS = (
    (("Ada", 9), ("Ben", 7)), (("Cleo", 8), ("Ada", 5)), (("Ben", 6), ("Cleo", 6)),
    (("Ada", 11), ("Cleo", 4)), (("Ben", 10), ("Ada", 8)),
)  # fmt: skip
"""Who played on each evening of the season, with the points; the most of them win."""


def open_demos() -> None:
    """Keep a campaign of each game that goes on for months, and write a season of another."""
    games = shelf.games()
    for slug, game in games.items():
        demo = game.campaign and game.campaign.demo
        if demo and not Campaign.objects.filter(system=slug, title=CAMPAIGN).exists():
            _campaign(slug, demo())
    single = next((slug for slug, game in games.items() if game.campaign is None), None)
    if single is not None and not Campaign.objects.filter(system=single, title=SEASON).exists():
        _season(single)


def _campaign(system: str, recording: Recording) -> None:
    """Its evenings a week apart, the last of them today's."""
    table, firsts = (
        open_table(Opening(system=system, title=CAMPAIGN, kind="open", setup=recording.setup)),
        [1],
    )
    for evening in recording.evenings:
        for action in evening:
            act(table, HOUSE, action, table.version, f"demo-{table.version}")
            table.refresh_from_db()
        firsts.append(table.version + 1)
    with writing():
        campaign = new_campaign(system, "campaign", CAMPAIGN, table)
        for n, on in enumerate(_weeks(len(recording.evenings))):
            Evening.objects.create(campaign=campaign, number=n + 1, date=on, table=table, first=firsts[n])


def _season(system: str) -> None:
    with writing():
        campaign = new_campaign(system, "series", SEASON)
        for on, scores in zip(_weeks(len(PLAYS)), PLAYS, strict=True):
            most = max(points for _, points in scores)
            rows = [
                records.Result(player=name, seat="", points=points, rank=1 if points == most else 2)
                for name, points in scores
            ]
            records.write_down(campaign, {"date": on}, rows)


def _weeks(many: int) -> Iterator[date]:
    return (today() - WEEK * n for n in reversed(range(many)))


def lying_open() -> Iterator[Open]:
    """Those that were opened so, for the first page."""
    ours = Campaign.objects.filter(title__in=(CAMPAIGN, SEASON), archived_at=None)
    for each in ours.exclude(members__host=True):
        at = reverse("campaigns:join", args=[each.code])
        yield Open(each.title, shelf.title(each.system), at, each.system)
