"""What is told first where several things are wrong: the specification's order, level by level."""

import copy
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scope.game import GAME
from tests.games.scope.drawn import STAY, WORKED, deed, duel, opened

STATE = WORKED["legal-2"]["input"]["state"]
DECIDING = WORKED["view-1"]["input"]["state"]
GONE = object()
BAD, BARRED = "invalid_input", "illegal_action"


def changed(value: Any, changes: dict[str, Any]) -> Any:
    """The same with other values at dotted paths."""
    made = copy.deepcopy(value)
    for path, other in changes.items():
        *above, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        holder = made
        for part in above:
            holder = holder[part]
        if other is GONE:
            del holder[last]
        else:
            holder[last] = other
    return made


def refused(procedure: str, question: Any) -> tuple[str, str]:
    with pytest.raises(GameError) as refusal:
        GAME.procedure(procedure).resolve(question)
    return refusal.value.code, refusal.value.path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"zebra": 1, "turn": 0}, "zebra"),
        ({"turn": True, "slot": "x"}, "turn"),
        ({"turn": 100000}, "turn"),
        ({"slots": "german"}, "slots"),
        ({"slots": ["german", "german"]}, "slots.1"),
        ({"slots": ["german", "west"], "slot": "x"}, "slots.1"),
        ({"slot": "german_units"}, "slot"),
        ({"theme": "war"}, "theme"),
        ({"columns": 9, "grid": []}, "columns"),
        ({"rows": 2}, "grid.a5"),
        ({"objective": 0}, "objective"),
        ({"counts.zebra": 1, "counts.decoy": -1}, "counts.zebra"),
        ({"counts.sniper": 30}, "counts.sniper"),
        ({"counts.decoy": GONE, "counts.empty": "x"}, "counts.decoy"),
        ({"grid.b1.card": GONE, "grid.a1.card": "x"}, "grid.a1.card"),
        ({"grid.b1.side": "x", "grid.b1.card": "x"}, "grid.b1.side"),
        ({"grid.a2": GONE, "grid.b1": GONE}, "grid.b1"),
        ({"lost.german": ["empty"]}, "lost.german.0"),
        ({"aside.soviet": 3}, "aside.soviet"),
        ({"score": {"german": 0}}, "score.soviet"),
        ({"score.german": 1.0}, "score.german"),
        ({"shots.german": {"quadrant": "i1", "slot": "german"}}, "shots.german.quadrant"),
        ({"shots.german": {"quadrant": "a1", "slot": "german_units"}}, "shots.german.slot"),
        ({"pending": {"weapon": "bow", "zebra": 1}}, "pending.weapon"),
        ({"pending": {"weapon": "infantry", "zebra": 1}}, "pending.zebra"),
        ({"pending": {"weapon": "sniper", "cell": "a1", "card": "x"}}, "pending.card"),
        ({"deployed": 0}, "deployed"),
        ({"events.german": {}}, "events.german"),
        ({"winner": "nobody"}, "winner"),
        ({"reason": "luck"}, "reason"),
        ({"options.points": None}, "options.points"),
        ({"options.points.sniper": 10}, "options.points.sniper"),
        ({"options.objective": 31}, "options.objective"),
    ],
)
def test_a_states_first_fault_is_told(changes: dict[str, Any], path: str) -> None:
    assert refused("legal", {"state": changed(STATE, changes)}) == (BAD, f"state.{path}")


def test_a_state_may_leave_house_rules_out() -> None:
    found = GAME.procedure("legal").resolve({"state": changed(STATE, {"options": {"points": {}}})})
    assert found.result == GAME.procedure("legal").resolve({"state": STATE}).result


def test_cards_that_are_up_belong_to_a_decision() -> None:
    assert refused("legal", {"state": changed(DECIDING, {"phase": "turn"})}) == (
        BARRED,
        "state.pending",
    )
    assert refused("legal", {"state": changed(STATE, {"phase": "decide"})}) == (
        BARRED,
        "state.pending",
    )


FRONT = {"columns": 4, "rows": 3, "front": "german"}
OWN = WORKED["setup-2"]["input"]


