"""At a table: numbers are dealt as cards are bought, and stay when an earlier purchase is corrected."""

from typing import Any

import pytest

from companion.tables import play
from companion.tables.codes import new_secret
from companion.tables.correcting.amending import Fix
from companion.tables.correcting.foresight import foresee
from companion.tables.devices import HOUSE, Device, device
from companion.tables.house import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import forget, position
from companion.tables.seating import seats
from tests.games.parabellum.opened import N, S, deed, goods
from tests.games.parabellum.yard import setup

pytestmark = pytest.mark.django_db(transaction=True)


def cards(who: str, **bought: int) -> dict[str, Any]:
    items = [{"unit": kind, "quantity": n} for kind, n in bought.items()]
    return deed("purchase", who, resource="units", items=items)


def opened() -> Table:
    """North has bought on line 3, South on line 4 and mustered one of its cards."""
    table = open_table(Opening(system="parabellum", title="Friday", setup=setup()))
    lines = [{"type": "turn_order", "rolls": [{N: 6, S: 2}]}, cards(N, squad=2, carrier=1)]
    lines += [cards(S, squad=1, sappers=1, carrier=1), goods(N, "fuel", 1), goods(S, "manpower", 6)]
    lines += [goods(N, "fuel", 1), goods(S, "fuel", 5), goods(N, "fuel", 1), goods(S, "ammunition", 5)]
    for action in lines:
        tap(table, action)
    mustered = next(
        u for u, kind in Entry.objects.get(table=table, number=4).action["deal"].items() if kind == "squad"
    )
    tap(table, deed("muster", S, unit=mustered, flag=["red"]))
    return table


def sat(table: Table, seat: str) -> Device:
    secret = new_secret()
    seats.sit(table, secret, seat, f"{seat}'s phone", seat.title())
    return device(table, secret)


def tap(table: Table, action: Any) -> play.Answer:
    table.refresh_from_db()
    answer = play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return answer


def units(table: Table, owner: str) -> dict[str, str]:
    table.refresh_from_db()
    held = position(table).state
    forget(table)
    assert position(table).state == held, "what is remembered is what the journal says"
    return {unit: each.type for unit, each in held.units.items() if each.owner == owner}


@pytest.mark.parametrize("more", [{"squad": 1}, {"squad": 2, "carrier": 1, "mortar": 2}, {"mortar": 1}])
def test_an_earlier_purchase_corrected_moves_no_number_and_no_line_falls(more: dict[str, int]) -> None:
    table = opened()
    theirs, was = units(table, S), Entry.objects.get(table=table, number=3).action["deal"]
    fix = Fix(3, cards(N, **more))
    north = sat(table, N)
    seen = foresee(table, north, fix)
    answer = play.amend(table, north, fix, table.version, "fix")
    assert answer.version == table.version + 1
    written = Entry.objects.get(table=table, kind="amend")
    assert (seen.dropped, written.dropped) == ((), [])
    assert units(table, S) == theirs
    mine = units(table, N)
    assert sorted(mine.values()) == sorted(kind for kind, n in more.items() for _ in range(n))
    assert mine == written.action["deal"]
    assert all(int(unit[1:]) > 6 for unit in set(mine) - set(was))


def test_what_the_preview_showed_is_what_is_written() -> None:
    table = opened()
    north = sat(table, N)
    fix = Fix(3, cards(N, squad=2, carrier=1, mortar=3))
    shown = [foresee(table, north, fix).changes for _ in range(3)]
    assert shown[0] == shown[1] == shown[2]


def test_a_purchase_of_fuel_instead_leaves_the_others_their_numbers_and_can_be_taken_back() -> None:
    table = opened()
    theirs, mine = units(table, S), units(table, N)
    play.amend(table, HOUSE, Fix(3, goods(N, "fuel", 2)), table.version, "fix")
    assert (units(table, S), units(table, N)) == (theirs, {})
    play.redo(table, HOUSE, table.version, "back")
    assert (units(table, S), units(table, N)) == (theirs, mine)


def test_a_purchase_is_no_dice_and_its_undo_asks_nobody() -> None:
    table = opened()
    north, _ = sat(table, N), sat(table, S)
    answer = tap(table, cards(N, squad=1))
    assert answer.dice is None
    undone = play.undo(table, north, table.version - 1, table.version, "undo")
    assert undone.version == table.version + 1
