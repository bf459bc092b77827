"""Own cards: rows come back from every file, words are picked; what each game says of them is so."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from PIL import Image as Pillow

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.own import (
    Column,
    Kind,
    Wanted,
    Workshop,
    changed,
    csv_of,
    differences,
    faults_of,
    meant,
    named,
    plain,
    read,
    row_of,
    xlsx_of,
)
from companion.engine.own import in_one_line as noted
from companion.engine.paste import brought, pasted
from companion.engine.picking import Line, cell_of, lines
from companion.engine.workbook import MOST_ROWS, Written, read_workbook, write_workbook
from companion.games.scarper.printables.cards import WORKSHOP
from companion.games.scarper.state.box import starter_library
from companion.press.art import Art
from companion.press.face import Face, Image, Stamp
from companion.press.pixels import read_pixels
from companion.printing import find
from companion.workshop.making import choices_of

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
    "line", ["kind", "kind:", "a: [b", "a: {b: c", "a: b: c", "a: b] ", "[" * 200, "a: " + "[" * 200, 'a: "x']
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
    assert list(differences(EVENTS, before, after)) == ["“C”: new", "“B”: taken away", "“A”: points 1 → 2"]
    assert changed(EVENTS, before, after) == ["c", "a"]


CELLS = [["id", "cost", "note"], ["tank", 420], [], ["=1+1", None, "two\nlines"]]


def edited(change: dict[str, bytes]) -> bytes:
    """A good spreadsheet with members replaced or added."""
    out = BytesIO()
    with (
        ZipFile(BytesIO(write_workbook([Written("Sheet", CELLS)]))) as good,
        ZipFile(out, "w", ZIP_DEFLATED) as bad,
    ):
        for name in good.namelist():
            bad.writestr(name, change.get(name, good.read(name)))
        for name in set(change) - set(good.namelist()):
            bad.writestr(name, change[name])
    return out.getvalue()


def test_what_is_written_is_read_again_and_nothing_is_calculated() -> None:
    found = read_workbook(write_workbook([Written("Units", CELLS, (10, 20)), Written("Empty", [["only"]])]))
    assert found["Units"] == tuple(tuple(row) for row in CELLS)
    assert found["Empty"] == (("only",),)


def test_numbers_dates_and_spaces_read_as_people_mean_them() -> None:
    book = Workbook()
    book.active.append([5.0, 2.5, True, "  a  ", "   ", None])
    book.active.append(["=A1+1"])
    out = BytesIO()
    book.save(out)
    assert read_workbook(out.getvalue())["Sheet"] == ((5, 2.5, True, "a"),)


BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">' + b"".join(
    f'<!ENTITY y{n} "{"&y" + str(n - 1) + ";" if n else "&x;"}{"&x;" * 9}">'.encode() for n in range(9)
)
FOREIGN = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><worksheet>&x;</worksheet>'
)
SHEET = "xl/worksheets/sheet1.xml"
HOSTILE = {
    "nothing": b"",
    "words": b"id,cost\ntank,420",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "half a zip": write_workbook([Written("Sheet", CELLS)])[:900],
    "a zip of something else": edited({})[:2] + b"\x05\x06" + bytes(18),
    "a bomb": edited({"xl/media/zeros": bytes(60_000_000)}),
    "a crowd": edited({f"xl/{n}.xml": b"" for n in range(300)}),
    "a climber": edited({"../../up.xml": b""}),
    "an absolute name": edited({"/up.xml": b""}),
    "entities": edited({SHEET: BOMB + b"]><worksheet>&y8;</worksheet>"}),
    "a foreign entity": edited({SHEET: FOREIGN}),
    "no XML": edited({SHEET: b"not XML"}),
    "no workbook": edited({"xl/workbook.xml": b"<x/>"}),
    "too large": bytes(3_000_000),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_with_a_word_on_what_is_wanted(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="spreadsheet"):
        read_workbook(data)


def placed(cell: str, value: object) -> bytes:
    book = Workbook()
    book.active[cell] = value
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("cell", "words"),
    [(f"A{MOST_ROWS + 1}", "rows"), ("A1048576", "rows"), ("XFD1", "columns"), ("BI1", "columns")],
)
def test_a_sheet_beyond_all_sizes_is_refused(cell: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_workbook(placed(cell, "far"))


def test_a_cell_of_endless_text_is_refused_by_its_row() -> None:
    with pytest.raises(InvalidInput, match="row 3"):
        read_workbook(placed("B3", "x" * 5000))


def test_bent_files_are_refused_or_read_and_never_crash() -> None:
    whole, dice = write_workbook([Written("Sheet", CELLS)]), random.Random(7)
    read = 0
    for _ in range(150):
        bent = bytearray(whole)
        for _ in range(dice.randint(1, 6)):
            bent[dice.randrange(len(bent))] = dice.randrange(256)
        with suppress(InvalidInput):
            read += bool(read_workbook(bytes(bent)))
    assert read < 150


def test_other_programs_can_open_what_is_written() -> None:
    sheet = load_workbook(BytesIO(write_workbook([Written("Maps", CELLS, colours={(2, 1): "FF0000"})])))[
        "Maps"
    ]
    assert sheet["A2"].fill.fgColor.rgb == "00FF0000"
    assert sheet.freeze_panes == "A2"


KINDS = [
    (slug, game.workshop, kind)
    for slug, game in shelf.games().items()
    if game.workshop
    for kind in game.workshop.kinds
]
EXACT = 0.5
"""Millimetres."""


def pictures(face: Face, scale: float = 1.0) -> Iterator[tuple[float, float]]:
    """How large the pictures of a face are printed."""
    for mark in face.marks:
        if isinstance(mark, Image):
            yield mark.box.width * scale, mark.box.height * scale
        elif isinstance(mark, Stamp):
            yield from pictures(mark.face, scale * mark.scale)


@pytest.mark.parametrize(("slug", "workshop", "kind"), KINDS, ids=lambda each: getattr(each, "key", ""))
def test_a_picture_is_as_large_as_its_resolution_is_told_for(
    slug: str, workshop: Workshop, kind: Kind
) -> None:
    out = BytesIO()
    Pillow.new("RGB", (400, 300)).save(out, "PNG")
    base = next(iter(workshop.bases))
    records = workshop.starter(base)
    record = records[kind.key][0]
    file = workshop.whole(base, "Ours", {kind.key: [record]} if workshop.alone else records)
    art = Art({record[kind.id]: read_pixels(out.getvalue())}, {})
    given = {workshop.file: file, "art": art, **workshop.print_with}
    front = workshop.sides(
        Wanted(kind.key, record, file, choices_of(find(slug, kind.printable), given))
    ).front
    assert list(pictures(front)) == [pytest.approx(kind.window, abs=EXACT)]
    assert (front.width, front.height) == pytest.approx(kind.size, abs=EXACT)


def sent(shown: Sequence[Line], name: str = "1.c") -> dict[str, list[str]]:
    """What a browser sends of lines as they stand there."""
    form = {f"{name}.line": [str(n) for n in range(len(shown))]}
    for line in shown:
        if line.raw:
            form[line.name] = [line.raw]
        for pick in line.picks:
            form |= sent(pick.lines, pick.name) if pick.part.shape else {pick.name: list(pick.values)}
    return form


def picked(column: Column, cell: str, **more: list[str]) -> str:
    form = {"1.c.was": [cell], **sent(lines(column, "1.c", cell)), **more}
    return cell_of(column, "1.c", lambda name: form.get(name, []))


COLUMNS = [
    (slug, kind.key, column)
    for slug, game in shelf.games().items()
    if game.workshop
    for kind in game.workshop.kinds
    for column in kind.columns
    if column.parts
]


@pytest.mark.parametrize(("slug", "key", "column"), COLUMNS, ids=[f"{a}-{c.key}" for a, _, c in COLUMNS])
def test_every_starter_cell_is_picked_and_comes_back_as_it_went(slug: str, key: str, column: Column) -> None:
    workshop = shelf.game(slug).workshop
    assert workshop
    kind = workshop.kind(key)
    rows = [row_of(kind, each) for base in workshop.bases for each in workshop.starter(base)[key]]
    cells = [row[column.key] for row in rows if row.get(column.key)]
    for cell in cells:
        assert picked(column, cell) == cell
        assert not any(line.raw for line in lines(column, "1.c", cell))


EFFECTS = next(column for _, key, column in COLUMNS if column.key == "effects")


def test_an_effect_is_picked_part_by_part() -> None:
    assert picked(EFFECTS, "", **{"1.c.0.kind": ["build"]}) == "kind: build"
    more = {"1.c.0.side": ["own"], "1.c.0.count": ["3"], "1.c.0.battlefields": ["ypres", "arras"]}
    assert (
        picked(EFFECTS, "kind: build", **more)
        == "kind: build, side: own, count: 3, battlefields: [ypres, arras]"
    )
    [line, blank] = lines(EFFECTS, "1.c", "kind: build, side: own, count: 3")
    assert [pick.part.key for pick in line.picks] == ["kind", "side", "count", "battlefields", "if"]
    assert [pick.part.key for pick in blank.picks] == ["kind"]


def test_what_belongs_to_another_kind_goes_when_the_kind_is_changed() -> None:
    cell = "kind: build, side: own, count: 3"
    assert picked(EFFECTS, cell, **{"1.c.0.kind": ["assault"]}) == "kind: assault, side: own"
    assert picked(EFFECTS, cell, **{"1.c.0.kind": [""]}) == ""


def test_a_condition_is_picked_within_an_effect_and_conditions_within_a_condition() -> None:
    cell = "kind: morale, side: own, amount: 1"
    more = {"1.c.0.if.line": ["0"], "1.c.0.if.0.p": ["any"], "1.c.0.if.0.of.line": ["0", "1", "2"]}
    more |= {"1.c.0.if.0.of.0.p": ["in_play"], "1.c.0.if.0.of.0.card": ["bef-lands"]}
    more |= {"1.c.0.if.0.of.1.p": ["not"], "1.c.0.if.0.of.1.of.line": ["0"]}
    more |= {
        "1.c.0.if.0.of.1.of.0.p": ["run"],
        "1.c.0.if.0.of.1.of.0.length": ["3"],
        "1.c.0.if.0.of.2.p": [""],
    }
    either = "{p: in_play, card: bef-lands}, {p: not, of: {p: run, length: 3}}"
    made = f"{cell}, if: {{p: any, of: [{either}]}}"
    assert picked(EFFECTS, cell, **more) == made
    assert picked(EFFECTS, made) == made
    [line, _] = lines(EFFECTS, "1.c", made, {"events": {"bef-lands": "The BEF Lands"}})
    [inner] = line.picks[-1].lines
    cards = inner.picks[-1].lines[0].picks[-1]
    assert cards.offered == [("bef-lands", "The BEF Lands", True)]
    assert [each.part.key for each in inner.picks[-1].lines[-1].picks] == ["p"]
    assert picked(EFFECTS, made, **{"1.c.0.if.0.p": [""]}) == cell


def test_conditions_too_deep_for_picks_are_written_still() -> None:
    deep = "{p: run, length: 3}"
    for _ in range(30):
        deep = f"{{p: not, of: {deep}}}"
    cell = f"kind: morale, side: own, amount: 1, if: {deep}"
    assert lines(EFFECTS, "1.c", cell)[0].raw == cell
    assert picked(EFFECTS, cell) == cell


def test_what_no_picks_can_say_stays_as_it_was_written() -> None:
    for cell in (
        "kind: build, colour: red",
        "not a record",
        "kind:build,  side: own",
        "p: all, of: [{p: run}]",
        "kind: morale, amount: 1, if: {p: any, of: []}",
        "kind: morale, amount: 1, if: {length: 3}",
        'kind: table, text: "3"',
    ):
        assert picked(EFFECTS, cell) == cell
