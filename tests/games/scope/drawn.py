"""Small situations in the words of the game."""

import json
from typing import Any

from companion.engine.game import Outcome
from companion.games.scope.game import GAME
from companion.games.scope.state import State

WORKED = {
    case["id"]: case
    for case in map(json.loads, (GAME.folder / "examples" / "worked.jsonl").read_text("utf-8").splitlines())
}
FRONTS = WORKED["setup-1"]["input"]["fronts"]
STAY = [0, 1, 2, 3]


def duel(**more: Any) -> dict[str, Any]:
    """The setup of a Quick Duel whose fronts are known."""
    return {"scenario": "quick_duel", "fronts": FRONTS, **more}


def opened(**more: Any) -> State:
    return GAME.open(duel(**more)).state


def deed(kind: str, seat: str = "german", **more: Any) -> dict[str, Any]:
    return {"type": kind, "seat": seat, **more}


def after(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def last(state: State, *actions: dict[str, Any]) -> Outcome[State]:
    return GAME.apply(after(state, *actions[:-1]), actions[-1])


def small(german: list[list[str]], soviet: list[list[str]], **more: Any) -> dict[str, Any]:
    """A setup whose scenario is what lies on its fronts."""
    cards = [card for row in german for card in row]
    kinds = ("decoy", "empty", "infantry", "machine_gun", "mortar", "officer", "scout", "sniper")
    counts = {kind: cards.count(kind) for kind in kinds}
    size = {"columns": len(german[0]), "rows": len(german), "counts": counts, "objective": 9}
    fronts = {"german": german, "soviet": soviet}
    return {"scenario": "custom", "custom": size, "mode": "advanced", "fronts": fronts, **more}
