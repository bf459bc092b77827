"""What Scarper's sheets of text share: the paper, the ink, the style, the signs of the sides."""

from collections.abc import Mapping
from functools import cache

from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER, SIDE_NAMES
from companion.press.markup import Markup, tag
from companion.press.options import INK, LARGE, papers
from companion.press.prose import Prose

SHEET_OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)
SIGNS = {"allied": "◎", "german": "✠", "neutral": "◇"}
PAGES = {"a4": "A4", "letter": "letter", "both": "210mm 279.4mm"}
LYING = {"both": "279.4mm 210mm"}


@cache
def _style() -> str:
    return (FOLDER / "templates" / "scarper" / "print" / "sheet.css").read_text("utf-8")


def prose(choices: Mapping[str, Json], title: str, body: Markup, *, lying: bool = False) -> Prose:
    """A sheet of text in Scarper's dress, on the chosen paper."""
    page = PAGES[choices["paper"]]
    if lying:
        page = LYING.get(choices["paper"], f"{page} landscape")
    return Prose(
        title=f"Scarper: {title}",
        body=body,
        style=_style(),
        page=page,
        note=f"Scarper {title}",
        grey=choices["ink"] == "grey",
        saver=choices["ink"] == "saver",
        safe=choices["ink"] == "safe",
        large=choices["large"],
    )


def side(name: str) -> Markup:
    """A side's name in its colour."""
    return tag("b", SIDE_NAMES[name], kind=name)


def rule(number: str) -> Markup:
    """A rule's number, small."""
    return tag("span", f" {number}", kind="rule")


def signed(value: int) -> str:
    """A net with its sign.

    >>> signed(-2), signed(0)
    ('−2', '0')
    """
    return f"{value:+d}".replace("-", "−") if value else "0"


def lead(value: int) -> str:
    """A morale in words.

    >>> lead(3), lead(-15)
    ('Allied 3', 'German 15')
    """
    return "0" if value == 0 else f"{SIDE_NAMES['allied' if value > 0 else 'german']} {abs(value)}"
