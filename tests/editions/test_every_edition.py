"""Houses of every edition so far: restored, opened, read, and played on in by the rules of today."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from campaigns import carrying
from campaigns.books.proof import folded, kept_amiss
from campaigns.carrying import back_up, restore
from campaigns.carrying.parcel import unpack
from campaigns.chronicle import chronicle_of
from campaigns.models import Campaign
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.scarper import data
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, device, hashed, new_secret
from companion.tables.journal import write
from companion.tables.models import Entry, Seat, Table, Token, writing_at
from companion.tables.position import Position, forget, position

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
WAR = Path(__file__).parent.parent / "campaigns" / "war.json"
EDITIONS = sorted(each.parent for each in Path(__file__).parent.glob("*/house.backup"))
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)


def empty() -> None:
    for alias in connections:
        call_command("flush", interactive=False, verbosity=0, database=alias)


def opened(edition: Path) -> Iterator[Table]:
    empty()
    restore(edition / "house.backup")
    for table in Table.objects.order_by("pk"):
        forget(table)
        yield table


def browser(table: Table) -> Client:
    secret = new_secret()
    seating.host(table, secret, "the host's tablet")
    visitor = Client()
    visitor.cookies[COOKIE] = secret
    return visitor


def shown(table: Table) -> str:
    """The table's page and its log, as its host sees them; every room of it opens."""
    visitor = browser(table)
    pages = [visitor.get(f"/t/{table.code}/{room}") for room in ("", "tv/", "seats/", "log/")]
    assert [page.status_code for page in pages] == [200] * 4, table.system
    return pages[0].content.decode() + pages[-1].content.decode()


def next_action(table: Table) -> Json:
    """What was done next, and then taken back: the recorded house ends with an undo, or is still at it."""
    last = Entry.objects.filter(table=table).latest("number")
    if last.kind == "undo":
        return Entry.objects.get(table=table, number=(last.to or 0) + 1).action
    return json.loads(WAR.read_text("utf-8"))["actions"][last.number - 1]


def play_on(table: Table) -> None:
    """Play one line more."""
    known, action = position(table), next_action(table)
    with writing_at(table) as now:
        outcome = known.game.apply(known.state, action)
        write(now, known, Entry(kind="action", action=action, key="on"), outcome.state)
    table.refresh_from_db()


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put games with other rules on the shelf."""

    def change(**changes: Any) -> None:
        for slug, game in shelf.games().items():
            room = import_module(f"companion.games.{slug}.game")
            monkeypatch.setattr(room, "GAME", replace(game, **changes))
        shelf.game.cache_clear()

    yield change
    monkeypatch.undo()
    shelf.game.cache_clear()


NOBODYS, DEVICES, PROGRAMS = (
    ("an api's", "a viewer's"),
    ("a host's", "a device's"),
    ("a program's", "one that read"),
)
BEFORE_PROGRAMS = "0014_marks"


def with_tokens(table: Any, seat: Any) -> None:
    """A seat of an older house: opened by a program, then a device sat down there and gave two of its own."""
    rows: list[tuple[str, dict[str, Any]]] = [
        ("an api's", {}),
        ("a host's", {"role": "host", "seat": None, "label": "iPad"}),
        ("a device's", {"label": "Android", "screen": True}),
        ("a viewer's", {"role": "viewer", "seat": None}),
        ("a program's", {}),
        ("one that read", {"screen": True}),
    ]
    for secret, more in rows:
        table.tokens.create(**{"role": "seat", "seat": seat, "hash": hashed(secret), **more})


def each_opens_what_it_did(table: Table, seat: str) -> None:
    """A program does its seat's deeds and no more, and its seat takes it back; others go on as they were."""
    of = {secret: device(table, secret) for secret in (*NOBODYS, *DEVICES, *PROGRAMS)}
    assert [secret for secret in of if of[secret].program] == [*PROGRAMS]
    assert [secret for secret in of if seat in of[secret].holds] == ["an api's", "a device's", *PROGRAMS]
    assert [secret for secret in of if of[secret].host] == ["a host's"]
    assert of["a viewer's"].joined
    for secret, status in {"a device's": 200, "a host's": 200, **dict.fromkeys(PROGRAMS, 302)}.items():
        visitor = Client()
        visitor.cookies[COOKIE] = secret
        assert visitor.get(f"/t/{table.code}/").status_code == status, secret
        program = Client(headers={"Authorization": f"Bearer {secret}"})
        assert program.get(f"/api/tables/{table.code}").status_code == 200
    own = of["a device's"]
    for row in seating.given(table, own)[seat]:
        seating.take_back(table, own, row.pk)
    assert not any(device(table, secret).joined for secret in PROGRAMS)
    assert device(table, "a device's").holds == (seat,)


