"""The battle report tells every loss of a battle, and is one sheet, filled or blank."""

from random import Random

import pytest

from companion.engine.scene import Scene, Sight
from companion.tables.lines import Passage
from tests.games.proelii.player import Player, play
from tests.games.proelii_print.test_paper import made, pages, told

LYING = (842, 595)


@pytest.mark.parametrize("seed", [2, 4])
def test_a_report_names_whoever_lost_something_and_who_won(seed: int) -> None:
    setup = {"scenario": "zama", "options": {}}
    lines = [Passage(n, b, a, c) for n, (a, b, c) in enumerate(play(setup, Player(Random(seed))), 2)]
    end = lines[-1].after
    pdf = made("record", Scene(end, Sight(frozenset(), frozenset()), passages=lines))
    words = " ".join(told(pdf).split())
    assert [(round(page.width), round(page.height)) for page in pages(pdf)] == [LYING]
    assert f"{'White' if end.result.winner == 'white' else 'Black'} has won" in words
    begun = lines[0].before
    for name, unit in begun.units.items():
        if end.units[name].cp < unit.cp:
            assert set(unit.name.split()) <= set(words.replace(",", " ").replace(";", " ").split())


def test_a_blank_report_has_a_line_a_round_on_one_sheet() -> None:
    pdf = made("record")
    assert [(round(page.width), round(page.height)) for page in pages(pdf)] == [LYING]
    assert all(str(n) in told(pdf).split() for n in range(1, 13))
    assert "Who won, and why" in told(pdf)
