"""Codes that people read aloud, and secrets that devices hold."""

import hashlib
import json
import secrets
import unicodedata

# Neither 0 and O nor 1, I and L; no vowels, so that no word comes out.
LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
LENGTH = 6
MOST_TYPED = 200
"""Letters that are read of what somebody typed for a code."""


def new_code() -> str:
    """A table's code: six letters and figures that cannot be taken for one another."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def spelt(code: str, length: int = LENGTH) -> str:
    """A code as people type it, as the house writes it: wide letters and any alphabet's figures are ours too.

    >>> spelt(" k7f-q2m"), spelt("Ｋ７Ｆｑ２ｍ"), spelt("K٧FQ٢M"), spelt("é")
    ('K7FQ2M', 'K7FQ2M', 'K7FQ2M', '')
    """
    folded = unicodedata.normalize("NFKC", code[:MOST_TYPED])
    figures = "".join(str(unicodedata.decimal(letter, letter)) for letter in folded)
    return "".join(letter for letter in figures.upper() if letter.isascii() and letter.isalnum())[:length]


def new_secret() -> str:
    """A device's secret: 128 bits."""
    return secrets.token_urlsafe(16)


def new_key() -> str:
    """A tap's own name."""
    return secrets.token_urlsafe(12)


def hashed(secret: str) -> str:
    """What the house keeps of a secret. It is random and long: one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


MOST_IN_A_ROW = 40
"""Actions of one tap."""
MOST_OPENED = 240
"""Lines that the last word of a common step may write: two whole armies deployed."""


def line_key(key: str, n: int) -> str:
    """The key of the `n`-th line of a tap that wrote several, from 1; its last line has the tap's own."""
    return digest("line", key, n)


def digest(*parts: object) -> str:
    """What tells one tap from another that comes with the same key."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
