"""Sealed fronts: what commits a side to the front that it has laid (checked at the end by `unsealing`).

A seal is the SHA-256 of one line of text: the front as it was laid, and a salt that nobody guesses. It tells
nothing of the front, and no other front and salt are found that give the same.
"""

import hashlib
import json
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.scope.data import SIDES, Side

SALT_BITS = 128
CODE, GROUP = 8, 4


class Seal(NamedTuple):
    """A front that is committed, by its whole digest as hexadecimal digits."""

    digest: str

    @property
    def code(self) -> str:
        """What people write down: the first digits.

        >>> Seal("7f3a91c2" + 56 * "0").code
        '7F3A 91C2'
        """
        short = self.digest[:CODE].upper()
        return " ".join(short[n : n + GROUP] for n in range(0, CODE, GROUP))

    def qr(self, side: Side) -> str:
        """What a QR code on a slip holds: whose it is, and the whole digest."""
        return f"scope-seal/1 {side} {self.digest}"


def salt(random: Random) -> str:
    """A salt that nobody guesses, as hexadecimal digits."""
    return f"{random.getrandbits(SALT_BITS):0{SALT_BITS // 4}x}"


def line(front: Json, with_salt: str) -> str:
    """The text that is sealed: anybody who has it takes its SHA-256 without this app.

    >>> line([["empty", "sniper"]], "00")
    'scope-front/1 00 [["empty","sniper"]]'
    """
    return f"scope-front/1 {with_salt} {json.dumps(front, separators=(',', ':'))}"


def seal(front: Json, with_salt: str) -> Seal:
    """The seal of a front.

    >>> seal([["empty", "sniper"]], "00").code
    '7873 BA1F'
    """
    return Seal(hashlib.sha256(line(front, with_salt).encode("utf-8", "backslashreplace")).hexdigest())


def seals(setup: Mapping[str, Json]) -> dict[Side, Seal]:
    """The seals of both fronts of a setup that has salts."""
    return {side: seal(setup["fronts"][side], setup["salts"][side]) for side in SIDES}
