"""Who loses a seat: his screen goes dark at once, and every door that he tries tells him why."""

import asyncio

import pytest

from companion.tables import house
from companion.tables.bell.hub import HUB, Listener
from companion.tables.codes import new_secret
from companion.tables.live.stream import GONE, frames
from companion.tables.models import Request, Table, Token
from companion.tables.seating import seats
from tests.tables.conftest import Person, sat_down
from tests.tables.test_api import Program

HANDED = "The host handed the seat Blue over to another device (Carol&#x27;s phone)."
SENT = "The host sent this device away from the seat Blue."


def hand_over(table: Table) -> Person:
    carol = Person(table, new_secret())
    seats.ask_for(table, carol.secret, "blue", "Carol's phone")
    seats.hand_over(table, Request.objects.get(kind="claim", status="open").pk, yes=True)
    return carol


def send_away(table: Table, who: Person) -> None:
    for token in who.device.tokens:
        house.revoke(table, token)


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
    seats.sit(table, alice.secret, "blue")
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
    seats.sit(table, bob.secret, "blue")
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
