"""A scenario of one's own: thought up at the desk, checked exactly, and played at a table."""

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from companion.engine.errors import GameError
from companion.games.scope.game import GAME
from companion.games.scope.rules.setting_up import starter_scenarios
from companion.tables.models import Table

SILO_FILE: Any = next(each for each in starter_scenarios() if each["name"] == "Grain Silo")
SILO = {key: value for key, value in SILO_FILE.items() if key != "format"}


def answered(**changes: Any) -> Any:
    return GAME.procedure("own-scenario").resolve({**SILO, **changes})


def test_a_design_comes_to_its_file_and_to_what_it_is_worth() -> None:
    found = answered()
    assert found.result["file"] == SILO_FILE
    assert (found.result["targets"], found.result["points"]) == (6, 9)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"columns": 5}, "counts"),
        ({"columns": 9}, "columns"),
        ({"name": ""}, "name"),
        ({"objective": 31}, "objective"),
        ({"counts": {**SILO["counts"], "sniper": 4}}, "counts.sniper"),
    ],
)
def test_what_is_wrong_with_a_design_is_said_at_its_place(changes: Any, path: str) -> None:
    with pytest.raises(GameError) as refused:
        answered(**changes)
    assert refused.value.path == path


def test_points_that_nobody_can_make_are_pointed_out() -> None:
    assert "cannot be made" in answered(objective=20).steps[-1].text


@pytest.mark.django_db(transaction=True)
def test_a_design_of_the_desk_opens_a_table_that_plays_it() -> None:
    browser = Client()
    code = json.dumps(answered().result["file"])
    page = browser.get(f"/open/scope/?custom={quote(code)}")
    assert b"Grain Silo" in page.content
    form = {"way": "each", "title": "Thursday", "size": "0", "j.custom": code}
    shown = page.context["form"]
    form |= {name: shown[name].value() or "" for name in shown.fields if name.startswith("o.")}
    opened = browser.post("/open/scope/", form)
    assert opened.status_code == 302, opened.content.decode()
    setup = Table.objects.get().laid_out
    assert setup["custom"]["name"] == "Grain Silo"
    assert GAME.open(GAME.shuffle(setup, Random(1))).state.rows == 3


@pytest.mark.django_db
def test_what_the_address_brings_is_checked_like_a_file() -> None:
    bad = json.dumps({**SILO_FILE, "columns": 5})
    form = {"way": "each", "title": "Thursday", "size": "0", "j.custom": bad}
    refused = Client().post("/open/scope/", form)
    assert refused.status_code == 422
    assert "12 were given" in refused.content.decode() or "cards" in refused.content.decode()
