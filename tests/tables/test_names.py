"""Where somebody has given a name, sentences say it; journals and programs keep the seats' words."""

import pytest
from django.test import Client

from companion import shelf
from companion.engine.wire import Json
from companion.tables import play
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE, HOUSE
from companion.tables.house import Opening, open_table
from companion.tables.models import Entry, Seat, Table
from companion.tables.position import position
from companion.tables.seating import seats
from companion.tables.seating.people import names_given

NAMES = ("Ada", "Bo", "Cy", "Di")
FSI, PDI = "\u2068", "\u2069"


def demo(slug: str, names: tuple[str, ...] = NAMES, lines: int = 60) -> tuple[Table, Client]:
    """The demo's game by people with these names, seen by one who looks on."""
    game = shelf.game(slug)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=slug, title="Thursday", kind="seated", setup=setup))
    for seat, name in zip(Seat.objects.filter(table=table), names, strict=False):
        seats.sit(table, new_secret(), seat.chair, "A phone", name)
    for n, action in enumerate(actions[:lines]):
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{n}")
    table.refresh_from_db()
    browser, secret = Client(), new_secret()
    seats.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return table, browser


def waits_for(table: Table) -> str:
    """Who is to act, by name."""
    known = position(table)
    return names_given(Seat.objects.filter(table=table))[known.game.actors(known.state)[0]]


@pytest.mark.parametrize("slug", ["parabellum", "scarper", "verraeter", "scope"])
def test_who_waits_reads_for_whom_by_name(slug: str, transactional_db: None) -> None:
    table, browser = demo(slug)
    asked = browser.get(f"/t/{table.code}/").content.decode().partition('id="ask"')[2]
    assert waits_for(table) in asked.partition('class="s-foot"')[0]


def test_a_step_says_who_and_the_journal_keeps_the_seat(transactional_db: None) -> None:
    table, browser = demo("verraeter", lines=6)
    text = browser.get(f"/t/{table.code}/log/").content.decode()
    row = Entry.objects.filter(table=table).exclude(steps=[]).last()
    assert row is not None
    step: Json = next(step for step in row.steps if step.get("seats"))
    name, seat = next(iter(step["seats"].items()))
    person = names_given(Seat.objects.filter(table=table))[seat]
    assert step["values"][name] not in NAMES
    assert step["text"].replace(step["values"][name], person) in text


def test_two_of_one_name_are_told_apart_and_a_name_keeps_its_own_direction(transactional_db: None) -> None:
    table, _ = demo("verraeter", ("Ada", "ada", "\u05e2\u05d3\u05d4"), lines=0)
    rows = list(Seat.objects.filter(table=table))
    rows[-1].player = rows[0].name.upper()
    given = list(names_given(rows).values())
    assert given[:2] == [f"Ada ({rows[0].name})", f"ada ({rows[1].name})"]
    assert given[2] == f"{FSI}\u05e2\u05d3\u05d4{PDI}"
    assert given[3] == f"{rows[0].name.upper()} ({rows[3].name})"
