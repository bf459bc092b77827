"""What Scarper's sheets of text share: the signs of the sides, and leads in words."""

from companion.games.scarper.data import SIDE_NAMES
from companion.press.prose import Markup, tag

SIGNS = {"allied": "◎", "german": "✠", "neutral": "◇"}


def side(name: str) -> Markup:
    """A side's name in its colour."""
    return tag("b", SIDE_NAMES[name], kind=name)


def rule(number: str) -> Markup:
    """A rule's number, small."""
    return tag("span", f" {number}", kind="rule")


def lead(value: int) -> str:
    """A morale in words.

    >>> lead(3), lead(-15)
    ('Allied 3', 'German 15')
    """
    return "0" if value == 0 else f"{SIDE_NAMES['allied' if value > 0 else 'german']} {abs(value)}"
