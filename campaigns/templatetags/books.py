"""`{% load books %}`: figures as people read them, and the sign of a movement."""

from django import template

from campaigns.books.charts import grouped

register = template.Library()
register.filter("figure", grouped)


@register.filter
def moved(amount: int) -> str:
    """A movement with its sign.

    >>> moved(50), moved(-50), moved(0)
    ('+50', '−50', '0')
    """
    return f"+{grouped(amount)}" if amount > 0 else grouped(amount)


@register.filter
def at(names: dict[str, str], key: str) -> str:
    """What a mapping has under a key, or the key itself."""
    return names.get(key, key)


@register.filter
def index(values: tuple[int, ...], place: int) -> int:
    """What stands at a place of a row."""
    return values[place]
