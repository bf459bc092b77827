"""Sealed fronts: each is committed at set-up, opened at the end, and checked against what was done.

A seal is a SHA-256 over a salt and the front as it was laid. Its short code tells nothing of the front, and
no other front and salt can be found that give the same seal.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.scope.data import SIDES, Side
from companion.games.scope.rules import apply
from companion.games.scope.rules.own_scenario import open_table
from companion.games.scope.state import State

SALT_BITS = 128
CODE_LETTERS = 16
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Read aloud without mistakes: no 0, 1, I, O."""


class Seal(NamedTuple):
    """A front that is committed: the whole digest, and the code that people write down."""

    digest: str
    code: str


class Opened(NamedTuple):
    """A front at the end: whether it is the one that was sealed."""

    side: Side
    seal: Seal
    kept: bool


def salt(random: Random) -> str:
    """A salt that nobody guesses, as hexadecimal digits."""
    return f"{random.getrandbits(SALT_BITS):0{SALT_BITS // 4}x}"


def seal(front: Json, with_salt: str) -> Seal:
    """The seal of a front.

    >>> seal([["empty", "sniper"]], "00").code
    'LSB8-VNRX-KQGE-PPYG'
    """
    whole = f"scope-front/1 {with_salt} {json.dumps(front, separators=(',', ':'))}"
    hashed = hashlib.sha256(whole.encode("utf-8", "backslashreplace"))
    bits = int.from_bytes(hashed.digest())
    letters = "".join(LETTERS[bits >> 5 * n & 31] for n in range(CODE_LETTERS))
    return Seal(hashed.hexdigest(), "-".join(letters[n : n + 4] for n in range(0, CODE_LETTERS, 4)))


def seals(setup: Mapping[str, Json]) -> dict[Side, Seal]:
    """The seals of both fronts of a setup that has salts."""
    return {side: seal(setup["fronts"][side], setup["salts"][side]) for side in SIDES}


def opened(setup: Mapping[str, Json], noted: Mapping[Side, str]) -> list[Opened]:
    """Both fronts against the codes that were written down at set-up."""
    return [Opened(side, each, noted.get(side) == each.code) for side, each in seals(setup).items()]


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
