"""Filters of every template for names that people gave: how they stand in a line, and what paper lacks."""

from collections.abc import Sequence

from django import template

from companion.engine import wording
from companion.press.text import BODY, missing, refusal

register = template.Library()


@register.filter(is_safe=True)
def isolated(name: object) -> str | list[str]:
    """A name set apart from the words around it where it is read from the right; each of several.

    Characters do it, not an element: they hold in titles, options and labels too.

    >>> isolated("Ada"), isolated(["Ada", "Ben"]), isolated(None)
    ('Ada', ['Ada', 'Ben'], '')
    """
    if isinstance(name, Sequence) and not isinstance(name, str):
        return [wording.isolated(str(each)) for each in name]
    return "" if name is None else wording.isolated(str(name))


@register.filter
def unprintable(name: str) -> str:
    """Why a name cannot be printed with the fonts here, its letter named, and what would help; else empty.

    >>> unprintable("Ada"), unprintable("\u05e2\u05d3\u05d4"), "U+12000" in unprintable("\U00012000")
    ('', '', True)
    """
    lost = "" if name.isascii() else missing(BODY, wording.bare(name))
    return refusal(lost, name) if lost else ""