@pytest.mark.parametrize(
    ("asked", "changes", "code", "path"),
    [
        (duel(), {"scenario": GONE, "mode": "x"}, BAD, "scenario"),
        (duel(), {"fronts.german": []}, BAD, "fronts.german"),
        (duel(), {"fronts.german.0": []}, BAD, "fronts.german.0"),
        (duel(), {"fronts.zebra": [], "fronts.german": GONE}, BAD, "fronts.zebra"),
        (duel(), {"players": 5, "fronts": GONE}, BAD, "players"),
        (duel(), {"players": None}, BAD, "players"),
        (duel(), {"mode": None}, BAD, "mode"),
        (duel(), {"options": None}, BAD, "options"),
        (duel(), {"scenario": "custom", "fronts": GONE}, BAD, "fronts"),
        (duel(), {"scenario": "custom"}, BAD, "custom"),
        (duel(), {"players": 3, "theme": "stop_the_advance"}, BARRED, "theme"),
        (duel(), {"players": 3, "fronts.german.0": ["empty"]}, BARRED, "players"),
        (
            duel(),
            {"fronts.soviet": [["empty"]], "fronts.german.2": ["empty"]},
            BARRED,
            "fronts.german.2",
        ),
        (OWN, {"custom.counts.sniper": 0}, BAD, "custom.counts.sniper"),
        (OWN, {"custom.counts.empty": 15, "custom.rows": 9}, BAD, "custom.rows"),
        (OWN, {"custom.objective": GONE, "custom.counts.decoy": 3}, BAD, "custom.counts.decoy"),
        (OWN, {"custom.counts.empty": 1, "theme": "break_the_chain"}, BARRED, "custom.counts"),
        (OWN, {"theme": "break_the_chain"}, BARRED, "theme"),
        (OWN, {"theme": "neutralize_artillery"}, BARRED, "theme"),
    ],
)
def test_a_setups_first_fault_is_told(asked: Any, changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("setup", changed(asked, changes)) == (code, path)


@pytest.mark.parametrize(
    ("action", "code", "path"),
    [
        (3, BAD, ""),
        ({"seat": "german", "zebra": 1}, BAD, "type"),
        ({"type": ["move"]}, BAD, "type"),
        ({"type": "shoot", "seat": "nobody", "zebra": 1}, BAD, "zebra"),
        ({"type": "shoot", "seat": "german_units"}, BAD, "seat"),
        ({"type": "search", "cell": "z9"}, BAD, "seat"),
        (deed("move", quadrant="A1", order=STAY), BAD, "quadrant"),
        (deed("move", quadrant="a1", order=[0, 1, 2]), BAD, "order"),
        (deed("move", quadrant="a1", order=[0, 0, 4, 3]), BAD, "order.1"),
        (deed("move", quadrant="a1", order=[0, 1, 4, 4]), BAD, "order.2"),
        (deed("move", quadrant="a1", order=[0, 1, 2, True]), BAD, "order.3"),
        (deed("recognition", cells=[]), BAD, "cells"),
        (deed("recognition", cells=["a4", "a4"]), BARRED, "cells.1"),
        (deed("recognition", cells=["a1", "z1"]), BAD, "cells.1"),
        (deed("recognition", cells=["d4", "a5"]), BARRED, "cells.1"),
        (deed("recognition", cells=["a4", "a1"]), BARRED, "cells.1"),
        (deed("shoot", "soviet"), BARRED, "type"),
        (deed("search", "soviet", cell="a1"), BARRED, "seat"),
        (deed("search", cell="h8"), BARRED, "cell"),
        (deed("pass"), BARRED, "type"),
        (deed("pass", "soviet"), BARRED, "seat"),
        (deed("resign", "soviet"), BARRED, "seat"),
        (deed("howitzer", mortar="a1", target="a1"), BARRED, "mortar"),
        (deed("howitzer", mortar="c1", target="a1"), BARRED, "target"),
        (deed("offensive_fire", target="a4"), BARRED, "type"),
        (deed("reinforce", quadrant="h8", infantry="a1", order=STAY), BARRED, "type"),
        (deed("deploy", officer="b1", quadrant="h8", order=STAY), BARRED, "officer"),
        (deed("deploy", officer="a1", quadrant="a3", order=STAY), BARRED, "quadrant"),
        ({"type": "adjust", "reason": "", "changes": [3]}, BAD, "reason"),
        ({"type": "adjust", "reason": "x", "changes": [3]}, BAD, "changes.0"),
        ({"type": "adjust", "reason": "x", "changes": [{"zebra": 1}]}, BAD, "changes.0.target"),
        ({"type": "adjust", "reason": "x", "changes": [{"target": "score", "zebra": 1}]}, BAD,
         "changes.0.zebra"),
        ({"type": "adjust", "reason": "x", "changes": [{"target": "score", "side": "german", "by": 31}]},
         BAD, "changes.0.by"),
        ({"type": "adjust", "reason": "x", "changes": [
            {"target": "card", "cell": "a4", "side": "german", "card": "scout"}]}, BARRED,
         "changes.0.card"),
    ],
)  # fmt: skip
def test_an_actions_first_fault_is_told(action: Any, code: str, path: str) -> None:
    with pytest.raises(GameError) as refusal:
        GAME.apply(opened(mode="advanced"), action)
    assert (refusal.value.code, refusal.value.path) == (code, path)


@pytest.mark.parametrize(
    ("procedure", "question", "code", "path"),
    [
        ("scenario-table", {"points": None}, BAD, "points"),
        ("scenario-table", {"points": {"decoy": 1}}, BAD, "points.decoy"),
        ("quadrants", {**FRONT, "intruders": ["a1", "a1"]}, BAD,
         "intruders.1"),
        ("quadrants", {**FRONT, "intruders": ["a1", "a4"]}, BARRED,
         "intruders.1"),
        ("view", {"state": STATE}, BAD, "seat"),
        ("view", {"state": {}, "seat": 3}, BAD, "state.phase"),
        ("replay", {"setup": duel(), "actions": [{}], "zebra": 1}, BAD, "zebra"),
        ("replay", {"setup": duel(players=9)}, BAD, "setup.players"),
        ("replay", {"setup": duel(), "actions": [3]}, BAD, "actions.0"),
    ],
)  # fmt: skip
def test_a_questions_first_fault_is_told(procedure: str, question: Any, code: str, path: str) -> None:
    assert refused(procedure, question) == (code, path)


VICTORY = WORKED["victory-2"]["input"]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"objective": 6}, BARRED, "objective"),
        ({"theme": None}, BARRED, "objective"),
        ({"objective": GONE}, BAD, "objective"),
        ({"sides.german.infantry_rows": [2, 7], "sides.german.left.infantry": 1}, BARRED,
         "sides.german.infantry_rows.1"),
        ({"sides.soviet.infantry_rows": [2]}, BARRED, "sides.soviet.infantry_rows"),
        ({"sides.german.infantry_rows": [9]}, BAD, "sides.german.infantry_rows.0"),
        ({"sides.german.infantry_rows": [1, 1, 9]}, BAD, "sides.german.infantry_rows"),
        ({"sides.german.left.sniper": 4}, BAD, "sides.german.left.sniper"),
    ],
)  # fmt: skip
def test_victorys_first_fault_is_told(changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("victory", changed(VICTORY, changes)) == (code, path)


ODDS = WORKED["search-odds-1"]["input"]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"counts.empty": 3, "events": [{}]}, BAD, "events.0.type"),
        ({"counts.empty": 3}, BARRED, "counts"),
        ({"events": [{"type": "shot"}]}, BAD, "events.0.quadrant"),
        ({"events": [{"type": "shot", "quadrant": "a3", "cell": "a3"}]}, BAD, "events.0.cell"),
        ({"events": [{"type": "some", "card": "general", "cells": ["a3"]}]}, BAD, "events.0.card"),
        ({"events": [{"type": "some", "card": "machine_gun", "cells": []}]}, BAD, "events.0.cells"),
        ({"events": [{"type": "reinforce", "quadrant": "a3", "cards": ["officer"]}]}, BAD,
         "events.0.cards.0"),
        ({"events": [{"type": "move", "quadrant": "h8"}, {}]}, BAD, "events.1.type"),
        ({"events": [{"type": "move", "quadrant": "h8"}]}, BARRED, "events.0.quadrant"),
        ({"shot_model": None}, BAD, "shot_model"),
    ],
)  # fmt: skip
def test_the_odds_first_fault_is_told(changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("search-odds", changed(ODDS, changes)) == (code, path)
