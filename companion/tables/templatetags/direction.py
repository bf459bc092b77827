"""A filter of every template: a name that people gave turns nothing beside it."""

from collections.abc import Sequence

from django import template

from companion.engine import wording

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
