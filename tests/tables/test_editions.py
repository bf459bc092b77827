"""The rules move on: a table shows where it stood, goes on from there, and reads what was before."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from campaigns.books.proof import wrong
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game
from companion.tables import play
from companion.tables.correcting import Fix
from companion.tables.journal import keep_all
from companion.tables.models import Entry, Snapshot, Table
from companion.tables.position import Position, forget, position
from tests.tables.conftest import Person
from tests.tables.test_amend import add, amend, done

type Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch, table: Table) -> Iterator[Change]:
    """Change Tally's rules: five is the most that anybody counts, and perhaps its old states are none."""
    before = shelf.game("tally")
    room = import_module("companion.games.tally.game")

    def apply(state: Any, action: Any) -> Any:
        if action.get("count", 0) > 5:
            raise IllegalAction("count", "Five is the most.")
        return before.apply(state, action)

    def unread(value: Any, path: str) -> Any:
        raise InvalidInput(path, "This is no state.")

    def changed(edition: str, *, reads: bool = True) -> None:
        read_state = before.read_state if reads else unread
        put(replace(before, edition=edition, apply=apply, read_state=read_state))

    def put(game: Game[Any]) -> None:
        monkeypatch.setattr(room, "GAME", game)
        shelf.game.cache_clear()
        forget(table)

    yield changed
    put(before)


@pytest.fixture
def old(table: Table, alice: Person) -> Table:
    """A table whose third line today's rules forbid."""
    done(table, alice, add("red", 3), add("red", 9), add("red", 4))
    return table


def kinds(table: Table) -> list[str]:
    return list(Entry.objects.filter(table=table).values_list("kind", flat=True))


def shown(who: Person, room: str = "") -> str:
    answer = who.browser.get(f"/t/{who.table.code}/{room}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_table_of_an_earlier_edition_stands_where_it_stood(
    old: Table, alice: Person, change: Change
) -> None:
    change("2")
    assert position(old).state.total == 16
    page = shown(alice)
    assert "16" in page
    assert "Go on from here" not in page
    assert kinds(old) == ["setup", "action", "action", "action"], "looking writes nothing"


def test_the_next_line_is_preceded_by_one_that_begins_anew(old: Table, alice: Person, change: Change) -> None:
    change("2")
    answer = play.act(old, alice.device, add("red", 2), 4, "next")
    assert answer.version == 6
    assert play.act(old, alice.device, add("red", 2), 4, "next") == answer
    assert kinds(old)[4:] == ["edition", "action"]
    assert [e.edition for e in Entry.objects.filter(table=old)] == ["1", "1", "1", "1", "2", "2"]
    old.refresh_from_db()
    forget(old)
    Snapshot.objects.all().delete()
    assert position(old).state.total == 18, "the fold begins at the line of the new edition"
    assert position(old).numbers == (5, 6)
    assert wrong(old)[1] == []


def test_what_stood_before_is_read_and_not_taken_back(old: Table, alice: Person, change: Change) -> None:
    change("2")
    for to in (2, 3):
        with pytest.raises(IllegalAction, match="earlier edition of the rules"):
            play.undo(old, alice.device, to, 4, "back")
        with pytest.raises(IllegalAction, match="earlier edition of the rules"):
            play.amend(old, alice.device, Fix(to, add("red", 1)), 4, "fix")
    done(old, alice, add("red", 2))
    with pytest.raises(IllegalAction, match="earlier edition of the rules"):
        play.undo(old, alice.device, 4, 6, "back")
    log = shown(alice, "log/")
    assert "red counts 9." in log
    assert "Edition 2 of the rules begins" in log
    assert "undone" not in log
    assert log.count("Back to here") == 1, "only the line that the present edition began with"
    play.undo(old, alice.device, 5, 6, "back to the edition")
    old.refresh_from_db()
    assert position(old).state.total == 16
    with pytest.raises(IllegalAction, match="cannot be corrected"):
        amend(old, alice, 5, add("red", 1))


