"""The log: whose a line is, by the people's names, and lines found by what they say."""

import pytest
from django.test import Client

from companion import shelf
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table

PLAYED = 9


@pytest.fixture
def table(transactional_db: None) -> Table:
    demo = shelf.game("scarper").demo
    assert demo is not None
    setup, actions = demo()
    players = {"allied": "Ada", "german": "Jo"}
    table = open_table(Opening(system="scarper", title="Thursday", setup=setup, players=players))
    for number, action in enumerate(actions[:PLAYED], 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


@pytest.fixture
def browser(table: Table) -> Client:
    secret, browser = new_secret(), Client()
    seating.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return browser


def read(browser: Client, table: Table, page: str, **headers: str) -> str:
    answer = browser.get(f"/t/{table.code}/{page}", headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
def test_a_line_says_who_did_it_by_his_name(table: Table, browser: Client, page: str) -> None:
    shown = read(browser, table, page)
    assert "Jo: plays Race to the Sea for its event" in shown
    assert "German: plays" not in shown


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
@pytest.mark.parametrize("asked", ["race+SEA", "jo+race", "1914+race"])
def test_every_word_that_is_asked_for_stands_in_a_line_or_over_it(
    table: Table, browser: Client, page: str, asked: str
) -> None:
    shown = read(browser, table, f"{page}?q={asked}")
    assert "plays Race to the Sea" in shown
    assert "keeps both missions" not in shown


def test_found_lines_keep_their_headings_and_what_nobody_said_is_said(table: Table, browser: Client) -> None:
    found = read(browser, table, "log/drawer/?q=sea", **{"HX-Request": "true"})
    assert "1914" in found
    assert "<form" not in found
    assert "No line says that" in read(browser, table, "log/drawer/?q=submarine")
    assert "No line says that" in read(browser, table, "log/?q=submarine")


def test_what_a_seat_keeps_to_itself_is_found_by_nobody_else(table: Table, browser: Client) -> None:
    kept = Entry.objects.get(table=table, number=2).action["keep"][0]
    assert "No line says that" in read(browser, table, f"log/?q={kept}")
