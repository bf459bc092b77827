"""Events: what each kind of effect does, in which order, and what stays in play (5, specification 9.5)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scarper.game import GAME
from companion.games.scarper.rules.legal import legal
from companion.games.scarper.state import InPlay, PerSide, State, Turn
from companion.games.scarper.state.box import Battlefield
from scarper.drawn import front

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
