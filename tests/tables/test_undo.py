"""Undo and redo: to any line and back, alone where nothing was seen, with the others' word where it was."""

import pytest

from companion.engine.errors import IllegalAction
from companion.engine.game import Sight
from companion.tables import play, pleas, screen
from companion.tables.correcting import Fix
from companion.tables.models import Entry, Request, Table
from companion.tables.pleas import open_requests
from companion.tables.position import forget, position
from companion.tables.screen import Look
from tests.tables.conftest import Person, new_table, sat_down
from tests.tables.test_play import ADD, snapshot, total

ROLL = {"type": "roll", "side": "red"}


def add(table: Table, who: Person, times: int = 1) -> None:
    for _ in range(times):
        table.refresh_from_db()
        play.act(table, who.device, ADD, table.version, f"add-{table.version}")
    table.refresh_from_db()


def test_undo_to_any_line_gives_the_state_after_it_and_redo_brings_the_rest_back(
    table: Table, alice: Person
) -> None:
    add(table, alice, 5)
    states = dict(zip(position(table).numbers, position(table).trail, strict=True))
    for to in (5, 3, 1):
        play.undo(table, alice.device, to, table.version, f"undo-{to}")
        table.refresh_from_db()
        assert position(table).state == states[to]
        forget(table)
        assert position(table).state == states[to]
        play.redo(table, alice.device, table.version, f"redo-{to}")
        table.refresh_from_db()
        assert position(table).state == states[6]
    assert list(Entry.objects.filter(table=table).values_list("number", flat=True)) == list(range(1, 13))


def test_an_undo_tapped_twice_is_one_line(table: Table, alice: Person) -> None:
    add(table, alice, 3)
    first = play.undo(table, alice.device, 2, 4, "u")
    assert play.undo(table, alice.device, 2, 4, "u") == first
    assert play.redo(table, alice.device, 5, "r") == play.redo(table, alice.device, 5, "r")
    table.refresh_from_db()
    assert table.version == 6


@pytest.mark.parametrize("to", [0, 4, 99])
def test_only_a_line_that_stands_can_be_gone_back_to(table: Table, alice: Person, to: int) -> None:
    add(table, alice, 3)
    before = snapshot(table)
    with pytest.raises(IllegalAction) as refused:
        play.undo(table, alice.device, to, 4, "u")
    assert refused.value.path == "to"
    assert snapshot(table) == before


def test_after_a_new_line_there_is_nothing_to_redo(table: Table, alice: Person) -> None:
    add(table, alice, 2)
    play.undo(table, alice.device, 2, 3, "u")
    add(table, alice)
    with pytest.raises(IllegalAction):
        play.redo(table, alice.device, 5, "r")


