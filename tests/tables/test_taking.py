"""A host who plays takes nobody's secrets along unasked, and whatever is taken stands in the log."""

import json
from typing import Any

import pytest

from companion.tables import taking
from companion.tables.models import Request, Table
from companion.tables.seating import seats
from tests.tables.conftest import Person
from tests.tables.test_api import Program

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
    assert "along" not in log(bob)


def test_a_host_who_sits_nowhere_may_and_everybody_reads_of_it_once(table: Table, bob: Person) -> None:
    keeper = Person(table, "the house’s own secret")
    seats.host(table, keeper.secret, "A screen")
    assert [status for status, _ in [*asked(keeper), *asked(keeper)]] == [200] * 4
    assert log(bob).count("The host took the whole journal along") == 1
    assert log(bob).count("The host took the whole state along") == 2  # At its line, and as news.
    assert Request.objects.filter(kind="news").count() == 2


def test_with_a_yes_of_every_other_seat_he_may_for_an_hour(table: Table, alice: Person, bob: Person) -> None:
    assert bob.device.joined
    taking.ask(table, alice.device)
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
    taking.ask(table, alice.device)
    taking.answer(table, bob.device, Request.objects.get(kind="whole").pk, yes=False)
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
