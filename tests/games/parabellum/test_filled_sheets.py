"""A printed order sheet or roster is filled in, photographed, taken in by the table, and confirmed once."""

import re
from base64 import b64encode
from html import unescape
from typing import Any

import numpy as np
import pytest
from django.test import Client

from companion import shelf
from companion.press.document import Document
from companion.press.page import Tick
from companion.printing import find
from companion.shop.orders import Order, Seen
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import position
from companion.tables.seating import give
from tests.photographed import filled, photographed, raster, stroke
from tests.tables.test_api import Program

A, B = "kestrel_vaun", "meridian"
SETUP = {"players": [{"player": A, "company": A}, {"player": B, "company": B}], "options": {}}
WANTED = {
    "card.regular_infantry.1",
    "card.regular_infantry.2",
    "card.light_tank.1",
    "manpower.20",
    "manpower.3",
}


@pytest.fixture
def at_table(transactional_db: None) -> tuple[Table, dict[str, Client]]:
    """Kestrel Vaun is to buy first, each company at a device of its own."""
    table = open_table(Opening(system="parabellum", title="Friday", setup=SETUP))
    browsers = {}
    for player in (A, B):
        secret = new_secret()
        seating.sit(table, secret, player, "A tablet", player)
        browsers[player] = Client()
        browsers[player].cookies[COOKIE] = secret
    table.refresh_from_db()
    play.act(table, HOUSE, {"type": "turn_order", "rolls": [{A: 4, B: 1}]}, table.version, "order")
    table.refresh_from_db()
    return table, browsers


def printed(table: Table, player: str, **choices: str) -> Document:
    order = Order(find("parabellum", "order-sheet"), choices, Seen(table, frozenset({player})))
    assert order.drawn is not None
    return order.drawn


def taken(sheet: Document, chosen: set[str], *, dot: str = "", seed: int = 5) -> bytes:
    random = np.random.default_rng(seed)
    ticks: tuple[Tick, ...] = sheet.ticks[0]
    assert chosen <= {tick.name for tick in ticks}
    drawn = filled(raster(sheet.pdf()), ticks, chosen, random, "biro")
    for tick in ticks:
        if tick.name == dot:
            stroke(drawn, tick, random, "black", "dot")
    return photographed(drawn, random, wide=2400)


def sent(browser: Client, table: Table, photo: bytes) -> tuple[int, str]:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("photo.jpg", photo, "image/jpeg")
    answer = browser.post(f"/t/{table.code}/paper/", {"photo": file})
    return answer.status_code, answer.content.decode()


def fields(page: str) -> dict[str, Any]:
    """The form that confirms, as a browser would send it."""
    form = page[page.index('id="taking"') : page.index("</form>", page.index('id="taking"'))]
    told: dict[str, Any] = {"deed": "write"}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if given["type"] == "hidden" or " checked" in tag:
            told.setdefault(given["name"], []).append(unescape(given["value"]))
    return told


def test_a_filled_sheet_becomes_ordinary_lines_by_one_confirmation(at_table: Any) -> None:
    table, browsers = at_table
    photo = taken(printed(table, A), WANTED)
    before = table.version
    status, page = sent(browsers[A], table, photo)
    assert status == 200
    assert "Buy two Regular Infantry" in page or "2 Regular Infantry" in page
    assert "Buy 23 people" in page
    assert "Cannot be done now" in page, "the go has passed on after the cards"
    assert page.count("data:image/jpeg;base64,") == len(WANTED) + 1, "each box, and the whole sheet"
    assert Entry.objects.filter(table=table).count() == before, "reading writes nothing"
    form = fields(page)
    assert browsers[A].post(f"/t/{table.code}/paper/", form).status_code == 302
    table.refresh_from_db()
    assert table.version == before + 1
    bought = [each.type for each in position(table).state.units.values() if each.owner == A]
    assert sorted(bought) == ["light_tank", "regular_infantry", "regular_infantry"]
    assert browsers[A].post(f"/t/{table.code}/paper/", form).status_code == 302, "the same tap again"
    table.refresh_from_db()
    assert table.version == before + 1


