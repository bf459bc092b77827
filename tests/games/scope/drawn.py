"""Fronts drawn as text, deeds as JSON, and set-ups of every kind."""

import json
from random import Random
from typing import Any

from companion.engine.game import Outcome
from companion.games.scope.data import ADVANCED_THEMES, PLANS, THEME_NAMES
from companion.games.scope.game import GAME
from companion.games.scope.rules.setting_up import starter_scenarios
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


def table(random: Random) -> dict[str, Any]:
    """Scenario, theme, mode, people and house rules; the fronts are left to the app."""
    theme, mode = random.choice([None, *THEME_NAMES]), random.choice(["basic", "advanced"])
    mode = "advanced" if theme in ADVANCED_THEMES else mode
    players = random.choice([2, 3, 4]) if mode == "advanced" else 2
    scenario = random.choice([*PLANS, "custom"])
    own = {"custom": random.choice(starter_scenarios())} if scenario == "custom" else {}
    said = {"scenario": scenario, "theme": theme, "mode": mode, "players": players}
    return {**said, **own, "options": options(random)}


def options(random: Random) -> dict[str, Any]:
    return {
        "defensive_fire_scores": random.random() < 0.5,
        "memory_aid": random.random() < 0.5,
        "objective": random.choice([None, 3, 12]),
        "reinforce_points": random.choice(["return", "keep"]),
        "shot_card_until": random.choice(["seat", "player"]),
    }
