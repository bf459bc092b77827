"""A player who knows only what `legal` says: takes at random what is open to him."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.scope.actions import legal
from companion.games.scope.game import GAME
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
