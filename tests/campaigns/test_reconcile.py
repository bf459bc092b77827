"""`reconcile`: where the database says anything but what its journals do, it is told, and nothing changes."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from campaigns.models import Assertion, Evening
from companion.tables.models import Entry, Table
from tests.campaigns.conftest import ALICE, War, fought


@pytest.fixture
def war(db: None) -> War:
    """As far as the first scenario's first rounds."""
    return fought(60)


def told() -> str:
    """What differs; empty where nothing does."""
    out = StringIO()
    try:
        call_command("reconcile", stdout=out)
    except CommandError as error:
        return str(error)
    assert "everything is what the journals say" in out.getvalue()
    return ""


def tamper(number: int, column: str, value: object) -> None:
    with connection.cursor() as line:
        line.execute(f"UPDATE tables_entry SET {column} = %s WHERE number = %s", [value, number])


def test_it_finds_nothing_where_nothing_is_wrong(war: War) -> None:
    assert told() == ""


def test_a_headline_a_version_and_an_evening_that_were_tampered_with_are_told(war: War) -> None:
    Table.objects.update(headline="All is well")
    assert "All is well" in told()
    Table.objects.update(version=200)
    assert "version 200" in told()
    Table.objects.update(version=61)
    Evening.objects.update(first=500)
    assert "Evening 1 begins at line 500" in told()


def test_an_amount_that_was_tampered_with_is_told_with_its_line(war: War) -> None:
    entry = Entry.objects.filter(action__resource="manpower").first()
    assert entry
    more = {**entry.action, "quantity": entry.action["quantity"] + 1}
    tamper(entry.number, "action", json.dumps(more))
    assert f"Line {entry.number}: its steps are not those of the rules." in told()


def test_steps_that_were_tampered_with_are_told(war: War) -> None:
    tamper(5, "steps", "[]")
    assert "Line 5: its steps" in told()


def test_a_line_that_is_gone_and_one_that_the_rules_refuse_are_told(war: War) -> None:
    tamper(7, "action", json.dumps({"type": "nonsense"}))
    assert "Line 7 no longer follows the rules" in told()
    with connection.cursor() as line:
        line.execute("DELETE FROM tables_entry WHERE number = 7")
    assert "Lines are missing: 7" in told()


def test_an_undone_and_corrected_journal_is_whole_and_a_tampered_correction_is_told(war: War) -> None:
    from companion.tables import play
    from companion.tables.devices import HOUSE
    from companion.tables.models import Token

    table = Table.objects.get()
    Token.objects.update(heard_at=None)  # Nobody else is here whose word is wanted.
    action = {"type": "adjust", "player": ALICE, "reason": "found", "credits": 5}
    play.act(table, HOUSE, action, 61, "found")
    play.amend(table, HOUSE, play.Fix(62, {**action, "credits": 6}), 62, "mend")
    play.undo(table, HOUSE, 61, 63, "back")
    play.redo(table, HOUSE, 64, "again")
    assert told() == ""
    tamper(63, "dropped", "[61]")
    assert "Line 63: it let lines 61 fall" in told()


def test_a_count_that_nothing_has_set_right_is_told(war: War) -> None:
    Assertion.objects.create(campaign=war.campaign, seat=ALICE, number=61, counted=1)
    assert "counted 1 after line 61" in told()
    Assertion.objects.update(struck=True)
    assert told() == ""
