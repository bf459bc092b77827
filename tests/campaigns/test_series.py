"""A series: evenings with tables and without, standings and duels, plays taken away and brought in once."""

import csv
import json
from collections.abc import Sequence
from copy import deepcopy
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns import series
from campaigns.models import Campaign, Evening
from campaigns.series import Duel, Play, Score, duels, key_of, plays, records, standings
from campaigns.series.records import ranked
from companion.tables import play as tables_play
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat, Table
from tests.campaigns.conftest import War as Fought

WAR = json.loads((Path(__file__).parents[1] / "e2e" / "war.json").read_text("utf-8"))
DAY = date(2026, 1, 5)
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(*scores: tuple[str, int], points: Sequence[int | None] = (), week: int = 0) -> Play:
    """A play: names with their ranks."""
    counted = [*points, *[None] * len(scores)]
    evening = Evening(number=week + 1, date=DAY + timedelta(weeks=week))
    rows = [Score(name, f"seat {n}", counted[n], rank) for n, (name, rank) in enumerate(scores)]
    return Play(evening=evening, scores=rows)


def test_players_are_one_however_they_are_spelt() -> None:
    lines = standings([played(("Ada", 1), ("Jo", 2)), played((" ada ", 1), ("JO", 2))])
    assert [(line.name, line.played, line.won) for line in lines] == [(" ada ", 2, 2), ("JO", 2, 0)]


def test_a_shared_victory_counts_as_its_part() -> None:
    lines = standings([played(("Ada", 1), ("Jo", 1), ("Bert", 3)), played(("Ada", 1), ("Bert", 2))])
    ada, jo, bert = lines
    assert (ada.name, ada.won, ada.shared, ada.victories) == ("Ada", 1, 1, Fraction(3, 2))
    assert (jo.victories, jo.share, jo.percent) == (Fraction(1, 2), Fraction(1, 2), 50)
    assert (bert.played, bert.victories) == (2, 0)


def test_a_seat_without_a_name_counts_for_nobody_but_takes_its_part() -> None:
    (line,) = standings([played(("Ada", 1), ("", 1))])
    assert line.victories == Fraction(1, 2)


def test_who_held_two_seats_has_played_once() -> None:
    (line,) = standings([played(("Ada", 1), ("Ada", 2))])
    assert (line.played, line.won) == (1, 1)


def test_points_are_summed_over_the_plays_that_count_them() -> None:
    games = [played(("Ada", 1), ("Jo", 2), points=(10, 5)), played(("Ada", 2), ("Jo", 1))]
    ada = next(line for line in standings(games) if line.name == "Ada")
    assert (ada.points, ada.scored, ada.average) == (10, 1, 10.0)


def test_duels_count_who_came_off_better() -> None:
    met = duels([played(("Ada", 1), ("Jo", 2), ("Bert", 2)), played(("Ada", 2), ("Jo", 1))])
    assert met["ada", "jo"] == Duel(1, 1, 0)
    assert met["jo", "bert"] == Duel(0, 0, 1)
    assert ("ada", "ada") not in met


names = st.sampled_from(["Ada", "Jo", "Bert", "Grace"])
games = st.lists(st.dictionaries(names, st.integers(1, 4), min_size=1), max_size=12)


@unhurried
@given(games)
def test_the_season_adds_up(rounds: list[dict[str, int]]) -> None:
    season = [played(*ranks.items(), week=n) for n, ranks in enumerate(rounds)]
    lines = standings(season)
    won = sum(any(rank == 1 for rank in ranks.values()) for ranks in rounds)
    assert sum(line.victories for line in lines) == won
    assert sum(line.played for line in lines) == sum(map(len, rounds))
    met = duels(season)
    assert all(met[two, one] == Duel(duel.worse, duel.better, duel.level) for (one, two), duel in met.items())


def test_there_is_a_chart_from_the_second_play_on() -> None:
    season = [played(("Ada", 1), ("Jo", 2)), played(("Ada", 1), ("Jo", 2), week=1)]
    assert series.chart(season[:1], standings(season[:1])) is None
    drawn = series.chart(season, standings(season))
    assert drawn is not None
    assert [line.series.words for line in drawn.lines] == ["Ada 2", "Jo 0"]
    assert drawn.chart.told == "Victories play by play: Ada 2, Jo 0"


