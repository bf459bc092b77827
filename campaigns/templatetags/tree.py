"""`{% load tree %}`: sums with their signs."""

from django import template

from companion.engine.wording import signed

register = template.Library()


@register.filter
def signed_sum(amount: int) -> str:
    """A sum with its sign, a true minus."""
    return signed(amount)
