"""Events: what each kind of effect does, in which order, and what stays in play (5, specification 9.5)."""

import json
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.game import Scene, Sight
from companion.engine.option import spelt
from companion.games.scarper.deeds import legal
from companion.games.scarper.game import GAME
from companion.games.scarper.screens import view
from companion.games.scarper.state import InPlay, PerSide, State, Turn
from companion.games.scarper.state.box import Battlefield
from companion.tables.models import Table
from companion.tables.position import position
from tests.games.scarper.player import front

STARTER = GAME.files[0].sample()


def table(*effects: Any, state: dict[str, Any] | None = None, options: Any = None, **card: Any) -> State:
    """A table where the German side is about to resolve a card of its own with these effects."""
    first, *rest = STARTER["cards"]
    own = {**first, "side": "german", "effects": list(effects), **card}
    setup = {"options": {"cards": "table", **(options or {})}, "library": {**STARTER, "cards": [own, *rest]}}
    opened = GAME.open(setup).state
    turn = Turn("german", "event", "bef-lands", "event", "first", "german")
    return replace(opened, phase="rounds", first="german", played=("bef-lands",), turn=turn, **(state or {}))


def fronts(state: State, **drawn: str) -> State:
    for battlefield, line in drawn.items():
        there = front(line)
        trenches = {int(space): count for space, count in there["trenches"].items()}
        state = state.with_battlefield(battlefield, Battlefield(there["frontline"], trenches))
    return state


def resolve(state: State, *choices: Any) -> State:
    return GAME.apply(state, {"type": "resolve_event", "side": "german", "choices": list(choices)}).state


def effects(state: State) -> list[dict[str, Any]]:
    (entry,) = legal(state)
    found: list[dict[str, Any]] = entry["effects"]
    return found


def gain(side: str = "own", amount: int = 2, **more: Any) -> dict[str, Any]:
    return {"kind": "morale", "side": side, "amount": amount, **more}


@pytest.mark.parametrize(("side", "morale"), [("own", -2), ("enemy", 2), ("allied", 2), ("german", -2)])
def test_morale_goes_to_the_effects_side(side: str, morale: int) -> None:
    assert resolve(table(gain(side)), None).morale == morale


def test_markers_stop_at_their_limits() -> None:
    down = {"kind": "propaganda", "side": "own", "amount": -3}
    up = {"kind": "economy", "side": "enemy", "amount": 9}
    after = resolve(table(down, up), None, None)
    assert after.propaganda.german == 0
    assert after.economy.allied == 10


def test_a_win_in_the_middle_ends_the_event_and_looks_at_no_more_choices() -> None:
    after = resolve(
        table(gain(amount=15), {"kind": "discard", "side": "own", "count": 1}, remain=True), None, {}
    )
    assert (after.phase, after.winner, after.win_by) == ("over", "german", "direct")
    assert after.played == ("bef-lands",)
    assert after.in_play == ()


def test_effects_see_what_the_effects_before_them_left() -> None:
    advance = {"kind": "advance", "side": "own", "spaces": 2, "battlefields": ["somme"]}
    reward = gain(**{"if": {"p": "at_least", "what": "deepest", "value": 3}})
    state = table(advance, reward)
    assert [each["applies"] for each in effects(state)] == [True, False]
    assert resolve(state, {"battlefield": "somme"}, None).morale == -2
    assert resolve(fronts(state, somme="--2>---"), {"battlefield": "somme"}, None).morale == 0


def test_an_effect_that_does_not_apply_takes_no_choice() -> None:
    never = {"p": "year", "from": 1918, "to": 1918}
    state = table({"kind": "build", "side": "own", "count": 1, "if": never})
    assert resolve(state, None).rounds_done.german == 1
    with pytest.raises(GameError) as refused:
        resolve(state, {"placements": []})
    assert (refused.value.code, refused.value.path) == ("illegal_action", "choices.0")


def test_trenches_of_an_event_cost_nothing_and_keep_to_supply_and_ground() -> None:
    state = table({"kind": "build", "side": "own", "count": 3}, options={"trench_supply": 8})
    after = resolve(state, {"placements": [{"battlefield": "ypres", "space": 1, "count": 2}]})
    assert after.battlefields["ypres"].trenches == {1: 2}
    assert after.economy.german == 5
    with pytest.raises(GameError) as refused:
        resolve(state, {"placements": [{"battlefield": "ypres", "space": 1, "count": 3}]})
    assert refused.value.path == "choices.0.placements"
    full = table({"kind": "build", "side": "own", "count": 3}, options={"trench_supply": 6})
    assert effects(full)[0]["applies"] is False
    assert resolve(full, None).turn is not None


def test_an_enemy_effect_builds_on_the_enemys_ground() -> None:
    state = table({"kind": "build", "side": "enemy", "count": 1})
    after = resolve(state, {"placements": [{"battlefield": "ypres", "space": -1, "count": 1}]})
    assert after.trenches_of("allied") == 7
    with pytest.raises(GameError, match="Allied ground"):
        resolve(state, {"placements": [{"battlefield": "ypres", "space": 1, "count": 1}]})


def test_a_free_charge_adds_its_bonus_and_what_cards_in_play_give() -> None:
    charge = {"kind": "charge", "side": "own", "bonus": 1, "battlefields": ["marne"]}
    state = table(charge, state={"in_play": (InPlay("fokker-scourge", "german"),)})
    choice = {"battlefield": "marne", "rolls": {"attacker": 2, "defender": 2}}
    assert resolve(state, choice).battlefields["marne"].frontline == -2


