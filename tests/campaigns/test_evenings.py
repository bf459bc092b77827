"""Evenings: continued with one tap, begun late, joined up, ended; a war played already is kept."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns import changing, evenings
from campaigns.belonging import campaign_of
from campaigns.forms import day
from campaigns.models import Campaign, Evening
from campaigns.opening import keep_table, nights, open_series
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import house, play
from companion.tables.codes import new_secret
from companion.tables.devices import HOUSE
from companion.tables.house import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.seating import seats
from tests.campaigns.conftest import FIRST, WAR, War
from tests.campaigns.recorded import numbered

LATER = date(2026, 12, 1)


def firsts(campaign: Campaign) -> list[tuple[int, int]]:
    rows = Evening.objects.filter(campaign=campaign)
    return [(evening.number, evening.first) for evening in rows]


def rested(war: War) -> None:
    """Everything was written a week ago."""
    old = timezone.now() - timedelta(days=7)
    Entry.objects.filter(table=war.table)._update([(Entry._meta.get_field("at"), None, old)])


def test_a_new_evening_begins_with_the_next_line_and_opens_the_table(young_war: War) -> None:
    campaign, table = young_war.campaign, young_war.table
    rested(young_war)
    house.close(table)
    begun = evenings.tonight(campaign, LATER)
    table.refresh_from_db()
    assert (begun.first, begun.date, begun.came) == (table.version + 1, LATER, ["Alice", "Bob"])
    assert table.closed_at is None
    assert Evening.objects.get(campaign=campaign, number=begun.number - 1).ended_at is not None


def test_who_plays_on_past_midnight_stays_in_the_evening(young_war: War) -> None:
    before = firsts(young_war.campaign)
    evenings.tonight(young_war.campaign, LATER)
    assert firsts(young_war.campaign) == before


def test_an_evening_without_a_line_is_used_again(young_war: War) -> None:
    rested(young_war)
    first = evenings.tonight(young_war.campaign, LATER)
    again = evenings.tonight(young_war.campaign, LATER + timedelta(days=7))
    assert (again.pk, again.date) == (first.pk, LATER + timedelta(days=7))


def test_an_ended_evening_closes_the_table_and_the_next_tap_begins_another(young_war: War) -> None:
    campaign = young_war.campaign
    evenings.end(campaign)
    assert young_war.table.closed_at is not None
    with pytest.raises(IllegalAction, match="No evening is under way"):
        evenings.end(campaign)
    begun = evenings.tonight(campaign, evenings.latest(campaign).date)
    assert begun.first == young_war.table.version + 1


def test_a_forgotten_evening_is_put_between(young_war: War) -> None:
    campaign = young_war.campaign
    (_, _), (_, second), (_, third) = firsts(campaign)
    evenings.begin_at(campaign, second + 1, date(2026, 9, 9))
    assert firsts(campaign) == [(1, 1), (2, second), (3, second + 1), (4, third)]
    assert [e.ended_at is None for e in Evening.objects.filter(campaign=campaign)] == [
        True,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("first", [0, 1, 14, 10**8])
def test_an_evening_begins_with_a_line_that_is_there(young_war: War, first: int) -> None:
    with pytest.raises(InvalidInput, match="lines 2 to 13"):
        evenings.begin_at(young_war.campaign, first, LATER)


def test_no_two_evenings_begin_with_the_same_line(young_war: War) -> None:
    (_, _), (_, second), _ = firsts(young_war.campaign)
    with pytest.raises(InvalidInput, match=f"Evening 2 begins with line {second}"):
        evenings.begin_at(young_war.campaign, second, LATER)


def test_two_evenings_that_were_one_are_joined(young_war: War) -> None:
    one, two, three = Evening.objects.filter(campaign=young_war.campaign)
    Evening.objects.filter(pk=one.pk).update(notes="Rain.", came=["Alice"])
    Evening.objects.filter(pk=two.pk).update(notes="More rain.", came=["Bob", "Alice"])
    two.refresh_from_db()
    evenings.join_to_the_one_before(young_war.campaign, two)
    one.refresh_from_db()
    assert firsts(young_war.campaign) == [(1, 1), (2, three.first)]
    assert (one.notes, one.came) == ("Rain.\n\nMore rain.", ["Alice", "Bob"])
    with pytest.raises(IllegalAction, match="the first evening"):
        evenings.join_to_the_one_before(young_war.campaign, one)


def test_a_series_has_no_table_to_continue(transactional_db: None) -> None:
    series = open_series("scarper", "Winter", new_secret())
    with pytest.raises(IllegalAction, match="a table an evening"):
        evenings.tonight(series, LATER)


def test_a_pause_of_six_hours_parts_two_evenings() -> None:
    at = datetime(2026, 9, 3, 19, tzinfo=UTC)
    lines = [
        (1, at),
        (2, at + timedelta(hours=5)),
        (3, at + timedelta(hours=12)),
        (4, at + timedelta(days=7)),
    ]
    assert nights(lines) == [
        (1, at, at + timedelta(hours=5)),
        (3, at + timedelta(hours=12), at + timedelta(hours=12)),
        (4, at + timedelta(days=7), None),
    ]
    assert nights([]) == []


def test_a_war_that_is_played_already_is_kept_line_for_line(transactional_db: None) -> None:
    table = open_table(Opening(system="parabellum", title="Ours", kind="open", setup=WAR["setup"]))
    for number, action in enumerate(numbered(WAR["actions"][:20]), 1):
        play.act(table, HOUSE, action, number, f"k{number}")
    secret = new_secret()
    seats.host(table, secret)
    kept = keep_table(table, secret)
    assert (kept.title, kept.table_id, firsts(kept)) == ("Ours", table.pk, [(1, 1)])
    assert campaign_of(table) == kept
    with pytest.raises(IllegalAction, match="belongs to “Ours” already"):
        keep_table(table, secret)


def test_a_game_of_one_evening_is_not_kept_as_a_campaign(transactional_db: None) -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="open"))
    with pytest.raises(IllegalAction, match="series of it instead"):
        keep_table(table, new_secret())


def test_a_campaigns_table_is_not_deleted_under_it(young_war: War) -> None:
    table = Table.objects.get(pk=young_war.campaign.table_id)
    house.close(table)
    with pytest.raises(IllegalAction, match="“The Long War” is played at this table"):
        house.delete(table)
    assert Entry.objects.filter(table=table).count() == 13


@pytest.mark.parametrize("said", ["", "yesterday", "2026-02-30", "1999-01-01", "9999-12-31"])
def test_a_browsers_date_that_cannot_be_is_the_houses(said: str) -> None:
    assert day(said) == timezone.localdate()


def test_a_browsers_date_may_be_a_day_off() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert day(tomorrow.isoformat()) == tomorrow


def test_two_who_continue_at_once_begin_one_evening(young_war: War) -> None:
    campaign = young_war.campaign
    evenings.end(campaign)
    before = Evening.objects.filter(campaign=campaign).count()
    address = f"/campaigns/{campaign.code}/tonight/"

    def taps(browser: Client) -> int:
        try:
            return browser.post(address, {"on": ""}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(taps, (young_war.alice, young_war.bob))) == [302, 302]
    assert Evening.objects.filter(campaign=campaign).count() == before + 1


def test_the_tables_bell_rings_for_whatever_happens_to_its_campaign(young_war: War) -> None:
    campaign, heard = young_war.campaign, [young_war.table.stir]

    def rings() -> bool:
        heard.append(young_war.table.stir)
        return heard[-1] > heard[-2]

    evenings.note(evenings.numbered(campaign, 1), {"date": FIRST, "title": "Rain", "came": [], "notes": ""})
    assert rings()
    evenings.end(campaign)
    assert rings()
    evenings.tonight(campaign, FIRST + timedelta(weeks=9))
    assert rings()
    evenings.begin_at(campaign, 7, FIRST)
    assert rings()
    evenings.join_to_the_one_before(campaign, evenings.numbered(campaign, 2))
    assert rings()
    changing.rename(campaign, "The Longer War")
    assert rings()
