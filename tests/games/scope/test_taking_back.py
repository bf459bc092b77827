"""What was shown is not taken back by one side alone, at one tablet for both as little as on two devices."""

import pytest

from companion.tables import play
from companion.tables.devices import Device, device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Table
from tests.games.scope.drawn import STAY, deed, duel
from tests.twinned import sat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shared() -> tuple[Table, Device]:
    """A table whose two sides share one tablet."""
    setup = duel(salts={"german": "00" * 16, "soviet": "11" * 16})
    table = open_table(Opening(system="scope", title="Thursday", kind="open", setup=setup))
    return table, device(table, sat(table, "german", "soviet").secret)


def version(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


def test_a_move_is_taken_back_at_once(shared: tuple[Table, Device]) -> None:
    table, who = shared
    play.act(table, who, deed("move", quadrant="a1", order=STAY), 1, "move")
    play.undo(table, who, 1, 2, "undo")
    assert version(table) == 3


@pytest.mark.parametrize(("word", "status", "after"), [(True, "granted", 3), (False, "refused", 2)])
def test_past_a_card_that_was_shown_both_at_the_tablet_are_asked(
    shared: tuple[Table, Device], word: bool, status: str, after: int
) -> None:
    table, who = shared
    play.act(table, who, deed("search", cell="b4"), 1, "search")
    play.undo(table, who, 1, 2, "undo")
    asked = Request.objects.get(table=table)
    assert (version(table), sorted(asked.answers)) == (2, ["german", "soviet"])
    play.agree(table, who, asked.pk, word)
    asked.refresh_from_db()
    assert (asked.status, version(table)) == (status, after)
