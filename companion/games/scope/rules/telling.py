"""An action, and where the game stands, in a few words."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.games.scope.data import SIDE_NAMES
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.table import State

WORDS: Mapping[str, str] = {
    "lay_out": "lays out and seals its front",
    "move": "moves quadrant {quadrant}",
    "search": "searches {cell}",
    "shoot": "shoots",
    "hold": "holds",
    "recognition": "looks out at {cells}",
    "howitzer": "fires a mortar at {target}",
    "offensive_fire": "fires a machine gun at {target}",
    "assault": "storms quadrant {quadrant}",
    "advance": "advances to {cell}",
    "reinforce": "brings infantry back to quadrant {quadrant}",
    "deploy": "deploys, and moves quadrant {quadrant}",
    "end_turn": "ends the turn",
    "pass": "passes",
    "resign": "gives up",
}
MISSING = {"quadrant": "", "cell": "a cell", "cells": "the enemy's front", "target": "the enemy's front"}


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The fronts are laid out" if "laying" in action else "Both fronts are laid out"
    if kind == "adjust":
        return f"Set by hand: {action.get('reason')}"
    words = WORDS.get(kind) if type(kind) is str else None
    if words is None:
        return f"“{kind}”"
    told = words.format_map({**MISSING, **_said(action)}).strip()
    return f"{spoken(action.get('seat'))}: {told}{_from(action)}"


def _said(action: dict[str, Json]) -> dict[str, Json]:
    cells = action.get("cells")
    listed = {"cells": " and ".join(map(str, cells))} if type(cells) is list and cells else {}
    return {key: action[key] for key in MISSING if type(action.get(key)) is str} | listed


def _from(action: dict[str, Json]) -> str:
    """Where a shot came from: a quadrant, or a machine gun that was shown."""
    if action.get("type") != "shoot":
        return ""
    if type(action.get("quadrant")) is str:
        return f" from quadrant {action['quadrant']}"
    gun = action.get("machine_gun")
    return f" with the machine gun at {gun}" if type(gun) is str else ""


def headline(state: State) -> str:
    """Where the game stands, in a few words: turn, who acts, the score."""
    score = f"{state.score['german']}–{state.score['soviet']}"
    return f"turn {state.turn} · {_moment(state)} · {score}"


def _moment(state: State) -> str:
    if state.winner is not None:
        return f"the {SIDE_NAMES[state.winner]} side has won"
    if state.laying_out:
        return "fronts are laid out"
    return f"{spoken(state.slot)} to decide" if state.phase == "decide" else f"{spoken(state.slot)} to act"
