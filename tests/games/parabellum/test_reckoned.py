"""What a scenario that could be next may bring: exact chances, that sum to one and agree with plain play."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from companion.games.parabellum.campaign.ahead.odds import choosing, purses
from companion.games.parabellum.campaign.branches import BRANCHES
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.course.opening import entitled, open_scenario
from companion.games.parabellum.state import State

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


def test_the_outlook_says_what_is_assumed_and_tells_nothing_of_others_purses(state: State) -> None:
    told = [step.text for each in BRANCHES.outlook(state, ALICE).forecasts for step in each.chances]
    assert any(line.startswith("Reckoned with:") for line in told)
    assert any(line.startswith("Purse at its end:") for line in told)
    assert any("of 100 cases" in line and line.startswith("Credits are left") for line in told)
    richer = state.with_player(BOB, credits=state.players[BOB].credits + 777)
    assert [step.text for each in BRANCHES.outlook(richer, ALICE).forecasts for step in each.chances] == told
