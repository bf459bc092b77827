"""Two hands reach for the last manpower at once: one gets it, the other learns why not."""

from threading import Barrier, Thread

from django.db import connection

from campaigns.chronicle import chronicle
from companion.engine.errors import GameError, IllegalAction
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.errors import StaleTable
from companion.tables.models import Table
from tests.campaigns.conftest import War, fought, set_by_hand

FIRST, LATE = "meridian", "kestrel_vaun"


def _brink(war: War) -> Table:
    """The table at the moment when all but five people of the pool are bought."""
    table = war.table
    for action in (
        {"type": "adjust", "player": FIRST, "reason": "a rich uncle", "credits": 100_000},
        {"type": "adjust", "player": LATE, "reason": "a rich aunt", "credits": 100_000},
        {"type": "purchase", "player": FIRST, "resource": "manpower", "quantity": _left(war) - 5},
    ):
        set_by_hand(table, action, action.get("reason", "all"))
    return war.table


def _left(war: War) -> int:
    return int(chronicle(war.campaign).state.supply.manpower)


def test_one_gets_the_last_and_the_other_a_clear_refusal(transactional_db: None) -> None:
    war = fought(3)
    table = _brink(war)
    took, refused, start = [], [], Barrier(2)

    def reach(hand: str, seen: int) -> None:
        tap = {"type": "purchase", "player": LATE, "resource": "manpower", "quantity": 5}
        start.wait()
        try:
            took.append(play.act(Table.objects.get(pk=table.pk), HOUSE, tap, seen, hand))
        except GameError as error:
            refused.append(error)
        finally:
            connection.close()

    hands = [Thread(target=reach, args=(hand, table.version)) for hand in ("left", "right")]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(30)
    assert len(took) == len(refused) == 1
    assert isinstance(refused[0], StaleTable)
    assert _left(war) == 0
    start = Barrier(1)
    reach("again", war.table.version)
    assert isinstance(refused[1], IllegalAction)
    assert war.table.version == table.version + 1
