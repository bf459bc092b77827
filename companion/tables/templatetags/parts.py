"""`{% load parts %}`: parts of a page that are painted once for the same values.

A tap moves one thing; all else is as it was, and most of it the same for every seat. A part prints nothing
but the values that it is given: whoever is shown it from memory would have been painted the same.
"""

import pickle
from functools import lru_cache

from django import template
from django.template import Context, Engine
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
KEPT = 2048


@register.simple_tag
def kept(template_name: str, **values: object) -> SafeString:
    """`include … with … only`, but painted once for the same values."""
    return _painted(template_name, pickle.dumps(values))


@register.simple_tag
def drawn(template_name: str, **values: object) -> SafeString:
    """The same for a drawing, in a box of its own."""
    return format_html('<div class="drawn">{}</div>', kept(template_name, **values))


@lru_cache(maxsize=KEPT)
def _painted(name: str, values: bytes) -> SafeString:
    # Numbers here are spaces, places and codes: written as they are.
    part = Engine.get_default().get_template(name)
    return mark_safe(part.render(Context(pickle.loads(values), use_l10n=False)))
