"""Each procedure of a battle, and whole battles of players who know what is legal alone."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import product
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.rulebook import rulebook
from companion.engine.scene import Scene, Sight
from companion.engine.stage import Choice, Choices, Deed, Fold
from companion.engine.workbook import Written, read_workbook, write_workbook
from companion.games.proelii.data import (
    DESTROYED,
    FACES,
    FOLDER,
    FULL,
    KIND_NAMES,
    PHASE_NAMES,
    QUARTER,
    RANKS,
    UNITS,
)
from companion.games.proelii.deeds import DEEDS, apply, legal, result, tell
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.armies import resolve_end_conversion as converted
from companion.games.proelii.procedures.combat import resolve_roll_combat as fought
from companion.games.proelii.procedures.combat_odds import CombatOddsQuestion, Opponent, Throws, at_best
from companion.games.proelii.procedures.combat_odds import resolve_combat_odds as odds
from companion.games.proelii.procedures.energy import lying, open_sources
from companion.games.proelii.procedures.questions import state_of
from companion.games.proelii.rules.course import may_roll
from companion.games.proelii.rules.setting_up import read_file, sample, starter, template
from companion.games.proelii.screens.attacking import attack
from companion.games.proelii.screens.combat import losses
from companion.games.proelii.screens.frame import (
    Turn,
    cheapest,
    duel,
    each_face,
    falls,
    given_up,
    hits,
    pairs,
)
from companion.games.proelii.state import DICE, Options, State, Unit, is_square, read_state, state_json
from tests.games.proelii.player import Player, play, setup


@pytest.mark.parametrize(("one", "other"), [("skirmishers", "cavalry"), ("mercenaries", "heavy_infantry")])
@pytest.mark.parametrize("convert", [False, True])
def test_the_odds_of_a_fight_are_what_every_pair_of_faces_comes_to(
    one: str, other: str, convert: bool
) -> None:
    """The whole table of faces through `roll-combat` gives the distribution of `combat-odds`."""
    policy = {"convert": {"two_swords": convert, "two_shields": False}}
    sides = {name: {"experience": "regular", "energy": 50, "cp": UNITS[kind].cp, "type": kind}
             for name, kind in (("attacker", one), ("defender", other))}  # fmt: skip
    asked = {"attacker": {**sides["attacker"], "policy": policy}, "defender": sides["defender"]}
    counted: dict[tuple[int, ...], int] = {}
    for a, b in product(faces(one), faces(other)):
        end = enumerated(sides["attacker"], sides["defender"], a, b, convert)
        counted[end] = counted.get(end, 0) + 1
    found = {tuple(each[key] for key in KEYS): Fraction(each["p"]) for each in odds(asked).result["outcomes"]}
    assert found == {end: Fraction(n, 36) for end, n in counted.items()}


KEYS = ("attacker_loss", "defender_loss", "attacker_energy", "defender_energy")


def faces(kind: str) -> tuple[str, ...]:
    die: tuple[str, ...] = getattr(DICE, UNITS[kind].die)  # type: ignore[index]  # a type by name
    return die


def enumerated(attacker: Any, defender: Any, a: str, b: str, convert: bool) -> tuple[int, ...]:
    kinds = ["swords_to_shield"] if convert and FACES[a][0] == 2 else []  # type: ignore[index]  # a face by name
    units = [
        {"id": "a", "side": "white", **attacker, "roll": {"faces": [a], "rerolls": []}, "convert": kinds},
        {"id": "b", "side": "black", **defender, "roll": {"faces": [b], "rerolls": []}},
    ]
    result = fought({"units": units, "pairs": [["a", "b"]]}).result
    one, other = result["units"]
    lost = (attacker["cp"] - one["cp"], defender["cp"] - other["cp"])
    return (*lost, one["energy"] - 50, other["energy"] - 50)


@pytest.mark.parametrize("seed", range(40))
def test_three_to_one_keeps_every_unit_in_exactly_one_group(seed: int) -> None:
    random = Random(seed)
    units = [
        {"id": f"u{n:02}", "type": random.choice(list(KIND_NAMES)), "experience": random.choice(RANKS)}
        for n in range(random.randint(0, 40))
    ]
    result = converted({"units": units, "mixed_pair": random.random() < 0.5}).result
    grouped = sorted(name for group in result["groups"] for name in group["units"])
    assert grouped == [unit["id"] for unit in units]
    assert all(len(group["units"]) == 3 for group in result["groups"] if "triple" in group["kind"])
    assert len(result["returned"]) == sum(group["kind"] != "lost" for group in result["groups"])


def test_a_battle_is_told_in_the_units_own_names() -> None:
    random = Random(3)
    for before, action, _ in play(setup(random), Player(random), 60):
        unit = before.units.get(action.get("unit", ""))
        told = tell(before, action, None)
        assert unit is None or action["type"] == "deploy" or unit.name in told


def test_a_reroll_that_costs_nothing_comes_before_those_for_prestige_and_energy() -> None:
    order = ["experience", "command", "prestige", "energy"]
    assert [cheapest(sorted(order[n:])) for n in range(4)] == order


@pytest.mark.parametrize("seed", range(3))
def test_each_face_takes_what_the_losses_take_with_that_face_rolled(seed: int) -> None:
    random = Random(seed)
    seen = 0
    for before, _, _ in play(setup(random), Player(random), 240):
        for name in [each for each in before.ids if before.step == "roll"]:
            if not may_roll(before, before.units[name]) or open_sources(before, before.units[name]):
                continue
            for row in each_face(before, name, "").rows:
                face = row.icon.name if row.icon else ""
                after = apply(before, {"type": "roll", "unit": name, "face": face}).state
                if after.step == "roll":
                    assert row.cells[2] == (f"−{hits(after)[name]}" if hits(after)[name] else "0")
                    seen += 1
    assert seen


@pytest.mark.sampled
def test_a_roll_given_up_is_weighed_as_the_rules_then_have_it() -> None:
    lines = [line for seed in range(4) for line in play(setup(Random(seed)), Player(Random(seed)), 400)]
    within = [line for line in lines if line[0].step == line[2].step]
    cancelled = [(before, act["unit"], after) for before, act, after in within if act["type"] == "cancel"]
    assert all(given_up(before, name).units == after.units for before, name, after in cancelled)
    assert cancelled


def unit(side: str, at: str, kind: str, experience: str = "veteran", **more: Any) -> Unit:
    cp = {"skirmishers": 1, "light_infantry": 1}.get(kind, 2)
    known = {"side": side, "name": f"{side} {kind}", "type": kind, "experience": experience, "at": at}
    return Unit(**{**known, "energy": 75, "cp": cp, **more})


def facing(one: Unit, other: Unit, step: Any = "roll", **options: Any) -> State:
    state = state_of({"b1": other, "w1": one}, Options(**options))
    return replace(state, phase="combat", step=step, tier=None, rank=None)


def turn(state: State, **draft: str) -> Turn:
    return Turn(Scene(state, Sight(frozenset(), frozenset({"white", "black"})), draft=draft))


def parries(state: State, draft: str) -> dict[str, Choice]:
    asked, _ = losses(turn(state, parry=draft))
    fold = next(each for each in asked.pieces if isinstance(each, Fold) and each.id == "parry")
    (listed,) = (each for each in fold.pieces if isinstance(each, Choices))
    return {str(each.words): each for each in listed.choices}


def test_two_swords_parry_two() -> None:
    show = lying("two_swords")
    one, other = unit("white", "d3", "cavalry", roll=show), unit("black", "d4", "heavy_infantry", roll=show)
    state = facing(one, other, "losses", combat="realistic")
    third = unit("black", "c3", "cavalry", roll=show)
    state = state.with_unit("b2", third)
    both = "white cavalry parry 2 swords of black heavy_infantry"
    draft = parries(state, "")[both].href.partition("parry=")[2].replace("%7E", "~")
    assert draft == "w1-b1~w1-b1"
    after = parries(state, draft)
    assert after[both].chosen
    assert not after["white cavalry parry 1 sword of black heavy_infantry"].chosen
    assert after["white cavalry parry 1 sword of black cavalry"].barred, "its swords are gone"
    asked, _ = losses(turn(state, parry=draft))
    assert isinstance(asked.main, Deed)
    assert _action(asked.main)["parries"] == [{"unit": "w1", "against": "b1"}] * 2
    done = apply(state, _action(asked.main))
    assert sum("take a sword off" in each.text for each in done.steps) == 2


def _action(deed: Deed) -> Any:
    return json.loads(deed.action)


FIGHTS = [("cavalry", "elite", "mercenaries", "veteran"), ("skirmishers", "veteran", "mercenaries", "elite")]


@pytest.mark.parametrize(("kind", "trained", "enemy", "drilled"), FIGHTS)
def test_both_sides_are_shown_one_pair_of_odds(kind: str, trained: str, enemy: str, drilled: str) -> None:
    state = facing(unit("white", "d3", kind, trained), unit("black", "d4", enemy, drilled))
    (white,), (black,) = duel(state, "w1"), duel(state, "b1")
    assert white == black
    assert [str(each.name) for each in white.facts] == ["White falls", "Black falls"]
    assert "free rerolls of both" in str(white.facts[0].why)


def test_a_die_that_lies_is_rolled_again_only_where_that_is_better() -> None:
    """One cohesion against two swords with a free reroll each: reckoned by hand over the dice of 9.2."""
    one = unit("white", "d3", "skirmishers", "veteran", roll=lying("sword"))
    other = unit("black", "d4", "skirmishers", "recruit", roll=lying("blank"))
    assert falls(facing(one, other), "w1", "b1") == (0.0, 1.0)
    worse = replace(one, roll=lying("blank"))
    assert falls(facing(worse, other), "w1", "b1") == pytest.approx((0.0, 1 / 3))


def test_neither_side_has_a_better_answer_to_the_other() -> None:
    asked = CombatOddsQuestion(
        attacker=Opponent(type="cavalry", experience="elite", energy=50, cp=2),
        defender=Opponent(type="heavy_infantry", experience="veteran", energy=50, cp=2),
    )
    die = asked.die(asked.attacker)
    one, two = (Throws(die, free, 0, may_convert=True) for free in (1, 2))
    ends = [at_best(asked, attacker, one) for attacker in (one, two)]
    assert [sum(each.values()) for each in ends] == [1, 1]
    even, more = (
        sum(p * (end.defender_loss - end.attacker_loss) for end, p in each.items()) for each in ends
    )
    assert more > even == 0


def charging(**draft: str) -> Any:
    one, other = unit("white", "d1", "cavalry"), unit("black", "d4", "heavy_infantry", "elite")
    state = replace(state_of({"b1": other, "w1": one}, Options()), to_act="white")
    wait = Deed(words="Wait", action="")
    asked, _ = attack(turn(state, u="w1", do="charge", t="b1", **draft), "w1", {}, (), wait)
    return state, asked


def test_an_attack_that_the_app_rolls_is_rolled_again_as_the_rules_let() -> None:
    state, asked = charging(a="app", d="app")
    action = _action(asked.main)
    assert action["attack"] == {"again": ["blank", "shield", "two_shields"], "by": ["experience"]}
    assert action["defence"] == {
        "again": ["blank", "sword", "two_swords"],
        "by": ["experience", "experience"],
    }
    rolled = [GAME.roll(state, action, Random(seed)) for seed in range(40)]
    for each in rolled:
        for key, most in (("attack", 1), ("defence", 2)):
            *before, last = each[key]["faces"]
            assert each[key]["rerolls"] == ["experience"] * len(before)
            assert set(before) <= set(action[key]["again"])
            assert len(before) == most or last not in action[key]["again"]
        apply(state, each)
    assert {len(each["attack"]["faces"]) for each in rolled} == {1, 2}


def test_what_the_app_rolls_again_is_chosen_and_a_dear_reroll_only_on_wish() -> None:
    _, asked = charging(a="app~nothing")
    assert "attack" not in _action(asked.main)
    _, asked = charging(a="app~blank~energy")
    assert _action(asked.main)["attack"] == {"again": ["blank"], "by": ["experience", "energy"]}


@pytest.mark.parametrize("left", [{"again": "blank"}, {"again": [], "more": 1}, {"by": {}}, 7])
def test_what_cannot_be_read_is_left_for_the_rules_to_refuse(left: Any) -> None:
    state, asked = charging(a="app")
    action = {**_action(asked.main), "attack": left}
    assert GAME.roll(state, action, Random(1))["attack"] == left


BATTLES = int(os.environ.get("PROELII_BATTLES", "24"))

LONGEST = 6000


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_random_battle_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    opening = setup(random)
    lines = list(play(opening, Player(random), LONGEST))
    for before, _, after in lines:
        holds_together(before, after)
    before, action, last = random.choice(lines)
    survives_json(before)
    assert GAME.apply(before, action).state == last
    assert lines[-1][2].result is not None
    assert {each.rank for each in result(lines[-1][2])} <= {1, 2}


def holds_together(before: State, after: State) -> None:
    """What is true after every action: energy in quarters, one unit a square, nobody lost from sight."""
    assert after.units.keys() == before.units.keys()
    places = [unit.at for unit in after.units.values() if is_square(unit.at)]
    assert len(places) == len(set(places))
    for name, unit in after.units.items():
        assert 0 <= unit.energy <= FULL
        assert unit.energy % QUARTER == 0
        assert (unit.cp == 0) == (unit.at == DESTROYED)
        assert unit.cp <= before.units[name].cp
        assert unit.ledger.combat <= QUARTER
        assert unit.ledger.move <= 0
    assert (after.phase == "over") == (after.result is not None) == (not legal(after))


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text


@pytest.mark.parametrize("seed", range(6))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(setup(random), Player(random), 250):
        listed = {entry["type"] for entry in legal(before)}
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError):
                    GAME.apply(before, other)
        known[action["type"]] = action


type Sheets = dict[str, list[list[Any]]]


def sheets() -> Sheets:
    """The template's sheets."""
    return {
        name: [[*row, *[None] * (7 - len(row))] for row in rows]
        for name, rows in read_workbook(template()).items()
    }


