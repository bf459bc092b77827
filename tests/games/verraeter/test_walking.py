"""The cards turn one by one on every screen at once: nothing is told before its beat."""

from typing import Any

import pytest
from django.test import Client

from companion.engine.game import Scene, Sight
from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.screens import view
from companion.games.verraeter.screens.conflict import Conflict
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PICKS, PLAYERS, after, at_reveal, deed
from tests.games.verraeter.test_secrets_at_table import _act

LAID = {"anna": [5], "bert": [4, 5], "cleo": [4], "dora": [3]}
SIGHTS = [
    ("table", Sight(frozenset({"anna"}), frozenset({"anna"}))),
    ("hand", Sight(frozenset({"cleo"}), frozenset({"cleo"}))),
    ("tv", Sight()),
]


def walked(beat: int, room: str, sight: Sight) -> Any:
    before = at_reveal(LAID)
    trail = [before, after(before, {"type": "reveal"})]
    return view(Scene(trail[-1], sight, room, {}, trail, walk=beat))


@pytest.mark.parametrize(("room", "sight"), SIGHTS)
def test_until_its_beat_no_card_no_oath_no_point_and_no_land_is_told(room: str, sight: Sight) -> None:
    before = at_reveal(LAID)
    order = Conflict(before, after(before, {"type": "reveal"})).order
    assert order[-1] == "cleo", "the betrayal comes last"
    for beat in range(len(order) + 1):
        shown = walked(beat, room, sight)
        for who in order[beat:]:
            assert f"'{ACTION_NAMES[PICKS[who]]}'" not in repr(shown), (beat, who)
        lands = [land.house for land in before.circle]
        if shown.stage.board:
            drawn = shown.stage.board.values["circle"]["cards"]
            assert [card["house"] for card in drawn] == lands
        assert [fact.value for fact in shown.stage.strip.facts] == ["0"] * 4
        assert shown.bar == walked(0, room, sight).bar
        assert not shown.stage.hand
        assert not shown.stage.changes
        assert shown.stage.walks
        oaths = {fact.key: fact.side for fact in shown.stage.strip.facts}
        assert (oaths["cleo"] == before.player("cleo").allegiance) == (beat < len(order))


def test_the_sums_follow_the_cards_and_the_last_beat_is_the_table_as_it_stands() -> None:
    before = at_reveal(LAID)
    conflict = Conflict(before, after(before, {"type": "reveal"}))
    weights = conflict.weights(conflict.order)
    told = {house: totals["total"] for house, totals in conflict.told["totals"].items()}
    assert {house: sum(parts) for house, parts in weights.items()} == told
    end = conflict.settled()
    assert [each.vp for each in end.players] == [each.vp for each in conflict.after.players]
    assert end.circle == conflict.after.circle
    over = walked(len(conflict.order) + 2, "table", SIGHTS[0][1])
    assert not over.stage.walks


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", kind="seated", setup=setup))
    lines = [
        *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
        deed("choose_site", "bert", site=[4, 5]),
        deed("deal_actions", "anna", removed="farmer"),
        *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
        *(deed("play_supply", who, cards=cards) for who, cards in LAID.items()),
        {"type": "reveal"},
    ]
    for action in lines:
        _act(table, action)
    return table


def sat(table: Table, seat: str) -> Client:
    browser, secret = Client(), new_secret()
    if seat:
        seating.sit(table, secret, seat, "A phone", seat.title())
    else:
        seating.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return browser


def seen(browser: Client, table: Table, page: str = "") -> str:
    return browser.get(f"/t/{table.code}/{page}").content.decode()


def on(browser: Client, table: Table, beat: int, seen: int | None = None) -> int:
    form = {"seen": seen or table.version, "key": f"beat-{beat}", "beat": beat, "back": f"/t/{table.code}/"}
    return browser.post(f"/t/{table.code}/walk/", form, headers={"HX-Request": "true"}).status_code


def test_one_tap_moves_every_screen_and_a_late_one_moves_none(table: Table) -> None:
    anna, dora, wall = (sat(table, seat) for seat in ("anna", "dora", ""))
    pages = [(anna, ""), (dora, "hand/"), (wall, "tv/"), (wall, "")]
    for browser, page in pages:
        assert "Traitor" not in seen(browser, table, page)
        assert "betrays" not in seen(browser, table, page)
        assert "Your turn" not in seen(browser, table, page)
    for beat in (1, 2, 3):
        assert on(dora, table, beat) == 201
        assert on(anna, table, beat) == 201, "the same beat twice is one beat"
    for browser, page in pages:
        assert "One card is left" in seen(browser, table, page)
        assert "betrays" not in seen(browser, table, page)
    on(anna, table, 4)
    for browser, page in pages:
        assert "Cleo betrays the" in seen(browser, table, page)
    on(anna, table, 2)
    assert "Cleo betrays the" in seen(wall, table, "tv/"), "a walk never goes back"
    on(anna, table, 99)
    assert "Build one thing" in seen(dora, table)


def test_who_only_looks_on_moves_nothing_and_the_next_line_ends_the_walk(table: Table) -> None:
    wall, dora = sat(table, ""), sat(table, "dora")
    assert on(wall, table, 3) == 422
    assert "betrays" not in seen(dora, table)
    _act(table, deed("build", "dora", op="pass"))
    assert on(dora, table, 5, seen=table.version - 1) == 201
    table.refresh_from_db()
    assert table.walk == 0
    assert "Pick up supply" in seen(dora, table) or "Supply is picked up" in seen(dora, table)
