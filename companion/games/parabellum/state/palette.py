"""The beads of a campaign: a letter for each colour, so that no flag is read by colour alone (S5)."""

from collections.abc import Mapping, Sequence
from functools import cache

OWN = {"black": "K"}
"""Printers call black K; so blue keeps its B."""


def letters(palette: Sequence[str]) -> Mapping[str, str]:
    """A capital of its own for each colour of a palette: the first of its name that is free.

    >>> letters(("blue", "black", "brown"))["brown"]
    'R'
    """
    return _letters(tuple(dict.fromkeys(palette)))


@cache
def _letters(colours: tuple[str, ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for colour in colours:
        wanted = (
            OWN.get(colour, colour[0].upper()),
            *colour.upper(),
            *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        )
        free = (sign for sign in wanted if sign.isalnum() and sign not in found.values())
        found[colour] = next(free, "?")
    return found
