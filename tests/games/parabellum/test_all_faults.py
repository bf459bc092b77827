"""A binder with many faults is told all of them at once, each at its place; a near miss is asked for."""

from copy import deepcopy
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.games.parabellum.game import GAME, check_binder
from companion.games.parabellum.state.binder.faults import MOST, faults
from companion.games.parabellum.state.binder.from_sheets import binder_from_sheets
from tests.games.parabellum.test_binder_faults import SHEETS
from tests.games.parabellum.yard import YARD


def broken() -> Any:
    binder = deepcopy(YARD)
    binder["units"]["squad"] |= {"class": "fot", "cost": -4, "attack_die": 7}
    binder["units"]["tank"]["speed"] = "fast"
    binder["companies"]["east"]["livery"] = ["grean", "white"]
    binder["scenarios"]["2a"] |= {"chooser": "winner", "map": "pont"}
    binder["scenarios"]["2a"]["objectives"][0]["squares"] = ["z9"]
    return binder


PLACES = {
    "units.squad.class",
    "units.squad.cost",
    "units.squad.attack_die",
    "units.tank.speed",
    "companies.east.livery.0",
    "scenarios.2a.chooser",
    "scenarios.2a.map",
}


def test_every_fault_of_every_entry_is_found_once() -> None:
    found = [fault.path for fault in faults(broken())]
    assert set(found) >= PLACES
    assert len(found) == len(set(found))
    assert any(place.startswith("scenarios.2a.objectives.0") for place in found)


def test_what_is_right_is_not_called_wrong() -> None:
    assert faults(YARD) == ()
    allowed = (*PLACES, "scenarios.2a.objectives.0")
    assert all(fault.path.startswith(allowed) for fault in faults(broken()))


def test_a_file_is_refused_with_all_that_is_wrong_with_it() -> None:
    with pytest.raises(InvalidInput) as refused:
        check_binder(broken())
    assert refused.value.path == faults(broken())[0].path
    for place in PLACES - {refused.value.path}:
        assert f"{place}: " in refused.value.message


def test_the_procedure_tells_all_too_at_the_place_of_the_first() -> None:
    with pytest.raises(InvalidInput) as refused:
        GAME.procedure("binder-check").resolve({"binder": broken()})
    assert refused.value.path == f"binder.{faults(broken())[0].path}"
    assert "(3) " in refused.value.message


def test_a_near_miss_is_asked_for() -> None:
    binder = deepcopy(YARD)
    binder["units"]["squad"]["class"] = "foots"
    with pytest.raises(InvalidInput, match=r"Perhaps foot\?"):
        check_binder(binder)


def test_a_spreadsheet_is_told_every_cell() -> None:
    rows = [list(row) for row in SHEETS["Catalogue"]]
    heads = [str(each) for each in rows[0]]
    rows[1][heads.index("class")] = "infantri"
    rows[1][heads.index("cost")] = "dear"
    rows[3][heads.index("troop")] = -2
    with pytest.raises(InvalidInput) as refused:
        binder_from_sheets({**SHEETS, "Catalogue": tuple(map(tuple, rows))})
    told = refused.value.message
    assert "Catalogue, row 2, column" in told
    assert "(2) Catalogue, row" in told
    assert "infantri: infantry?" in told
    assert "Catalogue, row 4, column" in told


def test_a_class_that_is_one_letter_off_is_asked_for_and_another_word_is_not() -> None:
    rows = [list(row) for row in SHEETS["Catalogue"]]
    place = [str(each) for each in rows[0]].index("class")
    for word, refused in (("infantri", True), ("raiders", False)):
        rows[1][place] = word
        sheets = {**SHEETS, "Catalogue": tuple(map(tuple, rows))}
        if not refused:
            assert binder_from_sheets(sheets)
            continue
        with pytest.raises(InvalidInput, match=r"row 2, column .* \(class\): infantri: infantry\?"):
            binder_from_sheets(sheets)


def test_a_file_that_is_wrong_throughout_is_told_so_many_and_how_many_more() -> None:
    binder = deepcopy(YARD)
    binder["units"] = {f"kind_{n}": {**YARD["units"]["squad"], "cost": -1} for n in range(MOST + 7)}
    with pytest.raises(InvalidInput) as refused:
        check_binder(binder)
    assert "more" in refused.value.message
    assert len(refused.value.message) < 6000
