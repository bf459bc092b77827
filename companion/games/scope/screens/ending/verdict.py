"""Both seals opened: do they fit, and did everything follow by the rules from what was sealed?"""

import json
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.scene import Scene
from companion.engine.stage import Words, said
from companion.games.scope.data import SIDE_NAMES
from companion.games.scope.rules.telling import describe
from companion.games.scope.rules.unsealing import Opened, first_fault, opened
from companion.games.scope.state import State, read_state, state_json

KEPT = 16


class Verdict(NamedTuple):
    """What the app found: each front that was sealed, what does not fit, if anything, how many lines."""

    opened: tuple[Opened, ...]
    wrong: Words
    lines: int


def verdict(scene: Scene[State]) -> Verdict | None:
    """The verdict on a game that is over; None where nobody looks back, or nothing was sealed."""
    if not scene.passages or not scene.state.seals or scene.state.phase != "finished":
        return None
    actions = [each.action for each in scene.passages]
    return _judged(json.dumps(actions), json.dumps(state_json(scene.state)))


@lru_cache(maxsize=KEPT)
def _judged(told: str, end: str) -> Verdict:
    """One journal and its end, judged once however many screens show them."""
    setup, *actions = json.loads(told)
    ended = read_state(json.loads(end), "")
    fronts = tuple(opened(setup, actions, ended.seals))
    broken = next((each for each in fronts if not each.kept), None)
    if broken is not None:
        words = said("The {side} front is not the one that was sealed.", side=SIDE_NAMES[broken.side])
        return Verdict(fronts, words, len(actions))
    try:
        fault = first_fault(setup, actions, ended)
    except GameError:
        return Verdict(fronts, "The set-up itself is against the rules.", len(actions))
    return Verdict(fronts, "" if fault is None else _fault(actions, fault), len(actions))


def _fault(actions: list[object], at: int) -> Words:
    """The line that does not follow from those before it."""
    if at == len(actions):
        return "All lines are allowed, and lead to another end than this."
    words = "Line {line} is against the rules: {told}."
    return said(words, line=at + 2, told=describe(actions[at]))
