"""A program at a seat: let in on the seat's own screen by a token shown once, and taken back there."""

import re

import pytest
from django.test import Client

from companion.tables import seating
from companion.tables.devices import COOKIE, device
from companion.tables.lobby import revoke
from companion.tables.models import Table, Token
from tests.tables.test_api import ADD, NEW, Program


@pytest.fixture
def page(transactional_db: None) -> tuple[Client, Table]:
    """A tablet that has sat down as red."""
    code = Program().ask("", NEW)[1]["code"]
    Token.objects.all().update(revoked_at="2026-01-01T00:00:00Z")
    browser = Client(headers={"User-Agent": "iPad"})
    assert browser.post(f"/join/{code}/", {"seat": "red", "deed": "sit"}).status_code == 302
    return browser, Table.objects.get()


def given(page: tuple[Client, Table], seat: str = "red") -> str:
    """The token that the page shows."""
    browser, table = page
    answer = browser.post(f"/t/{table.code}/programs/", {"deed": "give", "seat": seat})
    found = re.search(r"<code>([^<]{20,})</code></p>", answer.content.decode())
    return found[1] if found else ""


def test_a_program_plays_the_seat_that_let_it_in(page: tuple[Client, Table]) -> None:
    browser, table = page
    token = given(page)
    program = Program(table.code, token)
    status, seen = program.ask("")
    assert (status, seen["seat"]) == (200, "red")
    assert len(seen["state"]["hands"]["red"]) == 3
    assert seen["state"]["hands"]["blue"] == 3
    shown = browser.get(f"/t/{table.code}/programs/").content.decode()
    assert "Program 1" in shown
    assert token not in shown
    assert not Token.objects.filter(hash=token).exists()


def test_the_token_is_taken_back_and_counts_no_more(page: tuple[Client, Table]) -> None:
    browser, table = page
    program = Program(table.code, given(page))
    row = Token.objects.get(label="", revoked_at=None)
    browser.post(f"/t/{table.code}/programs/", {"deed": "take", "token": str(row.pk)})
    status, told = program.ask("")
    assert (status, told["error"]["message"]) == (403, "The seat took its token back from this program.")
    again = browser.post(f"/t/{table.code}/programs/", {"deed": "take", "token": str(row.pk)})
    assert again.status_code == 422
    assert browser.get(f"/t/{table.code}/").status_code == 200


def test_nobody_lets_a_program_in_at_anothers_seat(page: tuple[Client, Table]) -> None:
    _, table = page
    before = Token.objects.count()
    assert not given(page, "blue")
    assert not given(page, "nobody")
    stranger = Client()
    assert stranger.post(f"/t/{table.code}/programs/", {"deed": "give", "seat": "red"}).status_code == 302
    other = Client(headers={"User-Agent": "iPhone"})
    other.post(f"/join/{table.code}/", {"seat": "blue", "deed": "sit"})
    given(page)
    row = Token.objects.get(label="", revoked_at=None)
    taken = other.post(f"/t/{table.code}/programs/", {"deed": "take", "token": str(row.pk)})
    assert taken.status_code == 422
    row.refresh_from_db()
    assert row.revoked_at is None
    assert Token.objects.count() == before + 2


def test_a_seat_has_only_so_many_programs(page: tuple[Client, Table]) -> None:
    assert all(given(page) for _ in range(8))
    assert not given(page)


def test_a_seat_whose_program_sleeps_is_here_as_long_as_its_device_is(page: tuple[Client, Table]) -> None:
    browser, table = page
    given(page)
    browser.get(f"/t/{table.code}/")
    seats = browser.get(f"/t/{table.code}/seats/").content.decode()
    assert "dot--on" in seats


def test_a_programs_token_opens_no_page_makes_no_token_and_stays_on_the_list(
    page: tuple[Client, Table],
) -> None:
    browser, table = page
    token = given(page)
    thief = Client()
    thief.cookies[COOKIE] = token
    before = Token.objects.count()
    for room in ("", "hand/", "seats/", "programs/", "log/", "print/"):
        assert thief.get(f"/t/{table.code}/{room}").status_code in (302, 404)
    assert thief.post(f"/t/{table.code}/programs/", {"deed": "give", "seat": "red"}).status_code == 302
    assert Token.objects.count() == before
    thief.post(f"/join/{table.code}/", {"seat": "blue", "deed": "sit"})
    assert device(table, token).holds == ("red",)
    assert "Program 1" in browser.get(f"/t/{table.code}/programs/").content.decode()
    assert Program(table.code, token).ask("/actions", {"action": ADD, "seen": 1, "key": "a"})[0] == 201


def test_a_program_begins_no_table_and_has_no_word_on_the_host(page: tuple[Client, Table]) -> None:
    _, table = page
    program = Program(table.code, given(page))
    assert program.ask("/branches", {"line": 1})[0] == 422
    assert Table.objects.count() == 1


def test_a_device_that_is_sent_away_takes_its_programs_with_it(page: tuple[Client, Table]) -> None:
    browser, table = page
    program = Program(table.code, given(page))
    row = Token.objects.get(seat__chair="red", giver="", revoked_at=None)
    revoke(table, row.pk)
    status, told = program.ask("")
    assert (status, told["error"]["message"]) == (403, "The host sent this device away from the seat Red.")
    assert browser.get(f"/t/{table.code}/").status_code == 302


def test_a_seat_handed_over_is_no_more_its_old_devices_programs(page: tuple[Client, Table]) -> None:
    _, table = page
    program = Program(table.code, given(page))
    seating.ask_for(table, "another device", "red", "iPhone")
    plea = table.requests.get(kind="claim")
    seating.hand_over(table, plea.pk, yes=True)
    assert program.ask("")[0] == 403
