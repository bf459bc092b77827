"""Who only watches a battle, or waits: the duel on the TV, the enemy's army, one's own next move."""

from dataclasses import replace
from random import Random
from typing import Any

from companion.engine.scene import NOBODY, Scene
from companion.engine.stage import Choices, Fold, Own, Question
from companion.games.proelii.data import OTHER
from companion.games.proelii.deeds import apply
from companion.games.proelii.screens import view
from companion.games.proelii.screens.combat import is_fought
from companion.games.proelii.state import State
from tests.games.proelii.player import Player, play
from tests.games.proelii.test_screens import led
from tests.staged import pieces_of

type Line = tuple[State, Any, State]


def battle() -> list[Line]:
    return list(play({"scenario": "zama"}, Player(Random(1))))


def asked(scene: Scene[State]) -> Question:
    stage = view(scene).stage
    assert stage
    return stage.ask


def test_the_tv_sets_the_newest_die_face_to_face_with_its_enemy_and_keeps_the_field() -> None:
    shown = 0
    for before, action, after in battle():
        if action["type"] not in ("roll", "reroll") or not is_fought(after):
            continue
        scene = replace(led(before, [action]), room="tv", sight=NOBODY)
        stage = view(scene).stage
        assert stage
        assert stage.board
        assert stage.board.template == "proelii/board.html"
        duel = next(each for each in pieces_of(stage.ask, Own) if each.template == "proelii/duel.html")
        fresh = [half for half in duel.values["halves"] if half["new"]]
        assert [half["name"] for half in fresh] == [after.units[action["unit"]].name]
        shown += 1
    assert shown > 5


def test_who_waits_weighs_his_own_next_moves() -> None:
    offered = 0
    for before, action, after in battle():
        side = after.to_act
        if after.step != "movement" or side is None:
            continue
        waits = OTHER[side]
        rows = [
            row for each in pieces_of(asked(led(before, [action], waits)), Choices) for row in each.choices
        ]
        names = {unit.name for _, unit in after.army(waits)}
        looks = [row for row in rows if "look=" in row.href]
        assert {str(row.words) for row in looks} <= names
        offered += len(looks)
    assert offered > 20


def test_who_lays_out_sees_whom_he_has_against_him_and_not_where() -> None:
    before, action, after = next(line for line in battle() if line[0].step == "deploy")
    assert apply(before, action).state == after
    told = next(p for p in pieces_of(asked(led(before, [action], "black")), Fold) if p.id == "army-white")
    assert told.title
    words = repr(told)
    assert str(sum(unit.kind.cp for _, unit in after.army("white"))) in words
    assert not any(f"'{at}'" in words for at in after.board.squares)


def test_the_last_line_lights_the_squares_from_which_and_to_which_it_led() -> None:
    before, action, _ = next(
        line for line in battle() if line[1]["type"] == "move" and len(line[1]["path"]) > 0
    )
    stage = view(led(before, [action])).stage
    assert stage
    assert stage.board
    cells = {cell["at"]: cell["look"] for cell in stage.board.values["field"]["cells"]}
    if action["path"][-1] in cells:
        assert "sq--came" in cells[action["path"][-1]]
    if (was := before.units[action["unit"]].at) in cells:
        assert "sq--left" in cells[was]
