"""At a table: what is bought and told there, and sheets that come back filled in."""

import re
from base64 import b64encode
from html import unescape
from random import Random
from typing import Any

import numpy as np
import pytest
from django.test import Client

from companion import shelf
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Sight
from companion.games.parabellum.actions import ON_TABLE, VERBS
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import State
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
from tests.games.parabellum.yard import YARD, load, setup, table, unit_at
from tests.staged import filled, photographed, raster, stroke
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


def test_a_line_taken_back_on_paper_is_shown_and_not_written(at_table: Any) -> None:
    table, browsers = at_table
    chosen = {"card.sappers.1", "manpower.20", "back.manpower.1"}
    _, page = sent(browsers[A], table, taken(printed(table, A), chosen, dot="manpower.3"))
    assert "People and tokens, People" in page
    assert "Taken back on paper" in page
    assert "Buy 2" not in page
    form = fields(page)
    assert "doubt" not in form, "what is taken back is not asked about"
    assert browsers[A].post(f"/t/{table.code}/paper/", form).status_code == 302
    table.refresh_from_db()
    assert [each.type for each in position(table).state.units.values()] == ["sappers"]


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


N, S = "north", "south"


def duel(**changes: Any) -> State:
    return table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", "b1", **changes))


ATTACK = {"type": "attack", "player": N, "unit": "u1", "target": "u2"}

WEAK = {"attack": [1, 2, 3, 8], "defense": [6, 6, 6, 6]}


def test_the_app_rolls_one_die_a_person() -> None:
    rolled = GAME.roll(duel(strength=2), ATTACK, Random(1))
    assert [len(rolled["rolls"][key]) for key in ("attack", "defense")] == [4, 2]


def test_the_defender_is_asked_once_the_losses_are_known() -> None:
    state = duel()
    action = GAME.roll(state, {**ATTACK, "rolls": WEAK}, Random(1))
    question = GAME.asks(state, action)
    assert question is not None
    assert question.seat == S
    assert question.ask["losses"] == 1
    assert question.ask["strength"] == 3
    yes = GAME.answer(state, action, {"type": "counterattack", "player": S, "counter": True})
    assert len(yes["rolls"]["counter_attack"]) == 3
    assert len(yes["rolls"]["counter_defense"]) == 4
    assert GAME.apply(state, yes).state.units["u2"].ammunition == 2
    no = GAME.answer(state, action, {"type": "counterattack", "player": S, "counter": False})
    assert no["rolls"] == WEAK
    assert GAME.apply(state, no).state.units["u2"].ammunition == 3


@pytest.mark.parametrize("changes", [{"strength": 1}, {"ammunition": 0}, {"marks": ["fresh"]}])
def test_a_counterattack_that_cannot_be_is_refused_as_such_and_not_for_dice(changes: dict[str, Any]) -> None:
    state = duel(**changes)
    rolls = {"attack": [8, 8, 1, 1], "defense": [1] * changes.get("strength", 4)}
    action = GAME.roll(state, {**ATTACK, "counter": True, "rolls": rolls}, Random(1))
    with pytest.raises(IllegalAction) as exact:
        apply(state, action)
    assert exact.value.path == "counter"
    with pytest.raises(GameError, match="cannot hit back"):
        GAME.apply(state, action)


def test_the_defender_may_throw_real_dice() -> None:
    state = duel()
    action = GAME.roll(state, {**ATTACK, "rolls": WEAK}, Random(1))
    dice = {"counter_attack": [8, 8, 8], "counter_defense": [1, 1, 1, 1]}
    reply = {"type": "counterattack", "player": S, "counter": True, "rolls": dice}
    after = GAME.apply(state, GAME.answer(state, action, reply)).state
    assert after.units["u1"].strength == 1
    with pytest.raises(GameError):
        GAME.answer(state, action, {**reply, "player": N})


@pytest.mark.parametrize("changes", [{"ammunition": 0}, {"marks": ["fresh"]}, {"strength": 1}])
def test_who_cannot_hit_back_is_not_asked(changes: Any) -> None:
    state = duel(**changes)
    rolls = {"attack": [8, 8, 8, 8], "defense": [1] * changes.get("strength", 4)}
    action = GAME.roll(state, {**ATTACK, "rolls": rolls}, Random(1))
    assert action["counter"] is False
    assert GAME.asks(state, action) is None
    GAME.apply(state, action)


