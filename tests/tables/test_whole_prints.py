"""A table in full goes back into the desk as it is, in every game and with every option of its table."""

from typing import Any

import pytest

from companion import shelf
from companion.tables.api.whole import replay, whole
from companion.tables.demo import open_demos
from companion.tables.house import Opening, open_table


def test_every_demo_is_played_again_to_the_same_state(transactional_db: None) -> None:
    for table in open_demos():
        again = shelf.game(table.system).procedures["replay"].resolve(replay(table))
        assert again.result["state"] == whole(table)["state"], table.system


@pytest.mark.parametrize("own", [{"positions": "table"}, {"card_binder": "open"}])
def test_what_only_a_table_may_choose_is_played_again_too(
    transactional_db: None, own: dict[str, Any]
) -> None:
    table = open_table(
        Opening(system="parabellum", title="At the table", setup={"options": {"players": 2, **own}})
    )
    again = shelf.game("parabellum").procedures["replay"].resolve(replay(table))
    assert again.result["state"] == whole(table)["state"]
