"""Three people with a device each: the house lets nobody act for another, nor read what is closed to him."""

import json
from typing import Any

import pytest

from companion.engine.errors import IllegalAction
from companion.tables import play, seating
from companion.tables.devices import Device, device, new_secret, sight
from companion.tables.lines import last
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import forget, position
from verraeter.drawn import PATCHWORK, deed

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = ["ada", "ben", "cy"]


@pytest.fixture
def table() -> Table:
    setup = {"players": PLAYERS, "start_player": "ada", "circle": PATCHWORK}
    return open_table(Opening(system="verraeter", title="Thursday", setup=setup))


def sat(table: Table) -> dict[str, Device]:
    devices = {}
    for who in PLAYERS:
        secret = new_secret()
        seating.sit(table, secret, who, f"{who}'s phone", player=who)
        devices[who] = device(table, secret)
    return devices


def tap(table: Table, who: Device, action: dict[str, Any]) -> None:
    table.refresh_from_db()
    play.act(table, who, action, table.version, f"tap-{table.version}")
    table.refresh_from_db()


def in_the_draft(table: Table, devices: dict[str, Device]) -> None:
    for who, n in zip(PLAYERS, (2, 0, 6), strict=True):
        tap(table, devices[who], deed("place_estate", who, landscape=n))
    tap(table, devices["ben"], deed("choose_site", "ben", site=[4, 5]))
    tap(table, devices["ada"], deed("deal_actions", "ada"))
    pool = position(table).state.draft.pool
    tap(table, devices["ada"], deed("pick_action", "ada", card=pool[0]))


def test_a_device_acts_for_its_own_player_alone(table: Table) -> None:
    devices = sat(table)
    with pytest.raises(IllegalAction) as refusal:
        tap(table, devices["ben"], deed("place_estate", "ada", landscape=2))
    assert refusal.value.path == "player"


def test_what_the_app_deals_and_a_player_picks_is_in_no_line_that_another_reads(table: Table) -> None:
    devices = sat(table)
    in_the_draft(table, devices)
    known = position(table)
    draft, pick = known.state.draft, known.state.player("ada").pick
    chairs = tuple(table.seats.all())
    for who in PLAYERS:
        seen = sight(table, devices[who], PLAYERS)
        read = str(last(table, known, seen, chairs, 20))
        assert str(draft.removed) not in read
        state = json.dumps(known.game.redact_state(known.state, seen))
        assert (f'"pick": "{pick}"' in state) == (who == "ada")
        assert (json.dumps(list(draft.pool)) in state) == (who == "ben")


@pytest.mark.parametrize("restarted", [False, True])
def test_the_last_pick_of_a_draft_is_not_undone_behind_the_back_of_who_chose(
    table: Table, restarted: bool
) -> None:
    devices = sat(table)
    in_the_draft(table, devices)
    for who in ("ben", "cy"):
        pool = position(table).state.draft.pool
        tap(table, devices[who], deed("pick_action", who, card=pool[0]))
    if restarted:
        forget(table)
    before, others = table.version, devices["ada"]
    asked = play.undo(table, others, before - 1, before, "ada-takes-it-back")
    assert asked.waiting is not None
    assert asked.waiting["seats"] == ["cy"]
    table.refresh_from_db()
    assert table.version == before
    assert play.undo(table, devices["cy"], before - 1, before, "cy-takes-it-back").version == before + 1
