"""Whole games on screens that follow by themselves: each swap leaves what a fresh load would show."""

from itertools import islice
from random import Random

import pytest

from companion import shelf
from tests.e2e.following import Followed, whole_game
from tests.e2e.people import Seated

SEEDS = {"parabellum": 28}
"""A game that is not too long, and has a bit of everything."""
MOST = {"proelii": 110}
"""So many lines of a battle hold every step of a round."""


QUICKEST = "scope"
"""Its whole game is followed in one run of ten, the others' where a run is thorough."""


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=pytest.mark.sampled if slug == QUICKEST else pytest.mark.thorough)
        for slug, game in shelf.games().items()
        if game.at_table
    ],
)
def test_a_screen_that_follows_shows_what_a_fresh_load_shows(seated: Seated, slug: str) -> None:
    game, fingers = shelf.game(slug), Random(1)
    setup, actions = whole_game(slug, SEEDS.get(slug, 1))
    table = seated.open(setup, "open", slug)
    screens = Followed(seated, table, slug, next(iter(table.tokens)))
    state = game.open(setup).state
    for action in islice(actions, MOST.get(slug)):
        found = screens.choose(fingers)
        whole = game.asks is not None and game.asks(state, action) is not None
        screens.act(action, "" if whole else str(game.seat_of(state, action) or ""))
        state = game.apply(state, action).state
        found += screens.differences()
        assert not found, "\n".join([f"Line {table.version}, {action}:", *found])
