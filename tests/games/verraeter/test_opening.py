"""A table of three or four, opened through the browser's form."""

import pytest
from django.test import Client

from companion.engine.option import spelt
from companion.games.verraeter.game import GAME
from companion.tables.models import Seat, Table, Token
from companion.tables.position import position


def form(**more: object) -> dict[str, object]:
    options = {
        f"o.{option.key}": spelt(option.default)
        if option.choices
        else ("" if option.default is None else option.default)
        for option in GAME.options
    }
    return {"title": "Thursday", "kind": "open", **options, **more}


@pytest.mark.parametrize(
    ("size", "chairs"), [("0", ["blue", "green", "yellow", "black"]), ("1", ["blue", "green", "yellow"])]
)
def test_so_many_sit_down_as_were_chosen(transactional_db: None, size: str, chairs: list[str]) -> None:
    """A seat that is ticked and not used is passed over: with three, black stays in the box."""
    sits = ["blue", "green", "yellow", "black"]
    answer = Client().post("/open/verraeter/", form(size=size, sits=sits, **{"p.green": "Ada"}))
    assert answer.status_code == 302, answer.content.decode()
    table = Table.objects.get()
    assert list(position(table).state.ids) == chairs
    assert list(Seat.objects.filter(table=table).values_list("chair", flat=True)) == chairs
    held = Token.objects.filter(table=table, role="seat").values_list("seat__chair", flat=True)
    assert sorted(held) == sorted(chairs)
    assert Seat.objects.get(table=table, chair="green").player == "Ada"


def test_the_form_says_which_names_need_four(transactional_db: None) -> None:
    page = Client().get("/open/verraeter/").content.decode()
    assert "How many play" in page
    assert "Who plays Black (with four)" in page
    assert "Who plays Blue<" in page


def test_a_size_that_nobody_offers_is_refused(transactional_db: None) -> None:
    answer = Client().post("/open/verraeter/", form(size="7", sits=["blue"]))
    assert answer.status_code == 422
    assert not Table.objects.exists()
