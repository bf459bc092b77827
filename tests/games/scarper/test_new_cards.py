"""A physical card that the library lacks comes into it when it first appears, and stays."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.game import Scene, Sight
from companion.engine.option import spelt
from companion.games.scarper.game import GAME
from companion.games.scarper.screens import view
from companion.games.scarper.state import State
from companion.tables.models import Table
from companion.tables.position import position

SIDES = frozenset({"allied", "german"})
ZIMMERWALD = {
    "title": "Zimmerwald, né 1915",
    "side": "neutral",
    "points": 3,
    "text": "Both sides lose 1 morale.",
}
NEW = {"type": "add_card", "card": ZIMMERWALD}
ID = "zimmerwald-ne-1915"
KEEP = [{"type": "choose_missions", "side": side, "keep": 1} for side in ("german", "allied")]


def after(*actions: Any, **options: Any) -> State:
    state = GAME.open({"options": {"cards": "table", **options}}).state
    for action in (*KEEP, *actions):
        state = GAME.apply(state, action).state
    return state


def test_a_new_card_is_played_like_any_other_and_its_event_is_left_to_the_table() -> None:
    play = {"type": "play_card", "side": "german", "card": ID, "mode": "event"}
    state = after(NEW, play)
    assert state.played == (ID,)
    (effect,) = GAME.legal(state, Sight(SIDES, SIDES))[0]["effects"]
    assert (effect["kind"], effect["needs"]) == ("table", None)
    done = GAME.apply(state, {"type": "resolve_event", "side": "german", "choices": [None]})
    assert any("Both sides lose 1 morale." in step.text for step in done.steps)


def test_a_new_card_stays_in_the_library_through_json_and_has_an_id_of_its_own() -> None:
    once = after(NEW)
    again = GAME.read_state(json.loads(json.dumps(GAME.state_json(once))), "state")
    assert again.box.cards[ID].title == ZIMMERWALD["title"]
    assert GAME.state_json(again) == GAME.state_json(once)
    twin = {**ZIMMERWALD, "title": "Zimmerwald né 1915", "year": 1914, "remain": True}
    more = GAME.apply(once, {"type": "add_card", "card": twin}).state
    assert set(more.box.cards) - set(once.box.cards) == {f"{ID}-2"}
    assert more.box.cards[f"{ID}-2"].remain


@pytest.mark.parametrize(
    ("card", "path"),
    [
        ({}, "card.title"),
        ({"title": "X"}, "card.side"),
        ({"title": "X", "side": "neutral", "points": 7}, "card.points"),
        ({**ZIMMERWALD, "year": 1913}, "card.year"),
        ({**ZIMMERWALD, "id": "x"}, "card.id"),
        ({**ZIMMERWALD, "title": "big bertha"}, "card.title"),
    ],
)
def test_what_is_no_new_card_is_refused_in_words(card: Any, path: str) -> None:
    with pytest.raises(GameError) as refusal:
        after({"type": "add_card", "card": card})
    assert refusal.value.path == path


def test_cards_that_the_app_deals_are_all_there_are() -> None:
    with pytest.raises(GameError, match="deals the cards"):
        GAME.apply(GAME.open(GAME.shuffle({}, Random(1))).state, NEW)


def test_the_screen_offers_a_card_that_was_looked_for_in_vain() -> None:
    state = after()
    seen = Sight(SIDES, SIDES)
    asked = view(Scene(state, seen, "table", {"q": "Zimmerwald"}, (state,))).stage
    assert asked
    assert "do=new-card" in repr(asked.ask)
    form = view(Scene(state, seen, "table", {"do": "new-card", "q": "Zimmerwald"}, (state,))).stage
    assert form
    assert form.ask.kind == "new-card"
    assert "value='Zimmerwald'" in repr(form.ask)


def test_it_is_entered_by_a_form_told_in_the_log_and_undone(transactional_db: None) -> None:
    client = Client()
    options = {
        f"o.{option.key}": spelt(option.default)
        if option.choices
        else ("" if option.default is None else option.default)
        for option in GAME.options
    }
    client.post("/open/scarper/", {"title": "War", "way": "own", **options, "o.cards": "table"})
    table = Table.objects.get()
    for seat in ("allied", "german"):
        client.post(f"/t/{table.code}/sit/", {"deed": "sit", "seat": seat})
    client.post(f"/t/{table.code}/sit/", {"deed": "begin"})
    here = f"/t/{table.code}/"
    assert "Put it into the library" in client.get(here + "?do=new-card&q=Zimmerwald").content.decode()
    form = {
        "action": '{"type": "add_card"}', "seen": 1, "key": "k", "back": here, "a.card.title:text": "1917",
        "a.card.side": "allied", "a.card.points": "2", "a.card.year": "1914", "a.card.text:text": "",
    }  # fmt: skip
    client.post(here + "act/", form)
    table.refresh_from_db()
    assert position(table).state.box.cards["1917"].points == 2
    assert "“1917” comes into the library" in client.get(here + "log/").content.decode()
    client.post(here + "undo/", {"to": 1, "seen": 2, "key": "u", "back": here})
    table.refresh_from_db()
    assert "1917" not in position(table).state.box.cards
