"""The journal against a simple model: taps, doubles, late screens, undo, redo, requests, and lost memory.

The model is a list of numbers that are counted, and what undo took; it knows nothing of folds or memos.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import play
from companion.tables.devices import Device
from companion.tables.errors import StaleTable
from companion.tables.models import Entry, Table
from companion.tables.position import forget, position
from tests.tables.conftest import Person, new_table, sat_down
from tests.tables.test_play import snapshot


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
