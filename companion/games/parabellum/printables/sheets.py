"""What Parabellum's sheets of running text are built of: heads, columns, points."""

from companion.press.prose import Markup, tag


def head(title: str, beside: str) -> Markup:
    """A sheet's title, and what it is for at the right."""
    return tag("div", tag("h1", title), tag("span", beside), kind="head")


def halves(left: Markup, right: Markup, *, long: bool = False) -> Markup:
    """Two columns side by side; where either is `long`, a page for each, so that no title stands alone."""
    return tag("div", left, right, kind="stacked" if long else "halves")


def points(*lines: object) -> Markup:
    """A list of points."""
    return tag("ul", *(tag("li", line) for line in lines))