def test_a_free_assault_takes_its_own_value_and_costs_morale() -> None:
    state = table({"kind": "assault", "side": "own", "points": 0})
    after = resolve(state, {"battlefield": "marne", "rolls": {"d6": 3}})
    assert after.battlefields["marne"].frontline == -2
    assert after.morale == 2


def test_an_attack_applies_only_where_the_front_can_still_move() -> None:
    state = fronts(
        table({"kind": "advance", "side": "own", "spaces": 1, "battlefields": ["ypres"]}), ypres=">------"
    )
    assert effects(state)[0] == {"kind": "advance", "needs": "battlefield", "applies": False, "options": []}
    assert resolve(state, None).battlefields["ypres"].frontline == -3


def test_a_card_that_remains_goes_into_play_and_what_it_cancels_leaves() -> None:
    there = (InPlay("blockade", "allied"), InPlay("fokker-scourge", "german"))
    state = table(remain=True, cancels=["fokker-scourge", "poison-gas"], state={"in_play": there})
    after = resolve(state)
    assert after.in_play == (InPlay("blockade", "allied"), InPlay("bef-lands", "german"))
    assert after.played == ("fokker-scourge",)


def test_the_tables_own_effect_changes_nothing() -> None:
    state = table({"kind": "table", "text": "Sing."})
    assert resolve(state, None).battlefields == state.battlefields


def test_a_discard_takes_all_cards_where_there_are_fewer() -> None:
    state = table({"kind": "discard", "side": "enemy", "count": 3})
    state = replace(state, hands=PerSide(replace(state.hands.allied, count=2), state.hands.german))
    action = {"type": "resolve_event", "side": "german", "choices": [None]}
    question = GAME.asks(state, action)
    assert question is not None
    assert question.seat == "allied"
    assert question.ask == {"type": "name_discards", "side": "allied", "count": 2, "from": None}
    after = GAME.apply(state, GAME.answer(state, action, named("digging-in", "big-bertha"))).state
    assert after.hands.allied.count == 0
    assert after.played == ("bef-lands", "digging-in", "big-bertha")


def named(*cards: str, **more: Any) -> dict[str, Any]:
    return {"type": "name_discards", "side": "allied", "cards": list(cards), **more}


def faults() -> Iterable[tuple[Any, str, str]]:
    yield named("digging-in"), "illegal_action", "cards"
    yield named("digging-in", "digging-in"), "illegal_action", "cards"
    yield named("digging-in", "bef-lands"), "illegal_action", "cards.1"
    yield named("digging-in", "paris-gun"), "illegal_action", "cards.1"
    yield {**named("a", "b"), "cards": ["digging-in", 7]}, "invalid_input", "cards.1"
    yield {**named(), "cards": None}, "invalid_input", "cards"
    yield {**named("digging-in", "big-bertha"), "side": "german"}, "invalid_input", "side"
    yield named(when="now"), "invalid_input", "when"
    yield 7, "invalid_input", ""


@pytest.mark.parametrize(("reply", "code", "path"), list(faults()))
def test_a_bad_answer_is_refused_with_its_place(reply: Any, code: str, path: str) -> None:
    state = table({"kind": "discard", "side": "enemy", "count": 2})
    action = {"type": "resolve_event", "side": "german", "choices": [None]}
    with pytest.raises(GameError) as refused:
        GAME.answer(state, action, reply)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_nobody_is_asked_where_the_discard_does_not_apply() -> None:
    state = table(
        {"kind": "discard", "side": "enemy", "count": 2}, {"kind": "discard", "side": "own", "count": 1}
    )
    empty = replace(state, hands=PerSide(replace(state.hands.allied, count=0), state.hands.german))
    action = {"type": "resolve_event", "side": "german", "choices": [None, None]}
    assert GAME.asks(empty, action) is None
    for broken in (
        None,
        {},
        {"type": "resolve_event"},
        {**action, "side": "allied"},
        {**action, "choices": [3, 4]},
    ):
        assert GAME.asks(state, broken) is None


def test_an_opponents_event_may_come_after_the_points() -> None:
    opened = table()
    start = replace(opened, played=(), turn=Turn("german"), phase="rounds")
    steps: list[dict[str, Any]] = [
        {"type": "play_card", "side": "german", "card": "russian-mobilisation", "mode": "commands"},
        {"type": "invest_economy", "side": "german", "points": 2},
    ]
    steps[0]["event_order"] = "after"
    state = start
    for action in steps:
        state = GAME.apply(state, action).state
    assert state.turn is not None
    assert (state.turn.step, state.turn.owner, state.turn.left) == ("event", "allied", 0)
    done = GAME.apply(state, {"type": "resolve_event", "side": "allied", "choices": [None]}).state
    assert done.in_play == (InPlay("russian-mobilisation", "allied"),)
    assert done.economy.german == 6
    assert done.turn == Turn("allied")


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


@pytest.mark.parametrize(
    ("kind", "taps", "missed"),
    [
        ("build", "Tap German spaces on the board. No trenches dug, up to 2.", "two trenches not dug"),
        (
            "raze",
            "Tap the Allied trenches on the board. No trenches removed, up to 2.",
            "one trench not removed",
        ),
    ],
)
def test_an_events_trenches_are_tapped_and_its_button_says_what_is_given_up(
    kind: str, taps: str, missed: str
) -> None:
    effect = {"kind": kind, "side": "own", "count": 2, "battlefields": ["arras"]}
    state = fronts(table(effect), arras="1-->--1")
    seat = Sight(frozenset({"german"}), frozenset({"german"}))
    stage = view(Scene(state, seat, "table", {}, (state,))).stage
    assert stage
    assert taps in [str(getattr(piece, "words", "")) for piece in stage.ask.pieces]
    assert str(stage.ask.main.small) == missed
