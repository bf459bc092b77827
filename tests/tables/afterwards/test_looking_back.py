"""Every game is looked back on: its course, what turned it and whose dice were kind, as all may know it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.tables import play, seating
from companion.tables.afterwards import LookBack, film, look_back
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position

WAR = json.loads((Path(__file__).parents[2] / "e2e" / "war.json").read_text("utf-8"))
GAMES = [slug for slug, game in shelf.games().items() if game.film and game.demo]


def played(slug: str, setup: Any, actions: Any) -> Table:
    table = open_table(Opening(system=slug, title="Thursday", setup=setup))
    for number, action in enumerate(actions, 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def told(table: Table) -> LookBack:
    known = position(table)
    found = look_back(table, known, len(known.numbers))
    assert found
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_tells_its_course_and_what_turned_it(transactional_db: None, slug: str) -> None:
    demo = shelf.game(slug).demo
    assert demo
    table = played(slug, *demo())
    found = told(table)
    assert all(len(each.values) == table.version for each in found.strip.chart.series)
    assert found.points
    numbers = [each.turning.number for each in found.points]
    assert numbers == sorted(numbers)
    assert all(str(each.words) for each in found.points)
    browser, secret = Client(), new_secret()
    seating.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    page = browser.get(f"/t/{table.code}/film/?line={numbers[0]}").content.decode()
    assert f'value="{numbers[0] - 1}" aria-valuetext' in page
    assert f"?line={numbers[-1]}" in page
    assert "Back to the table" in page
    assert f'href="/print/{slug}/front-page.pdf?table={table.code}"' in page


def test_luck_is_what_the_steps_tell_of_every_charge(transactional_db: None) -> None:
    table = played("scarper", WAR["setup"], WAR["actions"])
    found = told(table)
    charges = sum(action["type"] == "frontal_charge" for action in WAR["actions"])
    events = str(WAR["actions"]).count("'attacker':") - charges
    assert sum(each.luck.throws for each in found.fortunes) == charges + events
    assert {each.side for each in found.fortunes} == {"allied", "german"}
    assert found.best[0].title == "Best card"


def test_what_is_still_walked_through_is_on_no_film(transactional_db: None) -> None:
    reveal = next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "reveal_missions")
    table = played("scarper", WAR["setup"], WAR["actions"][: reveal + 1])
    shown = film(table, HOUSE, 999, playing=False)
    assert shown
    assert shown["film"]["of"] == table.version - 1
    assert shown["table"].last[0].number == table.version - 1
    assert len(shown["film"]["strip"].chart.series[0].values) == table.version - 1
