"""The lines that led to a table's stand, as one who looks may read them: what a notebook is made of."""

import pytest

from companion.engine.scene import NOBODY, Sight
from companion.games.verraeter.rules.notebook import notebook
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.lines import passages
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

LINES = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    deed("pick_action", "anna", card="traitor"),
    deed("pick_action", "bert", card="strategist"),
]
BERT = Sight(frozenset({"bert"}), frozenset({"bert"}))


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in LINES:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return table


def test_lines_come_with_the_states_around_them(table: Table) -> None:
    known = position(table)
    found = list(passages(known, BERT))
    assert [each.number for each in found] == list(known.numbers)
    assert found[0].before is None
    assert [each.before for each in found[1:]] == [each.after for each in found[:-1]]
    assert (found[-1].after, passages(known, BERT)[-2:]) == (known.state, found[-2:])
    assert [each.number for each in passages(known, BERT, before=3)] == [1, 2]


def test_what_was_done_is_told_as_the_sight_may_read_it(table: Table) -> None:
    known = position(table)
    assert [each.action.get("card") for each in passages(known, BERT)[-2:]] == ["hidden", "strategist"]
    assert [each.action.get("card") for each in passages(known, NOBODY)[-2:]] == ["hidden", "hidden"]


def test_a_notebook_is_made_of_them(table: Table) -> None:
    known = position(table)
    told = notebook(known.state, passages(known, BERT), "bert")
    assert told.round.unseen == ("farmer", "traitor")
    assert {hand.player: hand.values for hand in told.held} == dict.fromkeys(PLAYERS, (3, 4, 5))
