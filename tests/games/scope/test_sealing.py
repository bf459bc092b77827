"""Sealed fronts: nobody can change what he laid, and the app finds who did."""

import hashlib
from random import Random
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.scene import NOBODY
from companion.games.scope.game import GAME
from companion.games.scope.rules import secrets, setting_up
from tests.games.scope.drawn import STAY, deed, duel

SETUP = GAME.shuffle({}, Random(7))
ACTIONS = [deed("move", quadrant="a1", order=[1, 0, 2, 3]), deed("move", "soviet", quadrant="a4", order=STAY)]


def noted(setup: Any) -> dict[Any, str]:
    return {side: seal.digest for side, seal in setting_up.seals(setup).items()}


def test_a_front_that_is_opened_is_the_one_that_was_sealed() -> None:
    assert all(opened.kept for opened in secrets.opened(SETUP, ACTIONS, noted(SETUP)))
    other = {**SETUP, "fronts": {**SETUP["fronts"], "german": SETUP["fronts"]["soviet"]}}
    assert [each.kept for each in secrets.opened(other, ACTIONS, noted(SETUP))] == [False, True]


def test_both_seals_stand_on_every_screen_from_the_first_line_on() -> None:
    seen = GAME.redact_state(GAME.open(SETUP).state, NOBODY)
    assert seen["seals"] == noted(SETUP)


def test_anybody_takes_the_seal_without_this_app() -> None:
    line = 'scope-front/1 00112233445566778899aabbccddeeff [["empty","sniper"],["decoy","scout"]]'
    front = [["empty", "sniper"], ["decoy", "scout"]]
    sealed = setting_up.seal(front, "00112233445566778899aabbccddeeff")
    assert sealed.digest == hashlib.sha256(line.encode()).hexdigest()
    assert sealed.digest.startswith(sealed.code.replace(" ", "").lower())
    assert sealed.qr("german") == f"scope-seal/1 german {sealed.digest}"


def test_the_same_front_is_sealed_otherwise_each_time() -> None:
    again = GAME.shuffle({"fronts": SETUP["fronts"]}, Random(8))
    assert setting_up.seals(again) != setting_up.seals(SETUP)


@pytest.mark.parametrize("salt", ["", "12", 7, None, "g" * 32])
def test_what_is_no_salt_is_refused(salt: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        GAME.open(duel(salts={"german": "0" * 32, "soviet": salt}))
    assert refused.value.path == "salts.soviet"


def test_a_card_that_was_moved_against_the_rules_is_found() -> None:
    state = GAME.open(SETUP).state
    for action in ACTIONS:
        state = GAME.apply(state, action).state
    assert secrets.first_fault(SETUP, ACTIONS, state) is None
    assert secrets.first_fault(SETUP, ACTIONS[1:], state) == 0
    assert secrets.first_fault(SETUP, [ACTIONS[0]], state) == 1
