"""Proelii's losses and SCOPE's points, ticked on paper: what each box asks for, and whose it may be."""

from typing import Any

import numpy as np
import pytest

from companion.engine.errors import InvalidInput
from companion.press.answered import Slip, check_of
from companion.printing import find
from companion.shop.orders import Order, Seen
from companion.tables import paper, play
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.paper import proposals, scene, sheet_of, words_of
from companion.tables.position import position
from tests.staged import filled, photographed, raster


def opened(slug: str, setup: Any) -> Table:
    return open_table(Opening(system=slug, title="Sunday", kind="open", setup=setup))


def photo(table: Table, name: str, *chosen: str) -> bytes:
    document = Order(find(table.system, name), {}, Seen(table)).drawn
    assert document is not None
    random = np.random.default_rng(8)
    drawn = filled(raster(document.pdf()), document.ticks[0], chosen, random, "black")
    return photographed(drawn, random, wide=2600)


def taken_in(table: Table, content: bytes) -> tuple[str, ...]:
    """Everything on the photo, confirmed at once; the words of it."""
    read = paper.read(table, HOUSE, content)
    assert not read.doubtful
    found = proposals(table, read.sheet, read.ticked)
    paper.write(
        table, read.sheet, read.ticked, [each.key for each in found], paper.Tap(table.version, "once")
    )
    table.refresh_from_db()
    return tuple(each.change.words for each in found)


def test_losses_of_a_battle_are_set_for_each_unit(transactional_db: None) -> None:
    table = opened("proelii", {})
    units = position(table).state.units
    strong, weak = (next(name for name, each in units.items() if each.cp == cp) for cp in (2, 1))
    words = taken_in(
        table, photo(table, "losses-sheet", f"{strong}.lost.1", f"{strong}.energy.100", f"{weak}.lost.1")
    )
    after = position(table).state.units
    assert (after[strong].cp, after[strong].energy) == (1, 100)
    assert (after[weak].cp, after[weak].at) == (0, "destroyed")
    assert f"{units[weak].name}: destroyed" in words


def test_points_of_a_night_are_summed_up_a_side(transactional_db: None) -> None:
    table = opened("scope", {})
    content = photo(table, "points-sheet", "won.german.6.10", "lost.german.0.1", "won.soviet.2.2")
    assert taken_in(table, content) == ("German: +9 points", "Soviet: +2 points")
    assert position(table).state.score == {"german": 9, "soviet": 2}


def test_a_line_is_taken_back_on_paper_by_a_box_of_its_own(transactional_db: None) -> None:
    table = opened("scope", {})
    wrong = ("won.german.6.10", "won.german.0.1", "back.won.german.0.1")
    read = paper.read(table, HOUSE, photo(table, "points-sheet", *wrong, "won.soviet.2.2"))
    assert set(read.ticked) == {*wrong, "won.soviet.2.2"}
    assert [each.line for each in paper.taken_back(read.sheet, read.ticked)] == ["Points won, German"]
    found = proposals(table, read.sheet, read.ticked)
    assert [each.change.words for each in found] == ["Soviet: +2 points"]
    assert words_of(table, read.sheet, wrong[-1]) == "Points won, German: what is ticked is taken back"
    keys, tap = [each.key for each in found], paper.Tap(table.version, "once")
    paper.write(table, read.sheet, read.ticked, keys, tap)
    table.refresh_from_db()
    assert position(table).state.score == {"german": 0, "soviet": 2}


def test_a_box_that_takes_back_covers_all_of_its_line_and_nothing_else(transactional_db: None) -> None:
    for slug, name in (("scarper", "year-sheet"), ("proelii", "losses-sheet")):
        document = Order(find(slug, name), {}, Seen(opened(slug, {}))).drawn
        assert document is not None
        for ticks in document.ticks:
            for own in (tick for tick in ticks if tick.back):
                beside = [each.name for each in ticks if each.box.y == own.box.y and not each.back]
                assert list(own.back) == beside
                assert all(each.box.right < own.box.x for each in ticks if each.name in own.back)
            lines = [name for tick in ticks for name in tick.back]
            assert sorted(lines) == sorted(tick.name for tick in ticks if not tick.back)


def test_what_a_sheet_asks_for_is_reckoned_from_what_its_eyes_may_know(transactional_db: None) -> None:
    table = opened("proelii", {"scenario": "zama", "options": {}})
    stood = position(table).state.units["w10"].at
    play.act(table, HOUSE, {"type": "deploy", "unit": "w10", "to": "c1"}, 1, "behind-the-screen")
    table.refresh_from_db()
    document = Order(find("proelii", "losses-sheet"), {}, Seen(table)).drawn
    assert document is not None
    slip = Slip("proelii", "losses-sheet", table.code, "-", 2, 1, check_of(document.ticks[0]))
    shown = scene(table, sheet_of(table, HOUSE, slip))
    assert shown.state.units["w10"].at == stood
    assert position(table).state.units["w10"].at == "c1"


@pytest.mark.parametrize(("slug", "name", "tick"), [
    ("proelii", "losses-sheet", "w99.lost.1"), ("scope", "points-sheet", "resign.nobody"),
])  # fmt: skip
def test_a_box_of_nobody_here_is_refused(slug: str, name: str, tick: str) -> None:
    from tests.test_every_answered_sheet import made

    _, shown = made(slug, name, {})
    answers = find(slug, name).printable.answers
    assert answers is not None
    with pytest.raises(InvalidInput):
        list(answers(shown, "-", (tick,)))
