"""A player who knows only what `legal` says, and battles over all setups and house rules."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from companion.games.proelii.data import TIERS
from companion.games.proelii.deeds import legal
from companion.games.proelii.deeds.attacking import charges
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.field import Walk, reached, ways
from companion.games.proelii.rules.setting_up import BATTLES
from companion.games.proelii.state import State

QUIET = ("pass", "done", "close", "halt")
CHOICES: dict[str, tuple[Any, ...]] = {
    "level": ("white", "yellow", "red"),
    "combat": ("arcade", "realistic"),
    "adjacency": ("orthogonal", "all"),
    "gain_cap": ("net", "gross"),
    "escape_attacks": ("each", "one"),
    **dict.fromkeys(("free_deployment", "experience_order", "crossing_saved", "cancel_blank"), (True, False)),
}


def setup(random: Random) -> dict[str, Any]:
    """Any battle with any house rules."""
    options = {key: random.choice(values) for key, values in CHOICES.items()}
    return {"scenario": random.choice(BATTLES), "options": options}


class Player(NamedTuple):
    """Who chooses, by these dice."""

    random: Random


def play(setup: Any, player: Player, longest: int = 6000) -> Iterator[tuple[State, Any, State]]:
    """Every line of a battle: the state before, the action, the state after."""
    state, random = GAME.open(setup).state, player.random
    for _ in range(longest):
        entries = legal(state)
        if not entries:
            return
        action = GAME.roll(state, chosen(state, entries, random), random)
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after


def chosen(state: State, entries: list[Any], random: Random) -> dict[str, Any]:
    """Some deed, a loud one more often than a quiet one, an escape seldom."""
    loud = [each for each in entries if each["type"] not in (*QUIET, "escape")]
    entry = random.choice(loud if loud and random.random() < 0.6 else entries)
    made = CHOSEN.get(entry["type"], lambda state, entry, random: {})(state, entry, random)
    named = {key: entry[key] for key in ("unit", "units") if key in entry}
    return {"type": entry["type"], **named, **made}


def points(state: State, entry: Any) -> int:
    """The movement points of a unit for this deed."""
    unit = state.units[entry["unit"]]
    activation = state.open[unit.side]
    if activation and state.tier in TIERS:
        return activation.mp
    return unit.kind.mp * (2 if entry["type"] == "escape" else 1)


def going(state: State, entry: Any, random: Random) -> dict[str, Any]:
    way = reached(state, entry["unit"], points(state, entry))[random.choice(entry["to"])]
    return {"path": list(way.path)}


def escaping(state: State, entry: Any, random: Random) -> dict[str, Any]:
    most = 1 if state.options.escape_attacks == "one" else 8
    struck = [{"unit": each} for each in entry["attackers"][:most] if random.random() < 0.7]
    return {**going(state, entry, random), "attacks": struck}


def striking(state: State, entry: Any, random: Random) -> dict[str, Any]:
    unit, target = state.units[entry["unit"]], random.choice(entry["targets"])
    mp = unit.kind.mp - (entry["type"] != "hit_and_run")
    if entry["type"] == "charge":
        path = charges(Walk(state, entry["unit"], mp))[target["target"]].path
    else:
        path = () if target["from"] == unit.at else ways(state, entry["unit"], mp)[target["from"]].path
    return {"path": list(path), "target": target["target"], **defending(state, entry, target, random)}


def defending(state: State, entry: Any, target: Any, random: Random) -> dict[str, Any]:
    enemy = state.units[target["target"]]
    can = enemy.has_energy and enemy.roll is None and not enemy.inactive
    return {"defence": {}} if can and entry["type"] != "push_out" and random.random() < 0.5 else {}


CHOSEN: dict[str, Any] = {
    "deploy": lambda state, entry, random: {"to": random.choice(entry["to"])},
    "advance": lambda state, entry, random: {"to": random.choice(entry["to"])},
    "march": lambda state, entry, random: {"units": entry["units"][:10]},
    "move": going,
    "start_move": going,
    "escape": escaping,
    "hit_and_run": striking,
    "charge": striking,
    "push_out": striking,
    "reroll": lambda state, entry, random: {"source": random.choice(entry["sources"])},
    "convert": lambda state, entry, random: {"kind": random.choice(entry["kinds"])},
}
