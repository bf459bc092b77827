"""An action, where the game stands, and how it ended for each seat, in a few words."""

from collections.abc import Mapping

from companion.engine.game import Result
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, SIDES, Side
from companion.games.scope.state import State, side_of, spoken

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


def tell(state: State, action: Json, sight: object) -> str:
    """The same; of what is set by hand, from what to what, as far as this (redacted) action names it."""
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    changes = action.get("changes")
    listed = [each for each in changes if type(each) is dict] if type(changes) is list else []
    return by_hand((_set(state, each) for each in listed), action.get("reason"))


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets it, and not the rules."""
    return type(action) is dict and action.get("type") == "adjust"


def _set(state: State, entry: dict[str, Json]) -> str:
    """Points, or a card: it is turned up, and what lies there now is known where the action names it."""
    side, by = entry.get("side"), entry.get("by")
    name = SIDE_NAMES.get(str(side), side)
    if entry.get("target") == "score" and side in SIDES and type(by) is int:
        return change(f"{name} points", state.score[side], state.score[side] + by)
    if entry.get("target") != "card":
        return ""
    card = str(entry.get("card"))
    named = f"a {name} {CARD_NAMES[card]}" if card in CARD_NAMES else f"another {name} card, face down"
    return change(f"{entry.get('cell')}:", "the card there, turned up,", named)


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


WON_BY = {
    "snipers": "no enemy sniper was left",
    "points": "by objective points",
    "theme": "by the scenario's own victory",
    "resigned": "the enemy gave up",
}


def result(state: State) -> tuple[Result, ...]:
    """Every seat, the winning side first; empty while the game goes on."""
    if state.winner is None:
        return ()
    words = f"{SIDE_NAMES[state.winner]} side: {WON_BY[state.reason or 'points']}"
    ranked = sorted(state.slots, key=lambda seat: side_of(seat) != state.winner)
    sides = ((seat, side_of(seat)) for seat in ranked)
    return tuple(
        Result(seat, 1 if side == state.winner else 2, state.score[side], words, _carried(state, side))
        for seat, side in sides
    )


def _carried(state: State, side: Side) -> int:
    """What a side takes on to the next of Six Nights: a point for the victory, or for being one short."""
    short = state.objective is not None and state.objective - state.score[side] == 1
    return int(side == state.winner or (state.reason == "points" and short))