def packed(found: Sheets) -> bytes:
    return write_workbook([Written(name, rows) for name, rows in found.items()])


def test_the_template_is_a_battle_there_and_back() -> None:
    assert read_file(template()) == starter()["trebia"]
    sample()["white"]["units"].clear()
    assert starter()["trebia"]["white"]["units"], "who writes his own changes none of the house's"


@pytest.mark.parametrize(
    ("sheet", "row", "column", "value", "told"),
    [
        ("White", 3, 2, "heavy", "White, row 3, column C (type): Type"),
        (
            "White",
            3,
            4,
            "d4",
            "White, row 3, column E (at): It begins on White's own first row (a1 to h1), in the reserve "
            "(entry) or on the distant battlefield (distant); d4 is none of these.",
        ),
        ("Black", 3, 4, "somewhere", "Black, row 3, column E (at): It begins on Black's own first row"),
        ("Black", 5, 0, "w01", "Black, row 5, column A (id): “w01” is named before"),
        ("White", 3, 5, 30, "White, row 3, column F (energy): Energy"),
        ("White", 3, 6, "yes", "White, row 3, column G (ambush): Only a unit on the distant"),
        ("White", 3, 1, None, "White, row 3, column B (name): This is blank. What it is called."),
        ("White", 1, 1, "nme", "White, row 1, column B: “nme” is no heading"),
        ("Battle", 4, 1, "many", "Battle, row 4, column B (columns): Columns: a whole number from 7 to 10"),
        ("Battle", 3, 1, None, "Battle, row 3, column B (title): This is blank. What it is called."),
        ("Battle", 6, 1, "z9", "Battle, row 6, column B (blocked)"),
        ("Battle", 2, 0, "idd", "Battle, row 2, column A (key): The keys are"),
    ],
)
def test_a_fault_is_named_by_its_cell(sheet: str, row: int, column: int, value: Any, told: str) -> None:
    found = sheets()
    found[sheet][row - 1][column] = value
    with pytest.raises(GameError) as refused:
        read_file(packed(found))
    assert refused.value.message.startswith(told)


