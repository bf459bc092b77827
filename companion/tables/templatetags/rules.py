"""`{% load rules %}`: a rule's number, and a ruling's wherever it stands in a text, lead to what they say."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.rulebook import NO_RULES, Rulebook, rulebook
from companion.tables.screen import RulesHere

register = template.Library()
KEPT = 512

OPENS = (
    'hx-boost="true" hx-target="#looked-up" hx-swap="innerHTML show:none" hx-push-url="false"'
    ' hx-sync="this:replace"'
)
LINK = f'<a class="{{}}" href="{{}}" {OPENS}>{{}}</a>'
"""Opens beside the page where it can, and as a page of its own elsewhere."""

RULING = re.compile(r"(?<=\()R\d+(?=\))|(?<=[Rr]uling )R\d+|(?<=RULING )R\d+")
"""A ruling in a sentence; a bare R7 may be a square of a map."""


@register.simple_tag
def rule(slug: str, number: str) -> SafeString:
    """The number of a rule as a step cites it: a link to what it says, where that game tells it.

    >>> rule("", "6.1")
    '<span class="rule">6.1</span>'
    """
    key = _book(slug).key(number)
    return _link(slug, key, number, "rule") if key else format_html('<span class="rule">{}</span>', number)


@register.simple_tag(takes_context=True)
def opens(context: Mapping[str, Any], keys: str | Sequence[str]) -> SafeString:
    """What makes a link of a table's page open the first of these rules that its game tells.

    It is told with the options of this table. Nothing where none is told, nor on a screen that nobody taps.
    """
    place: RulesHere | None = context.get("rules")
    entries = _book(place.slug).entries if place else {}
    key = next((key for key in ((keys,) if isinstance(keys, str) else keys) if key in entries), "")
    if place is None or not key:
        return SafeString()
    own = {name: place.options[name] for name in entries[key].values if name in place.options}
    return _opening(place.slug, key, urlencode(own))


@lru_cache(KEPT)
def _opening(slug: str, key: str, query: str) -> SafeString:
    address = reverse("rules:one", args=[slug, key]) + (f"?{query}" if query else "")
    return format_html('href="{}" {}', address, mark_safe(OPENS))


@register.filter
def rules_url(slug: str) -> str:
    """Where all rules of that game are told; empty where they are not.

    >>> rules_url("")
    ''
    """
    return reverse("rules:game", args=[slug]) if _book(slug) else ""


@register.simple_tag
def ruled(text: str, slug: str) -> SafeString:
    """A text in which every ruling's number is a link to it.

    >>> ruled("R7 is held (R14) & counted.", "")
    'R7 is held (R14) &amp; counted.'
    """
    rulings = _book(slug).rulings

    def linked(match: re.Match[str]) -> str:
        is_ruling = match[0] in rulings
        return _link(slug, match[0].lower(), match[0], "ruling") if is_ruling else match[0]

    return mark_safe(RULING.sub(linked, conditional_escape(text)))


@cache
def _link(slug: str, key: str, words: str, manner: str) -> SafeString:
    return format_html(LINK, manner, reverse("rules:one", args=[slug, key]), words)


def _book(slug: str) -> Rulebook:
    """What that game tells of its rules; nothing for a game that is on no shelf any more."""
    if not slug:
        return NO_RULES
    try:
        return rulebook(shelf.game(slug).folder)
    except InvalidInput:
        return NO_RULES
