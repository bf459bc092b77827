"""Both fronts opened at the end: are they the ones that were sealed, and did all follow by the rules?"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.scope.data import Side
from companion.games.scope.rules import apply
from companion.games.scope.rules.opening import open_table
from companion.games.scope.rules.sealing import Seal, seal
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of


class Opened(NamedTuple):
    """A front at the end: the front and the salt that give its seal, and whether that was written down."""

    side: Side
    front: Json
    salt: str
    seal: Seal
    kept: bool


def opened(setup: Json, actions: Sequence[Json], noted: Mapping[Side, str]) -> list[Opened]:
    """The fronts of a journal against the digests that stood on every screen; only those that were sealed."""
    fronts = {**_of(setup, "fronts"), **{side_of(each["seat"]): each["front"] for each in _laid(actions)}}
    salts = {**_of(setup, "salts"), **{side_of(each["seat"]): each["salt"] for each in _laid(actions)}}
    return [_opened(side, fronts[side], salts[side], digest) for side, digest in noted.items()]


def _opened(side: Side, front: Json, salt: str, digest: str) -> Opened:
    now = seal(front, salt)
    return Opened(side, front, salt, now, now.digest == digest)


def _of(setup: Json, key: str) -> dict[Side, Json]:
    return dict(setup.get(key) or {}) if type(setup) is dict else {}


def _laid(actions: Sequence[Json]) -> list[Json]:
    return [each for each in actions if type(each) is dict and each.get("type") == "lay_out"]


def first_fault(setup: Json, actions: Sequence[Json], ended: State) -> int | None:
    """The first action that the rules forbid, played again from the opened fronts; None where all is well.

    One more than there are says that all were allowed and led to another end than this.
    """
    state = open_table(setup).state
    for n, action in enumerate(actions):
        try:
            state = apply(state, action).state
        except GameError:
            return n
    return None if state == ended else len(actions)
