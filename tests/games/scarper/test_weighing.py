"""What is weighed is drawn before it is done, and what is barred says why, as the rules say it."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.stage import Choice, Choices, Question, Stage
from companion.games.scarper.game import GAME
from companion.games.scarper.screens import view
from companion.games.scarper.screens.year import scored_now
from companion.games.scarper.state import State
from tests.staged import actions_of

WAR = json.loads((Path(__file__).parents[2] / "e2e" / "war.json").read_text("utf-8"))
CHARGE, PUSH, DIG = 52, 56, 11


def after(lines: int) -> State:
    """The war after so many lines."""
    state = GAME.open(WAR["setup"]).state
    for action in WAR["actions"][:lines]:
        state = GAME.apply(state, action).state
    return state


def stage(state: State, side: str, room: str = "table", **draft: str) -> Stage:
    """What a side's screen shows of a half-made choice."""
    seat = Sight() if room == "tv" else Sight(frozenset({side}), frozenset({side}))
    found = view(Scene(state, seat, room, draft, (state,))).stage
    assert found
    return found


def drawn(shown: Stage) -> dict[str, Any]:
    """The ghosts of a front, by what the dice come to."""
    assert shown.board
    return {each["key"]: each for each in shown.board.values["front"]["ghosts"]}


def test_every_outcome_of_a_charge_is_drawn_where_the_rules_put_it() -> None:
    state = after(CHARGE)
    shown = stage(state, "allied", at="somme", do="charge")
    ghosts = drawn(shown)
    scored = next(fact for fact in shown.strip.facts if fact.key == "scored")
    bonus = [die.plus for piece in shown.ask.pieces if hasattr(piece, "dice") for die in piece.dice]
    for one, two in product(range(1, 7), repeat=2):
        charge = WAR["actions"][CHARGE] | {"rolls": {"attacker": one, "defender": two}}
        done = GAME.apply(state, charge).state
        key = str(one + bonus[0] - two - bonus[1])
        moved = done.battlefields["somme"] != state.battlefields["somme"]
        assert (key in ghosts) == moved
        assert (key in {each.key for each in scored.woulds}) == (scored_now(done) != scored_now(state))


def test_a_push_is_drawn_before_it_is_paid() -> None:
    state = after(PUSH)
    shown = stage(state, "allied", at="mulhouse", do="push", points="1")
    done = GAME.apply(state, WAR["actions"][PUSH]).state
    (ghost,) = drawn(shown).values()
    value = abs(state.front.value("mulhouse", done.battlefields["mulhouse"].frontline))
    assert [plate["value"] for plate in ghost["plates"]] == [value]


def test_trenches_being_dug_show_what_economy_would_be() -> None:
    state = after(DIG)
    shown = stage(state, "allied", do="dig", places="mulhouse:-2:2")
    economy = next(fact for fact in shown.strip.facts if fact.key == "economy")
    assert [would.value for would in economy.woulds] == [str(state.economy.allied - 2)]


def test_nothing_that_is_weighed_is_seen_on_the_television() -> None:
    assert not drawn(stage(after(CHARGE), "allied", "tv", at="somme", do="charge"))


def barred(question: Question) -> dict[str, Choice]:
    """The choices that say why not, by their words."""
    rows = [each for piece in question.pieces if isinstance(piece, Choices) for each in piece.choices]
    return {str(each.words): each for each in rows if each.barred}


def test_an_attack_that_is_barred_says_why_in_the_rules_own_words() -> None:
    state = after(57)
    found = barred(stage(state, "allied", at="mulhouse").ask)
    assert "one point already spent" in str(found["Concentrated assault"].barred)


def test_a_battlefield_that_cannot_be_attacked_may_be_tapped_and_says_why() -> None:
    state = after(CHARGE)
    open_ = stage(state, "allied")
    assert set(barred(open_.ask)) == {"Arras", "Marne"}
    assert open_.board
    assert {track["id"] for track in open_.board.values["front"]["tracks"] if track["barred"]} == {
        "arras",
        "marne",
    }
    assert set(barred(stage(state, "allied", at="arras").ask)) >= {"Steady push", "Frontal charge"}


def test_the_opponents_event_says_why_it_is_not_played() -> None:
    found = barred(stage(after(16), "allied", card="battle-of-tannenberg").ask)
    assert "belongs to the opponent" in str(found["Play the event"].barred)


def test_without_economy_digging_says_why() -> None:
    state = after(2)
    poor = replace(state, economy=state.economy.put("german", 0))
    assert barred(stage(poor, "german").ask)["Dig trenches first"].barred


def test_who_waits_weighs_a_charge_of_his_own_and_does_nothing() -> None:
    state = after(64)
    asked = stage(state, "german").ask
    assert asked.kind == "waiting"
    assert not actions_of(asked)
    chances = [each for piece in asked.pieces if isinstance(piece, Choices) for each in piece.choices]
    assert {str(each.words) for each in chances} >= {"Metz", "Colmar"}
    assert all("%" in str(each.end) for each in chances)
    assert "Bars" in repr(stage(state, "german", at="metz").ask)


def test_the_notebook_of_who_waits_names_no_card_of_the_other_hand() -> None:
    state = after(64)
    told = repr(stage(state, "german").ask)
    assert "Notebook" in told
    for card in state.hands.allied.cards or ():
        assert state.box.cards[card].title not in told


def test_cards_in_play_are_read_again_at_a_turn() -> None:
    state = after(64)
    titles = [state.box.cards[each.card].title for each in state.in_play]
    told = repr(stage(state, "allied").ask)
    assert titles
    assert all(title in told for title in titles)
