"""Fronts are laid out and sealed, and a group's own scenario is played."""

import hashlib
import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.games.scope.deeds import secrets
from companion.games.scope.game import GAME
from companion.games.scope.rules import setting_up
from companion.games.scope.rules.setting_up import seal, starter_scenarios
from companion.games.scope.state import State, read_state, state_json
from companion.tables.models import Table
from tests.games.scope.player import FRONTS, STAY, deed, duel
from tests.games.scope.test_secrets import GERMAN, SOVIET

SEALED = GAME.shuffle({}, Random(7))
ACTIONS = [deed("move", quadrant="a1", order=[1, 0, 2, 3]), deed("move", "soviet", quadrant="a4", order=STAY)]


def noted(setup: Any) -> dict[Any, str]:
    return {side: seal.digest for side, seal in setting_up.seals(setup).items()}


def test_a_front_that_is_opened_is_the_one_that_was_sealed() -> None:
    assert all(opened.kept for opened in secrets.opened(SEALED, ACTIONS, noted(SEALED)))
    other = {**SEALED, "fronts": {**SEALED["fronts"], "german": SEALED["fronts"]["soviet"]}}
    assert [each.kept for each in secrets.opened(other, ACTIONS, noted(SEALED))] == [False, True]


def test_both_seals_stand_on_every_screen_from_the_first_line_on() -> None:
    seen = GAME.redact_state(GAME.open(SEALED).state, NOBODY)
    assert seen["seals"] == noted(SEALED)


def test_anybody_takes_the_seal_without_this_app() -> None:
    line = 'scope-front/1 00112233445566778899aabbccddeeff [["empty","sniper"],["decoy","scout"]]'
    front = [["empty", "sniper"], ["decoy", "scout"]]
    sealed = setting_up.seal(front, "00112233445566778899aabbccddeeff")
    assert sealed.digest == hashlib.sha256(line.encode()).hexdigest()
    assert sealed.digest.startswith(sealed.code.replace(" ", "").lower())
    assert sealed.qr("german") == f"scope-seal/1 german {sealed.digest}"


def test_the_same_front_is_sealed_otherwise_each_time() -> None:
    again = GAME.shuffle({"fronts": SEALED["fronts"]}, Random(8))
    assert setting_up.seals(again) != setting_up.seals(SEALED)


