"""A campaign's books grow by a line a tap; what is kept of them beside the journal is written once."""

import json

import pytest
from django.db import transaction

from campaigns.books.proof import wrong
from campaigns.carrying.parcel import pack, unpack
from companion.tables import play, snapshots
from companion.tables import position as positions
from companion.tables.devices import HOUSE
from companion.tables.journal import keep_all
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Block, Snapshot, Table
from companion.tables.position import forget, loaded, position
from companion.tables.snapshots import each_kept, hand_over
from tests.campaigns.conftest import ALICE, WAR, War, set_by_hand


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "FULL", 4)


def booked(table: Table, *credits: int) -> None:
    for amount in credits:
        table.refresh_from_db()
        action = {"type": "adjust", "player": ALICE, "reason": "counted", "credits": amount}
        set_by_hand(table, action, f"book-{table.version}-{amount}")
    table.refresh_from_db()


def back(table: Table, to: int) -> None:
    play.undo(table, HOUSE, to, table.version, f"back-{table.version}")
    table.refresh_from_db()


def last(table: Table) -> Snapshot:
    return Snapshot.objects.get(table=table, role=0)


def stands(table: Table) -> bool:
    """Whether what is kept is where the table stands, to the last key and in its order."""
    known = position(table)
    found = {row.role: kept for row, kept in each_kept(table)}
    return found[0] is not None and json.dumps(found[0].whole()) == json.dumps(
        known.game.state_json(known.state)
    )


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Open, so that nobody is asked before it goes back; at its first line."""
    return open_table(Opening(system="parabellum", title="Books", kind="open", setup=WAR["setup"]))


def test_a_full_block_is_written_once_and_the_kept_state_only_names_it(table: Table) -> None:
    begun = len(position(table).state.ledger)
    booked(table, *range(1, 14))
    full = (begun + 13) // 4
    assert len(last(table).blocks["ledger"]) == full
    assert len(json.loads(last(table).state)["ledger"]) == (begun + 13) % 4
    before = dict(Block.objects.values_list("digest", "pk"))
    booked(table, 14, 15)
    assert before.items() <= dict(Block.objects.values_list("digest", "pk")).items()
    assert stands(table)
    assert wrong(table)[1] == []


def test_a_restart_stands_where_the_table_stood(table: Table) -> None:
    booked(table, *range(1, 14))
    state = position(table).state
    forget(table)
    known = position(table)
    assert known.read(known.standing.places[-1]) == state, "read, and nothing folded"
    booked(table, 99)
    assert stands(table)


def test_what_an_undo_took_is_thrown_away_and_its_like_written_anew(table: Table) -> None:
    at = table.version
    booked(table, *range(1, 14))
    back(table, at)
    assert stands(table)
    named = {each for row, _ in each_kept(table) for each in row.blocks.get("ledger", ())}
    assert set(Block.objects.values_list("digest", flat=True)) == named
    booked(table, *range(21, 34))
    assert stands(table)
    play.undo(table, HOUSE, at, table.version, "once more")
    table.refresh_from_db()
    play.redo(table, HOUSE, table.version, "and back")
    table.refresh_from_db()
    assert stands(table)
    assert wrong(table)[1] == []


def test_a_tap_that_came_to_nothing_leaves_no_block_to_rely_on(table: Table) -> None:
    booked(table, 1, 2)
    try:
        with transaction.atomic():
            booked(table, 3, 4, 5, 6, 7, 8)
            raise OSError("the disk is full")
    except OSError:
        table.refresh_from_db()
    booked(table, 3, 4, 5, 6, 7, 8)
    forget(table)
    assert stands(table)


def test_a_damaged_block_is_found_and_folded_anew(table: Table) -> None:
    booked(table, *range(1, 14))
    state = position(table).state
    one = Block.objects.get(digest=last(table).blocks["ledger"][0])
    Block.objects.filter(pk=one.pk).update(state=one.state.replace("1", "2"))
    assert "does not fit its checksum" in wrong(table)[1][0]
    forget(table)
    assert position(table).state == state


def test_blocks_go_along_with_a_campaign_and_come_home_with_its_newer_lines(young_war: War) -> None:
    table = young_war.table
    booked(table, *range(1, 14))
    (brought,) = {unpack(pack(young_war.campaign), "carol").table}
    assert brought is not None
    assert stands(brought)
    booked(brought, 21, 22, 23, 24, 25)
    hand_over(brought, table)
    assert Block.objects.filter(table=table).count() == len(last(table).blocks["ledger"])
    assert not Block.objects.filter(table=brought).exists()


def test_of_a_long_journal_marks_stay_from_which_what_is_far_back_is_soon_folded(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "FAR", 8)
    at = table.version
    booked(table, *range(1, 31))
    assert set(snapshots.marks(table)) == {3, 4, 5}
    state = position(table).before(22)
    forget(table)
    assert position(table).before(22) == state
    assert len(position(table).states) <= 8, "from the mark before it"
    back(table, at + 10)
    assert set(snapshots.marks(table)) == {3}
    play.redo(table, HOUSE, table.version, "all of it")
    table.refresh_from_db()
    assert set(snapshots.marks(table)) >= {3, 4}
    assert wrong(table)[1] == []
    Snapshot.objects.filter(table=table).delete()
    forget(table)
    keep_all()
    assert set(snapshots.marks(table)) == {3, 4, 5}


def test_a_long_table_has_the_newest_lines_at_hand_and_finds_the_others_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "NEWEST", 8)
    monkeypatch.setattr(positions, "NEAR", 4)
    booked(table, *range(1, 61))
    known = position(table)
    assert len(known.states) <= 2 * 8 + len(known.numbers) // 4
    assert len(known.actions._new) <= 8
    try:
        with transaction.atomic():
            booked(table, 71)
            assert position(table).actions.of(position(table).numbers)
            raise OSError("the disk is full")
    except OSError:
        table.refresh_from_db()
        forget(table)
    booked(table, 72)
    known, anew = position(table), loaded(table)
    assert known.actions.of(known.numbers) == anew.actions.of(anew.numbers)
    assert list(known.trail) == list(anew.trail)
