"""What the app deals where the table leaves it out, and the cards that a group brings."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.verraeter.data import ACTION_CARDS
from companion.games.verraeter.game import GAME
from companion.games.verraeter.rules.setting_up import shuffled_circle
from companion.games.verraeter.state import starter_circles, starter_file
from verraeter.drawn import PATCHWORK, at_draft, at_refill, deed, opened

MANY = 4000


def even(found: Counter[Any], kinds: int) -> bool:
    """Whether every kind came about as often as every other."""
    wanted = MANY / kinds
    return len(found) == kinds and all(abs(count - wanted) < 6 * wanted**0.5 for count in found.values())


def test_each_action_card_is_put_aside_as_often_as_the_others() -> None:
    random, state = Random(1), at_draft()
    dealt = (GAME.roll(state, deed("deal_actions", "anna"), random)["removed"] for _ in range(MANY))
    assert even(Counter(dealt), len(ACTION_CARDS))


def test_each_card_of_the_pile_is_drawn_as_often_as_the_others() -> None:
    random = Random(2)
    state = replace(at_refill(), draw=(2, 3, 4, 5, 6))
    drawn = (GAME.roll(state, deed("refill", "anna"), random)["cards"][0] for _ in range(MANY))
    assert even(Counter(drawn), 5)


def test_a_pile_that_runs_out_is_drawn_to_its_end_and_then_the_discards() -> None:
    state = at_refill()
    state = replace(state, draw=(8,), discard=(2, 2, 6), refill=(replace(state.refill[0], entitlement=3),))
    for seed in range(20):
        rolled = GAME.roll(state, deed("refill", "anna"), Random(seed))
        assert rolled["cards"][0] == 8
        assert len(rolled["cards"]) == 3
        after = GAME.apply(state, rolled).state
        assert not set(rolled["cards"][1:]) - {2, 6}
        assert after.discard == ()


def test_who_draws_the_apps_cards_sees_them_before_he_lays_any_down() -> None:
    """Where the table lays down after picking up, the player himself is asked, and only he."""
    laid: dict[str, list[int]] = {"anna": [], "bert": [], "cleo": [], "dora": []}
    options = {"hand_limit": 3, "surplus": "after"}
    state = at_refill(supply=laid, options=options)
    rolled = GAME.roll(state, deed("refill", "anna"), Random(5))
    question = GAME.asks(state, rolled)
    assert question is not None
    assert question.seat == "anna"
    assert question.ask["from"] == sorted([3, 4, 5, *rolled["cards"]])
    reply = {"type": "lay_down", "player": "anna", "discard": rolled["cards"]}
    whole = GAME.answer(state, rolled, reply)
    assert GAME.apply(state, whole).state.player("anna").hand == (3, 4, 5)
    for wrong, path in (({**reply, "discard": []}, "discard"), ({**reply, "player": "bert"}, "player")):
        with pytest.raises(GameError) as refusal:
            GAME.answer(state, rolled, wrong)
        assert refusal.value.path == path
    assert GAME.asks(state, whole) is None
    before = at_refill(supply=laid, options={**options, "surplus": "before"})
    assert GAME.asks(before, GAME.roll(before, deed("refill", "anna"), Random(5))) is None


def test_what_is_malformed_is_left_for_the_rules() -> None:
    state = at_refill()
    for action in (None, 3, {"type": "refill"}, deed("refill", "anna", cards="x"), deed("refill", "bert")):
        assert GAME.roll(state, action, Random(3)) == action


def test_a_shuffled_circle_has_each_type_once_for_each_house() -> None:
    kinds = {json.dumps(each) for each in shuffled_circle(Random(4))}
    assert len(kinds) == 12


@pytest.mark.parametrize("starter", starter_circles(), ids=lambda each: each.id)
def test_a_starter_circle_can_be_played_on(starter: Any) -> None:
    assert opened(circle=starter.circle).phase == "estates"


def test_seats_are_the_players_of_the_setup_or_a_colour_each() -> None:
    assert [chair.id for chair in GAME.setup_seats({"players": ["ada", "big_ben", "cy"]})] == [
        "ada",
        "big_ben",
        "cy",
    ]
    assert [chair.name for chair in GAME.setup_seats({"players": ["ada", "big_ben", "cy"]})][1] == "Big Ben"
    assert len(GAME.setup_seats({})) == 4


def changed(path: str, value: Any) -> Any:
    """The starter file with something else at a dotted path."""
    file = starter_file()
    *way, last = path.split(".")
    place = file
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return file


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("format", "verraeter-cards/2", "invalid_input"),
        ("name", "", "invalid_input"),
        ("houses.lily", "Lily", "invalid_input"),
        ("houses.rose", 3, "invalid_input"),
        ("landscapes.lake", {}, "invalid_input"),
        ("landscapes.moor.conflict", 100, "invalid_input"),
        ("landscapes.moor.vp", [1, 2, 3], "invalid_input"),
        ("landscapes.moor.vp.2", -1, "invalid_input"),
        ("landscapes.moor.name", "", "invalid_input"),
        ("supply.10", 1, "invalid_input"),
        ("supply.8", 41, "invalid_input"),
    ],
)
def test_a_file_of_cards_is_refused_at_its_first_bad_value(path: str, value: Any, code: str) -> None:
    (file,) = GAME.files
    with pytest.raises(GameError) as refusal:
        file.check(changed(path, value))
    assert (refusal.value.code, refusal.value.path) == (code, path)


def test_a_deck_without_starting_hands_is_refused() -> None:
    with pytest.raises(GameError) as refusal:
        GAME.files[0].check(changed("supply.4", 2))
    assert (refusal.value.code, refusal.value.path) == ("illegal_action", "supply")


def test_a_table_plays_with_the_values_and_the_words_of_its_own_file() -> None:
    file = changed("landscapes.town", {"conflict": 20, "vp": [9, 9, 9, 9], "name": "Stadt"})
    file["houses"] = {"eagle": "Adler", "rose": "Rose"}
    begun = GAME.open(
        {"players": ["anna", "bert", "cleo"], "start_player": "anna", "circle": PATCHWORK, "cards": file}
    )
    assert begun.state.cards.landscapes["town"].conflict == 20
    assert begun.state.words.landscapes["town"] == "Stadt"
    assert any("Adler" in step.text for step in begun.steps)
    assert GAME.files[0].check(GAME.files[0].sample()).steps
