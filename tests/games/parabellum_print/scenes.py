"""A scenario in its second round to print, as different eyes see it."""

import json
from functools import cache
from pathlib import Path

from companion.engine.game import Scene, Sight
from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import State
from companion.press.face import Face, Stamp, Text

ADDRESS = "http://192.168.178.20:8000/t/BCDFGH/"
A, B = "ansa_anna", "vaun_viktor"
SETUP = {
    "players": [{"player": A, "company": "ansa"}, {"player": B, "company": "kestrel_vaun"}],
    "binder": "starter",
    "options": {},
}


ACTIONS = [
    json.loads(line) for line in Path(__file__).with_name("scenes.jsonl").read_text("utf-8").splitlines()
]


@cache
def trail() -> tuple[State, ...]:
    """The states of the recorded scenario, setup first."""
    states = [GAME.open(SETUP).state]
    for action in ACTIONS:
        states.append(GAME.apply(states[-1], action).state)
    return tuple(states)


def scene(*sees: str, address: str = ADDRESS) -> Scene[State]:
    """The table now, for a device that holds these seats."""
    return Scene(trail()[-1], Sight(frozenset(sees), frozenset(sees)), trail=trail(), address=address)


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    """The sizes of all type on a face, in points as printed."""
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


def stamped(face: Face, beginning: str) -> list[Face]:
    """What is put down on a face under a name that begins so."""
    return [m.face for m in face.marks if isinstance(m, Stamp) and m.face.name.startswith(beginning)]