def test_what_is_refused_is_refused_for_its_own_reason_and_not_for_missing_dice() -> None:
    far = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", "f1"))
    for state, path in (
        (far, "target"),
        (far.changed(phase="movement"), "type"),
        (far.changed(active=S), "player"),
    ):
        with pytest.raises(GameError) as refused:
            GAME.apply(state, GAME.roll(state, ATTACK, Random(1)))
        assert refused.value.path == path


@pytest.mark.parametrize("seed", range(12))
def test_the_app_rolls_barrages_and_explosions_to_their_end(seed: int) -> None:
    random = Random(seed)
    caches = {"c1": load(3, 2), "d1": load(4), "d2": load(0, 9)}
    state = table(
        "special",
        unit_at(N, "mortar", "a1"),
        unit_at(S, "squad", "c1", "nw"),
        unit_at(S, "tank", "c2"),
        caches=caches,
    )
    shots = [{"cache": "c1"}, {"unit": "u2"}, {"cache": "c1"}]
    barrage = {"type": "barrage", "player": N, "unit": "u1", "shots": shots}
    after = GAME.apply(state, GAME.roll(state, barrage, random)).state
    assert after.units["u1"].ammunition == 2
    direct = state.changed(phase="direct", units={**state.units, "u1": unit_at(N, "squad", "a1")})
    fire = {"type": "attack_cache", "player": N, "unit": "u1", "square": "c1"}
    GAME.apply(direct, GAME.roll(direct, fire, random))


def test_the_app_rolls_ties_for_turn_order_again() -> None:
    state = GAME.open(setup(4)).state
    for seed in range(8):
        rolled = GAME.roll(state, {"type": "turn_order", "dice": {"north": 6}}, Random(seed))
        assert sorted(GAME.apply(state, rolled).state.order) == sorted(state.players)


def test_companies_sit_down_in_the_order_of_the_binder() -> None:
    whole = GAME.shuffle({"options": {"players": 3, "metric": "diagonal"}}, Random(1))
    assert whole["options"] == {"metric": "diagonal"}
    assert [chair.name for chair in GAME.setup_seats(whole)] == [
        "Kestrel-Vaun Holdings",
        "Meridian Deepworks",
        "Ansa Mutual Security",
    ]
    asked = GAME.shuffle({"options": {"players": ["ansa", "meridian"]}}, Random(1))
    assert [chair.id for chair in GAME.setup_seats(asked)] == ["meridian", "ansa"]
    other = GAME.shuffle({"binder": YARD, "options": {"players": ["ansa", "meridian", "nobody"]}}, Random(1))
    assert [chair.id for chair in GAME.setup_seats(other)] == ["north", "south", "east"]
    named = GAME.shuffle(
        {"players": [{"player": "ada", "company": "ansa"}, {"player": "bo", "company": "meridian"}]},
        Random(1),
    )
    assert [chair.name for chair in GAME.setup_seats(named)] == ["Ada", "Bo"]
    for broken in (
        {"options": 3},
        {"players": 4},
        {"binder": 5},
        7,
        {"options": {"players": "many"}},
        {"options": {"players": [3]}},
    ):
        with pytest.raises(GameError):
            GAME.open(GAME.shuffle(broken, Random(1)))
        GAME.setup_seats(broken)


def test_every_type_of_line_has_words() -> None:
    assert VERBS.keys() == ON_TABLE.keys()
    assert (
        GAME.describe({"type": "move", "player": "ada", "unit": "u3", "path": ["a1", "b1"]})
        == "Ada moves u3 to B1"
    )
    assert GAME.describe({"players": []}) == "The campaign begins"
    assert GAME.describe({"type": "purchase", "player": "ada"}) == "Ada buys something"


def test_the_attacker_is_not_told_who_could_hit_back() -> None:
    state = duel()
    assert attack_entry(state, N)["targets"] == {"u2": None}
    both = Sight(frozenset((N, S)), frozenset((N, S)))
    entry = next(e for e in GAME.legal(state, both) if e["type"] == "attack")
    assert entry["targets"] == {"u2": True}


def attack_entry(state: State, seat: str) -> Any:
    sight = Sight(frozenset((seat,)), frozenset((seat,)))
    return next(entry for entry in GAME.legal(state, sight) if entry["type"] == "attack")