@pytest.mark.parametrize("salt", ["", "12", 7, None, "g" * 32])
def test_what_is_no_salt_is_refused(salt: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        GAME.open(duel(salts={"german": "0" * 32, "soviet": salt}))
    assert refused.value.path == "salts.soviet"


def test_a_card_that_was_moved_against_the_rules_is_found() -> None:
    state = GAME.open(SEALED).state
    for action in ACTIONS:
        state = GAME.apply(state, action).state
    assert secrets.first_fault(SEALED, ACTIONS, state) is None
    assert secrets.first_fault(SEALED, ACTIONS[1:], state) == 0
    assert secrets.first_fault(SEALED, [ACTIONS[0]], state) == 1


SALT = "0123456789abcdef" * 2
LAID_OUT = GAME.shuffle({"scenario": "quick_duel", "laying": "players"}, Random(1))


def lay(seat: str = "german", **more: Any) -> Any:
    return deed("lay_out", seat, front=FRONTS[seat.split("_")[0]], salt=SALT, **more)


def laid(*seats: str, setup: Any = LAID_OUT) -> State:
    state = GAME.open(setup).state
    for seat in seats:
        state = GAME.apply(state, lay(seat)).state
    return state


def test_what_lays_cards_at_random_is_known_to_their_own_side_alone() -> None:
    state = laid("german")
    assert set(GAME.redact_action(state, LAID_OUT, SOVIET)["luck"]) == {"soviet"}
    assert not GAME.redact_action(state, LAID_OUT, NOBODY)["luck"]


def test_nothing_is_dealt_where_people_lay_their_fronts_out() -> None:
    assert not {"fronts", "salts"} & set(LAID_OUT)
    state = GAME.open(LAID_OUT).state
    assert (state.phase, state.laying_out) == ("laying_out", ("german", "soviet"))
    assert GAME.actors(state) == ("german", "soviet")


@pytest.mark.parametrize("order", [("german", "soviet"), ("soviet", "german")])
def test_either_side_may_be_done_first_and_then_the_german_side_begins(order: tuple[str, str]) -> None:
    first = laid(order[0])
    assert GAME.actors(first) == (order[1],)
    state = laid(*order)
    assert (state.phase, GAME.actors(state)) == ("turn", ("german",))
    dealt = GAME.open({"scenario": "quick_duel", "fronts": FRONTS}).state
    assert state.grid == dealt.grid
    assert set(state.seals) == {"german", "soviet"}


def test_a_front_that_is_sealed_is_laid_no_more() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(laid("german"), lay("german"))
    assert refused.value.path == "seat"


def test_a_front_of_other_cards_is_refused_with_the_cards_that_are_wrong() -> None:
    front = [["sniper"] * 4, *FRONTS["german"][1:]]
    with pytest.raises(GameError, match=r"sniper 2 \(not 5\)") as refused:
        GAME.apply(laid(), {**lay(), "front": front})
    assert refused.value.path == "front"


def test_nobody_plays_before_both_fronts_are_laid() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(laid("german"), deed("search", "soviet", cell="a1"))
    assert refused.value.path == "type"
    assert GAME.legal(laid("german"), SOVIET) == [{"type": "lay_out", "seat": "soviet"}]


def test_a_table_salts_each_seal_itself() -> None:
    asked = {key: value for key, value in lay().items() if key != "salt"}
    one, two = (GAME.roll(laid(), asked, Random(seed)) for seed in (1, 2))
    assert one["salt"] != two["salt"]
    assert GAME.apply(laid(), one).state.seals["german"] == seal(FRONTS["german"], one["salt"]).digest


@pytest.mark.parametrize("sight", [SOVIET, NOBODY])
def test_the_enemy_learns_of_a_front_that_it_is_sealed_and_its_seal(sight: Sight) -> None:
    state = laid("german")
    assert GAME.redact_action(state, lay(), sight) == deed("lay_out")
    assert {each["card"] for each in GAME.redact_state(state, sight)["grid"].values()} == {"hidden"}
    assert GAME.redact_state(state, sight)["seals"] == state.seals
    texts = " ".join(step.text for step in GAME.apply(laid(), lay()).steps)
    assert seal(FRONTS["german"], SALT).code in texts
    assert "sniper" not in texts


def test_its_own_side_sees_the_front_that_it_has_laid() -> None:
    cards = {each["card"] for each in GAME.redact_state(laid("german"), GERMAN)["grid"].values()}
    assert cards > {"hidden", "sniper"}


def test_either_division_of_a_side_lays_its_front_out() -> None:
    setup = {"scenario": "quick_duel", "mode": "advanced", "players": 4, "laying": "players"}
    state = GAME.open(setup).state
    assert GAME.actors(state) == state.slots
    state = GAME.apply(state, lay("soviet_snipers")).state
    assert GAME.actors(state) == ("german_units", "german_snipers")


def test_the_game_that_follows_is_checked_from_the_fronts_that_were_laid() -> None:
    actions = [lay("soviet"), lay("german"), deed("search", cell="b4"), deed("resign", "soviet")]
    state = laid()
    for action in actions:
        state = GAME.apply(state, action).state
    assert secrets.first_fault(LAID_OUT, actions, state) is None
    assert [each.kept for each in secrets.opened(LAID_OUT, actions, state.seals)] == [True, True]
    swapped = [lay("soviet"), {**lay("german"), "front": FRONTS["german"][::-1]}, *actions[2:]]
    assert [each.kept for each in secrets.opened(LAID_OUT, swapped, state.seals)] == [True, False]


def test_a_table_whose_fronts_are_being_laid_survives_json() -> None:
    for state in (laid(), laid("soviet"), laid("soviet", "german")):
        assert read_state(state_json(state), "state") == state


def test_a_scenario_that_cannot_be_is_refused_before_anybody_lays_a_card() -> None:
    for setup in ({"theme": "stop_the_advance"}, {"theme": "stop_the_advance", "laying": "players"}):
        with pytest.raises(GameError) as refused:
            GAME.open(GAME.shuffle(setup, Random(1)))
        assert refused.value.path == "theme"


def test_only_the_people_or_the_app_lay_fronts_out() -> None:
    with pytest.raises(GameError) as refused:
        GAME.open({"scenario": "quick_duel", "laying": "nobody"})
    assert refused.value.path == "laying"


SILO_FILE: Any = next(each for each in starter_scenarios() if each["name"] == "Grain Silo")
SILO = {key: value for key, value in SILO_FILE.items() if key != "format"}


def answered(**changes: Any) -> Any:
    return GAME.procedure("own-scenario").resolve({**SILO, **changes})


def test_a_design_comes_to_its_file_and_to_what_it_is_worth() -> None:
    found = answered()
    assert found.result["file"] == SILO_FILE
    assert (found.result["targets"], found.result["points"]) == (6, 9)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"columns": 5}, "counts"),
        ({"columns": 9}, "columns"),
        ({"name": ""}, "name"),
        ({"objective": 31}, "objective"),
        ({"counts": {**SILO["counts"], "sniper": 4}}, "counts.sniper"),
    ],
)
def test_what_is_wrong_with_a_design_is_said_at_its_place(changes: Any, path: str) -> None:
    with pytest.raises(GameError) as refused:
        answered(**changes)
    assert refused.value.path == path


def test_points_that_nobody_can_make_are_pointed_out() -> None:
    assert "cannot be made" in answered(objective=20).steps[-1].text


@pytest.mark.django_db(transaction=True)
def test_a_design_of_the_desk_opens_a_table_that_plays_it() -> None:
    browser = Client()
    code = json.dumps(answered().result["file"])
    page = browser.get(f"/open/scope/?custom={quote(code)}")
    assert b"Grain Silo" in page.content
    form = {"way": "each", "title": "Thursday", "size": "0", "j.custom": code}
    shown = page.context["form"]
    form |= {name: shown[name].value() or "" for name in shown.fields if name.startswith("o.")}
    opened = browser.post("/open/scope/", form)
    assert opened.status_code == 302, opened.content.decode()
    setup = Table.objects.get().laid_out
    assert setup["custom"]["name"] == "Grain Silo"
    assert GAME.open(GAME.shuffle(setup, Random(1))).state.rows == 3


@pytest.mark.django_db
def test_what_the_address_brings_is_checked_like_a_file() -> None:
    bad = json.dumps({**SILO_FILE, "columns": 5})
    form = {"way": "each", "title": "Thursday", "size": "0", "j.custom": bad}
    refused = Client().post("/open/scope/", form)
    assert refused.status_code == 422
    assert "12 were given" in refused.content.decode() or "cards" in refused.content.decode()
