"""The door: nothing twice, nothing late, nothing refused; the journal against a simple model."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext, override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.wording import fill
from companion.tables import play, pleas, seating
from companion.tables.devices import Device, new_secret
from companion.tables.errors import StaleTable
from companion.tables.models import Entry, Request, Table, beside
from companion.tables.position import forget, position
from tests.tables.conftest import Person, new_table, sat_down

ADD = {"type": "add", "side": "red", "count": 3}


def total(table: Table) -> int:
    table.refresh_from_db()
    return position(table).state.total


def snapshot(table: Table) -> tuple[object, ...]:
    table.refresh_from_db()
    rows = Entry.objects.filter(table=table).values_list("number", "kind", "action", "key")
    return (
        table.version,
        table.headline,
        list(rows),
        list(Request.objects.filter(table=table).values_list("status")),
    )


def test_a_tap_is_a_line_with_its_steps(table: Table, alice: Person) -> None:
    answer = play.act(table, alice.device, ADD, seen=1, key="a")
    assert answer.as_json() == {"version": 2, "steps": [{"rule": "2", "text": "red counts 3."}], "dice": None}
    entry = Entry.objects.get(table=table, number=2)
    assert (entry.kind, entry.seat, entry.action, entry.as_host, entry.rolled) == (
        "action",
        "red",
        ADD,
        False,
        False,
    )
    assert total(table) == 3


def test_a_line_keeps_the_sentence_of_a_step_and_its_values_beside_its_text(
    table: Table, alice: Person
) -> None:
    play.act(table, alice.device, ADD, seen=1, key="a")
    (step,) = Entry.objects.get(table=table, number=2).steps
    assert step["text"] == "red counts 3." == fill(step["template"], step["values"])
    assert step["template"] != step["text"]


def test_the_same_key_answers_the_same_and_writes_nothing_even_when_it_is_late(
    table: Table, alice: Person
) -> None:
    first = play.act(table, alice.device, ADD, seen=1, key="a")
    play.act(table, alice.device, ADD, seen=2, key="b")
    assert play.act(table, alice.device, ADD, seen=1, key="a") == first
    assert total(table) == 6


def test_the_same_key_for_another_action_is_refused(table: Table, alice: Person) -> None:
    play.act(table, alice.device, ADD, seen=1, key="a")
    with pytest.raises(InvalidInput) as refused:
        play.act(table, alice.device, {**ADD, "count": 4}, seen=2, key="a")
    assert refused.value.path == "key"
    with pytest.raises(InvalidInput):
        play.undo(table, alice.device, 1, seen=2, key="a")


def test_a_rolled_die_is_recorded_and_a_repeated_tap_keeps_it(table: Table, alice: Person) -> None:
    tap = {"type": "roll", "side": "red"}
    first = play.act(table, alice.device, tap, seen=1, key="a")
    entry = Entry.objects.get(table=table, number=2)
    assert entry.rolled
    assert entry.action["rolls"] == first.dice == entry.dice
    assert play.act(table, alice.device, tap, seen=1, key="a") == first


def test_a_typed_die_is_recorded_as_typed(table: Table, alice: Person) -> None:
    answer = play.act(
        table, alice.device, {"type": "roll", "side": "red", "rolls": {"d6": 5}}, seen=1, key="a"
    )
    assert answer.dice == {"d6": 5}
    assert not Entry.objects.get(table=table, number=2).rolled


def test_a_late_screen_is_told_where_the_table_stands(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, bob.device, {**ADD, "side": "blue"}, seen=1, key="b")
    with pytest.raises(StaleTable) as late:
        play.act(table, alice.device, ADD, seen=1, key="a")
    assert late.value.version == 2
    assert late.value.as_json()["error"]["code"] == "stale"


REFUSED = [
    ({"type": "add", "side": "red", "count": 10}, "count"),
    ({"type": "add", "side": "red"}, "count"),
    ({"type": "add", "side": "red", "count": 1, "more": 1}, "more"),
    ({"type": "dance"}, "type"),
    ({}, "type"),
    ([], ""),
    (None, ""),
    ({"type": "name_card", "side": "red", "card": "sentinel-nobody"}, "card"),
    ({"type": "say", "text": "nul \0"}, "text"),
    ({"type": "say", "text": "half \ud800"}, "text"),
    ({"type": "add", "side": "red", "count": float("inf")}, "count"),
]


@pytest.mark.parametrize(("action", "path"), REFUSED)
def test_a_refusal_has_its_place_and_leaves_nothing(
    table: Table, alice: Person, action: object, path: str
) -> None:
    before = snapshot(table)
    with pytest.raises(GameError) as refused:
        play.act(table, alice.device, action, seen=1, key="a")
    assert isinstance(refused.value, InvalidInput | IllegalAction)
    assert refused.value.path == path
    assert snapshot(table) == before


def test_at_a_seated_table_a_device_acts_for_its_own_seat_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    before = snapshot(table)
    with pytest.raises(IllegalAction) as refused:
        play.act(table, bob.device, ADD, seen=1, key="a")
    assert refused.value.path == "side"
    assert snapshot(table) == before


BAD_TAPS = [(True, "a", "seen"), ("1", "a", "seen"), (-1, "a", "seen")]
BAD_TAPS += [(1, "", "key"), (1, 7, "key"), (1, "x" * 101, "key")]


@pytest.mark.parametrize(("seen", "key", "path"), BAD_TAPS)
def test_a_tap_says_what_it_saw_and_has_a_name(
    table: Table, alice: Person, seen: object, key: object, path: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        play.act(table, alice.device, ADD, seen, key)
    assert refused.value.path == path


def test_a_host_plays_his_own_until_he_says_that_he_plays_for_another(
    table: Table, alice: Person, bob: Person
) -> None:
    with pytest.raises(IllegalAction) as refused:
        play.act(table, alice.device, {**ADD, "side": "blue"}, seen=1, key="a")
    assert refused.value.message == "This device holds Red and may not act for Blue."
    seating.play_for(table, alice.device, "blue", yes=True)
    play.act(table, alice.device, {**ADD, "side": "blue"}, seen=1, key="a")
    entry = Entry.objects.get(table=table, number=2)
    assert (entry.seat, entry.as_host) == ("blue", True)
    assert entry.by == "red (red's tablet)"
    seating.play_for(table, alice.device, "blue", yes=False)
    with pytest.raises(IllegalAction):
        play.act(table, alice.device, {**ADD, "side": "blue"}, seen=2, key="b")


def test_nobody_but_the_host_plays_for_others_and_not_where_he_sits(
    table: Table, alice: Person, bob: Person
) -> None:
    for who, seat in ((bob, "red"), (bob, "blue"), (alice, "red"), (alice, "grey")):
        with pytest.raises(IllegalAction):
            seating.play_for(table, who.device, seat, yes=True)
    assert not seating.played_for(table)


def test_at_an_open_table_any_seat_acts_for_any_side_and_a_spectator_for_none(transactional_db: None) -> None:
    table = new_table("open")
    bob = sat_down(table, "blue")
    assert play.act(table, bob.device, ADD, seen=1, key="a").version == 2
    table.tokens.update(role="viewer", seat=None)
    with pytest.raises(IllegalAction):
        play.act(table, bob.device, ADD, seen=2, key="b")


def test_a_closed_table_takes_no_line(table: Table, alice: Person) -> None:
    from companion.tables import lobby as house

    house.close(table)
    with pytest.raises(IllegalAction):
        play.act(table, alice.device, ADD, seen=1, key="a")
    house.reopen(table)
    assert play.act(table, alice.device, ADD, seen=1, key="a").version == 2


def test_of_many_hands_at_once_each_line_is_one_hand_and_the_sum_is_right(
    table: Table, alice: Person
) -> None:
    who = alice.device

    def add(name: int) -> int:
        try:
            for tries in range(400):
                seen = Table.objects.values_list("version", flat=True).get(pk=table.pk)
                try:
                    return play.act(table, who, {**ADD, "count": 1}, seen, f"key-{name}").version
                except StaleTable:
                    assert tries < 399
            raise AssertionError
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as hands:
        versions = list(hands.map(add, range(40)))
    assert sorted(versions) == list(range(2, 42))
    assert total(table) == 40
    forget(table)
    assert total(table) == 40


def test_one_key_tapped_by_many_threads_at_once_is_one_line(table: Table, alice: Person) -> None:
    who = alice.device

    def add(_: int) -> object:
        try:
            return play.act(table, who, ADD, seen=1, key="one")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(add, range(16)))
    assert all(answer == answers[0] for answer in answers)
    assert total(table) == 3


def test_the_journal_cannot_be_changed(table: Table, alice: Person) -> None:
    play.act(table, alice.device, ADD, seen=1, key="a")
    entry = Entry.objects.get(table=table, number=2)
    for change in (entry.save, lambda: Entry.objects.filter(table=table).update(number=9),
                   lambda: Entry.objects.filter(table=table).delete()):  # fmt: skip
        with pytest.raises(TypeError):
            change()


ROW = [ADD, {**ADD, "count": 2}, {**ADD, "count": 1}]


def test_several_actions_of_one_tap_are_a_line_each(table: Table, alice: Person) -> None:
    answer = play.act_in_a_row(table, alice.device, ROW, seen=1, key="row")
    assert (answer.version, total(table)) == (4, 6)
    written = Entry.objects.filter(table=table, number__gt=1).values_list("action", flat=True)
    assert list(written) == ROW


def test_the_same_row_tapped_again_answers_the_same_and_writes_nothing(table: Table, alice: Person) -> None:
    first = play.act_in_a_row(table, alice.device, ROW, seen=1, key="row")
    before = snapshot(table)
    assert play.act_in_a_row(table, alice.device, ROW, seen=1, key="row") == first
    with pytest.raises(InvalidInput):
        play.act_in_a_row(table, alice.device, ROW[:2], seen=1, key="row")
    assert snapshot(table) == before


def test_a_row_of_which_one_is_refused_leaves_nothing_behind(
    table: Table, alice: Person, bob: Person
) -> None:
    before = snapshot(table)
    with pytest.raises(GameError):
        play.act_in_a_row(table, alice.device, [*ROW, {**ADD, "count": 99}], seen=1, key="row")
    assert snapshot(table) == before
    play.act(table, bob.device, {**ADD, "side": "blue"}, seen=1, key="other")
    assert total(table) == 3
    play.act_in_a_row(table, alice.device, ROW, seen=2, key="row")
    assert total(table) == 9


@pytest.mark.parametrize("row", [[], [ADD] * 99, [ADD, "add"], [[ADD]]])
def test_a_row_holds_a_few_actions_and_nothing_else(table: Table, alice: Person, row: list[object]) -> None:
    before = snapshot(table)
    with pytest.raises(InvalidInput):
        play.act_in_a_row(table, alice.device, row, seen=1, key="row")
    assert snapshot(table) == before


class Journal(RuleBasedStateMachine):
    """One table, one hand that makes mistakes."""

    table: Table
    who: Device

    @initialize()
    def open(self) -> None:
        self.table = new_table()
        self.who = sat_down(self.table, "red", host=True).device
        self.version, self.counted = 1, ((1, 0),)
        self.undone: list[tuple[tuple[int, int], ...]] = []
        self.answers: dict[str, tuple[Any, Any]] = {}

    def key(self) -> str:
        return f"tap-{self.version}"

    @rule(count=st.integers(1, 9))
    def tap(self, count: int) -> None:
        action, key = {"type": "add", "side": "red", "count": count}, self.key()
        answer = play.act(self.table, self.who, action, self.version, key)
        self.version += 1
        self.counted, self.undone = (*self.counted, (self.version, count)), []
        self.answers[key] = (action, answer)
        assert answer.version == self.version

    @rule(data=st.data())
    def tap_again(self, data: st.DataObject) -> None:
        if self.answers:
            key = data.draw(st.sampled_from(sorted(self.answers)))
            action, answer = self.answers[key]
            assert play.act(self.table, self.who, action, data.draw(st.integers(0, 99)), key) == answer

    @rule(late=st.integers(1, 5))
    def tap_late(self, late: int) -> None:
        with pytest.raises(StaleTable) as told:
            play.act(
                self.table, self.who, {"type": "add", "side": "red", "count": 1}, self.version + late, "late"
            )
        assert told.value.version == self.version

    @rule(to=st.integers(0, 30))
    def undo(self, to: int) -> None:
        stands = [number for number, _ in self.counted]
        if to in stands[:-1]:
            play.undo(self.table, self.who, to, self.version, self.key())
            self.version += 1
            self.undone.append(self.counted)
            self.counted = tuple(line for line in self.counted if line[0] <= to)
        else:
            with pytest.raises(IllegalAction):
                play.undo(self.table, self.who, to, self.version, self.key())

    @rule()
    def redo(self) -> None:
        if self.undone:
            play.redo(self.table, self.who, self.version, self.key())
            self.version += 1
            self.counted = self.undone.pop()
        else:
            with pytest.raises(IllegalAction):
                play.redo(self.table, self.who, self.version, self.key())

    @rule()
    def lose_the_memory(self) -> None:
        forget(self.table)

    @invariant()
    def agrees(self) -> None:
        self.table.refresh_from_db()
        known = position(self.table)
        assert self.table.version == self.version == Entry.objects.filter(table=self.table).count()
        assert known.numbers == tuple(number for number, _ in self.counted)
        assert known.state.total == sum(count for _, count in self.counted)
        assert [state.total for state in known.trail][-1] == known.state.total


@pytest.mark.django_db(transaction=True)
def test_the_journal_does_what_a_list_would() -> None:
    run_state_machine_as_test(
        Journal, settings=settings(max_examples=25, stateful_step_count=30, deadline=None)
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
GOOD = [{"type": "add", "side": "red", "count": 3}, {"type": "roll", "side": "red", "rolls": {"d6": 3}},
        {"type": "name_card", "side": "red", "card": "sentinel-otter"},
        {"type": "say", "text": "hello"}]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """An action with one thing wrong, perhaps."""
    action = dict(draw(st.sampled_from(GOOD)))
    key = draw(st.sampled_from([*action, "side", "rolls", "more"]))
    how = draw(st.sampled_from(["drop", "set", "whole"]))
    if how == "drop":
        action.pop(key, None)
    elif how == "set":
        action[key] = draw(JSON)
    return draw(JSON) if how == "whole" else action


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(action=mutated(), seen=st.just(1) | JSON, key=st.just("k") | JSON)
def test_whatever_is_thrown_at_the_door_a_refusal_changes_nothing(
    table: Table, alice: Person, action: Any, seen: Any, key: Any
) -> None:
    table.refresh_from_db()
    before, state = snapshot(table), position(table).state
    seen = table.version if seen == 1 and not isinstance(seen, bool) else seen
    key = f"{key}-{table.version}" if key == "k" else key
    try:
        answer = play.act(table, alice.device, action, seen, key)
    except (InvalidInput, IllegalAction, StaleTable):
        assert snapshot(table) == before
        assert position(table).state == state
    else:
        table.refresh_from_db()
        written = Entry.objects.filter(table=table).count()
        assert written == table.version == before[0] + (answer.version > before[0])


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
    seating.sit(table, new_secret(), "blue", player="Bob")
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
    assert pleas.like(now(table), Request.objects.get(table=table)) is not None
    assert [each.kind for each in beside(now(table)).open] == ["undo"]


def test_a_key_that_came_before_is_known_after_a_restart_too(table: Table, alice: Person) -> None:
    first = play.act(now(table), alice.device, ADD, seen=1, key="a")
    forget(table)
    assert play.act(now(table), alice.device, ADD, seen=1, key="a") == first
    assert now(table).version == 2
