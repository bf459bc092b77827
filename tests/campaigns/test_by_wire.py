"""Programs in a campaign: an evening played over the interface alone, under the same secrets."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from beancount.loader import load_string
from django.test import Client

from campaigns.models import Author, Campaign, Member
from companion.tables import seating
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE, new_secret
from companion.tables.journal import write
from companion.tables.models import Token, writing_at
from companion.tables.position import position
from tests.campaigns.binders import numbered
from tests.campaigns.conftest import ALICE, BOB, WAR, War
from tests.tables.test_api import Program

LINES_PLAYED = 60


@pytest.fixture
def begun(transactional_db: None) -> dict[str, Any]:
    new = {"system": "parabellum", "title": "By wire", "setup": WAR["setup"], "on": "2026-09-03"}
    status, told = Program().at("/api/campaigns", new)
    assert status == 201
    return told


def programs(begun: dict[str, Any]) -> dict[str, Program]:
    table = begun["campaign"]["table"]
    return {seat["id"]: Program(table, seat["token"]) for seat in begun["seats"]}


def play(players: dict[str, Program], first: int, last: int) -> None:
    """Those lines of the recorded war, each by the token of its own seat."""
    for n, action in enumerate(numbered(WAR["actions"][:last])[first:], first + 1):
        who = players[action.get("player", ALICE)]
        status, told = who.ask("/actions", {"action": action, "seen": n, "key": f"wire-{n}"})
        assert status == 201, (n, action, told)


def test_a_program_plays_an_evening_over_the_interface_alone(begun: dict[str, Any]) -> None:
    players, home = programs(begun), f"/api/campaigns/{begun['campaign']['code']}"
    host = Program(begun["campaign"]["table"], begun["host"])
    play(players, 0, LINES_PLAYED)
    alice = players[ALICE]
    status, told = alice.at(home)
    assert (status, told["over"], told["host"]) == (200, False, False)
    assert [(seat["id"], seat["mine"], bool(seat["own"])) for seat in told["seats"]] == [
        (ALICE, True, True), (BOB, False, False),
    ]  # fmt: skip
    (evening,) = told["evenings"]
    assert (evening["date"], evening["lines"], evening["under_way"]) == ("2026-09-03", LINES_PLAYED + 1, True)
    assert alice.at(f"{home}/evenings/1", {"date": "2026-09-04", "notes": "Rain"})[0] == 201
    assert alice.at(f"{home}/end", {})[0] == 422
    assert host.at(f"{home}/end", {}) == (201, {"number": 1, "table": None})
    closed = {"action": WAR["actions"][LINES_PLAYED], "seen": LINES_PLAYED + 1, "key": "late"}
    assert alice.ask("/actions", closed)[0] == 422
    status, second = alice.at(f"{home}/evenings", {"on": "2026-09-18"})
    assert (status, second) == (201, {"number": 2, "table": begun["campaign"]["table"]})
    play(players, LINES_PLAYED, LINES_PLAYED + 3)
    nights = alice.at(home)[1]["evenings"]
    assert [(each["number"], each["lines"], each["notes"]) for each in nights] == [
        (2, 3, ""),
        (1, 61, "Rain"),
    ]
    assert alice.at("/api/campaigns")[1]["campaigns"][0]["title"] == "By wire"


def test_books_tree_roster_and_reports_tell_each_token_its_own(half_a_war: War) -> None:
    home = f"/api/campaigns/{half_a_war.campaign.code}"
    alice, bob = (Program("", half_a_war.secrets[seat]) for seat in (ALICE, BOB))
    status, books = alice.at(f"{home}/books")
    assert status == 200
    (company,) = books["companies"]
    assert (company["seat"], len(books["shut"])) == (ALICE, 1)
    assert books["bookings"][-1]["balance"] == company["cash"]
    assert sum(each["amount"] for each in books["bookings"]) == company["cash"]
    assert sum(each["debit"] - each["credit"] for each in company["balances"]) == 0
    assert {each["seat"] for each in bob.at(f"{home}/books")[1]["bookings"]} == {BOB}
    tree = alice.at(f"{home}/tree")[1]
    now = next(node for node in tree["nodes"] if node["status"] == "now")
    assert alice.at(f"{home}/tree/{now['id']}")[1]["booklet"]["title"]
    assert alice.at(f"{home}/tree/none")[0] == 404
    assert {each["seat"] for each in alice.at(f"{home}/afford")[1]["forecasts"]} <= {ALICE}
    units = alice.at(f"{home}/roster")[1]["units"]
    assert {each["seat"] for each in units if each["own"]} == {ALICE}
    listed = alice.at(f"{home}/reports")[1]
    assert [each["number"] for each in listed["evenings"]] == [1]
    report = alice.at(f"{home}/reports/evening/1")[1]
    assert report["lines"] == listed["evenings"][0]["lines"]
    assert [each["closing"] is None for each in report["purses"]] == [False, True]
    assert alice.at(f"{home}/reports/scenario/1")[0] == 200
    assert alice.at(f"{home}/reports/evening/9")[0] == 404


def test_a_roster_is_planned_and_a_unit_named_over_the_interface(half_a_war: War) -> None:
    home = f"/api/campaigns/{half_a_war.campaign.code}"
    alice, bob = (Program(half_a_war.table.code, half_a_war.secrets[seat]) for seat in (ALICE, BOB))
    first = alice.at(f"{home}/afford")[1]["forecasts"][0]
    cart = {"seat": ALICE, "scenario": first["scenario"]}
    empty = alice.at(f"{home}/plan", cart)[1]
    assert (empty["left"], {each["number"] for each in empty["wanted"]}) == (empty["free"], {0})
    kind = next(each["kind"] for each in empty["wanted"] if each["most"])
    status, told = alice.at(f"{home}/plan", {**cart, "wanted": [{"kind": kind, "number": 1}]})
    assert (status, sum(each["number"] for each in told["wanted"])) == (200, 1)
    assert told["left"] == told["free"] + sum(each["amount"] for each in told["sums"])
    assert bob.at(f"{home}/plan", cart)[0] == 404
    assert alice.at(f"{home}/plan", {**cart, "wanted": [{"kind": kind, "number": -1}]})[0] == 422
    unit = next(each for each in alice.at(f"{home}/roster")[1]["units"] if each["own"] and each["drawn"])
    version = alice.ask("")[1]["version"]
    naming = {"type": "name", "player": ALICE, "unit": unit["id"], "name": unit["drawn"], "note": "Held."}
    assert alice.ask("/actions", {"action": naming, "seen": version, "key": "named"})[0] == 201
    after = {each["id"]: each for each in alice.at(f"{home}/roster")[1]["units"]}[unit["id"]]
    assert (after["given"], after["note"]) == (unit["drawn"], "Held.")
    assert not any(each["note"] for each in bob.at(f"{home}/roster")[1]["units"])


def test_a_correction_is_previewed_and_written_with_the_repairs_that_a_program_chose(half_a_war: War) -> None:
    table, host = half_a_war.table, Program(half_a_war.table.code, half_a_war.secrets[ALICE])
    Token.objects.filter(table=table, seat__chair=BOB).delete()
    seating.sit(table, host.token, BOB, "A program")
    people = next(n for n, each in enumerate(WAR["actions"]) if each.get("resource") == "manpower")
    preview = "/amend/preview?look=together"
    dearer = {"to": people + 2, "action": {**WAR["actions"][people], "quantity": 62}}
    assert host.ask("/amend/preview?seat=meridian", dearer)[1]["secret"]
    status, told = host.ask(preview, dearer)
    assert (status, told["secret"]) == (200, False)
    first = told["broken"][0]
    chosen = {**dearer, "repairs": [{"line": first["number"], "how": first["ways"][-1]["how"]}]}
    again = host.ask(preview, chosen)[1]
    assert again["broken"][0]["ways"][-1]["taken"]
    assert sum(each["fallen"] for each in again["evenings"]) == len(again["dropped"])
    seen = {"seen": table.version, "key": "mended"}
    assert host.ask("/amend", {**chosen, **seen})[0] == 201
    assert host.ask("/redo", {"seen": table.version + 1, "key": "back"})[0] == 201


def test_a_corrected_war_over_the_interface_is_played_again_with_what_was_booked(half_a_war: War) -> None:
    table, host = half_a_war.table, Program(half_a_war.table.code, half_a_war.secrets[ALICE])
    people = next(n for n, each in enumerate(WAR["actions"]) if each.get("resource") == "manpower")
    dearer = Fix(people + 2, {**WAR["actions"][people], "quantity": 62})
    known = position(table)
    breaks = corrected(known, table, HOUSE, dearer).later.breaks
    fix = replace(dearer, choices=dict.fromkeys(breaks, "booked"))
    with writing_at(table) as now:
        write(now, known, corrected(known, now, HOUSE, fix).entry(key="fix", asked="", by="house"))
    Token.objects.filter(table=table, seat__chair=BOB).delete()
    seating.sit(table, host.token, BOB, "A program")
    told = {each["number"]: each for each in host.ask("/journal")[1]["entries"]}
    amended = told[table.version + 1]
    assert "booked" in amended["repairs"].values()
    places = sorted((each for each in told.values() if each["stands"]), key=lambda each: origin(told, each))
    actions = [action for each in places[1:] for action in (*each["first"], each["action"])]
    replay = host.ask("/replay")[1]
    assert [each["type"] for each in replay["actions"]] == [each["type"] for each in actions]
    status, said = host.at("/api/resolve/parabellum/replay", replay)
    assert (status, said["result"]["state"]) == (200, host.ask("/whole")[1]["state"])


def origin(told: dict[int, Any], line: dict[str, Any]) -> int:
    """Where a line stands: a correction in the place of what it corrects."""
    return origin(told, told[line["to"]]) if line["kind"] == "amend" else line["number"]


def test_the_ledger_over_the_interface_is_one(half_a_war: War) -> None:
    header = {"Authorization": f"Bearer {half_a_war.secrets[ALICE]}"}
    told = Client().get(f"/api/campaigns/{half_a_war.campaign.code}/books.beancount", headers=header)
    assert told["Content-Type"].startswith("text/plain")
    assert not load_string(told.content.decode())[1]


def test_a_war_given_away_whole_is_played_again_audited_and_reported(half_a_war: War) -> None:
    keeper = new_secret()
    seating.host(half_a_war.table, keeper, "A screen that sits nowhere")
    host = Program(half_a_war.table.code, keeper)
    journal, state = host.ask("/replay")[1], host.ask("/whole")[1]
    for procedure, question in (("replay", journal), ("audit", state), ("campaign-report", state)):
        status, said = host.at(f"/api/resolve/parabellum/{procedure}", question)
        assert status == 200, said
        if procedure == "replay":
            assert said["result"]["state"] == state["state"]
        if procedure == "audit":
            assert said["result"]["ok"]


def test_a_series_is_kept_over_the_interface(transactional_db: None) -> None:
    _, made = Program().at("/api/campaigns", {"system": "scope", "title": "Winter", "span": "series"})
    home, host = f"/api/campaigns/{made['campaign']['code']}", Program("", made["host"])
    scores = [{"player": "Ada", "points": 6, "seat": "German"}, {"player": "Jo", "points": 5}]
    assert host.at(f"{home}/plays", {"date": "2026-02-03", "scores": scores})[0] == 201
    season = host.at(f"{home}/season")[1]
    assert [(line["name"], line["victories"]) for line in season["standings"]] == [("Ada", "1"), ("Jo", "0")]
    assert season["plays"][0]["scores"][0] == {"player": "Ada", "seat": "German", "points": 6, "rank": 1}
    late = {"evenings": {"on": "2199-01-05"}, "plays": {"date": "2199-01-05", "scores": scores}}
    for room, body in late.items():
        status, said = host.at(f"{home}/{room}", body)
        assert (status, "is still to come" in said["error"]["message"]) == (422, True)
    status, night = host.at(f"{home}/evenings", {"on": "2026-02-10", "setup": {"scenario": "quick_duel"}})
    assert (status, night["number"]) == (201, 2)
    assert Program(night["table"], made["host"]).ask("")[0] == 200
    for wrong, place in (
        ({"date": "2026-02-30", "scores": scores}, "date"),
        ({"date": "2026-02-03", "scores": []}, "scores"),
        ({"date": "2026-02-03", "scores": [scores[0], scores[0]]}, "scores.1.player"),
        ({"date": "2026-02-03", "scores": [{"player": "Ada"}]}, "scores"),
    ):
        status, told = host.at(f"{home}/plays", wrong)
        assert (status, told["error"]["path"]) == (422, place)
    looker = Program("", Program().at(f"{home}/join", {})[1]["token"])
    assert looker.at(f"{home}/season")[0] == 200
    assert looker.at(f"{home}/plays", {"date": "2026-02-03", "scores": scores})[0] == 422
    assert looker.at(f"{home}/books")[0] == 404
    assert looker.at(f"{home}/tree")[0] == 404


def test_a_binder_is_written_over_the_interface(transactional_db: None) -> None:
    _, made = Program().at("/api/binders", {"system": "parabellum"})
    writer, home = Program("", made["token"]), f"/api/binders/{made['binder']['code']}"
    content = made["binder"]["content"]
    assert made["binder"]["faults"] == []
    status, saved = writer.at(f"{home}/versions", {"content": {**content, "name": ""}, "seen": 1})
    assert (status, saved["version"], saved["late"]) == (201, 2, False)
    assert saved["faults"][0]["path"] == "name"
    assert writer.at(f"{home}/versions", {"content": {**content, "name": "Mine"}, "seen": 1})[1]["late"]
    rows = writer.at(f"{home}/versions")[1]["binders"]
    assert [(row["version"], row["aside"]) for row in rows] == [(3, True), (2, False), (1, False)]
    assert writer.at(f"{home}/versions/1")[1]["content"] == content
    assert writer.at(f"{home}/versions/9")[0] == 404
    assert writer.at("/api/binders")[1]["binders"][0]["version"] == 2
    other = Program("", Program().at(f"{home}/join", {})[1]["token"])
    assert other.at(home)[0] == 200
    assert writer.at(f"{home}/versions", {"content": [], "seen": 2})[0] == 422


def test_a_token_opens_only_what_it_was_given_for(young_war: War, begun: dict[str, Any]) -> None:
    stranger = Program("", programs(begun)[ALICE].token)
    home = f"/api/campaigns/{young_war.campaign.code}"
    for path in ("", "/books", "/tree", "/roster", "/reports", "/afford"):
        status, told = stranger.at(home + path)
        assert (status, told["error"]["code"]) == (403, "forbidden"), path
        assert Program().at(home + path)[0] == 401
    assert stranger.at("/api/campaigns/ZZZZZZ")[0] == 404
    binder = Program().at("/api/binders", {"system": "parabellum"})[1]["binder"]["code"]
    assert stranger.at(f"/api/binders/{binder}")[0] == 404


def test_no_token_is_kept(begun: dict[str, Any]) -> None:
    code = begun["campaign"]["code"]
    rows = [begun["host"], *(seat["token"] for seat in begun["seats"])]
    rows.append(Program().at(f"/api/campaigns/{code}/join", {})[1]["token"])
    rows.append(Program().at("/api/binders", {"system": "parabellum"})[1]["token"])
    for model in (Token, Member, Author):
        assert not {row.hash for row in model.objects.all()} & set(rows)
    assert Member.objects.filter(campaign=Campaign.objects.get()).count() == 2


LINES, BUYER, OTHER = 27, "meridian", "kestrel_vaun"
HIDDEN = next(
    n
    for n, each in enumerate(WAR["actions"])
    if each.get("resource") == "ammunition" and each["player"] == BUYER
)
ROUTES = (
    "",
    "/books",
    "/tree",
    "/tree/2a",
    "/afford",
    "/roster",
    "/reports",
    "/reports/evening/1",
    "/reports/scenario/1",
)
CHANCE = re.compile(r'"(code|table|at|date)": "[^"]*"')


def told(more: int) -> dict[str, Any]:
    """What the other company, and who only looks, are told of a war in which so much more was bought."""
    actions = deepcopy(numbered(WAR["actions"][:LINES]))
    actions[HIDDEN]["quantity"] += more
    new = {"system": "parabellum", "title": "Twin", "setup": WAR["setup"], "on": "2026-09-03"}
    begun = Program().at("/api/campaigns", new)[1]
    code, table = begun["campaign"]["code"], begun["campaign"]["table"]
    players = {seat["id"]: Program(table, seat["token"]) for seat in begun["seats"]}
    for n, action in enumerate(actions, 1):
        who = players[action.get("player", BUYER)]
        status, said = who.ask("/actions", {"action": action, "seen": n, "key": f"twin-{n}"})
        assert status == 201, said
    looker = Program(table, Program().at(f"/api/campaigns/{code}/join", {})[1]["token"])
    seen = {(path, BUYER): players[BUYER].at(f"/api/campaigns/{code}{path}") for path in ROUTES}
    for path in ROUTES:
        seen[path, OTHER] = players[OTHER].at(f"/api/campaigns/{code}{path}")
        seen[path, "nobody"] = looker.at(f"/api/campaigns/{code}{path}")
    for path in ("", "/journal", "/requests", "/replay", "/whole"):
        seen[f"table{path}", OTHER] = players[OTHER].ask(path)
    return {at: CHANCE.sub("", json.dumps(each)) for at, each in seen.items()}


@pytest.mark.django_db(transaction=True)
def test_a_purchase_behind_the_screen_is_told_to_its_own_token_alone() -> None:
    one, two = told(0), told(1)
    differ = {at for at in one if one[at] != two[at]}
    assert {who for _, who in differ} == {BUYER}
    assert ("/books", BUYER) in differ
