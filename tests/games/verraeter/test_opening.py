"""A table of three or four, opened through the browser's form."""

import pytest
from django.test import Client

from companion.engine.option import spelt
from companion.games.verraeter.game import GAME
from companion.tables.models import Seat, Table
from companion.tables.position import position


def form(**more: object) -> dict[str, object]:
    options = {
        f"o.{option.key}": spelt(option.default)
        if option.choices
        else ("" if option.default is None else option.default)
        for option in GAME.options
    }
    return {"title": "Thursday", "way": "each", **options, **more}


@pytest.mark.parametrize(
    ("size", "chairs"), [("0", ["blue", "green", "yellow", "black"]), ("1", ["blue", "green", "yellow"])]
)
def test_so_many_sit_down_as_were_chosen(transactional_db: None, size: str, chairs: list[str]) -> None:
    """With three, black stays in the box; nothing is dealt before the host begins."""
    host = Client()
    answer = host.post("/open/verraeter/", form(size=size))
    assert answer.status_code == 302, answer.content.decode()
    table = Table.objects.get()
    assert list(Seat.objects.filter(table=table).values_list("chair", flat=True)) == chairs
    host.post(f"/t/{table.code}/sit/", {"deed": "begin"})
    assert list(position(Table.objects.get()).state.ids) == chairs


def test_a_size_that_nobody_offers_is_refused(transactional_db: None) -> None:
    answer = Client().post("/open/verraeter/", form(size="7"))
    assert answer.status_code == 422
    assert not Table.objects.exists()