def test_a_doubtful_box_is_asked_and_holds_the_confirmation(at_table: Any) -> None:
    table, browsers = at_table
    dot, before = "card.light_tank.1", table.version
    _, page = sent(browsers[A], table, taken(printed(table, A), {"card.sappers.1"}, dot=dot))
    form = fields(page)
    assert form["doubt"] == [dot]
    assert "1\n" in page or "in doubt" in page
    held = browsers[A].post(f"/t/{table.code}/paper/", form)
    assert held.status_code == 422
    assert "doubtful box" in held.content.decode()
    weighed = browsers[A].post(f"/t/{table.code}/paper/", {**form, f"say.{dot}": "yes", "deed": "weigh"})
    again = fields(weighed.content.decode())
    assert again[f"say.{dot}"] == ["yes"]
    assert browsers[A].post(f"/t/{table.code}/paper/", again).status_code == 302
    table.refresh_from_db()
    assert table.version == before + 1
    assert {each.type for each in position(table).state.units.values()} == {"sappers", "light_tank"}


@pytest.mark.sampled
def test_an_older_sheet_says_so_and_one_whose_table_went_on_is_looked_at_once_more(at_table: Any) -> None:
    table, browsers = at_table
    photo, before = taken(printed(table, A, ink="saver", paper="letter"), {"card.sappers.1"}), table.version
    _, page = sent(browsers[A], table, photo)
    form = fields(page)
    buys = {"type": "purchase", "player": A, "resource": "manpower", "quantity": 5}
    play.act(table, HOUSE, buys, before, "meanwhile")
    late = browsers[A].post(f"/t/{table.code}/paper/", form)
    assert (late.status_code, "gone on" in late.content.decode()) == (422, True)
    _, page = sent(browsers[A], table, photo)
    assert f"Printed at line {before}; the table is at {before + 1}" in page


@pytest.mark.sampled
def test_another_seats_sheet_and_another_tables_are_refused_and_tell_nothing(at_table: Any) -> None:
    table, browsers = at_table
    status, page = sent(browsers[B], table, taken(printed(table, A), {"card.sappers.1"}))
    assert status == 422
    assert "Sappers" not in page
    assert "it is taken in where" in page
    other = open_table(Opening(system="parabellum", title="Saturday", setup=SETUP))
    secret = new_secret()
    seating.sit(other, secret, A, "A tablet", "Ada")
    browsers[A].cookies[COOKIE] = secret
    status, page = sent(browsers[A], other, taken(printed(table, A), set()))
    assert (status, f"belongs to the table {table.code}" in page) == (422, True)
    assert sent(browsers[A], other, b"no photo")[0] == 422
    assert "Take in a photo" in browsers[A].get(f"/t/{other.code}/").content.decode()


@pytest.mark.sampled
def test_a_forged_form_asks_for_no_more_than_its_seat_may_do(at_table: Any) -> None:
    table, browsers = at_table
    form = fields(sent(browsers[A], table, taken(printed(table, A), {"card.sappers.1"}))[1])
    for forged in ({"sheet": form["sheet"][0].replace(A, B)}, {"ticked": ["card.no.1"]}, {"sheet": "x"}):
        answer = browsers[A].post(f"/t/{table.code}/paper/", {**form, **forged})
        assert answer.status_code == 422
    shown = browsers[A].post(f"/t/{table.code}/paper/", {**form, "picture.card.sappers.1": '"><script>'})
    assert b"><script>" not in shown.content


@pytest.mark.sampled
def test_a_program_is_told_what_is_ticked_and_acts_by_itself(at_table: Any) -> None:
    table, browsers = at_table
    program = Program(table.code, give(table, device(table, browsers[A].cookies[COOKIE].value), A))
    photo = taken(printed(table, A), {"card.sappers.1"}, dot="card.light_tank.1")
    status, told = program.ask("/photo", {"photo": b64encode(photo).decode()})
    assert status == 200
    assert (told["ticked"], [each["tick"] for each in told["doubtful"]]) == (
        ["card.sappers.1"], ["card.light_tank.1"],
    )  # fmt: skip
    (change,) = told["changes"]
    tap = {"action": change["action"], "seen": told["version"], "key": "by a program"}
    assert program.ask("/actions", tap)[0] == 201
    assert program.ask("/photo", {"photo": "%"})[1]["error"]["path"] == "photo"


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
    seating.sit(table, secret, A, "A tablet", "Ada")
    browser.cookies[COOKIE] = secret
    table.refresh_from_db()
    return table, browser


@pytest.mark.sampled
def test_a_filled_roster_is_taken_in_and_the_same_page_not_twice_by_itself(in_the_field: Any) -> None:
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
