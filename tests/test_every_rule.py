"""Whatever stands on a stage leads to its rule: each fact of the strip, each phase, each question."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion import shelf
from companion.engine.game import Scene
from companion.engine.rulebook import rulebook
from companion.engine.scene import NOBODY, Sight
from companion.engine.stage import Facts, Fold, Piece, Stage, Versus
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from tests.tables.test_front import browser
from tests.twinned import demo

STAGED = tuple(slug for slug in shelf.slugs() if shelf.game(slug).at_table)
LINK = re.compile(r'href="(/rules/[^"]+)"')


def seen(slug: str) -> Iterator[Any]:
    """The screens of a recorded game, every fourth of them, as everybody and as each seat sees them."""
    game: Any = shelf.game(slug)
    setup, actions = demo(slug)
    seats = [frozenset({chair.id}) for chair in game.setup_seats(setup)]
    trail = [game.open(setup).state]
    for n, action in enumerate(actions):
        trail.append(game.apply(trail[-1], action).state)
        if n % 4 == 0:
            for sight in (NOBODY, *(Sight(seat, seat, seat) for seat in seats)):
                yield game.view(Scene(trail[-1], sight, "table", {}, tuple(trail)))


def told(pieces: Iterable[Piece]) -> Iterator[tuple[object, str]]:
    """The numbers of a question, each with the rule that it names."""
    for piece in pieces:
        if isinstance(piece, Fold):
            yield from told(piece.pieces)
        elif isinstance(piece, Facts):
            yield from ((fact.name, fact.rule) for fact in piece.facts)
        elif isinstance(piece, Versus):
            yield from ((end.name, end.rule) for end in (piece.left, piece.right))


@pytest.mark.parametrize("slug", STAGED)
def test_every_fact_phase_and_question_of_a_game_names_a_rule_that_can_be_looked_up(slug: str) -> None:
    entries = set(rulebook(shelf.game(slug).folder).entries)
    for screen in seen(slug):
        stage: Stage = screen.stage
        assert screen.bar.rule in entries
        for fact in stage.strip.facts:
            assert fact.href or entries & set(fact.rules), fact.key
        assert entries & {*stage.ask.rules, screen.bar.rule}, stage.ask.kind
        for edge in stage.hand.edges if stage.hand else ():
            assert edge.href or edge.rule in entries, edge.title
        for name, rule in told(stage.ask.pieces):
            assert rule in entries, (stage.ask.kind, name)


@pytest.mark.parametrize("slug", STAGED)
def test_every_step_of_a_recorded_game_leads_to_its_rule(slug: str) -> None:
    game, book = shelf.game(slug), rulebook(shelf.game(slug).folder)
    setup, actions = demo(game.slug)
    opened = game.open(setup)
    state, steps = opened.state, [*opened.steps]
    for action in actions:
        state, more = game.apply(state, action)
        steps += more
    assert not {step.rule for step in steps if step.rule and not book.key(step.rule)}


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
