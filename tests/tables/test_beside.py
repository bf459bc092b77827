"""What stands beside the journal is read once, and never seen as it no longer is."""

import pytest
from django.db import transaction
from django.test.utils import CaptureQueriesContext, override_settings

from companion.tables import asking, play
from companion.tables.beside import beside
from companion.tables.codes import new_secret
from companion.tables.models import Request, Table
from companion.tables.position import forget
from companion.tables.seating import seats
from tests.tables.conftest import Person

ADD = {"type": "add", "side": "red", "count": 3}
ROLL = {"type": "roll", "side": "red"}


def now(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def looked_at(person: Person) -> None:
    answer = person.browser.get(f"/t/{person.table.code}/", headers={"HX-Request": "true"})
    assert answer.status_code == 200


@override_settings(DEBUG=True)
def test_a_second_screen_of_another_seat_reads_the_tables_row_alone(
    table: Table, alice: Person, bob: Person, django_assert_num_queries: CaptureQueriesContext
) -> None:
    looked_at(alice)
    looked_at(bob)
    play.act(now(table), alice.device, ADD, seen=1, key="a")
    looked_at(bob)
    with django_assert_num_queries(1):
        looked_at(bob)


def test_who_sits_down_is_seen_at_once(table: Table, alice: Person) -> None:
    assert {chair for chair, _ in beside(now(table)).held} == {"red"}
    seats.sit(table, new_secret(), "blue", player="Bob")
    assert {chair for chair, _ in beside(now(table)).held} == {"red", "blue"}
    assert [seat.player for seat in beside(now(table)).seats] == ["Red", "Bob"]


def test_what_was_asked_lapses_with_the_next_line(table: Table, alice: Person, bob: Person) -> None:
    play.act(now(table), alice.device, ROLL, seen=1, key="a")
    play.undo(now(table), alice.device, 1, seen=2, key="b")
    assert [asked.kind for asked in beside(now(table)).open] == ["undo"]
    play.act(now(table), bob.device, {**ADD, "side": "blue"}, seen=2, key="c")
    assert beside(now(table)).open == ()
    assert Request.objects.get(table=table).status == "lapsed"


def test_what_fell_with_its_transaction_is_not_remembered(table: Table, alice: Person, bob: Person) -> None:
    before = beside(now(table))

    def asked_in_vain() -> None:
        with transaction.atomic():
            play.undo(now(table), alice.device, 1, seen=2, key="b")
            assert beside(now(table)).open
            raise KeyError

    play.act(now(table), alice.device, ROLL, seen=1, key="a")
    with pytest.raises(KeyError):
        asked_in_vain()
    assert beside(now(table)).open == before.open == ()
    asked = play.undo(now(table), alice.device, 1, seen=2, key="b")
    assert asked.waiting
    assert asking.like(now(table), Request.objects.get(table=table)) is not None
    assert [each.kind for each in beside(now(table)).open] == ["undo"]


def test_a_key_that_came_before_is_known_after_a_restart_too(table: Table, alice: Person) -> None:
    first = play.act(now(table), alice.device, ADD, seen=1, key="a")
    forget(table)
    assert play.act(now(table), alice.device, ADD, seen=1, key="a") == first
    assert now(table).version == 2
