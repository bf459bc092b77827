"""Markup for sheets of running text, built so that no text of a user's can ever become markup."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Literal


class Markup(str):
    """Text that is markup already; anything else is escaped when it goes in."""

    __slots__ = ()


def tag(name: str, *inside: object, kind: str = "") -> Markup:
    """An element with its class and what it holds.

    >>> tag("p", "2 < 3, ", tag("b", "&"))
    '<p>2 &lt; 3, <b>&amp;</b></p>'
    """
    marked = f' class="{escape(kind)}"' if kind else ""
    return Markup(f"<{name}{marked}>{join(inside)}</{name}>")


def join(parts: Iterable[object]) -> Markup:
    """Parts one after the other, each escaped unless it is markup."""
    return Markup("".join(part if isinstance(part, Markup) else escape(str(part)) for part in parts))


def heading(cell: object, of: Literal["row", "col"] = "row", kind: str = "") -> Markup:
    """The head of a table's row or column, which is read before each of its cells."""
    marked = f' class="{escape(kind)}"' if kind else ""
    return Markup(f'<th scope="{of}"{marked}>{join((cell,))}</th>')


def table(head: Sequence[object], rows: Iterable[Sequence[object]], kind: str = "") -> Markup:
    """A table with a row of headings; a row's first cell heads it."""
    top = tag("tr", *(heading(cell, "col") for cell in head))
    body = (tag("tr", heading(row[0]), *(tag("td", cell) for cell in row[1:])) for row in rows)
    return tag("table", tag("thead", top) if any(head) else "", tag("tbody", *body), kind=kind)


def steps(lines: Iterable[object]) -> Markup:
    """A numbered list."""
    return tag("ol", *(tag("li", line) for line in lines))
