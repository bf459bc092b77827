"""A filled roster is photographed: what was lost in the field is written on its units, once."""

from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.printing import find
from companion.shop.orders import Order, Seen
from companion.tables import play
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE, HOUSE
from companion.tables.house import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.seating import seats
from tests.games.parabellum.test_order_sheet import A, fields, sent, taken

ACTIONS = 40


@pytest.fixture
def in_the_field(transactional_db: None) -> tuple[Table, Client]:
    """Kestrel Vaun's units stand on the map, and its tablet lies before it."""
    demo = shelf.game("parabellum").demo
    assert demo is not None
    setup, actions = demo()
    table = open_table(Opening(system="parabellum", title="Friday", setup=setup))
    for n, action in enumerate(actions[:ACTIONS]):
        play.act(table, HOUSE, action, table.version, f"line {n}")
        table.refresh_from_db()
    secret, browser = new_secret(), Client()
    seats.sit(table, secret, A, "A tablet", "Ada")
    browser.cookies[COOKIE] = secret
    table.refresh_from_db()
    return table, browser


def test_a_filled_roster_is_taken_in_and_the_same_page_not_twice_by_itself(
    in_the_field: Any,
) -> None:
    table, browser = in_the_field
    sheet = Order(find("parabellum", "roster"), {}, Seen(table, frozenset({A}))).drawn
    assert sheet is not None
    before = position(table).state
    unit = next(each for each in before.of(A) if (before.units[each].fuel or 0) > 1)
    ticks = {f"{unit}.strength.1", f"{unit}.strength.2", f"{unit}.fuel.1"}
    photo = taken(sheet, ticks)
    status, page = sent(browser, table, photo)
    assert status == 200
    assert "people −2 and fuel −1" in page
    assert browser.post(f"/t/{table.code}/paper/", fields(page)).status_code == 302
    table.refresh_from_db()
    now, was = position(table).state.units[unit], before.units[unit]
    assert (now.strength, now.fuel) == (was.strength - 2, was.fuel - 1)
    assert now.ammunition == was.ammunition
    _, again = sent(browser, table, photo)
    assert f"taken in before, at line {table.version}" in again
    assert "take" not in fields(again)
    assert browser.post(f"/t/{table.code}/paper/", fields(again)).status_code == 422
