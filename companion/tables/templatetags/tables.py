"""`{% load tables %}`: what a tap form carries; names that people gave, as lines and paper take them."""

import json
import re
from collections.abc import Sequence
from typing import Any

from django import template
from django.contrib.staticfiles.finders import find
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from companion import shelf
from companion.engine import wording
from companion.press.text import BODY, missing, refusal
from companion.tables.devices import new_key

register = template.Library()


@register.simple_tag
def game_styles(slug: str) -> SafeString:
    """The game's own style sheet, `<slug>/<slug>.css` of its static folder, where it has one."""
    sheet = f"{slug}/{slug}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(sheet)) if find(sheet) else SafeString()


@register.simple_tag(takes_context=True)
def tap(context: dict[str, Any]) -> SafeString:
    """The hidden fields of a tap: the version seen, the tap's own key, the page, and the CSRF token."""
    table = context["table"]
    csrf, key = context.get("fields") or (get_token(context["request"]), new_key())
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<input type="hidden" name="seen" value="{}">'
        '<input type="hidden" name="key" value="{}">'
        '<input type="hidden" name="back" value="{}">',
        csrf, table.version, key, table.back,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def given(context: dict[str, Any], name: str) -> str:
    """What the line that is being corrected said in a field of that name; empty everywhere else."""
    fields: dict[str, str] = context.get("corrected") or {}
    return fields.get(name, "")


@register.filter
def prints_forms(slug: str) -> bool:
    """Whether this game prints sheets that are filled in with a pen and photographed."""
    return any(each.answers is not None for each in shelf.game(slug).printables.values())


@register.filter
def apart(drawing: str) -> SafeString:
    """A second picture of the same things on one page: ids, what points to them, and places are its own.

    >>> apart('<section id="map" aria-label="The map"><path fill="url(#held)"/>')
    '<section id="other-map" aria-label="As it would be: The map"><path fill="url(#other-held)"/>'
    """
    own = re.sub(r'(\s(?:id|for|aria-labelledby)="|url\(#|href="#)', r"\1other-", drawing)
    return mark_safe(re.sub(r'(<section[^>]* aria-label=")', r"\1As it would be: ", own))


@register.filter
def place(path: str) -> str:
    """A dotted path of the state as people read it.

    >>> place("battlefields.ypres.german_trenches")
    'battlefields › ypres › german trenches'
    """
    return path.replace(".", " › ").replace("_", " ")


@register.filter
def value(given: object) -> str:
    """A value of the state in a word; nothing is a dash.

    >>> [value(each) for each in (None, True, 4, "held", ["a"], {})]
    ['–', 'yes', '4', 'held', '["a"]', '{}']
    """
    if given is None or isinstance(given, bool):
        return {None: "–", True: "yes", False: "no"}[given]
    return str(given) if isinstance(given, str | int | float) else json.dumps(given, ensure_ascii=False)


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
