"""A house that is opened to look round in: its first page names a campaign of five evenings and a season."""

from datetime import timedelta

from django.test import Client

from campaigns import demo
from campaigns.forms import today
from campaigns.models import Campaign, Evening
from companion import shelf
from companion.tables.demo import TITLE, _played, lying_open


def test_the_first_page_names_what_lies_open_and_each_opens(transactional_db: None) -> None:
    assert lying_open() == []
    game = shelf.game("parabellum")
    table = _played(game, TITLE.format(game=game.title))
    for _ in range(2):
        demo.open_demos([table])
    assert sorted(Campaign.objects.values_list("title", flat=True)) == [demo.CAMPAIGN, demo.SEASON]
    campaign = Campaign.objects.get(title=demo.CAMPAIGN)
    assert campaign.code == table.code
    assert Evening.objects.filter(campaign=campaign).count() == 5
    browser = Client()
    page = browser.get("/").text
    assert all(each.title in page and each.url in page for each in lying_open())
    assert all(each.url in browser.get("/campaigns/").text for each in demo.lying_open())
    for each in lying_open():
        assert browser.get(each.url).status_code == 200
    for each in Campaign.objects.all():
        browser.post(f"/campaigns/{each.code}/join/")
        assert browser.get(f"/campaigns/{each.code}/").status_code == 200


def test_a_series_takes_no_play_of_one_and_none_that_is_to_come(transactional_db: None) -> None:
    host = Client()
    host.post("/campaigns/series/scarper/", {"title": "Winter"})
    at = f"/campaigns/{Campaign.objects.get().code}/season/play/"
    play = {"date": today().isoformat(), "title": "", "came": "", "notes": "", "player.0": "Ada"}
    alone = host.post(at, play | {"points.0": "4"})
    assert alone.status_code == 422
    assert "One alone makes no play" in alone.text
    both = play | {"points.0": "4", "player.1": "Ben", "points.1": "2"}
    later = host.post(at, both | {"date": (today() + timedelta(days=2)).isoformat()})
    assert later.status_code == 422
    assert "still to come" in later.text
    assert not Evening.objects.exists()
    assert host.post(at, both).status_code == 302
    assert '<option value="Ada">' in host.get(at).text
