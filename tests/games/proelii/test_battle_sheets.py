"""A battle as a spreadsheet: there and back, and every fault by its cell."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.workbook import Written, read_workbook, write_workbook
from companion.games.proelii.rules.setting_up import read_file, starter, template

type Sheets = dict[str, list[list[Any]]]


def sheets() -> Sheets:
    """The template's sheets."""
    return {
        name: [[*row, *[None] * (7 - len(row))] for row in rows]
        for name, rows in read_workbook(template()).items()
    }


def packed(found: Sheets) -> bytes:
    return write_workbook([Written(name, rows) for name, rows in found.items()])


def test_the_template_is_a_battle_there_and_back() -> None:
    assert read_file(template()) == starter()["trebia"]


@pytest.mark.parametrize(
    ("sheet", "row", "column", "value", "told"),
    [
        ("White", 3, 2, "heavy", "White, row 3, column C (type): Type"),
        ("White", 3, 4, "d4", "White, row 3, column E (at): A free square"),
        ("Black", 5, 0, "w01", "Black, row 5, column A (id): “w01” is named before"),
        ("White", 3, 5, 30, "White, row 3, column F (energy): Energy"),
        ("White", 3, 6, "yes", "White, row 3, column G (ambush): Only a unit on the distant"),
        ("White", 3, 1, None, "White, row 3, column B (name): This is blank. What it is called."),
        ("White", 1, 1, "nme", "White, row 1, column B: “nme” is no heading"),
        ("Battle", 4, 1, "many", "Battle, row 4, column B (columns): Columns: a whole number from 7 to 10"),
        ("Battle", 3, 1, None, "Battle, row 3, column B (title): This is blank. What it is called."),
        ("Battle", 6, 1, "z9", "Battle, row 6, column B (blocked)"),
        ("Battle", 2, 0, "idd", "Battle, row 2, column A (key): The keys are"),
    ],
)
def test_a_fault_is_named_by_its_cell(sheet: str, row: int, column: int, value: Any, told: str) -> None:
    found = sheets()
    found[sheet][row - 1][column] = value
    with pytest.raises(GameError) as refused:
        read_file(packed(found))
    assert refused.value.message.startswith(told)


def test_a_sheet_that_is_missing_and_an_army_without_units_are_named() -> None:
    changes: list[tuple[Callable[[Sheets], object], str]] = [
        (lambda found: found.pop("Black"), "The sheet “Black” is missing"),
        (lambda found: found["White"].__delitem__(slice(1, None)), "White, row 1: Units"),
    ]
    for change, told in changes:
        found = sheets()
        change(found)
        with pytest.raises(GameError) as refused:
            read_file(packed(found))
        assert refused.value.message.startswith(told)


def test_none_leaves_the_board_without_red_lines() -> None:
    found = sheets()
    found["Battle"][4][1] = "none"
    assert read_file(packed(found))["red_lines"] == []


def test_the_desk_draws_the_field_of_a_spreadsheet_and_leads_to_a_table(client: Client) -> None:
    there = "/desk/proelii/scenario-check/"
    assert "template to write in" in client.get(there).content.decode()
    file = SimpleUploadedFile("own.xlsx", template())
    page = client.post(there, {"scenario": "", "scenario@file": file}, follow=True).content.decode()
    assert 'class="battle' in page
    link = re.search(r'href="(/open/proelii/[^"]*)"', page)
    assert link is not None
    assert "The Trebia, 218 BC" in client.get(unescape(link[1])).content.decode()
