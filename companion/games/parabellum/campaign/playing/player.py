"""A player who knows only what `legal` says: picks at random what is open, and corrects by hand at times."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion.games.parabellum.data import POSITIONS_OF
from companion.games.parabellum.procedures.movement.moves import Goal
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.on_map.moving import goals
from companion.games.parabellum.rules.on_map.passengers import landing
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import distance

WEIGHTS = {
    "end_phase": 1,
    "withdraw": 0.01,
    "objective": 0.02,
    "abstain": 0.2,
    "done": 0.4,
    "deploy": 12,
    "muster": 15,
    "purchase": 1.5,
    "attack": 12,
    "attack_cache": 8,
    "barrage": 12,
    "move": 8,
    "cache": 4,
    "stow": 0.4,
    "unstow": 0.1,
    "board": 0.3,
    "scrap": 0.05,
    "disband": 0.05,
    "extract": 0.3,
    "entrench": 0.7,
    "reposition": 0.7,
    "stand": 0.1,
}


class Player:
    """Turns entries of `legal` into actions; dice are left to the app."""

    def __init__(self, random: Random, by_hand: float = 0.02) -> None:
        self.random, self.by_hand = random, by_hand
        self.chosen: dict[str, Any] = {}

    def choose(self, state: State) -> dict[str, Any]:
        """One action that is open in a state; it stays `chosen` until the next."""
        self.chosen = {}
        self.chosen = self._choice(state)
        return self.chosen

    def _choice(self, state: State) -> dict[str, Any]:
        if self.random.random() < self.by_hand:
            return self.correction(state)
        entries = self.wanted(state, legal(state))
        weights = [WEIGHTS.get(entry["type"], 2) for entry in entries]
        return self.fill(state, self.random.choices(entries, weights)[0])

    def wanted(self, state: State, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those among which it picks: all."""
        return entries

    def fill(self, state: State, entry: dict[str, Any]) -> dict[str, Any]:
        """An entry's action, with what it leaves open picked at random."""
        act = getattr(self, f"_{entry['type']}", None)
        return told(entry, **(act(state, entry) if act else {}))

    def correction(self, state: State) -> dict[str, Any]:
        """A few credits, people or tokens by hand, or a mine."""
        player = self.random.choice(state.having("in", "withdrawn"))
        square = self.random.choice(["a1", "b2", "c3"])
        change: dict[str, Any] = self.pick(
            [
                {"credits": self.random.randint(1, 60)},
                {"personnel": self.random.randint(0, min(9, state.supply.manpower))},
                {"fuel": 1, "ammunition": self.random.randint(0, 3)},
                {"feature": {"square": square, "kind": self.random.choice(["mine", "earthwork", None])}},
            ]
        )
        if state.features.get(square) == "bridge":
            change = {"credits": 5}
        return {"type": "adjust", "player": player, "reason": "the table says so", **change}

    def pick[T](self, many: Iterable[T]) -> T:
        """One of them."""
        return self.random.choice(list(many))

    def some(self, most: int) -> int:
        """At least one, at most so many."""
        return self.random.randint(1, most)

    def _turn_order(self, state: State, entry: Any) -> Any:
        dice = {player: 6 for player in entry["dice"] if self.random.random() < 0.2}
        return {"dice": dice} if dice else {}

    def _purchase(self, state: State, entry: Any) -> Any:
        if entry["resource"] == "units":
            kind = self.pick(entry["units"])
            return {"items": [{"unit": kind, "quantity": self.some(min(2, entry["units"][kind]))}]}
        least = 10 if entry["resource"] == "manpower" else 2
        return {"quantity": min(entry["max"], self.random.randint(1, 3) * least)}

    def _muster(self, state: State, entry: Any) -> Any:
        used = {unit.flag for unit in state.units.values()}
        company = state.binder.companies[state.players[entry["player"]].company]
        while True:
            more = [self.pick(state.binder.palette) for _ in range(self.random.randint(0, 2))]
            flag = (*company.livery, *more)
            if flag not in used:
                return {"flag": list(flag)}

    def load(self, entry: Any) -> Any:
        """Some of the tokens that an entry has, at least one."""
        fuel = self.random.randint(0, entry["fuel"])
        ammunition = self.random.randint(0, entry["ammunition"])
        room = entry.get("room", 99)
        fuel = min(fuel, room)
        ammunition = min(ammunition, room - fuel)
        if fuel or ammunition:
            return {"fuel": fuel, "ammunition": ammunition}
        return {"fuel": 1, "ammunition": 0} if entry["fuel"] else {"fuel": 0, "ammunition": 1}

    def _stow(self, state: State, entry: Any) -> Any:
        return self.load(entry)

    _unstow = _transfer = _pick_up = _stow

    def _cache(self, state: State, entry: Any) -> Any:
        if not state.tracked:
            return {"square": self.pick(["b2", "c3"]), **self.load({**entry, "room": 1})}
        square = self.pick(entry["squares"])
        return {"square": square, **self.load({**entry, "room": entry["squares"][square]})}

    def _board(self, state: State, entry: Any) -> Any:
        return {"transport": self.pick(entry["transports"])}

    def _alight(self, state: State, entry: Any) -> Any:
        if "squares" not in entry:
            return {} if state.tracked or state.phase != "logistics" else self.ground(state)
        square = self.pick(entry["squares"])
        return {"square": square, "position": self.pick(landing(state, entry["unit"], square))}

    def _move(self, state: State, entry: Any) -> Any:
        if not state.tracked:
            return self.ground(state)
        goal = self.forward(state, entry["player"], goals(state, entry["player"], entry["unit"]))
        assert entry["squares"][goal.square] == goal.cost
        return {"path": list(goal.path), "position": self.pick(goal.positions)}

    def forward(self, state: State, player: str, found: Sequence[Goal]) -> Goal:
        """Anywhere, or more often as near to an enemy as can be."""
        enemies = [unit.square for unit in state.units.values() if unit.owner != player and unit.square]
        if not enemies or self.random.random() < 0.3:
            return self.pick(found)
        return min(found, key=lambda goal: min(distance(goal.square, each) for each in enemies))

    def ground(self, state: State) -> Any:
        """What a unit stands on where the real map lies on the table."""
        return {"terrain": self.pick(state.booklet.ground), "earthwork": self.random.random() < 0.2}

    def _stand(self, state: State, entry: Any) -> Any:
        return self.ground(state)

    def _reposition(self, state: State, entry: Any) -> Any:
        if not state.tracked:
            return {}
        return {"position": self.pick(entry["positions"])}

    def _deploy(self, state: State, entry: Any) -> Any:
        if not state.tracked:
            return self.ground(state)
        positions = POSITIONS_OF[state.footprint(entry["unit"])]
        return {"square": self.pick(entry["squares"]), "position": self.pick(positions)}

    def _resupply(self, state: State, entry: Any) -> Any:
        need, sources = entry["need"], []
        for place, tokens in entry["sources"].items():
            taken = min(need, tokens)
            if taken:
                sources.append({"unit" if place in state.units else "cache": place, "tokens": taken})
            need -= taken
        return {"from": sources}

    def _engineer(self, state: State, entry: Any) -> Any:
        work = self.pick(entry["works"])
        if not state.tracked:
            return {"work": work}
        return {"work": work, "square": self.pick(entry["works"][work])}

    def _recon(self, state: State, entry: Any) -> Any:
        return {"target": self.pick(entry["targets"])}

    def _barrage(self, state: State, entry: Any) -> Any:
        aims = [{"unit": unit} for unit in entry["units"]] + [{"cache": each} for each in entry["caches"]]
        return {"shots": [self.pick(aims) for _ in range(self.some(entry["shots"]))]}

    def _attack(self, state: State, entry: Any) -> Any:
        return {"target": self.pick(entry["targets"])}

    def _attack_cache(self, state: State, entry: Any) -> Any:
        return {"square": self.pick(entry["squares"])}

    def _reorganize(self, state: State, entry: Any) -> Any:
        return {"scrap": self.pick(entry["scraps"])}

    def _choose(self, state: State, entry: Any) -> Any:
        return {"scenario": self.pick(entry["scenarios"])}


KEPT = ("type", "player", "unit", "resource", "from", "to", "square", "keep", "objective", "complete")


def told(entry: Any, **more: Any) -> dict[str, Any]:
    """The action of an entry."""
    return {**{key: entry[key] for key in KEPT if key in entry}, **more}
