"""Sealed fronts: nobody can change what he laid, and the app finds who did."""

from random import Random

from companion.games.scope.game import GAME
from companion.games.scope.rules import sealing
from tests.games.scope.drawn import STAY, deed

SETUP = GAME.shuffle({}, Random(7))
ACTIONS = [deed("move", quadrant="a1", order=[1, 0, 2, 3]), deed("move", "soviet", quadrant="a4", order=STAY)]


def test_a_front_that_is_opened_is_the_one_that_was_sealed() -> None:
    noted = {side: seal.code for side, seal in sealing.seals(SETUP).items()}
    assert all(opened.kept for opened in sealing.opened(SETUP, noted))
    other = {**SETUP, "fronts": {**SETUP["fronts"], "german": SETUP["fronts"]["soviet"]}}
    assert [opened.kept for opened in sealing.opened(other, noted)] == [False, True]


def test_the_same_front_is_sealed_otherwise_each_time() -> None:
    again = GAME.shuffle({"fronts": SETUP["fronts"]}, Random(8))
    assert sealing.seals(again) != sealing.seals(SETUP)


def test_a_card_that_was_moved_against_the_rules_is_found() -> None:
    state = GAME.open(SETUP).state
    for action in ACTIONS:
        state = GAME.apply(state, action).state
    assert sealing.first_fault(SETUP, ACTIONS, state) is None
    assert sealing.first_fault(SETUP, ACTIONS[1:], state) == 0
    assert sealing.first_fault(SETUP, [ACTIONS[0]], state) == 1