HOSTILE = ["=1+1", "＝1", "\u00a0=1", "+1", "-1", "@x", "\tx", "\rx", " =1", "'=1"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_of_text_is_a_formula(text: str) -> None:
    evening = Evening(number=1, date=DAY, notes=text)
    one = Play(evening=evening, scores=[Score(text, text, -3, 1)])
    page = records.as_csv(Campaign(system="scarper", code="X", title="T"), [one])
    (row,) = csv.DictReader(StringIO(page.decode("utf-8-sig")))
    for column in ("player", "side", "notes"):
        assert row[column].startswith("'")
        assert row[column].endswith(text)
    assert row["score"] == "-3"


@pytest.fixture
def host(transactional_db: None) -> Client:
    """A browser that has begun a series of Scarper."""
    browser = Client()
    assert browser.post("/campaigns/series/scarper/", {"title": "Winter"}).status_code == 302
    return browser


def home() -> str:
    return f"/campaigns/{Campaign.objects.get().code}/"


def row(n: int, player: str, points: str = "", won: str = "", seat: str = "") -> dict[str, str]:
    said = {f"player.{n}": player, f"points.{n}": points, f"seat.{n}": seat}
    return said | ({f"won.{n}": "on"} if won else {})


def written(browser: Client, *rows: dict[str, str], **noted: str) -> int:
    """Write down a play; the answer's status."""
    form = {"date": "2026-01-05", "title": "", "came": "", "notes": "", **noted}
    for each in rows:
        form |= each
    return browser.post(f"{home()}season/play/", form).status_code


def test_a_play_without_a_table_is_written_down_changed_and_taken_out(host: Client) -> None:
    assert written(host, row(0, "Ada", "7", seat="Allied"), row(1, "Jo", "3"), notes="By the fire.") == 302
    assert written(host, row(0, "Jo", won="on"), row(1, "Ada"), date="2026-01-12") == 302
    page = host.get(home()).content.decode()
    assert "By the fire." in page
    assert 'class="series__chart"' in page
    evening = Evening.objects.get(number=1)
    assert evening.result == [
        {"player": "Ada", "seat": "Allied", "points": 7, "rank": 1},
        {"player": "Jo", "seat": "", "points": 3, "rank": 2},
    ]
    form = (
        {"date": "2026-01-06", "title": "", "came": "", "notes": ""} | row(0, "Ada", "1") | row(1, "Jo", "3")
    )
    assert host.post(f"{home()}season/1/", form).status_code == 302
    assert [score.player for score in plays(Campaign.objects.get())[0].scores] == ["Jo", "Ada"]
    assert host.post(f"{home()}season/1/remove/").status_code == 302
    assert list(Evening.objects.values_list("number", "date")) == [(1, date(2026, 1, 12))]


BAD_PLAYS = (
    ([], "Name at least two"),
    ([row(0, "Ada"), row(1, "Jo")], "Tick who won"),
    ([row(0, "Ada", "1"), row(1, "Jo")], "Tick who won"),
    ([row(0, "Ada", "1"), row(1, " ada", "2")], "stands there twice"),
    ([row(0, "", "1")], "Who was that?"),
    ([row(0, "Ada", "many")], "whole number"),
    ([row(0, "Ada", "9999999")], "less than or equal"),
    ([row(0, "x" * 61, "1")], "at most 60"),
    ([row(0, "A\0da", "1")], "Null characters"),
)


def test_a_bad_play_is_refused_with_the_place_and_nothing_is_kept(host: Client) -> None:
    for rows, words in BAD_PLAYS:
        form = {"date": "2026-01-05", "title": "", "came": "", "notes": ""}
        for each in rows:
            form |= each
        sent = host.post(f"{home()}season/play/", form)
        assert sent.status_code == 422, words
        assert words in sent.content.decode()
    assert written(host, row(0, "Ada", "1"), date="never") == 422
    assert not Evening.objects.exists()


def test_without_points_the_ticked_share_the_first_rank() -> None:
    rows = [{"player": p, "seat": "", "points": s, "won": w} for p, s, w in
            (("A", None, True), ("B", None, True), ("C", None, False))]  # fmt: skip
    assert [each["rank"] for each in ranked(rows)] == [1, 1, 3]
    scored = [{"player": p, "seat": "", "points": s, "won": w} for p, s, w in
              (("A", 3, True), ("B", 9, False), ("C", 5, False))]  # fmt: skip
    assert [each["rank"] for each in ranked(scored)] == [1, 2, 3]


def evening_table(host: Client) -> Table:
    """An evening with a table, opened from the series' own form."""
    opening = {"title": "Tonight", "way": "each", "on": "2026-01-05", "p.allied": "Ada", "sits": ["allied"]}
    page = host.get(f"{home()}season/table/").context["form"]
    options = {field.name: field.initial for field in page.rules()}
    sent = host.post(f"{home()}season/table/", opening | {k: v for k, v in options.items() if v is not None})
    assert sent.status_code == 302, sent.context["form"].errors
    return Table.objects.get()


def test_a_table_is_opened_for_no_day_that_is_still_to_come(host: Client) -> None:
    there = f"{home()}season/table/"
    sent = host.post(there, {"title": "Tonight", "way": "each", "on": "2199-01-05"})
    assert sent.status_code == 422
    assert "5 January 2199 is still to come" in sent.text
    assert not Table.objects.exists()


def test_an_evening_opens_its_own_table_and_has_no_result_until_the_end(host: Client) -> None:
    table = evening_table(host)
    assert host.get(f"/t/{table.code}/seats/").status_code == 200
    page = host.get(home()).content.decode()
    assert "No result yet" in page
    assert f"/t/{table.code}/" in page
    assert home() in host.get(f"/t/{table.code}/seats/").content.decode()


def finished(host: Client) -> Table:
    """A war that was played to its end at an evening of the series; Ada is Allied, nobody German."""
    setup = WAR["setup"]
    table = open_table(
        Opening(system="scarper", title="War", kind="open", setup=setup, players={"allied": "Ada"})
    )
    for number, action in enumerate(WAR["actions"], 1):
        tables_play.act(table, HOUSE, action, number, f"w{number}")
    Evening.objects.create(campaign=Campaign.objects.get(), number=1, date=DAY, table=table)
    return table


def test_a_finished_table_tells_its_result_and_undo_takes_it_back(host: Client) -> None:
    table = finished(host)
    (one,) = plays(Campaign.objects.get())
    assert one.scores == (Score("Ada", "Allied", 8, 1), Score("", "German", 0, 2))
    assert one.nameless == ["German"]
    names = {"date": "2026-01-05", "title": "", "came": "", "notes": "", "p.allied": "Ada", "p.german": "Jo"}
    assert host.post(f"{home()}season/1/", names).status_code == 302
    assert Seat.objects.get(table=table, chair="german").player == "Jo"
    assert [line.name for line in standings(plays(Campaign.objects.get()))] == ["Ada", "Jo"]
    table.refresh_from_db()
    tables_play.undo(table, HOUSE, table.version - 1, table.version, "back")
    assert plays(Campaign.objects.get())[0].scores == ()


def test_a_result_by_hand_stands_before_the_tables_until_it_counts_again(host: Client) -> None:
    finished(host)
    by_hand = row(0, "Ada") | row(1, "Jo", won="on")
    assert host.get(f"{home()}season/1/result/").status_code == 200
    assert host.post(f"{home()}season/1/result/", {"player.0": "Ada"}).status_code == 422
    assert host.post(f"{home()}season/1/result/", by_hand).status_code == 302
    assert plays(Campaign.objects.get())[0].winners == ["Jo"]
    assert "written down by hand" in host.get(home()).content.decode()
    host.post(f"{home()}season/1/result/", {"deed": "table"})
    assert plays(Campaign.objects.get())[0].winners == ["Ada"]


def test_a_seasons_table_is_not_deleted_under_it(host: Client) -> None:
    table = evening_table(host)
    host.post(f"/t/{table.code}/manage/", {"deed": "close"})
    assert host.post(f"/t/{table.code}/delete/", {"code": table.code}).status_code == 422
    host.post(f"{home()}season/1/remove/")
    assert host.post(f"/t/{table.code}/delete/", {"code": table.code}).status_code == 302


def test_the_evenings_of_one_player_are_picked_out(host: Client) -> None:
    for week, (one, two) in enumerate([("Ada", "Jo"), ("Jo", "Bert"), ("Bert", "Ada")]):
        written(host, row(0, one, won="on"), row(1, two), date=f"2026-02-0{week + 1}")
    page = host.get(home(), {"player": "ada"}).content.decode()
    assert page.count('class="evening"') == 2
    page = host.get(home(), {"player": "Ada", "against": "JO"}).content.decode()
    assert page.count('class="evening"') == 1
    assert host.get(home(), {"player": "<b>", "against": "\0"}).status_code == 200


def test_long_seasons_show_their_last_evenings_first(host: Client) -> None:
    alone = [{"player": "Ada", "seat": "", "points": 1, "rank": 1}]
    for n in range(22):
        on = DAY + timedelta(days=n)
        Evening.objects.create(campaign=Campaign.objects.get(), number=n + 1, date=on, result=alone)
    page = host.get(home()).content.decode()
    assert page.count('class="evening"') == 20
    assert "2 earlier evenings" in page
    assert host.get(home(), {"all": "1"}).content.decode().count('class="evening"') == 22


def test_the_plays_are_taken_away_as_csv_and_json(host: Client) -> None:
    written(host, row(0, "Ada", "7", seat="Allied"), row(1, "=Jo()", "3", seat="German"), notes="Rain; “mud”")
    sheet = host.get(f"{home()}season/plays.csv")
    assert sheet["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in sheet["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(sheet.content.decode("utf-8-sig"))))
    assert [(each["player"], each["score"], each["winner"]) for each in rows] == [
        ("Ada", "7", "yes"),
        ("'=Jo()", "3", "no"),
    ]
    told = json.loads(host.get(f"{home()}season/plays.json").content)
    assert [(each["id"], each["name"], each["noPoints"]) for each in told["games"]] == [(1, "Scarper", False)]
    assert [(each["id"], each["name"]) for each in told["players"]] == [(1, "Ada"), (2, "=Jo()")]
    (one,) = told["plays"]
    assert (one["playDate"], one["gameRefId"], one["comments"]) == ("2026-01-05 00:00:00", 1, "Rain; “mud”")
    assert one["playDateYmd"] == 20260105
    assert one["playerScores"][0] == {
        "playerRefId": 1, "score": "7", "winner": True, "rank": 1, "role": "Allied",
        "newPlayer": False, "startPlayer": False,
    }  # fmt: skip
    again = host.get(f"{home()}season/plays.bgsplay")
    assert "bgsplay" in again["Content-Disposition"]
    assert json.loads(again.content) == told


def test_who_only_looks_writes_nothing(host: Client) -> None:
    written(host, row(0, "Ada", "7"), row(1, "Jo", "3"))
    looker, there = Client(), home()
    assert looker.get(f"{there}season/plays.csv").status_code == 302
    looker.post(f"{there}join/")
    assert looker.get(there).status_code == 200
    assert looker.get(f"{there}season/plays.json").status_code == 200
    for address in ("table/", "play/", "1/", "1/result/", "1/remove/", "bring/"):
        assert looker.post(f"{there}season/{address}").status_code == 422
    assert Evening.objects.count() == 1


def test_a_campaign_has_no_single_evenings(young_war: Fought) -> None:
    there = f"/campaigns/{young_war.campaign.code}/season/"
    for address in ("table/", "play/", "1/", "plays.csv"):
        assert young_war.alice.get(there + address).status_code == 422


def test_names_are_compared_by_letters_alone() -> None:
    assert key_of("  Grace   HOPPER") == key_of("grace hopper")


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
