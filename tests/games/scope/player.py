"""A player who knows only what `legal` says: takes at random what is open to him."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine.game import Outcome
from companion.games.scope.data import ADVANCED_THEMES, PLANS, THEME_NAMES
from companion.games.scope.deeds import legal
from companion.games.scope.game import GAME
from companion.games.scope.rules.setting_up import starter_scenarios
from companion.games.scope.state import State


class Player:
    """Turns entries of `legal` into actions; `idle` is how seldom he moves, holds or gives up."""

    def __init__(self, random: Random, resigns: float = 0.002) -> None:
        self.random, self.resigns = random, resigns

    def choose(self, state: State) -> dict[str, Any]:
        """One action that is open in a state."""
        return self.of(legal(state))

    def of(self, entries: Any) -> dict[str, Any]:
        """One action of those that are open."""
        if self.random.random() >= self.resigns:
            entries = [entry for entry in entries if entry["type"] != "resign"]
        entry = self.random.choice(entries)
        chosen = getattr(self, f"_{entry['type']}", lambda entry: {})(entry)
        return {"type": entry["type"], "seat": entry["seat"], **chosen}

    def order(self) -> list[int]:
        return self.random.sample(range(4), 4)

    def _move(self, entry: Any) -> Any:
        return {"quadrant": self.random.choice(entry["quadrants"]), "order": self.order()}

    def _search(self, entry: Any) -> Any:
        return {"cell": self.random.choice(entry["cells"])}

    _advance = _search

    def _shoot(self, entry: Any) -> Any:
        if "quadrants" in entry:
            return {"quadrant": self.random.choice(entry["quadrants"])}
        return {"machine_gun": self.random.choice(entry["machine_guns"])}

    def _recognition(self, entry: Any) -> Any:
        singles = [[each] for each in entry["singles"]]
        return {"cells": self.random.choice([*singles, *entry["pairs"]])}

    def _howitzer(self, entry: Any) -> Any:
        shot = self.random.choice(entry["shots"])
        return {"mortar": shot["mortar"], "target": self.random.choice(shot["targets"])}

    def _offensive_fire(self, entry: Any) -> Any:
        return {"target": self.random.choice(entry["targets"])}

    def _assault(self, entry: Any) -> Any:
        found = self.random.choice(entry["assaults"])
        return {"infantry": found["infantry"], "quadrant": self.random.choice(found["quadrants"])}

    def _reinforce(self, entry: Any) -> Any:
        found = self.random.choice(entry["quadrants"])
        infantry, *rest = self.random.sample(found["empty"], len(found["empty"]))
        more = {"mortar": rest[0]} if entry["mortar"] and rest else {}
        return {"quadrant": found["quadrant"], "infantry": infantry, "order": self.order(), **more}

    def _deploy(self, entry: Any) -> Any:
        officer, quadrant = self.random.choice(entry["officers"]), self.random.choice(entry["quadrants"])
        return {"officer": officer, "quadrant": quadrant, "order": self.order()}


def play(setup: Any, player: Player, most: int = 1500) -> Iterator[tuple[State, dict[str, Any], State]]:
    """A whole game, line by line: before, the action, after."""
    state = GAME.open(setup).state
    for _ in range(most):
        if GAME.is_over(state):
            return
        action = player.choose(state)
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after
    raise AssertionError("The game does not end.")


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
