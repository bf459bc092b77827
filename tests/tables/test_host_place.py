"""A lost host is no end of a table: two seats together, a code on paper or the house give the place anew."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from companion.engine.errors import IllegalAction
from companion.tables import lobby, play, seating
from companion.tables.devices import COOKIE, GUESSES, new_secret, spelt
from companion.tables.models import RecoveryCode, Request, Table, Token
from companion.tables.seating import NEW_HERE, WAIT
from tests.tables.conftest import Person
from tests.tables.test_api import Program
from tests.tables.test_play import ADD

HERE = "The host is here and keeps the place. Ask again in ten minutes."


@pytest.fixture
def host(table: Table) -> Person:
    """The host, who sits nowhere."""
    secret = new_secret()
    seating.host(table, secret, "The host's tablet")
    return Person(table, secret)


def sat(table: Table, chair: str) -> Person:
    secret = new_secret()
    seating.sit(table, secret, chair, f"{chair}'s phone", player=chair.title() + "a")
    return Person(table, secret)


@pytest.fixture
def red(table: Table, host: Person) -> Person:
    return sat(table, "red")


@pytest.fixture
def blue(table: Table, host: Person) -> Person:
    return sat(table, "blue")


def later(by: timedelta = WAIT) -> None:
    """Time goes by."""
    Request.objects.update(at=F("at") - by)
    Token.objects.update(created=F("created") - by, heard_at=F("heard_at") - by)


def plea(table: Table) -> Request:
    return Request.objects.get(table=table, kind="host", status="open")


def test_two_seats_together_give_the_place_once_the_host_has_had_his_time(
    table: Table, host: Person, red: Person, blue: Person
) -> None:
    seating.ask(table, red.device)
    seating.answer(table, blue.device, plea(table).pk, yes=True)
    seating.settle_all()
    assert host.device.host
    later()
    seating.settle_all()
    assert red.device.host
    assert not host.device.host
    assert host.device.joined
    assert (red.device.holds, blue.device.holds) == (("red",), ("blue",))


def test_everybody_hears_of_it_and_the_old_host_why(
    table: Table, host: Person, red: Person, blue: Person
) -> None:
    seating.ask(table, red.device)
    seating.ask(table, blue.device)
    later()
    seating.settle(table)
    words = "Reda, with Bluea, asked for the host’s place, and the host did not answer: Reda is the host now."
    for who in (red, blue, host):
        for room in ("", "tv/", "log/", "seats/"):
            assert words in who.browser.get(f"/t/{table.code}/{room}").content.decode(), room
    assert words in host.browser.get(f"/t/{table.code}/gone/").content.decode()
    for seen in (1, 2, 3):
        play.act(table, red.device, ADD, seen, f"k{seen}")
    assert words not in blue.browser.get(f"/t/{table.code}/log/").content.decode()


def test_who_asks_is_told_what_it_still_needs(table: Table, host: Person, red: Person, blue: Person) -> None:
    seating.ask(table, red.device)
    page = f"/t/{table.code}/"
    assert "Another seat has to agree" in red.browser.get(page).content.decode()
    seating.answer(table, blue.device, plea(table).pk, yes=True)
    assert "It is given if the host stays silent" in red.browser.get(page).content.decode()


def test_one_seat_alone_is_not_enough_where_another_device_sits(
    table: Table, host: Person, red: Person, blue: Person
) -> None:
    seating.ask(table, red.device)
    later()
    seating.settle_all()
    assert host.device.host
    seating.answer(table, blue.device, plea(table).pk, yes=True)
    assert red.device.host


def test_the_only_other_device_is_enough(table: Table, alice: Person, bob: Person) -> None:
    """Alice hosts and sits; only Bob is left to ask."""
    seating.ask(table, bob.device)
    later()
    seating.settle_all()
    assert bob.device.host
    assert alice.device.holds == ("red",)
    assert not alice.device.host


def test_the_host_is_told_and_keeps_the_place_by_a_word(table: Table, alice: Person, bob: Person) -> None:
    seating.ask(table, bob.device)
    for room in ("", "log/", "seats/"):
        assert "asks for the host’s place" in alice.browser.get(f"/t/{table.code}/{room}").content.decode()
    form = {"request": plea(table).pk, "kind": "host", "word": "no", "seen": "1", "key": "k"}
    alice.browser.post(f"/t/{table.code}/say/", form)
    assert "The host is here, and keeps the place." in bob.browser.get(f"/t/{table.code}/").content.decode()
    later()
    seating.settle_all()
    assert alice.device.host
    with pytest.raises(IllegalAction, match=HERE):
        seating.ask(table, bob.device)
    later(seating.AGAIN)
    seating.ask(table, bob.device)


def test_whatever_the_host_taps_says_that_he_is_here(table: Table, alice: Person, bob: Person) -> None:
    seating.ask(table, bob.device)
    tap = {"action": '{"type":"add","side":"red","count":1}', "seen": "1", "key": "k"}
    alice.browser.post(f"/t/{table.code}/act/", tap)
    assert not seating.open_plea(table)
    later(seating.AGAIN)
    seating.ask(table, bob.device)
    status, _ = Program(table.code, alice.secret).ask("/actions", {"action": ADD, "seen": 2, "key": "l"})
    assert status == 201
    assert not seating.open_plea(table)


def test_a_tap_of_another_ends_nothing(table: Table, alice: Person, bob: Person) -> None:
    seating.ask(table, bob.device)
    play.act(table, bob.device, {**ADD, "side": "blue"}, 1, "k")
    assert seating.open_plea(table)


def test_the_host_may_hand_it_over_at_once(table: Table, alice: Person, bob: Person) -> None:
    seating.ask(table, bob.device)
    status, _ = Program(table.code, alice.secret).ask(f"/requests/{plea(table).pk}", {"agree": True})
    assert status == 201
    assert bob.device.host
    assert not alice.device.host


def test_who_only_watches_and_who_is_a_stranger_have_no_word(
    table: Table, host: Person, red: Person, blue: Person, charlie: Person
) -> None:
    with pytest.raises(IllegalAction, match="watching is not enough"):
        seating.ask(table, charlie.device)
    assert charlie.browser.post(f"/t/{table.code}/host/", {"word": "ask"}).status_code == 422
    assert Client().post(f"/t/{table.code}/host/", {"word": "ask"}).status_code == 422
    seating.ask(table, red.device)
    with pytest.raises(IllegalAction):
        seating.answer(table, charlie.device, plea(table).pk, yes=True)
    with pytest.raises(IllegalAction):
        seating.answer(table, red.device, plea(table).pk, yes=True)
    assert "asks for the host’s place" not in charlie.browser.get(f"/t/{table.code}/").content.decode()


def test_who_sits_down_behind_the_hosts_back_has_no_word_either(table: Table, host: Person) -> None:
    later(timedelta(minutes=5))
    one, two = sat(table, "red"), sat(table, "blue")
    for stranger in (one, two):
        with pytest.raises(IllegalAction, match=NEW_HERE):
            seating.ask(table, stranger.device)


def test_a_seat_that_the_host_holds_himself_seconds_nobody(table: Table, alice: Person, bob: Person) -> None:
    seating.ask(table, bob.device)
    assert plea(table).answers == {}


def test_a_no_of_all_the_others_ends_it(table: Table, host: Person, red: Person, blue: Person) -> None:
    seating.ask(table, red.device)
    seating.answer(table, blue.device, plea(table).pk, yes=False)
    assert not seating.open_plea(table)


def test_what_the_seats_gave_does_not_delete_the_table_on_the_same_day(
    table: Table, alice: Person, bob: Person
) -> None:
    seating.ask(table, bob.device)
    later()
    seating.settle_all()
    lobby.close(table)
    with pytest.raises(IllegalAction, match="tomorrow"):
        lobby.delete(table)
    later(seating.TRUST)
    lobby.delete(table)


def open_one(browser: Client) -> Table:
    form = {"title": "Mine", "way": "each", "o.start": "5", "o.mood": "wild"}
    assert browser.post("/open/tally/", form).status_code == 302
    return Table.objects.latest("pk")


def code_on(browser: Client, table: Table) -> str:
    return browser.get(f"/t/{table.code}/seats/").context["recovery"]


def test_opening_shows_a_code_until_it_is_written_down_and_keeps_its_hash_alone(
    transactional_db: None,
) -> None:
    ada = Client()
    table = open_one(ada)
    code = code_on(ada, table)
    assert len(spelt(code, seating.LENGTH)) == 16
    assert code in ada.get(f"/t/{table.code}/seats/").content.decode()
    kept = RecoveryCode.objects.get(table=table)
    assert spelt(code, seating.LENGTH) not in str(vars(kept))
    ada.post(f"/t/{table.code}/recovery/", {"word": "noted"})
    assert code_on(ada, table) == ""
    assert seating.stands(table, code)


def test_the_code_makes_a_new_device_the_host_once(transactional_db: None) -> None:
    ada, phone = Client(), Client()
    table = open_one(ada)
    code, place = code_on(ada, table), f"/t/{table.code}/host/"
    lobby.set_door(table, is_open=False)
    assert "Recovery code" in phone.get(place).content.decode()
    answer = phone.post(place, {"code": f" {code.lower()} "}, follow=True)
    assert answer.status_code == 200
    assert "took the host’s place with a recovery code" in answer.content.decode()
    assert answer.context["recovery"] not in ("", code)
    assert ada.post(f"/t/{table.code}/manage/", {"deed": "open_door"}).status_code == 403
    assert phone.post(f"/t/{table.code}/manage/", {"deed": "open_door"}).status_code == 302
    assert Client().post(place, {"code": code}).status_code == 422


def test_another_tables_code_and_a_wrong_one_open_nothing_and_are_counted(transactional_db: None) -> None:
    ada, thief = Client(), Client()
    one, two = open_one(ada), open_one(ada)
    code = code_on(ada, one)
    for _ in range(GUESSES):
        assert thief.post(f"/t/{two.code}/host/", {"code": code}).status_code == 422
    assert thief.post(f"/t/{two.code}/host/", {"code": code_on(ada, two)}).status_code == 429
    assert not Token.objects.filter(table=two, role="host").exclude(revoked_at=None).exists()


def test_a_new_code_takes_the_place_of_the_old_one(transactional_db: None) -> None:
    ada = Client()
    table = open_one(ada)
    old = code_on(ada, table)
    ada.post(f"/t/{table.code}/recovery/", {"word": "new"})
    assert code_on(ada, table) not in ("", old)
    assert Client().post(f"/t/{table.code}/host/", {"code": old}).status_code == 422


def test_only_the_host_makes_codes(table: Table, alice: Person, bob: Person) -> None:
    assert bob.browser.post(f"/t/{table.code}/recovery/", {"word": "new"}).status_code == 403
    assert not RecoveryCode.objects.exists()


def test_the_house_tells_a_code_and_writes_nothing(
    table: Table, alice: Person, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("key", table.code.lower())
    code = seating.house_code(table)
    assert code in capsys.readouterr().out
    assert not RecoveryCode.objects.exists()
    phone = Client()
    assert phone.post(f"/t/{table.code}/host/", {"code": code}).status_code == 302
    assert Person(table, phone.cookies[COOKIE].value).device.host
    assert Client().post(f"/t/{table.code}/host/", {"code": code}).status_code == 422
    assert seating.house_code(table) != code
    late = seating.house_code(table)
    monkeypatch.setattr(seating, "_slot", lambda now=seating._slot(): now + 2)
    assert Client().post(f"/t/{table.code}/host/", {"code": late}).status_code == 422


def test_the_house_says_which_tables_there_are(table: Table) -> None:
    with pytest.raises(CommandError, match=table.code):
        call_command("key", "ZZZZZZ")
