"""The log: whose a line is, by the people's names, and lines found by what they say."""

import pytest
from django.test import Client

from companion import shelf
from companion.engine.scene import NOBODY, Sight
from companion.games.verraeter.rules.notebook import notebook
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lines import passages
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

PLAYED = 9


@pytest.fixture
def logged(transactional_db: None) -> Table:
    demo = shelf.game("scarper").demo
    assert demo is not None
    setup, actions = demo()
    players = {"allied": "Ada", "german": "Jo"}
    logged = open_table(Opening(system="scarper", title="Thursday", setup=setup, players=players))
    for number, action in enumerate(actions[:PLAYED], 1):
        play.act(logged, HOUSE, action, number, f"line-{number}")
    logged.refresh_from_db()
    return logged


@pytest.fixture
def browser(logged: Table) -> Client:
    secret, browser = new_secret(), Client()
    seating.watch(logged, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return browser


def read(browser: Client, logged: Table, page: str, **headers: str) -> str:
    answer = browser.get(f"/t/{logged.code}/{page}", headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
def test_a_line_says_who_did_it_by_his_name(logged: Table, browser: Client, page: str) -> None:
    shown = read(browser, logged, page)
    assert "Jo: plays Race to the Sea for its event" in shown
    assert "German: plays" not in shown


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
@pytest.mark.parametrize("asked", ["race+SEA", "jo+race", "1914+race"])
def test_every_word_that_is_asked_for_stands_in_a_line_or_over_it(
    logged: Table, browser: Client, page: str, asked: str
) -> None:
    shown = read(browser, logged, f"{page}?q={asked}")
    assert "plays Race to the Sea" in shown
    assert "keeps both missions" not in shown


def test_found_lines_keep_their_headings_and_what_nobody_said_is_said(logged: Table, browser: Client) -> None:
    found = read(browser, logged, "log/drawer/?q=sea", **{"HX-Request": "true"})
    assert "1914" in found
    assert "<form" not in found
    assert "No line says that" in read(browser, logged, "log/drawer/?q=submarine")
    assert "No line says that" in read(browser, logged, "log/?q=submarine")


def test_what_a_seat_keeps_to_itself_is_found_by_nobody_else(logged: Table, browser: Client) -> None:
    kept = Entry.objects.get(table=logged, number=2).action["keep"][0]
    assert "No line says that" in read(browser, logged, f"log/?q={kept}")


LINES = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    deed("pick_action", "anna", card="traitor"),
    deed("pick_action", "bert", card="strategist"),
]

BERT = Sight(frozenset({"bert"}), frozenset({"bert"}))


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in LINES:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return table


def test_lines_come_with_the_states_around_them(table: Table) -> None:
    known = position(table)
    found = list(passages(known, BERT))
    assert [each.number for each in found] == list(known.numbers)
    assert found[0].before is None
    assert [each.before for each in found[1:]] == [each.after for each in found[:-1]]
    assert (found[-1].after, passages(known, BERT)[-2:]) == (known.state, found[-2:])
    assert [each.number for each in passages(known, BERT, before=3)] == [1, 2]


def test_what_was_done_is_told_as_the_sight_may_read_it(table: Table) -> None:
    known = position(table)
    assert [each.action.get("card") for each in passages(known, BERT)[-2:]] == ["hidden", "strategist"]
    assert [each.action.get("card") for each in passages(known, NOBODY)[-2:]] == ["hidden", "hidden"]


def test_a_notebook_is_made_of_them(table: Table) -> None:
    known = position(table)
    told = notebook(known.state, passages(known, BERT), "bert")
    assert told.round.unseen == ("farmer", "traitor")
    assert {hand.player: hand.values for hand in told.held} == dict.fromkeys(PLAYERS, (3, 4, 5))
