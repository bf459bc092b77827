"""Alice is red; she, Charlie and the TV look everywhere, and nowhere find a card of Bob's."""

import json

import pytest
from django.test import Client

from companion.tables import play, seating
from companion.tables.models import Table, Token
from companion.tables.position import position
from tests.tables.conftest import Person

PAGES = ("", "hand/", "hand/?seat=blue", "tv/", "log/", "seats/", "?do=add&seat=blue")


def everything(browser: Client, table: Table) -> str:
    """All that a browser gets to see of a table, whole and in part."""
    texts = []
    for page in PAGES:
        for headers in ({}, {"HX-Request": "true"}):
            response = browser.get(f"/t/{table.code}/{page}", headers=headers, follow=True)
            texts.append(response.content.decode() + str(response.headers))
    form = {"action": '{"type":"name_card","side":"red","card":"x"}', "seen": "1", "key": "s"}
    texts.append(browser.post(f"/t/{table.code}/act/", form, headers={"HX-Request": "true"}).content.decode())
    texts.append(browser.get(f"/join/{table.code}/").content.decode() + browser.get("/").content.decode())
    return "".join(texts)


def told(table: Table, secret: str) -> str:
    """All that a program is told."""
    browser, headers = Client(), {"Authorization": f"Bearer {secret}"}
    home = f"/api/tables/{table.code}"
    texts = [
        browser.get(home + path, headers=headers).content.decode() for path in ("", "/journal", "/requests")
    ]
    bad = {"action": {"type": "name_card", "side": "red", "card": "x"}, "seen": table.version, "key": "s"}
    answer = browser.post(
        f"{home}/actions", json.dumps(bad), content_type="application/json", headers=headers
    )
    return "".join(texts) + answer.content.decode()


@pytest.fixture
def hidden(table: Table, alice: Person, bob: Person, charlie: Person) -> tuple[str, ...]:
    """Bob's cards, after a question that is still open and a card that he has given up."""
    cards = position(table).state.hands["blue"]
    held = play.act(table, alice.device, {"type": "name_card", "side": "red"}, 1, "a")
    play.reply(table, bob.device, held.waiting["request"], {"card": cards[0]})
    play.act(table, alice.device, {"type": "roll", "side": "red"}, 2, "b")
    play.undo(table, alice.device, 2, 3, "u")
    play.act(table, alice.device, {"type": "name_card", "side": "red"}, 3, "c")
    table.refresh_from_db()
    return cards


def test_another_seat_and_its_host_find_none(table: Table, alice: Person, hidden: tuple[str, ...]) -> None:
    seen = everything(alice.browser, table) + told(table, alice.secret)
    assert [card for card in hidden if card in seen] == []
    assert all(card in seen for card in position(table).state.hands["red"])


def test_a_spectator_and_the_tv_find_no_secret_at_all(
    table: Table, charlie: Person, hidden: tuple[str, ...]
) -> None:
    assert "sentinel" not in everything(charlie.browser, table) + told(table, charlie.secret)


def test_the_tv_of_the_one_who_knows_shows_nothing_either(
    table: Table, bob: Person, hidden: tuple[str, ...]
) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        shown = bob.browser.get(f"/t/{table.code}/tv/", headers=headers).content.decode()
        assert not any(card in shown for card in hidden)
    assert all(card in everything(bob.browser, table) for card in hidden[1:])


def test_who_was_sent_away_sees_nothing_more(table: Table, bob: Person, hidden: tuple[str, ...]) -> None:
    Token.objects.filter(seat__chair="blue").delete()
    seating.sit(table, "another", "blue")
    assert "sentinel" not in everything(bob.browser, table) + told(table, bob.secret)
