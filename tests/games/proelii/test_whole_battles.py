"""Whole battles by a player who knows only what `legal` says: nothing crashes, stalls or disagrees.

`PROELII_BATTLES` says how many; the figure here keeps a test run short.
"""

import json
import os
import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.rulebook import rulebook
from companion.engine.workbook import Written, read_workbook, write_workbook
from companion.games.proelii.actions import TYPES
from companion.games.proelii.data import DESTROYED, FOLDER, FULL, KIND_NAMES, PHASE_NAMES, QUARTER
from companion.games.proelii.game import GAME
from companion.games.proelii.rules import legal, result
from companion.games.proelii.rules.setting_up import read_file, starter, template
from companion.games.proelii.screens.frame import pairs
from companion.games.proelii.state import State, is_square, read_state, state_json
from tests.games.proelii.player import Player, play, setup

BATTLES = int(os.environ.get("PROELII_BATTLES", "24"))
LONGEST = 6000


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_random_battle_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    opening = setup(random)
    lines = list(play(opening, Player(random), LONGEST))
    for before, _, after in lines:
        holds_together(before, after)
    before, action, last = random.choice(lines)
    survives_json(before)
    assert GAME.apply(before, action).state == last
    assert lines[-1][2].result is not None
    assert {each.rank for each in result(lines[-1][2])} <= {1, 2}


def holds_together(before: State, after: State) -> None:
    """What is true after every action: energy in quarters, one unit a square, nobody lost from sight."""
    assert after.units.keys() == before.units.keys()
    places = [unit.at for unit in after.units.values() if is_square(unit.at)]
    assert len(places) == len(set(places))
    for name, unit in after.units.items():
        assert 0 <= unit.energy <= FULL
        assert unit.energy % QUARTER == 0
        assert (unit.cp == 0) == (unit.at == DESTROYED)
        assert unit.cp <= before.units[name].cp
        assert unit.ledger.combat <= QUARTER
        assert unit.ledger.move <= 0
    assert (after.phase == "over") == (after.result is not None) == (not legal(after))


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text


@pytest.mark.parametrize("seed", range(6))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(setup(random), Player(random), 250):
        listed = {entry["type"] for entry in legal(before)}
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError):
                    GAME.apply(before, other)
        known[action["type"]] = action


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


@pytest.mark.parametrize("seed", range(4))
def test_attached_units_bear_one_letter_and_others_another(seed: int) -> None:
    random = Random(seed)
    for before, _, _ in list(play(setup(random), Player(random), 240))[::12]:
        letters = pairs(before)
        for name, unit in before.units.items():
            near = before.facing[name] if unit.is_living else []
            assert all(letters[each] == letters[name] for each in near)
            assert (name in letters) == bool(near)


def test_every_unit_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASE_NAMES)
    assert not {*KIND_NAMES, *TYPES, *phases} - set(rulebook(FOLDER).entries)
