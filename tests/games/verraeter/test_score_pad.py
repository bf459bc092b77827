"""The score pad of an open table is photographed, and what is ticked on it becomes ordinary corrections."""

import numpy as np
import pytest

from companion.engine.errors import InvalidInput
from companion.printing import find
from companion.shop.orders import Order, Seen
from companion.tables import paper, seating
from companion.tables.devices import HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.paper import proposals
from companion.tables.position import position
from tests.photographed import filled, photographed, raster


@pytest.fixture
def table(transactional_db: None) -> Table:
    return open_table(Opening(system="verraeter", title="Sunday", kind="open", setup={}))


def photo(table: Table, *chosen: str) -> bytes:
    document = Order(find("verraeter", "score-pad"), {"ink": "grey"}, Seen(table)).drawn
    assert document is not None
    random = np.random.default_rng(8)
    drawn = filled(raster(document.pdf()), document.ticks[0], chosen, random, "pencil")
    return photographed(drawn, random, wide=2600)


def test_points_and_an_oath_are_taken_in_for_anybody_who_plays(table: Table) -> None:
    first, second = position(table).state.ids[:2]
    other = "rose" if position(table).state.player(second).allegiance == "eagle" else "eagle"
    ticks = (f"won.{first}.6.10", f"won.{first}.2.2", f"lost.{first}.0.1", f"oath.{second}.{other}")
    read = paper.read(table, HOUSE, photo(table, *ticks))
    assert sorted(read.ticked) == sorted(ticks)
    assert read.sheet.slip.given == (("ink", "grey"),)
    found = proposals(table, read.sheet, read.ticked)
    before = position(table).state.player(first).vp
    keys = [each.key for each in found if not each.why]
    paper.write(table, read.sheet, read.ticked, keys, paper.Tap(table.version, "once"))
    table.refresh_from_db()
    after = position(table).state
    assert after.player(first).vp == before + 11
    assert after.player(second).allegiance == other


def test_of_two_oaths_of_one_player_none_is_chosen_for_anybody(table: Table) -> None:
    first, second = position(table).state.ids[:2]
    sheet = paper.again(table, HOUSE, str(paper.read(table, HOUSE, photo(table)).sheet.slip))
    ticks = (f"oath.{first}.eagle", f"oath.{first}.rose", f"won.{second}.6.10")
    told = {each.change.ticks: each.sure for each in proposals(table, sheet, ticks)}
    assert told == {ticks[:1]: False, ticks[1:2]: False, ticks[2:]: True}


def test_who_only_looks_on_is_told_so(table: Table) -> None:
    secret = new_secret()
    seating.watch(table, secret, "A phone")
    slip = paper.read(table, HOUSE, photo(table)).sheet.slip
    with pytest.raises(Exception, match="look on"):
        paper.again(table, device(table, secret), str(slip))
    with pytest.raises(InvalidInput, match="printed by another edition"):
        paper.again(table, HOUSE, str(slip._replace(check="00000000")))
    with pytest.raises(InvalidInput, match="printed at line"):
        paper.again(table, HOUSE, str(slip._replace(version=99)))
