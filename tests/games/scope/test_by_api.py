"""A whole game of SCOPE by programs: two tokens, fronts laid and sealed, every turn to the end."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.games.scope.data import SIDES
from companion.games.scope.rules.setting_up import seal
from tests.games.scope.drawn import FRONTS
from tests.games.scope.player import Player
from tests.tables.test_api import Program

SALTS = {"german": "ab" * 16, "soviet": "cd" * 16}


@pytest.fixture
def sides(transactional_db: None) -> dict[str, Program]:
    setup = {"scenario": "quick_duel", "mode": "advanced", "laying": "players"}
    status, opened = Program().ask("", {"system": "scope", "title": "By wire", "setup": setup})
    assert status == 201
    return {seat["id"]: Program(opened["code"], seat["token"]) for seat in opened["seats"]}


def act(who: Program, action: dict[str, Any], seen: int) -> Any:
    status, told = who.ask("/actions", {"action": action, "seen": seen, "key": f"{who.token}-{seen}"})
    assert status == 201, told
    return told


def test_a_game_is_laid_out_played_and_won_and_no_seat_is_told_a_secret(sides: dict[str, Program]) -> None:
    for n, side in enumerate(reversed(SIDES), 1):
        front = {"type": "lay_out", "seat": side, "front": FRONTS[side], "salt": SALTS[side]}
        act(sides[side], front, n)
    seen = sides["german"].ask("")[1]
    assert seen["state"]["seals"] == {side: seal(FRONTS[side], SALTS[side]).digest for side in SIDES}
    ended = played(sides, Player(Random(57), 0))
    assert ended["winner"] in SIDES
    for side, who in sides.items():
        assert hides_nothing(who.ask("")[1]["state"])
        fronts = {e["action"]["seat"]: e["action"]["front"] for e in entries(who) if e["action"].get("front")}
        assert fronts == FRONTS, side


def played(sides: dict[str, Program], player: Player) -> Any:
    """Each turn is played by its seat's own token, from what that token is shown; the state at the end."""
    for _ in range(900):
        looks = {side: who.ask("")[1] for side, who in sides.items()}
        state = looks["german"]["state"]
        if state["phase"] == "finished":
            return state
        slot = state["slot"]
        other = next(side for side in SIDES if side != slot)
        assert not looks[other]["legal"]
        assert keeps_its_secrets(looks[slot]["state"], other)
        act(sides[slot], player.of(looks[slot]["legal"]), looks[slot]["version"])
    raise AssertionError("The game does not end.")


def keeps_its_secrets(state: Any, other: str) -> bool:
    """Of the other side only intruders and what is turned up lie open."""
    up = state["pending"] or {}
    shown = {up.get("cell"), up.get("infantry"), *up.get("cells", ())}
    cells = {at: each for at, each in state["grid"].items() if each["side"] == other and at not in shown}
    return {each["card"] for each in cells.values()} <= {"hidden", "infantry"}


def hides_nothing(state: Any) -> bool:
    return all(each["card"] != "hidden" for each in state["grid"].values())


def entries(who: Program) -> Any:
    return who.ask("/journal")[1]["entries"]


def test_until_the_end_no_journal_tells_the_enemys_front(sides: dict[str, Program]) -> None:
    for n, side in enumerate(SIDES, 1):
        act(sides[side], {"type": "lay_out", "seat": side, "front": FRONTS[side], "salt": SALTS[side]}, n)
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        told = json.dumps(entries(sides[side]))
        assert SALTS[side] in told
        assert SALTS[other] not in told
        assert json.dumps(FRONTS[other]) not in told


def test_the_shapes_of_every_question_are_described() -> None:
    described = json.loads(Client().get("/api/openapi.json").content)["paths"]
    for name in ("search-odds", "victory", "scenario-table", "quadrants", "setup", "legal", "view", "replay"):
        asked = described[f"/api/resolve/scope/{name}"]["post"]
        shape = asked["requestBody"]["content"]["application/json"]["schema"]
        assert shape["properties"], name
