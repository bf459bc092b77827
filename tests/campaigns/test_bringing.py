"""Plays that BG Stats has kept: taken in once, whoever brings the file how often."""

import json
from copy import deepcopy
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from campaigns.models import Campaign, Evening
from campaigns.series.plays import plays
from campaigns.series.standings import standings

FILE: dict[str, Any] = {
    "about": "", "locations": [], "challenges": [], "userInfo": {"meRefId": 7},
    "games": [{"id": 3, "name": "scarper", "bggId": 1}, {"id": 4, "name": "Chess"}],
    "players": [{"id": 7, "name": "Ada"}, {"id": 9, "name": "Jo"}, {"id": 8, "name": " ada "}],
    "plays": [
        {"gameRefId": 3, "playDate": "2026-02-03 20:15:00", "comments": "Rain", "uuid": "A", "rating": 0,
         "playerScores": [{"playerRefId": 7, "score": "12", "winner": True, "role": "Allied", "rank": 0},
                          {"playerRefId": 9, "score": "5", "winner": False}]},
        {"gameRefId": 4, "playDate": "2026-02-04 20:15:00", "playerScores": []},
        {"gameRefId": 3, "playDate": "2025-12-30 20:15:00",
         "playerScores": [{"playerRefId": 9, "score": "", "winner": True},
                          {"playerRefId": 7, "winner": False}]},
    ],
}  # fmt: skip


@pytest.fixture
def host(transactional_db: None) -> Client:
    browser = Client()
    assert browser.post("/campaigns/series/scarper/", {"title": "Winter"}).status_code == 302
    return browser


def season() -> str:
    return f"/campaigns/{Campaign.objects.order_by('-pk')[0].code}/season/"


def bring(browser: Client, what: Any) -> HttpResponse:
    data = what if isinstance(what, bytes) else json.dumps(what).encode()
    return browser.post(f"{season()}bring/", {"file": SimpleUploadedFile("plays.bgsplay", data)})


def test_the_plays_of_this_game_are_taken_in_by_their_days(host: Client) -> None:
    told = bring(host, FILE)
    assert told.context["brought"] == (2, 0, 1)
    early, late = plays(Campaign.objects.get())
    assert (early.evening.date.isoformat(), early.winners, early.others) == ("2025-12-30", ["Jo"], ["Ada"])
    assert (late.evening.date.isoformat(), late.evening.notes) == ("2026-02-03", "Rain")
    assert late.scores[0] == ("Ada", "Allied", 12, 1, 1)


def test_a_file_brought_twice_doubles_nothing(host: Client) -> None:
    bring(host, FILE)
    assert bring(host, FILE).context["brought"] == (0, 2, 1)
    assert Evening.objects.count() == 2


def test_what_one_house_gave_away_another_takes_in(host: Client) -> None:
    bring(host, FILE)
    lines = standings(plays(Campaign.objects.get()))
    given = host.get(f"{season()}plays.bgsplay").content
    assert bring(host, given).context["brought"] == (0, 2, 0)
    host.post("/campaigns/series/scarper/", {"title": "Elsewhere"})
    assert bring(host, given).context["brought"] == (2, 0, 0)
    assert standings(plays(Campaign.objects.order_by("-pk")[0])) == lines


def test_a_play_is_handed_to_bg_stats_by_its_published_link(host: Client) -> None:
    bring(host, FILE)
    late = plays(Campaign.objects.get())[1].evening.number
    answer = host.get(f"{season()}{late}/bg-stats/")
    assert answer.status_code == 302
    address, _, data = answer["Location"].partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    told = json.loads(unquote(data))
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= set(told)
    assert told["playDate"] == "2026-02-03 00:00:00"
    assert {"name", "sourceGameId"} <= set(told["game"])
    scores = [(each["name"], each["score"], each["winner"], each["role"]) for each in told["players"]]
    assert scores == [("Ada", 12, True, "Allied"), ("Jo", 5, False, "")]
    assert answer["Location"] == host.get(f"{season()}{late}/bg-stats/")["Location"]
    assert host.get(f"{season()}99/bg-stats/").status_code == 404


def test_points_typed_as_a_sum_are_summed(host: Client) -> None:
    summed = deepcopy(FILE)
    summed["plays"][0]["playerScores"][0]["score"] = "10+4-2"
    bring(host, summed)
    assert plays(Campaign.objects.get())[1].scores[0].points == 12


def test_where_nobody_won_all_have_lost(host: Client) -> None:
    lost = deepcopy(FILE)
    lost["plays"][2]["playerScores"][0]["winner"] = False
    bring(host, lost)
    assert not plays(Campaign.objects.get())[0].winners


def _but(*at: str | int, to: Any) -> dict[str, Any]:
    changed: Any = deepcopy(FILE)
    node = changed
    for key in at[:-1]:
        node = node[key]
    node[at[-1]] = to
    return changed  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("file", "place"),
    [
        (b"no", ""),
        (b"[]", "games"),
        (_but("plays", to={}), "plays"),
        (_but("players", to=[3]), "players.0"),
        (_but("games", 0, "name", to="Go"), "games"),
        (_but("plays", 2, "playDate", to="soon"), "plays.2.playDate"),
        (_but("plays", 2, "playDate", to="0001-01-01"), "plays.2.playDate"),
        (_but("plays", 2, "playerScores", to=[]), "plays.2.playerScores"),
        (_but("plays", 2, "playerScores", 1, "playerRefId", to=55), "plays.2.playerScores.1.playerRefId"),
        (_but("plays", 2, "playerScores", 1, "playerRefId", to=9), "plays.2.playerScores.1"),
        (_but("players", 0, "name", to="a\0b"), "players.0.name"),
    ],
)
def test_a_bad_file_is_told_where_it_is_bad_and_nothing_of_it_is_kept(
    host: Client, file: Any, place: str
) -> None:
    told = bring(host, file)
    assert told.status_code == 422
    assert told.context["error"].path == place
    assert not Evening.objects.exists()


def test_without_a_file_the_page_asks_for_one(host: Client) -> None:
    assert host.get(f"{season()}bring/").status_code == 200
    assert host.post(f"{season()}bring/").status_code == 422
