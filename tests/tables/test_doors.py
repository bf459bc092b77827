"""The doors: whose cookie is taken, who loses a seat, who takes a table along, whom wrong codes slow."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
import uvicorn
from django.db.models import F
from django.test import Client

from companion import serving
from companion.tables import devices, lobby, pleas, seating
from companion.tables.bell import HUB, Listener
from companion.tables.devices import COOKIE, GUESSES, device, new_secret, scanned
from companion.tables.live import GONE, frames
from companion.tables.models import Guess, Request, Table, Token
from companion.tables.views.entrance import qr
from tests.tables.conftest import Person, new_table, sat_down
from tests.tables.test_api import NEW, Program

PLANTED = "known-to-somebody-else"
FORM = {"title": "Mine", "way": "one", "o.start": "5", "o.mood": "wild"}


def planted() -> Client:
    browser = Client()
    browser.cookies[COOKIE] = PLANTED
    return browser


def test_a_cookie_that_the_house_never_gave_out_is_not_taken(table: Table) -> None:
    browser = planted()
    response = browser.post(f"/join/{table.code}/", {"seat": "red", "word": "sit"})
    given = response.cookies[COOKIE].value
    assert given != PLANTED
    assert device(table, given).holds == ("red",)
    assert not device(table, PLANTED).joined


@pytest.mark.parametrize("word", ["ask", "watch", "tv"])
def test_nor_by_who_asks_or_watches(table: Table, bob: Person, word: str) -> None:
    browser = planted()
    response = browser.post(f"/join/{table.code}/", {"seat": "blue", "word": word})
    assert response.cookies[COOKIE].value != PLANTED
    assert not device(table, PLANTED).joined


def test_nor_by_who_opens_a_table(db: None) -> None:
    response = planted().post("/open/tally/", FORM)
    assert response.status_code == 302
    assert response.cookies[COOKIE].value != PLANTED


def test_a_device_of_the_house_keeps_its_own_at_every_table(table: Table, bob: Person) -> None:
    other = new_table()
    response = bob.browser.post(f"/join/{other.code}/", {"seat": "red", "word": "sit"})
    assert response.cookies[COOKIE].value == bob.secret
    assert device(other, bob.secret).holds == ("red",)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_another_sites_page_can_send_opens_no_table(db: None, kind: str) -> None:
    response = Client().post("/api/tables", json.dumps(NEW).encode(), content_type=kind)
    assert (response.status_code, response.json()["error"]["code"]) == (415, "unsupported_media_type")
    assert "application/json" in response.json()["error"]["message"]
    assert not Table.objects.exists()


def test_json_may_name_its_letters(db: None) -> None:
    response = Client().post("/api/tables", json.dumps(NEW), content_type="application/json; charset=utf-8")
    assert response.status_code == 201


def test_an_address_opens_so_many_tables_a_minute(db: None, settings: object) -> None:
    settings.OPENINGS = 2
    assert [Program().ask("", NEW)[0] for _ in range(3)] == [201, 201, 429]
    assert "within a minute" in Client().post("/open/tally/", FORM).content.decode()
    assert Client(REMOTE_ADDR="10.0.0.9").post("/open/tally/", FORM).status_code == 302
    Guess.objects.update(since=F("since") - timedelta(minutes=1))
    assert Program().ask("", NEW)[0] == 201


def guess_in_vain(browser: Client, times: int = GUESSES) -> None:
    for _ in range(times):
        browser.get("/join/ZZZZZZ/")


def test_a_guesser_is_slowed_and_the_room_behind_his_router_is_not(table: Table, bob: Person) -> None:
    other = new_table()
    guess_in_vain(Client())
    assert Client().get(f"/join/{other.code}/").status_code == 429
    assert bob.browser.get(f"/join/{other.code}/").status_code == 200
    assert bob.browser.post(f"/join/{other.code}/", {"seat": "red", "word": "sit"}).status_code == 302


@pytest.mark.parametrize(
    "door", ["/join/ZZZZZZ/", "/print/?table=ZZZZZZ", "/campaigns/ZZZZZZ/", "/campaigns/binders/ZZZZZZ/join/"]
)
def test_every_door_says_when_a_guesser_may_try_again(table: Table, door: str) -> None:
    guess_in_vain(Client())
    answer = Client().get(door)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")


def test_who_scans_the_code_has_not_guessed(table: Table) -> None:
    guess_in_vain(Client())
    door = scanned(f"/join/{table.code}/", table.code)
    newcomer = Client()
    assert newcomer.get(door).status_code == 200
    assert newcomer.post(door, {"seat": "red", "word": "sit"}).status_code == 302
    assert Client().get(f"/join/{table.code}/?by=0123456789abcdef").status_code == 429


def test_the_hosts_screen_shows_the_code_that_scans(alice: Person) -> None:
    address = f"http://testserver/join/{alice.table.code}/"
    page = alice.browser.get(f"/t/{alice.table.code}/seats/")
    assert page.context["qr"] == qr(scanned(address, alice.table.code))


def test_a_known_device_that_guesses_is_slowed_by_itself(table: Table, alice: Person, bob: Person) -> None:
    other = new_table()
    guess_in_vain(bob.browser)
    assert bob.browser.get(f"/join/{other.code}/").status_code == 429
    assert bob.browser.get(f"/t/{table.code}/").status_code == 200
    assert alice.browser.get(f"/join/{other.code}/").status_code == 200
    assert Client().get(f"/join/{other.code}/").status_code == 200


def test_an_address_does_not_guess_on_by_being_ever_new_devices(
    table: Table, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "TOGETHER", 4)
    other = new_table()
    guess_in_vain(alice.browser, 2)
    guess_in_vain(bob.browser, 2)
    carol = sat_down(new_table(), "red")
    assert carol.browser.get(f"/join/{other.code}/").status_code == 429


def test_a_program_that_was_sent_away_locks_nobody_else_out(table: Table, alice: Person, bob: Person) -> None:
    lobby.revoke(table, Token.objects.get(table=table, seat__chair="blue").pk)
    gone = Program(table.code, bob.secret)
    assert [gone.ask("")[0] for _ in range(GUESSES + 1)] == [403] * GUESSES + [429]
    assert Client().get(f"/join/{table.code}/").status_code == 200


def test_a_clock_set_back_locks_nobody_out_for_a_day(db: None, settings: object) -> None:
    settings.OPENINGS = 1
    assert [Program().ask("", NEW)[0] for _ in range(2)] == [201, 429]
    Guess.objects.update(since=F("since") + timedelta(days=1))
    assert [Program().ask("", NEW)[0] for _ in range(2)] == [201, 429]


def test_old_guesses_are_not_kept(db: None) -> None:
    guess_in_vain(Client(), 1)
    Guess.objects.filter(address="127.0.0.1").update(address="10.0.0.1")
    Guess.objects.update(since=F("since") - timedelta(minutes=2))
    guess_in_vain(Client(), 1)
    assert not Guess.objects.filter(address="10.0.0.1").exists()


def test_an_address_is_its_network_where_anybody_has_any_number(rf: object) -> None:
    def told(address: str) -> str:
        return devices.address_of(rf.get("/", REMOTE_ADDR=address))

    assert told("2a02:8070:1:2::7") == told("2a02:8070:1:2:ffff::1") == "2a02:8070:1:2::/64"
    assert told("fe80::1%wlan0") == "fe80::1"
    assert told("192.168.1.7") == "192.168.1.7"


@pytest.mark.parametrize(
    ("proxy", "client"), [("", "10.1.1.1"), ("10.1.1.1", "203.0.113.9"), ("10.1.1.2", "10.1.1.1")]
)
def test_only_a_proxy_that_is_named_says_who_asks(
    proxy: str, client: str, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PROXY, told = proxy, {}
    configs = list[uvicorn.Config]()

    def run(server: uvicorn.Server) -> None:
        server.started = True
        configs.append(server.config)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    serving.serve("127.0.0.1", 1)

    async def door(scope: dict[str, object], receive: object, send: object) -> None:
        told["client"] = scope["client"][0]

    (config,) = configs
    config.app = door
    config.load()
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    scope = {"type": "http", "client": ("10.1.1.1", 1), "scheme": "http", "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))
    assert told["client"] == client


@pytest.mark.parametrize(
    "door", ["/join/", "/campaigns/join/", "/campaigns/binders/join/", "/workshop/join/"]
)
@pytest.mark.parametrize(
    ("typed", "read"), [("Ｋ７Ｆｑ２ｍ", "K7FQ2M"), ("K٧FQ٢M", "K7FQ2M"), ("k7f q2mé", "K7FQ2M"), ("é", "")]
)
def test_a_code_may_be_typed_in_any_alphabets_letters(db: None, door: str, typed: str, read: str) -> None:
    response = Client().get(door, {"code": typed})
    assert response.status_code in (200, 302)
    assert (read or "none") in response.get("Location", "none") or response["Location"] == "/campaigns/"


def test_a_raised_figure_is_no_number_of_cards_or_places(db: None) -> None:
    for page in ("cards/?only=a*²", "places/?skip=²"):
        assert Client().get(f"/print/scarper/deck/{page}").status_code < 500


HANDED = "The host handed the seat Blue over to another device (Carol&#x27;s phone)."
SENT = "The host sent this device away from the seat Blue."


def hand_over(table: Table) -> Person:
    carol = Person(table, new_secret())
    seating.ask_for(table, carol.secret, "blue", "Carol's phone")
    seating.hand_over(table, Request.objects.get(kind="claim", status="open").pk, yes=True)
    return carol


def send_away(table: Table, who: Person) -> None:
    for token in who.device.tokens:
        lobby.revoke(table, token)


@pytest.mark.parametrize("room", ["", "hand/", "tv/", "log/", "seats/"])
def test_every_room_leads_to_the_reason(table: Table, alice: Person, bob: Person, room: str) -> None:
    hand_over(table)
    page = bob.browser.get(f"/t/{table.code}/{room}", follow=True)
    assert page.redirect_chain == [(f"/t/{table.code}/gone/", 302)]
    assert HANDED in page.content.decode()
    assert "sentinel" not in page.content.decode()


def test_a_tap_of_who_was_sent_away_is_told_too(table: Table, alice: Person, bob: Person) -> None:
    send_away(table, bob)
    tap = {"action": '{"type":"add","side":"blue","count":1}', "seen": "1", "key": "k"}
    answer = bob.browser.post(f"/t/{table.code}/act/", tap, follow=True)
    assert SENT in answer.content.decode()
    table.refresh_from_db()
    assert table.version == 1


def test_a_program_is_told_too(table: Table, alice: Person, bob: Person) -> None:
    send_away(table, bob)
    status, answer = Program(table.code, bob.secret).ask("")
    assert (status, answer["error"]["message"]) == (403, SENT)


def test_who_keeps_another_seat_is_told_what_he_lost_and_goes_on(table: Table, alice: Person) -> None:
    seating.sit(table, alice.secret, "blue")
    hand_over(table)
    page = alice.browser.get(f"/t/{table.code}/gone/").content.decode()
    assert HANDED in page
    assert "Back to the table" in page
    assert alice.browser.get(f"/t/{table.code}/").status_code == 200


def test_who_was_given_the_seat_is_not_told_that_he_lost_his_place_to_watch(
    table: Table, alice: Person, bob: Person
) -> None:
    carol = hand_over(table)
    answer = carol.browser.get(f"/t/{table.code}/gone/")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")


def test_who_sits_down_again_is_told_no_more(table: Table, alice: Person, bob: Person) -> None:
    send_away(table, bob)
    seating.sit(table, bob.secret, "blue")
    assert bob.browser.get(f"/t/{table.code}/gone/")["Location"] == f"/t/{table.code}/"


def test_a_stranger_learns_nothing_there(table: Table, alice: Person, bob: Person) -> None:
    hand_over(table)
    stranger = Person(table, new_secret()).browser
    assert stranger.get(f"/t/{table.code}/gone/")["Location"] == f"/join/{table.code}/"


def test_the_open_page_hears_of_it_on_its_stream(table: Table, alice: Person, bob: Person) -> None:
    ear = Listener(table.pk, frozenset(bob.device.tokens), "here")
    assert HUB.join(ear, 9)
    try:
        send_away(table, bob)
        assert ear.over
        assert asyncio.run(_last(ear)) == GONE
    finally:
        HUB.leave(ear)


async def _last(ear: Listener) -> str:
    return [frame async for frame in frames(ear, -1)][-1]


def test_why_is_kept_beside_the_row_and_nowhere_else(table: Table, alice: Person, bob: Person) -> None:
    send_away(table, bob)
    assert list(Token.objects.exclude(left="").values_list("left", flat=True)) == [SENT]
    dora = sat_down(table, "blue")
    assert SENT not in dora.browser.get(f"/t/{table.code}/").content.decode()


WHOLE = ("/replay", "/whole")


def asked(who: Person) -> list[tuple[int, Any]]:
    return [Program(who.table.code, who.secret).ask(path) for path in WHOLE]


def log(who: Person) -> str:
    return who.browser.get(f"/t/{who.table.code}/log/").content.decode()


def test_a_host_who_plays_is_refused_in_words(table: Table, alice: Person, bob: Person) -> None:
    assert bob.device.holds == ("blue",)
    for status, told in asked(alice):
        assert (status, told["error"]["code"]) == (403, "forbidden")
        assert "sits nowhere" in told["error"]["message"]
    assert "The host took" not in log(bob)


def test_a_host_who_sits_nowhere_may_and_everybody_reads_of_it_once(table: Table, bob: Person) -> None:
    keeper = Person(table, "the house’s own secret")
    seating.host(table, keeper.secret, "A screen")
    assert [status for status, _ in [*asked(keeper), *asked(keeper)]] == [200] * 4
    assert log(bob).count("The host took the whole journal along") == 1
    assert log(bob).count("The host took the whole state along") == 2  # At its line, and as news.
    assert Request.objects.filter(kind="news").count() == 2


def test_with_a_yes_of_every_other_seat_he_may_for_an_hour(table: Table, alice: Person, bob: Person) -> None:
    assert bob.device.joined
    pleas.ask_whole(table, alice.device)
    [plea] = Request.objects.filter(kind="whole")
    shown = bob.browser.get(f"/t/{table.code}/").content.decode()
    assert "asks to take along" in shown
    word = {"request": str(plea.pk), "kind": "whole", "word": "yes"}
    assert bob.browser.post(f"/t/{table.code}/say/", word).status_code in (200, 302)
    assert [status for status, _ in asked(alice)] == [200, 200]
    assert "Red took the whole state along" in log(bob)
    Request.objects.filter(kind="whole").update(at="2026-01-01T00:00:00Z")
    assert [status for status, _ in asked(alice)] == [403, 403]


def test_one_no_keeps_it_shut(table: Table, alice: Person, bob: Person) -> None:
    assert bob.device.joined
    pleas.ask_whole(table, alice.device)
    pleas.answer(table, bob.device, Request.objects.get(kind="whole").pk, yes=False)
    assert [status for status, _ in asked(alice)] == [403, 403]


def test_a_host_who_plays_alone_asks_nobody(table: Table, alice: Person) -> None:
    assert [status for status, _ in asked(alice)] == [200, 200]


@pytest.mark.parametrize("path", WHOLE)
def test_a_seat_and_a_spectator_have_no_part_in_it(
    table: Table, alice: Person, bob: Person, charlie: Person, path: str
) -> None:
    assert alice.device.host
    for who in (bob, charlie):
        status, told = Program(table.code, who.secret).ask(path)
        assert status == 403
        assert "hands" not in json.dumps(told)
