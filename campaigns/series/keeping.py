"""What is written in a series: an evening with a table, a play without one, a result by hand."""

from collections.abc import Mapping, Sequence

from django.db.models import Max

from campaigns.evenings import take_out
from campaigns.models import Campaign, Evening
from companion.engine.wire import Json
from companion.tables import bell, house
from companion.tables.models import Seat, Table
from companion.tables.seating import seats
from companion.tables.writing import writing, writing_at


def open_evening(
    campaign: Campaign,
    opening: house.Opening,
    noted: Mapping[str, object],
    sits: Sequence[str],
    who: tuple[str, str],
) -> Table:
    """An evening with a table of its own, hosted by `who`: the device's secret and what it is."""
    secret, label = who
    with writing():
        table = house.open_table(opening)
        seats.host(table, secret, label)
        for chair in sits:
            seats.sit(table, secret, chair, label)
        _new(campaign, **noted, table=table)
    return table


def write_down(campaign: Campaign, noted: Mapping[str, object], scores: Sequence[Json]) -> Evening:
    """A finished play that had no table here."""
    with writing():
        return _new(campaign, **noted, result=list(scores))


def write_all_down(campaign: Campaign, played: Sequence[tuple[Mapping[str, object], Sequence[Json]]]) -> None:
    """Finished plays, all of them or none."""
    with writing():
        for noted, scores in played:
            _new(campaign, **noted, result=list(scores))


def by_hand(evening: Evening, scores: Sequence[Json] | None) -> None:
    """The result as people saw it, in the place of what the table says; with None the table counts again."""
    with writing():
        Evening.objects.filter(pk=evening.pk).update(result=None if scores is None else list(scores))


def name_people(table: Table, people: Mapping[int, str]) -> None:
    """Who sat where, by the seats' rows; every screen of the table shows it."""
    if people:
        with writing_at(table) as now:
            for seat, player in people.items():
                Seat.objects.filter(table=now, pk=seat).update(player=player)
            bell.stir(now)


def remove(evening: Evening) -> None:
    """Take an evening out of the series; its table, if it has one, stays as a table like any other."""
    with writing():
        Campaign.objects.select_for_update().get(pk=evening.campaign_id)
        take_out(evening)


def _new(campaign: Campaign, **fields: object) -> Evening:
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    top = Evening.objects.filter(campaign=campaign).aggregate(top=Max("number"))["top"] or 0
    return Evening.objects.create(campaign=campaign, number=top + 1, **fields)
