"""A table by wire: what a program asks, is answered, and may do with a token."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from companion.tables import lobby, seating
from companion.tables.devices import COOKIE, device
from companion.tables.lobby import revoke
from companion.tables.models import Entry, Table, Token
from tests.tables.test_play import ADD, snapshot
from tests.test_interface import check_described

NEW = {"system": "tally", "title": "Thursday", "setup": {"options": {"start": 5}}}


class Program:
    """A client with a token."""

    def __init__(self, table: str = "", token: str = "") -> None:
        self.client, self.table, self.token = Client(), table, token

    def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        return self.at(f"/api/tables/{self.table}{path}" if self.table else "/api/tables", body)

    def at(self, address: str, body: object = None) -> tuple[int, Any]:
        """Ask any address; the answer is held against its description."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is None:
            response = self.client.get(address, headers=headers)
        else:
            text = body if isinstance(body, bytes) else json.dumps(body)
            response = self.client.post(address, text, content_type="application/json", headers=headers)
        method = "get" if body is None else "post"
        check_described(method, address.partition("?")[0], response.status_code, response.json())
        return response.status_code, response.json()


@pytest.fixture
def opened(transactional_db: None) -> dict[str, Any]:
    status, answer = Program().ask("", NEW)
    assert status == 201
    return answer


@pytest.fixture
def red(opened: dict[str, Any]) -> Program:
    return Program(opened["code"], opened["seats"][0]["token"])


@pytest.fixture
def blue(opened: dict[str, Any]) -> Program:
    return Program(opened["code"], opened["seats"][1]["token"])


def test_opening_tells_the_code_and_each_token_once(opened: dict[str, Any]) -> None:
    assert set(opened) == {"code", "version", "seats", "host"}
    assert opened["version"] == 1
    assert [(seat["id"], seat["name"]) for seat in opened["seats"]] == [("red", "Red"), ("blue", "Blue")]
    assert len({opened["host"], *(seat["token"] for seat in opened["seats"])}) == 3
    assert not set("01OIL") & set(opened["code"])


def test_a_seat_sees_its_own_secrets_and_what_it_may_do(red: Program, opened: dict[str, Any]) -> None:
    status, seen = red.ask("")
    assert status == 200
    assert set(seen) == {"system", "version", "seat", "state", "legal"}
    assert (seen["system"], seen["version"], seen["seat"]) == ("tally", 1, "red")
    assert len(seen["state"]["hands"]["red"]) == 3
    assert seen["state"]["hands"]["blue"] == 3
    assert seen["legal"] == [{"type": "add", "side": "red"}]
    status, host = Program(opened["code"], opened["host"]).ask("")
    assert host["seat"] is None
    assert host["state"]["hands"] == {"red": 3, "blue": 3}


def test_act_undo_redo_and_the_same_again(red: Program) -> None:
    tap = {"action": ADD, "seen": 1, "key": "a"}
    first = red.ask("/actions", tap)
    assert first == (201, {"version": 2, "steps": [{"rule": "2", "text": "red counts 3."}], "dice": None})
    assert red.ask("/actions", tap) == first
    assert red.ask("/undo", {"to": 1, "seen": 2, "key": "u"}) == (
        201,
        {"version": 3, "steps": [], "dice": None},
    )
    assert red.ask("/redo", {"seen": 3, "key": "r"}) == (201, {"version": 4, "steps": [], "dice": None})
    assert red.ask("/undo", {"to": 1, "seen": 2, "key": "u"})[0] == 201
    assert red.ask("")[1]["state"]["total"] == 8
    status, late = red.ask("/actions", {"action": ADD, "seen": 1, "key": "b"})
    assert (status, late["error"]["code"], late["version"]) == (409, "stale", 4)


def test_dice_left_out_are_rolled_and_told(red: Program) -> None:
    status, told = red.ask("/actions", {"action": {"type": "roll", "side": "red"}, "seen": 1, "key": "a"})
    assert status == 201
    assert 1 <= told["dice"]["d6"] <= 6
    entry = red.ask("/journal")[1]["entries"][1]
    assert entry["rolled"] is True
    assert entry["action"]["rolls"] == told["dice"]


BAD = [
    ("/actions", b"{", "invalid_input", ""),
    ("/actions", b"[]", "invalid_input", ""),
    ("/actions", b"\xff", "invalid_input", ""),
    ("/actions", b"[" * 100_000, "invalid_input", ""),
    ("/actions", {"action": ADD, "seen": 1}, "invalid_input", "key"),
    ("/actions", {"action": ADD, "seen": "1", "key": "k"}, "invalid_input", "seen"),
    ("/actions", {"action": ADD, "seen": True, "key": "k"}, "invalid_input", "seen"),
    ("/actions", {"action": ADD, "seen": 1, "key": "k", "more": 1}, "invalid_input", "more"),
    ("/actions", {"action": {**ADD, "count": 0}, "seen": 1, "key": "k"}, "invalid_input", "count"),
    ("/actions", {"action": {**ADD, "side": "blue"}, "seen": 1, "key": "k"}, "illegal_action", "side"),
    ("/actions", {"action": {**ADD, "side": "green"}, "seen": 1, "key": "k"}, "invalid_input", "side"),
    ("/actions", {"action": {"type": "say", "text": "\0"}, "seen": 1, "key": "k"}, "invalid_input", "text"),
    ("/actions", {"action": 7, "seen": 1, "key": "k"}, "invalid_input", ""),
    ("/undo", {"to": 1, "seen": 1, "key": "k"}, "illegal_action", "to"),
    ("/undo", {"to": "1", "seen": 1, "key": "k"}, "invalid_input", "to"),
    ("/redo", {"seen": 1, "key": "k"}, "illegal_action", ""),
    ("/requests/9", {"agree": True}, "illegal_action", ""),
]


