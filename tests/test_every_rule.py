"""Whatever stands on a stage leads to its rule: each fact of the strip, each phase, each question."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion import shelf
from companion.engine.game import Scene
from companion.engine.rulebook import rulebook
from companion.engine.scene import NOBODY
from companion.engine.stage import Stage
from companion.tables.house import Opening, open_table
from companion.tables.models import Table
from tests.tables.test_guiding import browser

STAGED = ("scarper", "verraeter", "parabellum", "proelii")
LINK = re.compile(r'href="(/rules/[^"]+)"')


def seen(slug: str) -> Iterator[Any]:
    """The screens of a recorded game as everybody sees them, every fourth of them."""
    game: Any = shelf.game(slug)
    setup, actions = game.demo()
    trail = [game.open(setup).state]
    for n, action in enumerate(actions):
        trail.append(game.apply(trail[-1], action).state)
        if n % 4 == 0:
            yield game.view(Scene(trail[-1], NOBODY, "table", {}, tuple(trail)))


@pytest.mark.parametrize("slug", STAGED)
def test_every_fact_phase_and_question_of_a_game_names_a_rule_that_can_be_looked_up(slug: str) -> None:
    entries = set(rulebook(shelf.game(slug).folder).entries)
    for screen in seen(slug):
        stage: Stage = screen.stage
        assert screen.bar.rule in entries
        for fact in stage.strip.facts:
            assert fact.href or entries & set(fact.rules), fact.key
        assert entries & {*stage.ask.rules, screen.bar.rule}, stage.ask.kind


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"options": {"propaganda_max": 12}}
    return open_table(Opening(system="scarper", title="Thursday", setup=setup))


def test_a_screen_opens_them_with_the_tables_own_options_and_the_tv_opens_none(table: Table) -> None:
    german = browser(table, "german")
    page = german.get(f"/t/{table.code}/").content.decode()
    links = LINK.findall(page)
    assert "/rules/scarper/propaganda/?propaganda_max=12" in links
    assert "/rules/scarper/phase-missions/" in "".join(links)
    assert all(german.get(link).status_code == 200 for link in links)
    shown = german.get(f"/t/{table.code}/tv/").content.decode()
    assert not LINK.findall(shown)