def test_going_back_past_app_dice_waits_for_the_other_seat(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    assert asked.waiting is not None
    assert asked.waiting["seats"] == ["blue"]
    assert play.undo(table, alice.device, 1, 2, "u") == asked
    table.refresh_from_db()
    assert table.version == 2
    number = asked.waiting["request"]
    with pytest.raises(IllegalAction):
        play.agree(table, alice.device, number, yes=True)
    done = play.agree(table, bob.device, number, yes=True)
    assert done.version == 3
    assert play.agree(table, bob.device, number, yes=True) == done
    assert play.undo(table, alice.device, 1, 2, "u").version == 3
    assert total(table) == 0


def test_a_no_leaves_everything_as_it_is(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.agree(table, bob.device, asked.waiting["request"], yes=False)
    table.refresh_from_db()
    assert table.version == 2
    assert Request.objects.get(table=table).status == "refused"
    with pytest.raises(IllegalAction):
        play.agree(table, bob.device, asked.waiting["request"], yes=True)


def test_alone_at_the_table_nobody_is_asked(table: Table, alice: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    assert play.undo(table, alice.device, 1, 2, "u").version == 3


def test_typed_dice_may_be_corrected_without_asking(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, {**ROLL, "rolls": {"d6": 2}}, 1, "a")
    assert play.undo(table, alice.device, 1, 2, "u").waiting is None


def test_a_request_lapses_with_the_next_line_and_can_be_taken_back(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.act(table, bob.device, {**ADD, "side": "blue"}, 2, "b")
    assert Request.objects.get(table=table).status == "lapsed"
    with pytest.raises(IllegalAction):
        play.agree(table, bob.device, asked.waiting["request"], yes=True)
    again = play.undo(table, alice.device, 1, 3, "u2")
    pleas.withdraw(table, alice.device, again.waiting["request"])
    assert not Request.objects.filter(table=table, status="open").exists()


def test_a_question_holds_the_tap_until_the_seat_that_knows_has_answered(
    table: Table, alice: Person, bob: Person, charlie: Person
) -> None:
    tap = {"type": "name_card", "side": "red"}
    held = play.act(table, alice.device, tap, 1, "a")
    assert held.waiting["kind"] == "question"
    table.refresh_from_db()
    assert table.version == 1
    card = position(table).state.hands["blue"][1]
    for stranger in (alice, charlie):
        with pytest.raises(IllegalAction):
            play.reply(table, stranger.device, held.waiting["request"], {"card": card})
    with pytest.raises(IllegalAction) as refused:
        play.reply(table, bob.device, held.waiting["request"], {"card": "sentinel-nobody"})
    assert refused.value.path == "card"
    done = play.reply(table, bob.device, held.waiting["request"], {"card": card})
    assert play.reply(table, bob.device, held.waiting["request"], {"card": card}) == done
    assert play.act(table, alice.device, tap, 1, "a") == done
    entry = Entry.objects.get(table=table, number=2)
    assert (entry.seat, entry.action["card"], entry.by) == ("red", card, "red (red's tablet)")


def test_what_is_asked_four_times_stands_once(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    first = play.undo(table, alice.device, 1, 2, "u-1")
    for n in (2, 3, 4):
        assert play.undo(table, alice.device, 1, 2, f"u-{n}") == first
    assert Request.objects.filter(table=table, status="open").count() == 1
    assert play.agree(table, bob.device, first.waiting["request"], yes=True).version == 3
    told = play.undo(table, alice.device, 1, 2, "u-4")
    assert told.waiting["status"] == "granted"
    assert not Request.objects.filter(table=table, status="open").exists()


def test_another_line_is_another_request(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.act(table, alice.device, ROLL, 2, "b")
    play.undo(table, alice.device, 1, 3, "u-1")
    play.undo(table, alice.device, 2, 3, "u-2")
    assert Request.objects.filter(table=table, status="open").count() == 2


def test_who_is_asked_and_asks_for_the_same_has_said_yes(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.undo(table, alice.device, 1, 2, "u-1")
    assert play.undo(table, bob.device, 1, 2, "u-2").version == 3
    assert play.undo(table, bob.device, 1, 2, "u-2").waiting["status"] == "granted"
    assert total(table) == 0


def test_the_same_correction_asked_twice_stands_once_too(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    fix = Fix(2, {**ADD, "count": 5})
    first = play.amend(table, alice.device, fix, 2, "m-1")
    assert first.waiting is not None
    assert play.amend(table, alice.device, fix, 2, "m-2") == first
    assert Request.objects.filter(table=table, status="open").count() == 1


def test_who_asks_and_for_what_is_said_by_name(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.undo(table, alice.device, 1, 2, "u")
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert (asked.who, asked.may_say) == ("Red", True)
    assert asked.deed.startswith("“")
    assert "line" not in asked.deed
    add(table, alice)
    add(table, alice)
    play.undo(Table.objects.get(), alice.device, 1, 4, "u2")
    *_, asked = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed.endswith("and two lines after it")


def undo_to(table: Table, who: Person) -> int:
    """Where one tap on Undo goes back to, on that device's screen."""
    table.refresh_from_db()
    shell = screen.page(Look(table=table, who=who.device, draft={}, back="/"))["table"]
    return int(shell.undo_to)


def test_what_one_tap_did_in_a_row_is_taken_back_at_once(table: Table, alice: Person) -> None:
    add(table, alice, 2)
    play.act_in_a_row(table, alice.device, [ADD] * 3, table.version, "first")
    table.refresh_from_db()
    play.act_in_a_row(table, alice.device, [ADD] * 3, table.version, "second")
    assert undo_to(table, alice) == 6, "the same three once more are another tap"
    play.undo(table, alice.device, 6, table.version, "u")
    assert undo_to(table, alice) == 3
    play.undo(table, alice.device, 3, table.version, "v")
    assert undo_to(table, alice) == 2
    assert total(table) == 6


BLUE = {**ADD, "side": "blue"}


def test_anothers_line_is_taken_back_with_his_word_and_ones_own_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ADD, 1, "a")
    play.act(table, bob.device, BLUE, 2, "b")
    held = play.undo(table, alice.device, 2, 3, "u")
    assert held.waiting["seats"] == ["blue"]
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert (asked.kind, asked.may_say) == ("undo", True)
    assert play.undo(table, bob.device, 2, 3, "v").version == 4, "his own he takes back at once"
    assert total(table) == 3
    back = play.redo(table, alice.device, 4, "r")
    assert back.waiting["seats"] == ["blue"], "nor is it brought back without him"
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed.startswith("the undo of “add")
    assert play.agree(table, bob.device, back.waiting["request"], yes=True).version == 5
    assert total(table) == 6


def test_what_others_agreed_to_take_back_is_not_brought_back_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.agree(table, bob.device, asked.waiting["request"], yes=True)
    assert play.redo(table, alice.device, 3, "r").waiting["seats"] == ["blue"]
    assert play.redo(table, bob.device, 3, "s").version == 4, "he is asked, and asks for the same"


def test_anothers_line_is_corrected_with_his_word(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, bob.device, BLUE, 1, "b")
    held = play.amend(table, alice.device, Fix(2, None), 2, "m")
    assert held.waiting["seats"] == ["blue"]
    assert play.agree(table, bob.device, held.waiting["request"], yes=True).version == 3
    back = play.redo(table, alice.device, 3, "r")
    assert back.waiting["seats"] == ["blue"]
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed == "the correction of line 2"
    assert total(table) == 0
    mine = play.act(table, bob.device, BLUE, 3, "c").version
    assert play.amend(table, bob.device, Fix(mine, {**BLUE, "count": 5}), 4, "n").waiting is None
    assert total(table) == 5


def test_where_anybody_taps_for_any_side_nobody_is_asked_for_an_open_line(transactional_db: None) -> None:
    table = new_table("open")
    alice, bob = sat_down(table, "red", host=True), sat_down(table, "blue")
    play.act(table, bob.device, BLUE, 1, "b")
    assert play.undo(table, alice.device, 1, 2, "u").version == 3