@pytest.mark.parametrize(("path", "body", "code", "place"), BAD)
def test_bad_input_is_an_error_object_and_changes_nothing(
    red: Program, path: str, body: object, code: str, place: str
) -> None:
    table = Table.objects.get()
    before = snapshot(table)
    status, told = red.ask(path, body)
    assert (status, told["error"]["code"], told["error"]["path"]) == (422, code, place)
    assert told["error"]["message"]
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({**NEW, "system": "chess"}, "system"),
        ({"title": "x"}, "system"),
        ({**NEW, "title": ""}, "title"),
        ({**NEW, "title": "  "}, "title"),
        ({**NEW, "title": "\0"}, "title"),
        ({**NEW, "title": "x" * 81}, "title"),
        ({**NEW, "setup": {"options": {"start": 100}}}, "setup.options.start"),
        ({**NEW, "setup": {"deck": ["sentinel-heron"]}}, "setup.deck"),
        ({**NEW, "setup": 3}, "setup"),
        ({**NEW, "kind": "round"}, "kind"),
        (b"nonsense", ""),
    ],
)
def test_a_bad_opening_opens_nothing(transactional_db: None, body: object, place: str) -> None:
    status, told = Program().ask("", body)
    assert (status, told["error"]["code"], told["error"]["path"]) == (422, "invalid_input", place)
    assert not Table.objects.exists()


def test_who_may_not_is_told_in_the_same_shape(red: Program, opened: dict[str, Any]) -> None:
    assert Program(opened["code"]).ask("")[0] == 401
    assert Program(opened["code"], "guess").ask("")[0] == 403
    assert Program("ZZZZZZ", red.token).ask("")[0] == 404
    for status, told in (
        Program(opened["code"]).ask("/actions", {}),
        Program("ZZZZZZ", red.token).ask("/journal"),
    ):
        assert status in (401, 404)
        assert set(told["error"]) == {"code", "path", "message"}
    lobby.revoke(Table.objects.get(), Token.objects.get(seat__chair="red").pk)
    assert red.ask("")[0] == 403


def test_a_token_of_another_table_opens_nothing_here(red: Program) -> None:
    other = Program().ask("", NEW)[1]
    assert Program(other["code"], red.token).ask("")[0] == 403


def test_a_cookie_is_no_token(red: Program) -> None:
    stranger = Program(red.table)
    stranger.client.cookies["companion_device"] = red.token
    assert stranger.ask("/actions", {"action": ADD, "seen": 1, "key": "k"})[0] == 401


def test_an_undo_past_dice_is_agreed_to_over_the_interface(red: Program, blue: Program) -> None:
    blue.ask("")
    red.ask("/actions", {"action": {"type": "roll", "side": "red"}, "seen": 1, "key": "a"})
    status, held = red.ask("/undo", {"to": 1, "seen": 2, "key": "u"})
    assert status == 202
    asked = blue.ask("/requests")[1]["requests"]
    assert [(r["id"], r["kind"], r["may_say"]) for r in asked] == [(held["waiting"]["request"], "undo", True)]
    assert blue.ask(f"/requests/{asked[0]['id']}", {"agree": True})[0] == 201
    assert red.ask("/undo", {"to": 1, "seen": 2, "key": "u"})[1]["version"] == 3


def test_a_question_is_for_the_seat_that_can_answer_it(red: Program, blue: Program) -> None:
    status, _ = red.ask("/actions", {"action": {"type": "name_card", "side": "red"}, "seen": 1, "key": "a"})
    assert status == 202
    mine = blue.ask("/requests")[1]["requests"][0]
    cards = blue.ask("")[1]["state"]["hands"]["blue"]
    assert mine["ask"]["cards"] == cards
    assert red.ask("/requests")[1]["requests"][0]["ask"] is None
    assert blue.ask(f"/requests/{mine['id']}", {"answer": {"card": cards[0]}}) == (
        201, {"version": 2, "steps": [{"rule": "3", "text": "A card is given up."}], "dice": None},
    )  # fmt: skip


def test_the_interface_is_described(transactional_db: None) -> None:
    described = Client().get("/api/openapi.json").json()["paths"]
    for path in (
        "",
        "/{code}",
        "/{code}/actions",
        "/{code}/undo",
        "/{code}/redo",
        "/{code}/journal",
        "/{code}/bell",
    ):
        assert f"/api/tables{path}" in described
    body = described["/api/tables/{code}/actions"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert body["required"] == ["action", "seen", "key"]


def test_a_refused_method_or_address_is_no_crash(red: Program) -> None:
    assert red.client.put(f"/api/tables/{red.table}/actions").status_code == 405
    assert red.client.get("/api/tables/..%2f").status_code in (401, 404)
    assert Entry.objects.count() == 1


def test_what_a_table_gives_away_whole_goes_back_into_the_desk_as_it_is(
    red: Program, opened: dict[str, Any]
) -> None:
    red.ask("/actions", {"action": ADD, "seen": 1, "key": "a"})
    red.ask("/actions", {"action": ADD, "seen": 2, "key": "b"})
    red.ask("/undo", {"to": 2, "seen": 3, "key": "u"})
    host = Program(opened["code"], opened["host"])
    status, journal = host.ask("/replay")
    assert (status, len(journal["actions"])) == (200, 1)
    _, whole = host.ask("/whole")
    assert isinstance(whole["state"]["hands"]["blue"], list)
    for path in ("/replay", "/whole"):
        status, told = red.ask(path)
        assert (status, told["error"]["code"]) == (403, "forbidden")
        assert "sentinel" not in json.dumps(told)


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