def test_all_faults_of_a_battle_are_told_at_once_each_with_its_cell() -> None:
    found = sheets()
    found["White"][2][2] = "heavy"
    found["White"][3][4] = "z9"
    found["White"][4][5] = 30
    found["Black"][4][0] = "w01"
    found["Black"][5][4] = found["Black"][6][4] = "a6"
    found["Black"][1][4] = "entry"
    found["Battle"][3][1] = 99
    with pytest.raises(GameError) as refused:
        read_file(packed(found))
    told = refused.value.message
    for cell in (
        "White, row 3, column C (type)", "White, row 4, column E (at)", "White, row 5, column F (energy)",
        "Black, row 5, column A (id)", "Black, row 7, column E (at)", "Battle, row 4, column B (columns)",
    ):  # fmt: skip
        assert cell in told, told
    assert "(6) " in told
    assert "(7) " not in told
    assert "on a6 stands “" in told


def test_a_sheet_that_is_missing_and_an_army_without_units_are_named() -> None:
    changes: list[tuple[Callable[[Sheets], object], str]] = [
        (lambda found: found.pop("Black"), "The sheet “Black” is missing"),
        (lambda found: found["White"].__delitem__(slice(1, None)), "White, row 1: Units"),
    ]
    for change, told in changes:
        found = sheets()
        change(found)
        with pytest.raises(GameError) as refused:
            read_file(packed(found))
        assert refused.value.message.startswith(told)


