"""What Parabellum's sheets of running text share: the paper, the ink, the style, beads as words."""

from collections.abc import Mapping
from functools import cache

from companion.engine.game import Option
from companion.engine.wire import Json
from companion.games.parabellum.data import FOLDER
from companion.press.markup import Markup, tag
from companion.press.options import INK, LARGE, papers
from companion.press.prose import Prose

SHEET_OPTIONS: tuple[Option, ...] = (papers("a4", "letter", "both"), INK, LARGE)
PAGES = {"a4": "A4", "letter": "letter", "both": "210mm 279.4mm"}
LYING = {"both": "279.4mm 210mm"}


@cache
def _style() -> str:
    return (FOLDER / "templates" / "parabellum" / "print" / "sheet.css").read_text("utf-8")


def prose(choices: Mapping[str, Json], title: str, body: Markup, *, lying: bool = False) -> Prose:
    """A sheet of text in Parabellum's dress, on the chosen paper, upright or lying."""
    page = PAGES[choices["paper"]]
    if lying:
        page = LYING.get(choices["paper"], f"{page} landscape")
    return Prose(
        title=f"Parabellum: {title}",
        body=body,
        style=_style(),
        page=page,
        note=f"Parabellum {title}",
        grey=choices["ink"] == "grey",
        saver=choices["ink"] == "saver",
        safe=choices["ink"] == "safe",
        large=choices["large"],
    )


def head(title: str, beside: str) -> Markup:
    """A sheet's title, and what it is for at the right."""
    return tag("div", tag("h1", title), tag("span", beside), kind="head")


def halves(left: Markup, right: Markup, *, long: bool = False) -> Markup:
    """Two columns side by side; where either is `long`, a page for each, so that no title stands alone."""
    return tag("div", left, right, kind="stacked" if long else "halves")


def points(*lines: object) -> Markup:
    """A list of points."""
    return tag("ul", *(tag("li", line) for line in lines))


def signed(value: int) -> str:
    """A modifier with its sign, nothing for 0.

    >>> signed(-2), signed(0)
    ('−2', '')
    """
    return f"{value:+d}".replace("-", "−") if value else ""
