"""The rules move on in the middle of a campaign: its rooms go on, and the log tells of what was before."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from campaigns.books.reconciling import reconcile
from campaigns.carrying.parcel import pack, unpack
from campaigns.chronicle import chronicle
from campaigns.models import Evening
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.games.parabellum import game as parabellum
from companion.tables.codes import new_secret
from companion.tables.journal import write
from companion.tables.models import Entry, Table
from companion.tables.position import forget, position
from tests.campaigns.conftest import ALICE, WAR, War, set_by_hand

PAGES = [
    *("", "evening/1/", "tree/", "roster/", "carry/", "manage/"),
    *("reports/", "reports/luck/", "reports/evening/1/", "reports/scenario/1/"),
    *("reports/history.pdf", "reports/evening/1/report.pdf"),
    *(f"books/{page}" for page in ("", f"of/{ALICE}/", f"of/{ALICE}/statement/", f"of/{ALICE}/worth/")),
    *(f"books/of/{ALICE}/{page}" for page in ("bookings/", "counts/")),
]


@pytest.fixture
def moved(half_a_war: War, monkeypatch: pytest.MonkeyPatch) -> Iterator[War]:
    """The rules of today know nothing of what was bought; the last state was kept."""
    war, before = half_a_war, parabellum.GAME
    table = war.table
    _kept(table)

    def apply(state: Any, action: Any) -> Any:
        if action["type"] == "buy":
            raise IllegalAction("", "Nothing is sold.")
        return before.apply(state, action)

    monkeypatch.setattr(parabellum, "GAME", replace(before, edition="next", apply=apply))
    shelf.game.cache_clear()
    forget(table)
    yield war
    monkeypatch.undo()
    shelf.game.cache_clear()


def _kept(table: Table) -> None:
    """One more line through the door, so that its state is kept."""
    known = position(table)
    action = WAR["actions"][260]
    outcome = known.game.apply(known.state, action)
    write(table, known, Entry(kind="action", action=action, key="last", asked=""), outcome.state)


def test_every_room_of_the_campaign_opens(moved: War) -> None:
    for _ in range(2):
        for page in PAGES:
            answer = moved.alice.get(f"/campaigns/{moved.campaign.code}/{page}")
            assert answer.status_code == 200, page
        _next(moved)


def _next(war: War) -> None:
    table = war.table
    count = {"type": "adjust", "player": ALICE, "reason": "A count", "credits": 7}
    set_by_hand(table, count, f"next-{table.version}")


def test_books_keep_every_booking_and_earlier_evenings_are_told_by_their_lines(moved: War) -> None:
    _next(moved)
    told = chronicle(moved.campaign)
    assert len(told.passages) == 2
    first = told.evenings[0]
    assert len(told.past(first)) > 100
    page = moved.alice.get(f"/campaigns/{moved.campaign.code}/reports/evening/1/").content.decode()
    assert "line by line" in page
    assert "line 2<" in page
    assert not reconcile().differing


def test_such_a_campaign_is_carried_on(moved: War) -> None:
    _next(moved)
    file = pack(moved.campaign)
    other = unpack(file, new_secret())
    assert position(Table.objects.get(pk=other.table_id)).state == position(moved.table).state
    assert chronicle(other).past(Evening.objects.get(campaign=other, number=1))