def test_none_leaves_the_board_without_red_lines() -> None:
    found = sheets()
    found["Battle"][4][1] = "none"
    assert read_file(packed(found))["red_lines"] == []


def test_the_desk_draws_the_field_of_a_spreadsheet_and_leads_to_a_table(client: Client) -> None:
    there = "/desk/proelii/scenario-check/"
    assert "template to write in" in client.get(there).content.decode()
    file = SimpleUploadedFile("own.xlsx", template())
    page = client.post(there, {"scenario": "", "scenario@file": file}, follow=True).content.decode()
    assert 'class="battle' in page
    link = re.search(r'href="(/open/proelii/[^"]*)"', page)
    assert link is not None
    assert "The Trebia, 218 BC" in client.get(unescape(link[1])).content.decode()


@pytest.mark.parametrize("seed", range(4))
def test_attached_units_bear_one_letter_and_others_another(seed: int) -> None:
    random = Random(seed)
    for before, _, _ in list(play(setup(random), Player(random), 240))[::12]:
        letters = pairs(before)
        for name, unit in before.units.items():
            near = before.facing[name] if unit.is_living else []
            assert all(letters[each] == letters[name] for each in near)
            assert (name in letters) == bool(near)


def test_every_unit_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASE_NAMES)
    assert not {*KIND_NAMES, *DEEDS, *phases} - set(rulebook(FOLDER).entries)