def test_the_interface_tells_what_was_before_and_no_state(old: Table, alice: Person, change: Change) -> None:
    change("2")
    done(old, alice, add("red", 2))
    token = {"Authorization": f"Bearer {alice.secret}"}
    entries = alice.browser.get(f"/api/tables/{old.code}/journal", headers=token).json()["entries"]
    assert [each["stands"] for each in entries] == [True] * 6
    assert entries[2]["action"] == add("red", 9)
    assert entries[2]["steps"] == [{"rule": "2", "text": "red counts 9."}]
    assert entries[4]["action"] is None
    assert "sentinel" not in json.dumps(entries)


def test_rules_that_changed_without_an_edition_leave_the_last_picture_and_a_way_on(
    old: Table, alice: Person, change: Change
) -> None:
    change("1")
    page = shown(alice)
    assert "16" in page
    with pytest.raises(IllegalAction, match="can be read"):
        play.undo(old, alice.device, 3, 4, "back")
    assert "count 9" in shown(alice, "log/") or "red counts 9." in shown(alice, "log/")
    play.go_on(old, alice.device, 4, "go on")
    restart(old)
    assert position(old).state.total == 16
    done(old, alice, add("red", 1))
    restart(old)
    assert position(old).numbers == (5, 6)
    with pytest.raises(IllegalAction, match="nothing to go on from"):
        play.go_on(old, alice.device, 6, "again")


def test_a_state_that_is_no_more_leaves_the_log_and_the_last_one_that_can_be_folded(
    old: Table, alice: Person, change: Change
) -> None:
    change("1", reads=False)
    page = shown(alice)
    assert "16 counted" in page
    assert "red counts 9." in page
    assert "sentinel" not in page
    assert "Go on after line 2" in page
    assert "Five is the most" not in page, "why a line cannot be followed may hang on a secret"
    answer = alice.browser.post(f"/t/{old.code}/go-on/", {"seen": 4, "key": "go on"})
    assert answer.status_code == 302
    change("1")
    old.refresh_from_db()
    assert position(old).state.total == 3
    assert "undone" in shown(alice, "log/")


def test_a_damaged_state_is_folded_anew(old: Table) -> None:
    Snapshot.objects.filter(table=old).update(state='{"total": 99, "hands": {}, "said": ""}')
    forget(old)
    assert position(old).state.total == 16


def test_a_state_that_was_tampered_with_is_found(old: Table) -> None:
    assert wrong(old)[1] == []
    row = Snapshot.objects.get(table=old, role=0)
    row.state = row.state.replace("16", "17")
    row.save()
    assert "does not fit its checksum" in wrong(old)[1][0]


def test_to_prove_a_table_each_of_its_lines_is_played_once(
    old: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, played = shelf.game("tally"), []

    def apply(state: Any, action: Any) -> Any:
        played.append(action)
        return game.apply(state, action)

    monkeypatch.setattr(shelf, "game", lambda _: replace(game, apply=apply))
    assert wrong(old)[1] == []
    assert len(played) == 3


def restart(table: Table) -> None:
    table.refresh_from_db()
    forget(table)


def test_a_table_of_a_house_that_kept_no_states_is_kept_before_rules_change(
    old: Table, change: Change
) -> None:
    Snapshot.objects.all().delete()
    forget(old)
    keep_all()
    change("2")
    assert position(old).state.total == 16


def test_after_a_restart_nothing_is_folded_until_somebody_looks_far_back(
    table: Table, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(table, alice, *[add("red", 1)] * 80)
    restart(table)
    folded: list[int] = []
    after = Position._after

    def counted(known: Position, state: Any, number: int) -> Any:
        folded.append(number)
        return after(known, state, number)

    monkeypatch.setattr(Position, "_after", counted)
    assert position(table).state.total == 80
    assert folded == []
    assert position(table).trail[-2].total == 79
    assert len(folded) <= 32
    assert position(table).trail[0].total == 0
