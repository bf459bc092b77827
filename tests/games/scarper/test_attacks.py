"""Charges, assaults and pushes: the rulebook's own examples, and laws that hold on any board."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction
from companion.engine.game import Scene, Sight
from companion.engine.stage import Choice, Choices, Question, Stage
from companion.games.scarper.data import BATTLEFIELDS, NEIGHBOURS
from companion.games.scarper.game import GAME
from companion.games.scarper.procedures import attacks
from companion.games.scarper.procedures.rounds import read_question
from companion.games.scarper.screens import view
from companion.games.scarper.screens.attacks import assault_picture
from companion.games.scarper.screens.year import scored_now
from companion.games.scarper.state import State
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from tests.games.scarper.player import front
from tests.staged import actions_of

charge = GAME.procedure("frontal-charge").resolve
charge_odds = GAME.procedure("frontal-charge-odds").resolve
assault = GAME.procedure("concentrated-assault").resolve
assault_odds = GAME.procedure("concentrated-assault-odds").resolve
push = GAME.procedure("steady-push").resolve

SIDES = st.sampled_from(["allied", "german"])


@st.composite
def tracks(draw: Any) -> dict[str, Any]:
    """Values of one battlefield, of any length."""
    values = st.lists(st.integers(0, 15), min_size=1, max_size=9).map(sorted)
    return {"allied": draw(values), "german": draw(values), "trenches": {}}


@st.composite
def boards(draw: Any) -> dict[str, Any]:
    three = [draw(tracks()) for _ in range(3)]
    return {
        "id": "any",
        "title": "Any",
        "battlefields": {each: three[n % 3] for n, each in enumerate(BATTLEFIELDS)},
    }


@st.composite
def fronts(draw: Any, track: dict[str, Any], attacker: str | None = None) -> dict[str, Any]:
    """A frontline and trenches on a track; with an attacker never at the end that it attacks."""
    low, high = -len(track["german"]), len(track["allied"])
    least = low + 1 if attacker == "german" else low
    most = high - 1 if attacker == "allied" else high
    frontline = draw(st.integers(least, most))
    spaces = st.sampled_from([each for each in range(low, high + 1) if each != frontline])
    trenches = draw(st.dictionaries(spaces.map(str), st.integers(1, 4), max_size=6))
    return {"frontline": frontline, "trenches": trenches}


@st.composite
def charges(draw: Any) -> dict[str, Any]:
    board, attacker, battlefield = draw(boards()), draw(SIDES), draw(st.sampled_from(BATTLEFIELDS))
    around = {each: draw(fronts(board["battlefields"][each])) for each in NEIGHBOURS[battlefield]}
    around[battlefield] = draw(fronts(board["battlefields"][battlefield], attacker))
    most = draw(st.integers(1, 12))
    markers = st.integers(0, most)
    return {
        "attacker": attacker,
        "battlefield": battlefield,
        "battlefields": around,
        "propaganda": {"allied": draw(markers), "german": draw(markers)},
        "modifiers": {"attack": draw(st.integers(-9, 9)), "defence": draw(st.integers(-9, 9))},
        "options": {
            "propaganda_max": most,
            "relative_position": draw(st.sampled_from(["spaces", "value_steps"])),
        },
        "board": board,
    }


@st.composite
def assaults(draw: Any) -> dict[str, Any]:
    board, attacker, battlefield = draw(boards()), draw(SIDES), draw(st.sampled_from(BATTLEFIELDS))
    return {
        "attacker": attacker,
        "battlefield": battlefield,
        **draw(fronts(board["battlefields"][battlefield], attacker)),
        "morale": draw(st.integers(-15, 15)),
        "points": draw(st.integers(1, 6)),
        "modifier": draw(st.integers(-9, 9)),
        "options": {"direct_victory": draw(st.sampled_from(["any_time", "year_end"]))},
        "board": board,
    }


def trenches(after: dict[str, Any]) -> Counter[str]:
    return Counter(after["trenches"])


def dug(moves: list[dict[str, Any]]) -> Counter[str]:
    return Counter(str(move["space"]) for move in moves if move["kind"] == "remove_trench")


def conserved(before: dict[str, Any], after: dict[str, Any], attacker: str) -> None:
    """Every trench is still there or was dug out, every space was entered or not reached, nothing else."""
    ahead = 1 if attacker == "allied" else -1
    entered = [move["space"] for move in after["moves"] if move["kind"] == "advance"]
    assert trenches(before) == trenches(after) + dug(after["moves"])
    assert after["frontline"] == before["frontline"] + ahead * len(entered)
    assert entered == [before["frontline"] + ahead * n for n in range(1, len(entered) + 1)]
    assert str(after["frontline"]) not in after["trenches"]


def counted(cases: list[Any], key: Any) -> dict[Any, Fraction]:
    """The share of cases that give each value."""
    return {value: Fraction(n, len(cases)) for value, n in Counter(map(key, cases)).items()}


def chance(entry: dict[str, Any]) -> Fraction:
    assert entry["f"] == round(float(Fraction(entry["p"])), 12)
    return Fraction(entry["p"])


def advanced(question: Any, result: Any) -> int:
    before = question.get("frontline", None)
    if before is None:
        before = question["battlefields"][question["battlefield"]]["frontline"]
    return abs(result["frontline"] - before)


@given(charges())
def test_the_odds_of_a_charge_are_what_its_36_rolls_give(question: dict[str, Any]) -> None:
    rolls = [{"attacker": a, "defender": d} for a, d in product(range(1, 7), repeat=2)]
    cases = [charge({**question, "rolls": each}).result for each in rolls]
    odds = charge_odds(question).result
    winners = counted(cases, lambda case: case["winner"])
    for name, winner in (("attacker", "attacker"), ("tie", None), ("defender", "defender")):
        assert chance(odds[name]) == winners.get(winner, 0)
    found = {int(spaces): chance(each) for spaces, each in odds["advance"].items()}
    assert found == counted(cases, lambda case: advanced(question, case))
    assert list(odds["advance"]) == sorted(odds["advance"], key=int)
    assert chance(odds["expected_advance"]) == sum(n * share for n, share in found.items())
    assert {each["margin"]: ends(each) for each in odds["outcomes"]} == {
        case["attack"]["total"] - case["defence"]["total"]: ends(
            {**case, "advance": advanced(question, case), "trenches_removed": dug(case["moves"]).total()}
        )
        for case in cases
    }
    assert sum(chance(each) for each in odds["outcomes"]) == 1


def ends(outcome: dict[str, Any]) -> list[Any]:
    keys = ("movement_value", "propaganda_value", "trenches_removed", "advance", "frontline", "propaganda")
    return [outcome[key] for key in keys]


@given(charges(), st.integers(1, 6), st.integers(1, 6))
def test_a_charge_conserves_trenches_movement_and_propaganda(
    question: Any, attacker: int, defender: int
) -> None:
    result = charge({**question, "rolls": {"attacker": attacker, "defender": defender}}).result
    before = question["battlefields"][question["battlefield"]]
    conserved(before, result, question["attacker"])
    assert len(result["moves"]) + result["unspent"] == result["movement_value"]
    other = "german" if question["attacker"] == "allied" else "allied"
    lost = question["propaganda"][question["attacker"]] - result["propaganda"][question["attacker"]]
    won = result["propaganda"][other] - question["propaganda"][other]
    value = result["propaganda_value"]
    assert 0 <= lost <= (value + 1) // 2
    assert 0 <= won <= value // 2


@given(assaults())
def test_the_odds_of_an_assault_are_what_its_six_rolls_give(question: dict[str, Any]) -> None:
    cases = [assault({**question, "rolls": {"d6": d6}}).result for d6 in range(1, 7)]
    odds = assault_odds(question).result
    for case in cases:
        outcome = odds["outcomes"][case["d3"] - 1]
        for key in ("d3", "movement_value", "frontline", "morale", "winner"):
            assert outcome[key] == case[key]
        assert outcome["trenches_removed"] == dug(case["moves"]).total()
        assert outcome["advance"] == advanced(question, case)
        assert chance(outcome) == Fraction(1, 3)
        conserved(question, case, question["attacker"])
        assert -15 <= case["morale"] <= 15
    found = {int(spaces): chance(each) for spaces, each in odds["advance"].items()}
    assert found == counted(cases, lambda case: advanced(question, case))
    assert chance(odds["expected_advance"]) == sum(n * share for n, share in found.items())


def pushed(question: dict[str, Any]) -> tuple[Any, str]:
    """What a push gives, or the place of its fault."""
    try:
        return push(question).result, ""
    except IllegalAction as refused:
        return None, refused.path


@given(st.data())
def test_a_push_spends_its_points_exactly_or_not_at_all(data: Any) -> None:
    board, attacker = data.draw(boards()), data.draw(SIDES)
    battlefield = data.draw(st.sampled_from(BATTLEFIELDS))
    before = data.draw(fronts(board["battlefields"][battlefield]))
    points = data.draw(st.integers(1, 6))
    wanted = {"battlefield": battlefield, **before, "points": points}
    question = {"attacker": attacker, "points": 6, "pushes": [wanted], "board": board}
    after, fault = pushed(question)
    if after is None:
        assert fault == "pushes.0.points"
        return
    assert after["left"] == 6 - points
    moves = after["pushes"][0]["moves"]
    assert sum(move["cost"] for move in moves) == points
    assert all(move["cost"] == (2 if move["kind"] == "remove_trench" else 1) for move in moves)
    conserved(before, after["pushes"][0], attacker)


def test_a_repulsed_charge_leaves_the_frontline_and_moves_propaganda_by_turns() -> None:
    fronts = {"ypres": front("--->---"), "arras": front("--->---")}
    question = {"attacker": "allied", "battlefield": "ypres", "battlefields": fronts}
    question |= {"propaganda": {"allied": 5, "german": 5}, "rolls": {"attacker": 1, "defender": 6}}
    result = charge(question).result
    assert result["frontline"] == 0
    assert result["propaganda"] == {"allied": 2, "german": 7}


def test_value_steps_see_no_difference_between_spaces_of_equal_value() -> None:
    board = GAME.files[1].sample()
    flat = {**board["battlefields"]["arras"], "allied": [1, 1, 1]}
    board = {**board, "battlefields": {**board["battlefields"], "arras": flat, "ypres": flat}}
    fronts = {"ypres": {"frontline": 1}, "arras": {"frontline": 3}, "somme": {"frontline": 0}}
    question = {"attacker": "allied", "battlefield": "ypres", "battlefields": fronts, "board": board}
    question |= {"propaganda": {"allied": 0, "german": 0}, "rolls": {"attacker": 1, "defender": 6}}
    assert charge(question).result["attack"]["relative"] == {"arras": 2}
    by_value = {**question, "options": {"relative_position": "value_steps"}}
    assert charge(by_value).result["attack"]["relative"] == {"arras": 0}


def test_an_assault_that_breaks_its_own_side_wins_for_the_other_unless_the_year_counts() -> None:
    question = {"attacker": "german", "battlefield": "ypres", "frontline": 0, "morale": 14, "points": 1}
    question["rolls"] = {"d6": 6}
    assert assault(question).result["winner"] == "allied"
    assert assault({**question, "options": {"direct_victory": "year_end"}}).result["winner"] is None


@pytest.mark.parametrize(
    ("drawn", "amounts"), [("--->1--", [2, 3, 4]), ("--->---", [1, 2, 3]), ("------>", [])]
)
def test_a_steady_push_offers_the_amounts_that_it_can_spend(drawn: str, amounts: list[int]) -> None:
    pushes = [{"battlefield": "ypres", **front(drawn), "points": points} for points in range(1, 5)]
    results = [pushed({"attacker": "allied", "points": 6, "pushes": [each]})[0] for each in pushes]
    assert [n for n, result in enumerate(results, 1) if result] == amounts


def lost(propaganda: dict[str, int], defender: int) -> list[str]:
    """What is told of both markers after an Allied charge on Ypres that rolled 1."""
    fronts = {"ypres": front("--->---"), "arras": front("--->---")}
    question = {
        "attacker": "allied",
        "battlefield": "ypres",
        "battlefields": fronts,
        "propaganda": propaganda,
    }
    rolls = {"attacker": 1, "defender": defender}
    told = charge({**question, "rolls": rolls}).steps
    return [step.text for step in told if " propaganda " in step.text and step.rule == "6.2.2.4"][-2:]


def test_a_lost_charge_tells_of_a_marker_only_what_it_did() -> None:
    assert lost({"allied": 1, "german": 1}, 2) == [
        "Allied propaganda falls from 1 to 0.",
        "German propaganda stays on 1: no step is left for it.",
    ]
    assert lost({"allied": 0, "german": 9}, 6) == [
        "Allied propaganda stays on 0: its end is reached.",
        "German propaganda rises from 9 to 10.",
    ]


@pytest.mark.parametrize(("morale", "words"), [(0, ""), (13, "may lose"), (14, "will lose")])
def test_an_assault_that_loses_the_war_with_every_die_is_said_to_lose_it(morale: int, words: str) -> None:
    declared = read_question(
        attacks.Assault,
        {
            "attacker": "german",
            "battlefield": "ypres",
            "frontline": 0,
            "trenches": {},
            "morale": morale,
            "points": 1,
        },
    )
    danger = assault_picture(declared).danger
    assert words in str(danger)
    assert bool(danger) == bool(words)


WAR = json.loads((Path(__file__).parents[2] / "e2e" / "war.json").read_text("utf-8"))
DICE = {
    "charge": (52, "?at=somme&do=charge", {"a.rolls.attacker": "6", "a.rolls.defender": "1"}),
    "assault": (28, "?at=ypres&do=assault", {"a.rolls.d6": "6"}),
    "charge by event": (
        39,
        "?e0=ypres",
        {"a.choices.0.rolls.attacker": "4", "a.choices.0.rolls.defender": "1"},
    ),
    "assault by event": (62, "?e0=verdun", {"a.choices.0.rolls.d6": "6"}),
}
every_form = pytest.mark.parametrize(("line", "address", "faces"), DICE.values(), ids=DICE)


@pytest.fixture
def browser(db: None) -> tuple[Client, Table]:
    table = open_table(Opening(system="scarper", title="Thursday", kind="open", setup=WAR["setup"]))
    secret = new_secret()
    for side in ("allied", "german"):
        seating.sit(table, secret, side, "Ada's tablet", player="Ada")
    client = Client()
    client.cookies[COOKIE] = secret
    return client, table


def form_at(browser: tuple[Client, Table], line: int, address: str) -> dict[str, Any]:
    """The dice form of the page, with its hidden fields, after so many lines of the war."""
    client, table = browser
    for n, action in enumerate(WAR["actions"][:line], 1):
        play.act(table, HOUSE, action, n, f"war-{n}")
    page = client.get(f"/t/{table.code}/{address}").content.decode()
    form = next(part for part in re.findall(r"<form.*?</form>", page, re.S) if 'name="needs"' in part)
    assert 'value="these"' in form
    assert form.count("required") == 6 * form.count('name="needs"')
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return {name: [unescape(value) for other, value in hidden if other == name] for name, _ in hidden}


@pytest.mark.sampled("line", "address", "faces")
@every_form
def test_a_die_that_is_not_tapped_is_refused_in_words_and_nothing_is_rolled(
    browser: tuple[Client, Table], line: int, address: str, faces: dict[str, str]
) -> None:
    client, table = browser
    form = form_at(browser, line, address)
    missing = dict(list(faces.items())[1:])
    for tapped in ({}, missing):
        answer = client.post(f"/t/{table.code}/act/", {**form, **tapped, "dice": "these"}, follow=True)
        refusal = re.search(r'id="refusal-words"[^>]*>([^<]+)<', answer.content.decode())
        assert refusal
        assert "not tapped yet" in refusal[1]
    assert Entry.objects.filter(table=table).count() == line + 1


@pytest.mark.sampled("line", "address", "faces")
@every_form
def test_what_was_tapped_counts_with_these_dice_and_not_with_the_apps(
    browser: tuple[Client, Table], line: int, address: str, faces: dict[str, str]
) -> None:
    client, table = browser
    form = form_at(browser, line, address)
    client.post(f"/t/{table.code}/act/", {**form, **faces, "dice": "these"})
    assert Entry.objects.latest("number").action == WAR["actions"][line]
    play.undo(table, HOUSE, line + 1, line + 2, "again")
    client.post(f"/t/{table.code}/act/", {**form, **faces, "dice": "app", "seen": line + 3, "key": "k2"})
    assert Entry.objects.latest("number").rolled


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
