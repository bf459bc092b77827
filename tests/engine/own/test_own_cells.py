"""A card's row of cells comes back as it was, from every kind of file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.own import changed, told
from companion.engine.own.cells import (
    brought,
    csv_of,
    faults_of,
    meant,
    named,
    pasted,
    plain,
    read,
    row_of,
    xlsx_of,
)
from companion.engine.own.cells import told as noted
from companion.games.scarper.printables.cards import WORKSHOP
from companion.games.scarper.state.box import starter_library

EVENTS = WORKSHOP.kind("events")
TEXT = st.text(max_size=30).filter(lambda text: text != "")
JSON = st.recursive(
    st.one_of(TEXT, st.text(max_size=0), st.integers(-999, 999), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, min_size=1, max_size=3)
    ),
    max_leaves=12,
)
CELL = (
    st.one_of(
        st.sampled_from(
            [
                "=1+1",
                "'=x",
                "007",
                "1-2",
                "3.10",
                "a,b;c\td",
                'say "no"',
                "two\nlines",
                "-5",
                "@a",
                "1914-08-04",
            ]
        ),
        st.text(max_size=20),
    )
    .map(plain)
    .filter(bool)
)
ROWS = st.lists(
    st.dictionaries(st.sampled_from([column.key for column in EVENTS.all_columns]), CELL, min_size=1),
    max_size=6,
)


@given(st.dictionaries(TEXT, JSON, min_size=1, max_size=4))
def test_a_record_in_a_line_reads_back_as_it_was(record: dict[str, object]) -> None:
    assert read(noted(record)) == record


@pytest.mark.parametrize(
    "line",
    [
        "kind",
        "kind:",
        "a: [b",
        "a: {b: c",
        "a: b: c",
        "a: b] ",
        "[" * 200,
        "a: " + "[" * 200,
        'a: "x',
    ],
)
def test_what_is_no_record_is_refused_in_words(line: str) -> None:
    with pytest.raises(InvalidInput):
        read(line)


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_no_cell_is_otherwise_after_a_spreadsheet(rows: list[dict[str, str]]) -> None:
    assert brought(EVENTS, csv_of(EVENTS, rows)) == rows
    assert brought(EVENTS, xlsx_of([(EVENTS, rows)])) == rows


def test_the_starter_set_goes_through_cells_unchanged() -> None:
    given = starter_library().given
    for kind, key in (("events", "cards"), ("missions", "missions")):
        records = given[key]
        at = WORKSHOP.kind(kind)
        rows = brought(at, csv_of(at, [row_of(at, record) for record in records]))
        assert not list(faults_of(at, rows))
        whole = WORKSHOP.whole("starter", given["title"], {kind: [meant(at, row).record for row in rows]})
        assert whole[key] == [{k: v for k, v in each.items() if v != []} for each in records]


def test_a_fault_stands_at_its_cell_and_the_cell_stays() -> None:
    row = row_of(EVENTS, starter_library().given["cards"][0])
    wrong = [
        row | {"points": "nine"},
        row | {"id": "b", "effects": "kind: dig"},
        row | {"id": "c", "effects": "kind"},
        row,
    ]
    found = [(n, fault.column) for n, fault in faults_of(EVENTS, wrong)]
    assert found == [(0, "points"), (1, "effects"), (2, "effects"), (3, "id")]


def test_cells_pasted_from_a_spreadsheet_need_no_headings() -> None:
    assert pasted(EVENTS, 'The Note\t1914\tallied\t2\t"two\nlines"\r\n') == [
        {"title": "The Note", "year": "1914", "side": "allied", "points": "2", "text": "two\nlines"}
    ]
    assert pasted(EVENTS, "Title;Points\nA;1\n") == [{"title": "A", "points": "1"}]
    with pytest.raises(InvalidInput, match="“Colour” is no heading"):
        pasted(EVENTS, "Title,Colour\nA,red\n")


def test_a_card_without_a_short_name_is_called_after_its_title() -> None:
    rows = named(EVENTS, [{"title": "Zürich, 1916"}, {"title": "Zürich 1916"}, {"title": "漢"}, {}])
    assert [row["id"] for row in rows] == ["zurich-1916", "zurich-1916-2", "card", "event"]


def test_what_changed_is_told_in_words_and_printed_again() -> None:
    before = [{"id": "a", "title": "A", "points": "1"}, {"id": "b", "title": "B"}]
    after = [{"id": "c", "title": "C"}, {"id": "a", "title": "A", "points": "2"}]
    assert list(told(EVENTS, before, after)) == ["“C”: new", "“B”: taken away", "“A”: points 1 → 2"]
    assert changed(EVENTS, before, after) == ["c", "a"]
