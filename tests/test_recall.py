"""A correction begins with the choice that the line was: every deed of a whole game can be recalled."""

import pytest

from companion import shelf
from companion.engine.scene import NOBODY, Scene, Sight
from tests.e2e.following import whole_game


@pytest.mark.parametrize("slug", [slug for slug, game in shelf.games().items() if game.at_table])
def test_every_deed_is_recalled_as_text_whoever_reads_it(slug: str) -> None:
    game = shelf.game(slug)
    setup, actions = whole_game(slug, seed=1)
    state = game.open(setup).state
    for action in actions:
        own = frozenset([action[game.seat_key]] if action.get(game.seat_key) else [])
        for sight in (NOBODY, Sight(own, own, own)):
            draft = game.recall(game.redact_action(state, action, sight))
            assert all(type(text) is str for pair in draft.items() for text in pair)
            assert game.view(Scene(state, sight, "table", dict(draft), (state,))).bar
        state = game.apply(state, action).state
