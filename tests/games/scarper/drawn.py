"""Fronts drawn in a line of text, and questions made of them.

`-21>--1` is a track from the Allied end to the German end: the middle letter is space 0.
"""

from typing import Any


def front(drawn: str) -> dict[str, Any]:
    """A battlefield's JSON from its drawing: `>` is the frontline, a digit trenches, `-` nothing.

    >>> front("-21>--1")
    {'frontline': 0, 'trenches': {'-2': 2, '-1': 1, '3': 1}}
    """
    middle = len(drawn) // 2
    trenches = {str(n - middle): int(each) for n, each in enumerate(drawn) if each.isdigit()}
    return {"frontline": drawn.index(">") - middle, "trenches": trenches}


def all_fronts(**drawn: str) -> dict[str, Any]:
    """All nine battlefields; those not drawn have the frontline on 0 and no trenches."""
    names = ("ypres", "arras", "somme", "aisne", "marne", "verdun", "metz", "colmar", "mulhouse")
    return {name: front(drawn.get(name, "--->---")) for name in names}
