"""A scenario in its second round to print, as different eyes see it."""

from functools import cache

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


def _buy(player: str, what: str, bought: object) -> dict[str, object]:
    if what == "units":
        items = [{"unit": unit, "quantity": n} for unit, n in dict(bought).items()]  # type: ignore[call-overload]
        return {"type": "purchase", "player": player, "resource": what, "items": items}
    return {"type": "purchase", "player": player, "resource": what, "quantity": bought}


def _muster(player: str, unit: str, *flag: str) -> dict[str, object]:
    return {"type": "muster", "player": player, "unit": unit, "flag": list(flag)}


def _end(player: str, times: int) -> list[dict[str, object]]:
    return [{"type": "end_phase", "player": player}] * times


def _deploy(player: str, unit: str, square: str, position: str) -> dict[str, object]:
    return {"type": "deploy", "player": player, "unit": unit, "square": square, "position": position}


ACTIONS: list[dict[str, object]] = [
    {"type": "turn_order", "rolls": [{A: 5, B: 3}]},
    _buy(A, "units", {"regular_infantry": 2, "heavy_hauler": 1, "troop_carrier": 1, "main_battle_tank": 1}),
    _buy(B, "units", {"light_tank": 1, "mortar_section": 1, "scarp_rangers": 1}),
    _buy(A, "manpower", 50),
    _buy(B, "manpower", 30),
    _buy(A, "fuel", 12),
    _buy(B, "fuel", 9),
    _buy(A, "ammunition", 10),
    _buy(B, "ammunition", 7),
    _muster(A, "u1", "green", "white"),
    _muster(A, "u2", "green", "white", "red"),
    _muster(A, "u3", "green", "white", "black", "black"),
    _muster(A, "u4", "green", "white", "blue"),
    {"type": "stow", "player": A, "unit": "u3", "fuel": 3, "ammunition": 4},
    {"type": "board", "player": A, "unit": "u2", "transport": "u4"},
    _muster(B, "u6", "red", "black"),
    _muster(B, "u7", "red", "black", "purple"),
    {"type": "done", "player": A},
    {"type": "done", "player": B},
    *_end(A, 1),
    _deploy(A, "u1", "a5", "ne"),
    _deploy(A, "u4", "a6", "s"),
    *_end(A, 5),
    *_end(B, 1),
    _deploy(B, "u6", "p5", "c"),
    *_end(B, 5),
    {"type": "move", "player": A, "unit": "u1", "path": ["b5", "c5"], "position": "sw"},
    *_end(A, 6),
    {"type": "entrench", "player": B, "unit": "u6"},
    *_end(B, 6),
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
