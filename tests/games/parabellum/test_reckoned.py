"""What a scenario that could be next may bring: exact chances, that sum to one and agree with plain play."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion.engine.wire import Json
from companion.games.parabellum.campaign.ahead.losses import losses, struck
from companion.games.parabellum.campaign.ahead.odds import choosing, purses
from companion.games.parabellum.campaign.ahead.offers import allowed
from companion.games.parabellum.campaign.branches import BRANCHES
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.course.opening import entitled, open_scenario
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType

WAR = json.loads((Path(__file__).parents[2] / "campaigns" / "war.json").read_text("utf-8"))
ALICE, BOB = (player["player"] for player in WAR["setup"]["players"])
CHOOSING, RATE = 356, Fraction(2, 5)


@pytest.fixture(scope="module")
def state() -> State:
    """Between the first scenario and the second."""
    now = GAME.open(WAR["setup"]).state
    for action in WAR["actions"][:CHOOSING]:
        now = GAME.apply(now, action).state
    return now


def openings(state: State) -> list[State]:
    return [open_scenario(state, each) for each in state.booklet.next]


def test_every_purse_is_reckoned_once(state: State) -> None:
    for opened in openings(state):
        for player in (ALICE, BOB):
            found = purses(opened, player, 500, RATE)
            own = [each for each in opened.booklet.objectives if entitled(opened, each, player)]
            assert sum(found.values()) == 1
            assert max(found) == 500 + sum(each.bonus.credits for each in own)
            assert min(found) == 500 - sum(each.penalty for each in own)


def test_two_thousand_plays_of_chance_agree_with_what_is_reckoned(state: State) -> None:
    random, plays = Random(11), 2000
    for opened in openings(state):
        found = purses(opened, ALICE, 300, RATE)
        mean = sum(amount * chance for amount, chance in found.items())
        spread = float(sum((amount - mean) ** 2 * chance for amount, chance in found.items())) ** 0.5
        drawn = [played(opened, ALICE, 300, random) for _ in range(plays)]
        assert abs(sum(drawn) / plays - float(mean)) <= 4 * spread / plays**0.5 + 1e-9


def played(opened: State, player: str, purse: int, random: Random) -> int:
    """One scenario of coin flips, as the assumption has it."""
    for each in opened.booklet.objectives:
        may = [one for one in opened.tally if entitled(opened, each, one)]
        if player not in may:
            continue
        done = random.random() < RATE and (not each.exclusive or random.choice(may) == player)
        purse += each.bonus.credits if done else -each.penalty
    return purse


def test_somebody_chooses_in_every_case(state: State) -> None:
    for opened in openings(state):
        for best in (True, False):
            found = choosing(opened, RATE, best=best)
            assert set(found) == {ALICE, BOB}
            assert sum(found.values()) == 1


def test_a_war_in_which_nothing_was_to_be_had_yet_counts_no_cases(state: State) -> None:
    before = replace(state, history=())
    assumed = BRANCHES.outlook(before, ALICE).forecasts[0].chances[0].text
    assert "in 50 of 100 cases (none could be in this war yet" in assumed


def test_the_outlook_says_what_is_assumed_and_tells_nothing_of_others_purses(state: State) -> None:
    told = [step.text for each in BRANCHES.outlook(state, ALICE).forecasts for step in each.chances]
    assert any(line.startswith("Reckoned with:") for line in told)
    assert any(line.startswith("Purse at its end:") for line in told)
    assert any("of 100 cases" in line and line.startswith("Credits are left") for line in told)
    richer = state.with_player(BOB, credits=state.players[BOB].credits + 777)
    assert [step.text for each in BRANCHES.outlook(richer, ALICE).forecasts for step in each.chances] == told


def test_losses_are_the_resolvers_odds_over_the_armed_types_and_agree_with_plays_of_dice(
    state: State,
) -> None:
    opened, random = open_scenario(state, state.booklet.next[0]), Random(5)
    foes = [kind for kind in allowed(opened) if kind.attack_die is not None]
    own = [opened.units[unit] for unit in opened.of(ALICE, "predeploy", "aboard")]
    reckoned = struck(opened, ALICE)
    assert len(reckoned) == len(own) > 0
    for each, found in zip(own, reckoned, strict=True):
        reports = [odds(foe, opened.binder.units[each.type].defense_die, each.strength) for foe in foes]
        assert found.gone == sum(Fraction(report["destroyed"]["probability"]) for report in reports) / len(
            foes
        )
        assert found.cost == each.cost
    one, plays = own[0], 2000
    die = opened.binder.units[one.type].defense_die
    gone = sum(falls(random, random.choice(foes), die, one.strength) for _ in range(plays)) / plays
    chance = float(reckoned[0].gone)
    assert abs(gone - chance) <= 4 * (chance * (1 - chance) / plays) ** 0.5


def odds(foe: UnitType, die: int, people: int) -> Json:
    attacker = {"strength": foe.troop, "attack_die": foe.attack_die, "defense_die": foe.defense_die}
    defender = {"strength": people, "attack_die": None, "defense_die": die}
    procedure = GAME.procedures["direct-attack-odds"]
    return procedure.resolve({"attacker": attacker, "defender": defender}).result["attack"]


def falls(random: Random, foe: UnitType, die: int, people: int) -> bool:
    """Whether all fall to one throw: each defence die stops one attack die that is no higher."""
    attack = sorted((random.randint(1, foe.attack_die or 1) for _ in range(foe.troop)), reverse=True)
    defense = sorted((random.randint(1, die) for _ in range(people)), reverse=True)
    through = 0
    for each in attack:
        if defense and defense[0] >= each:
            defense.pop(0)
        else:
            through += 1
    return through >= people


def test_losses_are_told_with_what_is_assumed_and_only_where_somebody_goes(state: State) -> None:
    opened = open_scenario(state, state.booklet.next[0])
    (told,) = losses(opened, ALICE)
    assert told.text.startswith("If each of its ")
    assert "written off, give or take" in told.text
    barred = replace(opened.booklet, banned=tuple(opened.binder.units))
    scenarios = {**opened.binder.scenarios, opened.scenario: barred}
    nobody = opened.changed(binder=replace(opened.binder, scenarios=scenarios))
    assert list(losses(nobody, ALICE)) == []
