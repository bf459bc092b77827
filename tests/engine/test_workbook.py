"""Spreadsheets: what is written is read again, and no file can do harm."""

import random
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from companion.engine.errors import InvalidInput
from companion.engine.workbook import MOST_ROWS, Written, read_workbook, write_workbook

ROWS = [["id", "cost", "note"], ["tank", 420], [], ["=1+1", None, "two\nlines"]]


def edited(change: dict[str, bytes]) -> bytes:
    """A good spreadsheet with members replaced or added."""
    out = BytesIO()
    with (
        ZipFile(BytesIO(write_workbook([Written("Sheet", ROWS)]))) as good,
        ZipFile(out, "w", ZIP_DEFLATED) as bad,
    ):
        for name in good.namelist():
            bad.writestr(name, change.get(name, good.read(name)))
        for name in set(change) - set(good.namelist()):
            bad.writestr(name, change[name])
    return out.getvalue()


def test_what_is_written_is_read_again_and_nothing_is_calculated() -> None:
    found = read_workbook(write_workbook([Written("Units", ROWS, (10, 20)), Written("Empty", [["only"]])]))
    assert found["Units"] == tuple(tuple(row) for row in ROWS)
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
    "half a zip": write_workbook([Written("Sheet", ROWS)])[:900],
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
    [
        (f"A{MOST_ROWS + 1}", "rows"),
        ("A1048576", "rows"),
        ("XFD1", "columns"),
        ("BI1", "columns"),
    ],
)
def test_a_sheet_beyond_all_sizes_is_refused(cell: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_workbook(placed(cell, "far"))


def test_a_cell_of_endless_text_is_refused_by_its_row() -> None:
    with pytest.raises(InvalidInput, match="row 3"):
        read_workbook(placed("B3", "x" * 5000))


def test_bent_files_are_refused_or_read_and_never_crash() -> None:
    whole, dice = write_workbook([Written("Sheet", ROWS)]), random.Random(7)
    read = 0
    for _ in range(150):
        bent = bytearray(whole)
        for _ in range(dice.randint(1, 6)):
            bent[dice.randrange(len(bent))] = dice.randrange(256)
        with suppress(InvalidInput):
            read += bool(read_workbook(bytes(bent)))
    assert read < 150


def test_other_programs_can_open_what_is_written() -> None:
    sheet = load_workbook(BytesIO(write_workbook([Written("Maps", ROWS, colours={(2, 1): "FF0000"})])))[
        "Maps"
    ]
    assert sheet["A2"].fill.fgColor.rgb == "00FF0000"
    assert sheet.freeze_panes == "A2"