def test_the_programs_of_an_older_house_are_programs_when_it_is_brought_up() -> None:
    empty()
    executor = MigrationExecutor(connections["default"])
    executor.migrate([("tables", BEFORE_PROGRAMS)])
    try:
        old = executor.loader.project_state([("tables", BEFORE_PROGRAMS)]).apps
        table = old.get_model("tables", "Table").objects.create(
            code="OLDTKN", system="verraeter", title="Then"
        )
        seat = old.get_model("tables", "Seat").objects.create(table=table, chair="anna", name="Anna", place=0)
        with_tokens(table, seat)
    finally:
        again = MigrationExecutor(connections["default"])
        again.migrate(again.loader.graph.leaf_nodes())
    found = Table.objects.get()
    assert [device(found, secret).program for secret in (*NOBODYS, *DEVICES)] == [False] * 4
    assert [device(found, secret).program for secret in PROGRAMS] == [True] * 2


@every_edition
def test_the_programs_of_an_older_house_are_programs_when_it_is_restored(
    edition: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = next(opened(edition))
    seat = Seat.objects.filter(table=table).earliest("place")
    Token.objects.filter(table=table).delete()
    with_tokens(table, seat)
    now = carrying.schema()
    with monkeypatch.context() as then:
        then.setattr(
            carrying, "schema", lambda: [each for each in now if each <= f"tables.{BEFORE_PROGRAMS}"]
        )
        back_up(tmp_path / "then.backup")
    empty()
    restore(tmp_path / "then.backup")
    each_opens_what_it_did(Table.objects.get(code=table.code), seat.chair)


def test_there_is_a_house_of_the_first_edition() -> None:
    assert "first" in [each.name for each in EDITIONS]


@every_edition
def test_its_tables_open_and_are_played_on(edition: Path) -> None:
    systems = set()
    for table in opened(edition):
        shown(table)
        play_on(table)
        shown(table)
        systems.add(table.system)
    assert systems == {"parabellum", "scarper", "verraeter"}


@every_edition
def test_the_rules_of_the_present_edition_still_lead_where_they_led(edition: Path) -> None:
    """Where this fails, rules have changed: give their game another edition, and record a house of it."""
    for table in opened(edition):
        entries = list(Entry.objects.filter(table=table))
        if entries[-1].edition == shelf.game(table.system).edition:
            known = folded(table, entries)
            assert isinstance(known, Position), known
            assert not list(kept_amiss(table, known)), table.system


@every_edition
def test_its_tables_outlive_the_next_edition(edition: Path, rules: Callable[..., None]) -> None:
    rules(edition="next")
    for table in opened(edition):
        known = position(table)
        headline = known.game.headline(known.state)
        shown(table)
        play_on(table)
        log = shown(table)
        assert "Edition next of the rules begins" in log
        begun = Entry.objects.get(table=table, kind="edition")
        assert position(table).numbers == (begun.number, begun.number + 1)
        with pytest.raises(IllegalAction, match="earlier edition"):
            play.undo(table, HOUSE, position(table).past[-1], table.version, "farther")
        play.undo(table, HOUSE, begun.number, table.version, "begin")
        table.refresh_from_db()
        assert table.headline == headline


@every_edition
def test_its_campaign_is_brought_in_and_goes_on(edition: Path, rules: Callable[..., None]) -> None:
    for change in ({}, {"edition": "next"}):
        rules(**change)
        empty()
        war = unpack((edition / "war.campaign.json").read_bytes(), new_secret())
        table = Table.objects.get(pk=war.table_id)
        shown(table)
        play_on(table)
        assert chronicle_of(Campaign.objects.get()).passages[-1].number == table.version
        assert browser(table).get(f"/campaigns/{war.code}/reports/evening/1/").status_code == 200


@pytest.mark.parametrize("edition", ["1", "next"])
def test_scarper_with_two_numbers_changed_shows_old_tables_and_goes_on(
    edition: str, rules: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = next(each for each in opened(EDITIONS[0]) if each.system == "scarper")
    before = position(table).state
    monkeypatch.setitem(data.ROUNDS, 1914, 2)
    monkeypatch.setitem(data.HAND_SIZE, 1915, 4)
    rules(edition=edition)
    forget(table)
    assert not isinstance(folded(table, Entry.objects.filter(table=table)), Position) or edition == "next"
    assert position(table).state == before
    shown(table)
    play_on(table)
    if edition == "1":
        play.go_on(table, HOUSE, table.version, "go on")
        table.refresh_from_db()
    forget(table)
    assert position(table).is_whole
    shown(table)
