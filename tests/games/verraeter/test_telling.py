"""All are ready, then the cards turn; whatever speaks of the table speaks only of the beats shown."""

import json
from typing import Any

import pytest
from django.test import Client

from companion.games.verraeter.screens.conflict import Conflict
from companion.tables import journal, reconciling, seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PICKS, PLAYERS, deed
from tests.games.verraeter.test_secrets_at_table import _act
from tests.games.verraeter.test_walking import LAID, on, sat, seen

PAGES = ("", "tv/", "log/", "log/drawer/", "film/?n=99", "seats/", "correct/13/")
TELLS = ("betrays", "wins by", "turns over", "Landscape 4", "master builder", "build:", "points lie")
BEFORE = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
    *(deed("play_supply", who, cards=cards) for who, cards in LAID.items()),
]
REVEAL = {"type": "reveal"}


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", kind="seated", setup=setup))
    for action in BEFORE:
        _act(table, action)
    return table


def ready(browser: Client, table: Table, word: str = "yes") -> int:
    form = {
        "seen": table.version,
        "key": f"{word}-{id(browser)}",
        "ready": word,
        "action": json.dumps(REVEAL),
    }
    form |= {"back": f"/t/{table.code}/"}
    return browser.post(f"/t/{table.code}/ready/", form, headers={"HX-Request": "true"}).status_code


def is_turned(table: Table) -> bool:
    return position(Table.objects.get(pk=table.pk)).state.phase != "reveal"


def test_the_cards_turn_once_everybody_who_sits_there_has_said_that_he_is_ready(table: Table) -> None:
    anna, bert, dora = (sat(table, seat) for seat in ("anna", "bert", "dora"))
    assert "I am ready" in seen(anna, table)
    assert ready(anna, table) == 201
    assert "Waiting for Bert and Dora" in seen(anna, table)
    assert "face down, ready" in seen(sat(table, ""), table, "tv/")
    assert ready(bert, table) == 201
    assert not is_turned(table)
    assert ready(bert, table) == 201, "once more is once"
    assert not is_turned(table)
    assert ready(dora, table) == 201
    assert is_turned(table)
    assert Entry.objects.filter(table=table, action__type="reveal").count() == 1
    assert "betrays" not in seen(anna, table)


def test_the_host_alone_goes_on_without_who_is_away(table: Table) -> None:
    host, bert = sat(table, "anna"), sat(table, "bert")
    ready(host, table)
    assert "Turn them now" in seen(host, table)
    assert "Turn them now" not in seen(bert, table)
    assert ready(bert, table, "now") == 422
    assert not is_turned(table)
    assert ready(host, table, "now") == 201
    assert is_turned(table)


def test_one_tablet_that_holds_all_seats_needs_one_tap(table: Table) -> None:
    browser, secret = Client(), new_secret()
    for who in PLAYERS:
        seating.sit(table, secret, who, "A tablet")
    browser.cookies[COOKIE] = secret
    assert "Turn the cards over" in seen(browser, table)
    assert "I am ready" not in seen(browser, table)


def everything(browser: Client, table: Table, program: str) -> str:
    """All that the house says of the table to one seat: its pages, the list of tables, the interface."""
    pages = [seen(browser, table, page) for page in PAGES]
    asked = {"headers": {"Authorization": f"Bearer {program}"}}
    told = [browser.get(f"/api/tables/{table.code}{part}", **asked) for part in ("", "/journal")]
    assert [each.status_code for each in told] == [200, 200]
    listed = browser.get("/").content.decode()
    return "\n".join([*pages, listed, *(each.content.decode() for each in told)])


def test_no_route_tells_of_the_conflict_before_its_beat(table: Table) -> None:
    anna = sat(table, "anna")
    secret = anna.cookies[COOKIE].value
    state = position(table).state
    _act(table, REVEAL)
    order = Conflict(state, position(table).state).order
    for beat in range(len(order) + 1):
        if beat:
            on(anna, table, beat)
        table.refresh_from_db()
        text = everything(anna, table, secret)
        early = [words for words in TELLS if words in text]
        assert early == (["betrays"] if beat == len(order) else []), beat
        known = json.loads(anna.get(f"/api/tables/{table.code}", headers=bearer(secret)).content)
        assert known["walk"] == {"beat": beat, "of": len(order) + 1}
        assert known["legal"] == []
        assert [each["vp"] for each in known["state"]["players"]] == [0] * 4
        assert known["state"]["phase"] == "reveal"
        assert "turning the action cards over" in table.headline
        assert reconciling.wrong(table)[1] == []
    on(anna, table, len(order) + 1)
    table.refresh_from_db()
    text = everything(anna, table, secret)
    assert "turns over" in text
    assert "build" in table.headline
    assert "walk" not in json.loads(anna.get(f"/api/tables/{table.code}", headers=bearer(secret)).content)


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def asked(client: Client, path: str, secret: str, body: Any) -> Any:
    answer = client.post(path, body, content_type="application/json", headers=bearer(secret))
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_program_walks_on_or_plays_on_and_hears_why_only_then(table: Table) -> None:
    anna, secret = sat(table, "anna"), ""
    secret = anna.cookies[COOKIE].value
    path = f"/api/tables/{table.code}"
    tap = {"action": REVEAL, "seen": table.version, "key": "turn"}
    assert asked(anna, f"{path}/actions", secret, tap)["steps"] == []
    table.refresh_from_db()
    asked(anna, f"{path}/walk", secret, {"seen": table.version, "beat": 5})
    assert asked(anna, f"{path}/actions", secret, tap)["steps"], "the same tap hears all once all is told"
    assert anna.get(path, headers=bearer(secret)).json()["legal"] == []
    _act(table, deed("build", "dora", op="pass"))
    table.refresh_from_db()
    assert journal.beats(table, position(table)) == (0, 0)


def test_a_table_of_programs_alone_is_told_at_once(table: Table) -> None:
    _, tokens = seating.hand_out(table)
    path = f"/api/tables/{table.code}"
    tap = {"action": REVEAL, "seen": table.version, "key": "turn"}
    assert asked(Client(), f"{path}/actions", tokens["anna"], tap)["steps"]
    state = Client().get(path, headers=bearer(tokens["dora"])).json()
    assert state["state"]["phase"] == "build"
    assert state["legal"]


def test_nothing_covers_the_word_that_one_is_ready(table: Table) -> None:
    sat(table, "anna")
    page = seen(sat(table, "bert"), table, "hand/")
    assert "I am ready" in page
    assert 'id="cover"' not in page
    assert "Strategist" not in page, "what lies face down is on no open screen"
