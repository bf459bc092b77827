"""Games played again with sides changed: the first rematch opens a series of them, the next ones join it."""

from collections.abc import Sequence

from django.db.models import Max
from django.utils import timezone

from campaigns.belonging import campaign_of
from campaigns.models import Campaign, Evening, Member
from campaigns.opening import new_campaign
from campaigns.series.chart import parts
from campaigns.series.plays import plays
from campaigns.series.standings import Line, standings
from companion.tables.models import Table, Token


def join(last: Table, opened: Table) -> None:
    """Keep both as evenings of a series, and let in who sits there. Inside `writing`."""
    series = _series_of(last)
    if series is None:
        series = new_campaign(last.system, "series", last.title)
        _evening(series, last)
    _evening(series, opened)
    known = set(Member.objects.filter(campaign=series).values_list("hash", flat=True))
    for token in Token.objects.filter(table=opened, revoked_at=None).order_by("role"):
        if token.hash not in known:
            known.add(token.hash)
            Member.objects.create(
                campaign=series, hash=token.hash, host=token.role == "host", label=token.label
            )


def score(table: Table) -> str:
    """Who has won how often; empty before a second game."""
    series = _series_of(table)
    return "" if series is None else score_words(standings(plays(series)))


def score_words(lines: Sequence[Line]) -> str:
    """Two against each other, or everybody in a row.

    >>> score_words([Line("Ada", victories=2), Line("Jo", victories=1)])
    'Ada 2 : 1 Jo'
    """
    if len(lines) == 2:
        one, two = lines
        return f"{one.name} {parts(one.victories)} : {parts(two.victories)} {two.name}"
    return ", ".join(f"{line.name} {parts(line.victories)}" for line in lines)


def _series_of(table: Table) -> Campaign | None:
    found = campaign_of(table)
    return found if found is not None and found.kind == "series" else None


def _evening(series: Campaign, table: Table) -> None:
    number = (Evening.objects.filter(campaign=series).aggregate(top=Max("number"))["top"] or 0) + 1
    date = timezone.localtime(table.created).date()
    Evening.objects.create(campaign=series, number=number, date=date, table=table)
