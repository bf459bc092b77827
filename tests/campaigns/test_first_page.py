"""The campaigns' shelf, the ways in, a campaign's first page; bad input is refused in words."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from campaigns import demo
from campaigns.models import Campaign, Evening, Member
from campaigns.opening import OpenCampaign, open_campaign, today
from companion import shelf
from companion.games.parabellum.screens import scenario
from companion.tables import lobby, seating
from companion.tables.devices import device
from companion.tables.lobby import Opening
from companion.tables.models import Entry, Request, Seat, Table, Token
from companion.tables.play import DEMO_TITLE, _played, lying_open
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War

OPENING = {
    "title": "The Long War", "way": "each", "on": "2026-09-03",
    "o.players": ["kestrel_vaun", "meridian"], "o.positions": "app",
    "p.kestrel_vaun": "Alice", "p.meridian": "Bob", "sits": ["kestrel_vaun"],
}  # fmt: skip


def opening(**said: object) -> dict[str, object]:
    """The opening form as a browser sends it, with what its fields begin with."""
    page = Client().get("/campaigns/open/parabellum/").content.decode()
    begun = dict(re.findall(r'<select name="(o\.[^"]*)".*?<option value="([^"]*)" selected', page, re.S))
    begun = {name: value.replace("&quot;", '"') for name, value in begun.items()}
    begun |= {
        name: value
        for tag in re.findall(r"<input[^>]*>", page)
        if (name := _of(tag, "name")).startswith("o.") and (value := _of(tag, "value"))
        if "radio" not in tag or "checked" in tag
    }
    return {**begun, **OPENING, **said}


def _of(tag: str, key: str) -> str:
    found = re.search(rf' {key}="([^"]*)"', tag)
    return found[1].replace("&quot;", '"') if found else ""


@pytest.fixture
def host(transactional_db: None) -> Client:
    """A browser that has begun a campaign and sits in one of its seats."""
    browser = Client()
    sent = browser.post("/campaigns/open/parabellum/", opening())
    assert sent.status_code == 302, re.findall(r'notice--bad"[^>]*>([^<]*)', sent.content.decode())
    return browser


def test_a_campaign_is_begun_with_names_seats_and_its_first_evening(host: Client) -> None:
    campaign = Campaign.objects.get()
    evening = Evening.objects.get(campaign=campaign)
    assert (evening.number, str(evening.date), evening.came) == (1, "2026-09-03", ["Alice", "Bob"])
    held = Token.objects.filter(table=campaign.table, role="seat").values_list("seat__chair", flat=True)
    assert list(held) == ["kestrel_vaun"]
    page = host.get(f"/campaigns/{campaign.code}/").content.decode()
    assert "Muster for 1" in page
    assert f"/print/parabellum/everything/?table={campaign.table.code}&amp;which=tonight" in page
    assert "Alice" in page
    assert campaign.title in host.get("/campaigns/").content.decode()


BAD_OPENINGS = (
    ("title", ""), ("title", "x" * 81), ("title", "a\0b"), ("on", "soon"), ("on", "1066-10-14"),
    ("way", "x"), ("o.players", "17"),
)  # fmt: skip


def test_a_bad_opening_is_refused_and_nothing_is_made(transactional_db: None) -> None:
    good = opening()
    for field, value in BAD_OPENINGS:
        sent = Client().post("/campaigns/open/parabellum/", {**good, field: value})
        assert sent.status_code == 422, field
        assert "notice--bad" in sent.content.decode()
    assert not Campaign.objects.exists()
    assert not Table.objects.exists()


def test_a_game_of_one_evening_offers_a_series(transactional_db: None) -> None:
    shown = Client().get("/campaigns/open/scarper/")
    assert shown.status_code == 404
    assert "/campaigns/series/scarper/" in shown.content.decode()
    assert Client().get("/campaigns/open/chess/").status_code == 404
    assert Client().get("/campaigns/series/chess/").status_code == 404


def test_continuing_leads_to_the_table(young_war: War) -> None:
    code = young_war.campaign.code
    lobby.close(young_war.table)
    assert "Muster for 1" in " ".join(young_war.bob.get(f"/campaigns/{code}/").content.decode().split())
    sent = young_war.bob.post(f"/campaigns/{code}/tonight/", {"on": ""})
    assert sent.headers["Location"] == f"/t/{young_war.table.code}/"
    assert young_war.table.closed_at is None
    assert young_war.bob.get(f"/campaigns/{code}/tonight/").status_code == 405


def test_who_only_looks_may_not_continue_nor_write(young_war: War) -> None:
    looker, home = Client(), f"/campaigns/{young_war.campaign.code}/"
    looker.post(f"{home}join/")
    before = Evening.objects.count()
    for address in (
        "tonight/",
        "end/",
        "evening/1/",
        "evening/late/",
        "evening/2/join_up/",
        "change/",
        "delete/",
    ):
        sent = looker.post(home + address, {"deed": "put_away", "code": young_war.campaign.code})
        assert sent.status_code == 422, address
        assert "Only" in sent.content.decode()
    assert Evening.objects.count() == before
    assert Campaign.objects.filter(archived_at=None).exists()


def test_a_player_who_is_no_host_may_not_end_rename_or_delete(young_war: War) -> None:
    home = f"/campaigns/{young_war.campaign.code}/"
    for address in ("end/", "change/", "delete/"):
        assert young_war.bob.post(home + address, {"deed": "rename", "title": "Mine"}).status_code == 422
    young_war.campaign.refresh_from_db()
    assert young_war.campaign.title == "The Long War"


def test_the_first_page_tells_each_seat_its_own_alone(young_war: War) -> None:
    home = f"/campaigns/{young_war.campaign.code}/"
    pages = {who: getattr(young_war, who).get(home).content.decode() for who in ("alice", "bob")}
    own = {who: re.findall(r"Behind your screen: ([^<]*)", page) for who, page in pages.items()}
    assert [len(found) for found in own.values()] == [1, 1]
    assert own["alice"][0] not in pages["bob"]
    assert own["bob"][0] not in pages["alice"]
    looker = Client()
    looker.post(f"{home}join/")
    assert "Behind your screen" not in looker.get(home).content.decode()


def test_every_evening_is_a_tile_that_leads_to_its_report_lines_and_notes(young_war: War) -> None:
    home, log = f"/campaigns/{young_war.campaign.code}/", f"/t/{young_war.table.code}/log/"
    page = young_war.alice.get(home).text
    tiles = re.findall(r'id="evening-(\d)"\s+href="([^"]*)"', page)
    assert [number for number, _ in tiles] == ["1", "2", "3"]
    for number, address in tiles:
        report = young_war.alice.get(address).text
        assert f"{home}evening/{number}/" in report
        found = re.search(rf'href="({log}\?before=\d+)#(line-\d+)"', report)
        assert found
        assert f'id="{found[2]}"' in young_war.alice.get(found[1]).text


def test_a_note_is_kept_as_text_and_never_as_markup(young_war: War) -> None:
    home = f"/campaigns/{young_war.campaign.code}/"
    note = {
        "date": "2026-09-04",
        "title": "<b>Mud</b>",
        "came": "Ada,  Bob ,Ada",
        "notes": "<script>x</script>",
    }
    assert young_war.bob.post(f"{home}evening/1/", note).status_code == 302
    evening = Evening.objects.get(campaign=young_war.campaign, number=1)
    assert (str(evening.date), evening.came) == ("2026-09-04", ["Ada", "Bob"])
    page = young_war.alice.get(home).content.decode()
    assert "<script>x" not in page
    assert "&lt;b&gt;Mud" in page


BAD_NOTES = (
    ("date", "soon"), ("date", ""), ("title", "x" * 81), ("came", "x" * 61), ("notes", "x" * 5001),
    ("came", ",".join(map(str, range(21)))), ("notes", "a\0b"),
)  # fmt: skip


def test_a_bad_note_is_refused_with_the_place(young_war: War) -> None:
    good = {"date": "2026-09-04", "title": "", "came": "", "notes": ""}
    for field, value in BAD_NOTES:
        sent = young_war.bob.post(f"/campaigns/{young_war.campaign.code}/evening/1/", {**good, field: value})
        assert sent.status_code == 422
        assert f'id="id_{field}_error"' in sent.content.decode()
    assert str(Evening.objects.get(campaign=young_war.campaign, number=1).date) == "2026-09-03"


def test_a_late_evening_comes_in_by_its_line(young_war: War) -> None:
    late = f"/campaigns/{young_war.campaign.code}/evening/late/"
    assert young_war.bob.post(late, {"date": "2026-09-10", "first": "9999"}).status_code == 422
    assert young_war.bob.post(late, {"date": "2026-09-10", "first": "4"}).status_code == 302
    assert Evening.objects.get(campaign=young_war.campaign, number=2).first == 4
    assert young_war.bob.post(f"/campaigns/{young_war.campaign.code}/evening/2/join_up/").status_code == 302
    assert Evening.objects.filter(campaign=young_war.campaign).count() == 3
    assert young_war.bob.get(f"/campaigns/{young_war.campaign.code}/evening/77/").status_code == 404


def test_it_is_renamed_put_away_and_brought_back_by_being_continued(young_war: War) -> None:
    home = f"/campaigns/{young_war.campaign.code}/"
    assert young_war.alice.post(f"{home}change/", {"deed": "rename", "title": " "}).status_code == 422
    young_war.alice.post(f"{home}change/", {"deed": "rename", "title": "The Short War"})
    young_war.alice.post(f"{home}change/", {"deed": "put_away"})
    assert "The Short War" not in young_war.alice.get("/campaigns/").content.decode()
    assert "The Short War" in young_war.alice.get("/campaigns/archive/").content.decode()
    young_war.alice.post(f"{home}tonight/", {"on": ""})
    assert "The Short War" in young_war.bob.get("/campaigns/").content.decode()


def test_deleting_asks_for_the_code_and_leaves_the_table_unless_told(young_war: War) -> None:
    address, table = f"/campaigns/{young_war.campaign.code}/delete/", young_war.table.pk
    assert young_war.alice.post(address, {"code": "NOPE"}).status_code == 422
    assert (
        young_war.alice.post(address, {"code": young_war.campaign.code.lower(), "tables": "stay"}).status_code
        == 302
    )
    assert not Campaign.objects.exists()
    assert Entry.objects.filter(table_id=table).count() == 13


def test_deleting_takes_the_table_along_where_that_was_ticked(young_war: War) -> None:
    code = young_war.campaign.code
    young_war.alice.post(f"/campaigns/{code}/delete/", {"code": code, "tables": "too"})
    assert not Campaign.objects.exists()
    assert not Table.objects.exists()


def test_the_tables_own_pages_know_their_campaign(young_war: War) -> None:
    home, table = f"/campaigns/{young_war.campaign.code}/", young_war.table
    assert home in young_war.bob.get(f"/t/{table.code}/seats/").content.decode()
    assert f"/campaigns/of/{table.code}/" in young_war.bob.get(f"/t/{table.code}/").content.decode()
    assert young_war.bob.get(f"/campaigns/of/{table.code}/").headers["Location"] == home
    lobby.close(table)
    shown = young_war.alice.get(f"/t/{table.code}/delete/").content.decode()
    assert "cannot be deleted alone" in shown
    refused = young_war.alice.post(f"/t/{table.code}/delete/", {"code": table.code})
    assert refused.status_code == 422
    assert "“The Long War” is played at this table" in refused.content.decode()
    assert "/campaigns/" in Client().get("/").content.decode()


def test_a_newcomer_sits_down_in_a_free_seat_by_the_campaigns_code(young_war: War) -> None:
    table, join = young_war.table, f"/campaigns/{young_war.campaign.code}/join/"
    Token.objects.filter(table=table, seat__chair=BOB).delete()
    carol = Client()
    assert carol.post(join, {"seat": ALICE, "player": "Carol"}).status_code == 422
    assert not carol.cookies.get("companion_device")
    assert carol.post(join, {"seat": "nowhere"}).status_code == 422
    assert carol.post(join, {"seat": BOB, "player": "Carol"}).status_code == 302
    assert Seat.objects.get(table=table, chair=BOB).player == "Carol"
    assert Member.objects.filter(campaign=young_war.campaign).count() == 2
    assert "Behind your screen" in carol.get(f"/campaigns/{young_war.campaign.code}/").content.decode()


def test_between_evenings_a_newcomer_may_look_but_not_sit(young_war: War) -> None:
    table, join = young_war.table, f"/campaigns/{young_war.campaign.code}/join/"
    Token.objects.filter(table=table, seat__chair=BOB).delete()
    lobby.close(table)
    carol = Client()
    assert "Sit down" not in carol.get(join).content.decode()
    assert carol.post(join, {"seat": BOB}).status_code == 422
    assert carol.post(join).status_code == 302


def test_a_table_is_kept_by_its_host_alone(young_war: War) -> None:
    Evening.objects.all().delete()
    Campaign.objects.all().delete()
    keep = f"/campaigns/keep/{young_war.table.code}/"
    assert young_war.bob.post(keep).status_code == 403
    assert keep in young_war.alice.get("/campaigns/").content.decode()
    assert young_war.alice.post(keep).status_code == 302
    assert young_war.alice.post(keep).status_code == 422
    assert keep not in young_war.alice.get("/campaigns/").content.decode()


def test_codes_that_are_none_lead_to_a_page_that_says_so(transactional_db: None) -> None:
    assert Client().get("/campaigns/XXXXXX/").status_code == 404
    assert Client().post("/campaigns/XXXXXX/join/").status_code == 404
    assert Client().get("/campaigns/join/?code=").headers["Location"] == "/campaigns/"
    assert Client().get("/campaigns/join/?code=k7f-q2m").headers["Location"] == "/campaigns/K7FQ2M/join/"


def test_who_guesses_codes_is_slowed_and_who_plays_here_is_not(young_war: War) -> None:
    guesser, home = Client(), f"/campaigns/{young_war.campaign.code}/"
    statuses = [guesser.get("/campaigns/XXXXXX/").status_code for _ in range(32)]
    assert statuses[-1] == 429
    assert guesser.get(home).status_code == guesser.post(f"{home}join/").status_code == 429
    assert young_war.bob.get(home).status_code == 200


def test_a_host_makes_another_device_a_host(young_war: War) -> None:
    home, looker = f"/campaigns/{young_war.campaign.code}/", Client()
    looker.post(f"{home}join/")
    member = Member.objects.get(campaign=young_war.campaign, host=False)
    for bad in ("", "x", "0", "9" * 40):
        assert young_war.alice.post(f"{home}change/", {"deed": "host", "member": bad}).status_code == 422
    young_war.alice.post(f"{home}change/", {"deed": "host", "member": str(member.pk)})
    assert looker.get(f"{home}manage/").status_code == 200


def test_all_evenings_are_in_the_strip_oldest_first(half_a_war: War) -> None:
    campaign, home = half_a_war.campaign, f"/campaigns/{half_a_war.campaign.code}/"
    for number in range(2, 12):
        Evening.objects.create(
            campaign=campaign, number=number, date=FIRST, first=200 + number, title=f"Night {number}."
        )
    page = half_a_war.alice.get(home).text.partition('id="evenings"')[2]
    rows = [page.index(f"Night {number}.") for number in range(2, 12)]
    assert rows == sorted(rows)


def test_a_campaign_takes_no_cookie_that_the_house_never_gave_out_and_knows_its_own(young_war: War) -> None:
    join, carol = f"/campaigns/{young_war.campaign.code}/join/", Client()
    carol.cookies["companion_device"] = "known-to-somebody-else"
    given = carol.post(join).cookies["companion_device"].value
    assert given != "known-to-somebody-else"
    assert carol.post(join).cookies["companion_device"].value == given


def test_who_gave_up_the_hosts_place_of_the_table_is_host_of_its_campaign_no_more(young_war: War) -> None:
    change, delete = (f"/campaigns/{young_war.campaign.code}/{deed}/" for deed in ("manage", "delete"))
    bob = device(young_war.table, young_war.secrets[BOB])
    seating.ask(young_war.table, bob)
    Request.objects.filter(kind="host").update(at=F("at") - seating.WAIT)
    seating.settle_all()
    assert young_war.alice.get(change).status_code == 422
    assert young_war.bob.get(change).status_code == 200
    refused = young_war.bob.post(delete, {"code": young_war.campaign.code})
    assert "the table can be deleted tomorrow" in refused.content.decode()
    assert Member.objects.filter(campaign=young_war.campaign).exists()


def form(slug: str, **said: Any) -> OpenCampaign:
    asked = OpenCampaign(shelf.game(slug))
    begun = {field.name: field.value() for field in (*asked.rules(), *asked.companies())}
    given = {"title": "War", "on": "2026-09-03", "way": "each", "size": "0", **begun, **said}
    return OpenCampaign(shelf.game(slug), {name: value for name, value in given.items() if value is not None})


@pytest.mark.parametrize("path", ["open/parabellum", "series/verraeter", "series/scarper"])
def test_it_is_one_question_in_the_frame_of_the_stage(path: str, transactional_db: None) -> None:
    page = Client().get(f"/campaigns/{path}/").content.decode()
    assert 'class="stage stage--open"' in page
    assert page.count("<h2") == 1
    assert 'class="s-main"' in page


def test_each_seat_is_named_where_so_many_play() -> None:
    places = {place.chair.id: place.sizes for place in form("verraeter").places()}
    three = next(n for n, size in enumerate(shelf.game("verraeter").sizes) if size.words == "Three")
    without = [chair for chair, sizes in places.items() if str(three) not in sizes.split()]
    assert len(places) - len(without) == 3


def test_one_tablet_holds_every_seat_and_ones_own_only_the_ticked() -> None:
    alone, each = form("verraeter", way="one"), form("verraeter", sits=["green"])
    assert alone.is_valid(), alone.errors
    assert each.is_valid(), each.errors
    assert len(alone.cleaned_data["sits"]) == 4
    assert each.cleaned_data["sits"] == ["green"]
    assert (alone.opening().kind, each.opening().kind) == ("open", "seated")


def test_the_people_are_named_and_who_does_not_play_sits_nowhere() -> None:
    three = next(n for n, size in enumerate(shelf.game("verraeter").sizes) if size.words == "Three")
    asked = form("verraeter", way="one", size=str(three), **{"p.green": "Ada"})
    assert asked.is_valid(), asked.errors
    assert len(asked.cleaned_data["sits"]) == 3
    assert asked.opening().players == {"green": "Ada"}


def test_what_is_amiss_lies_open() -> None:
    asked = form("parabellum", title="", **{"o.players": ["kestrel_vaun"]})
    assert not asked.is_valid()
    assert asked.amiss == {"people": True, "called": True}


def test_a_finished_campaign_is_opened_again_and_its_last_evening_goes_on(war: War) -> None:
    at = f"/campaigns/{war.campaign.code}/"
    assert "at the table its last move can be taken back" in war.alice.get(at).text
    war.alice.post(f"{at}end/")
    page = war.alice.get(at).text
    assert "Open it again" in page
    assert f"/t/{war.table.code}/log/#line-" in page
    evenings = Evening.objects.filter(campaign=war.campaign).count()
    assert war.bob.post(f"{at}open_again/").headers["Location"] == f"/t/{war.table.code}/"
    assert war.table.closed_at is None
    assert Evening.objects.filter(campaign=war.campaign).count() == evenings
    assert Evening.objects.filter(campaign=war.campaign).last().ended_at is None  # type: ignore[union-attr]
    known = position(war.table)
    undone = war.alice.post(
        f"/t/{war.table.code}/undo/", {"to": known.numbers[-2], "seen": war.table.version, "key": "mend"}
    )
    assert undone.status_code < 400


def test_its_last_scenario_was_played_and_is_not_being_played(war: War) -> None:
    rows = scenario._tree(position(war.table).state).rows
    assert [row.cells[1] for row in rows if row.cells[1]] == ["played"] * 3
    page = war.alice.get(f"/campaigns/{war.campaign.code}/tree/").text
    assert page.count('class="node node--played') == 3
    assert 'class="node node--now' not in page


def test_one_code_leads_to_the_campaign_and_to_its_table(transactional_db: None) -> None:
    opening = Opening(system="parabellum", title="The Long War", setup=WAR["setup"])
    campaign = open_campaign(opening, "secret", on=FIRST)
    assert campaign.table is not None
    assert campaign.code == campaign.table.code


def test_the_books_tell_of_companies_by_their_names(war: War) -> None:
    at = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/bookings/"
    pages = "".join(war.alice.get(f"{at}?page={n}").text for n in (1, 2, 3))
    told = re.sub(r"<[^>]+>", " ", pages)
    assert "Kestrel-Vaun Holdings buys" in told
    assert not re.search(r"Kestrel Vaun('s| buys| pays| completed| is paid| has| does)", told)


def test_a_campaigns_table_leads_back_to_it_and_opens_no_game_again(war: War) -> None:
    there = f"/t/{war.table.code}/"
    page = war.bob.get(there).content.decode()
    assert "Again, sides changed" not in page
    assert "To the campaign" in page
    tables = Table.objects.count()
    war.bob.post(f"{there}again/", {"again": "1"})
    assert Table.objects.count() == tables


def test_the_first_page_names_what_lies_open_and_each_opens(transactional_db: None) -> None:
    assert lying_open() == []
    game = shelf.game("parabellum")
    _played(game, DEMO_TITLE.format(game=game.title))
    for _ in range(2):
        demo.open_demos()
    assert sorted(Campaign.objects.values_list("title", flat=True)) == [demo.CAMPAIGN, demo.SEASON]
    campaign = Campaign.objects.get(title=demo.CAMPAIGN)
    assert Evening.objects.filter(campaign=campaign).count() == 6
    current = position(Table.objects.get(code=campaign.code))
    assert current.state.phase == "choose_next", "a newcomer meets a choice"
    assert {"2b", "3c"} < {leg.scenario for leg in game.campaign.branches.legs(current.trail)}
    browser = Client()
    page = browser.get("/all/").text
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
