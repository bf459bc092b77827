"""`{% load books %}`: figures as people read them, and the sign of a movement."""

from django import template

from companion.engine.wording import grouped, moved

register = template.Library()
register.filter("figure", grouped)
register.filter("moved", moved)


@register.filter
def at(names: dict[str, str], key: str) -> str:
    """What a mapping has under a key, or the key itself."""
    return names.get(key, key)


@register.filter
def index(values: tuple[int, ...], place: int) -> int:
    """What stands at a place of a row."""
    return values[place]
