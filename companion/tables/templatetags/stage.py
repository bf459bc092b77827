"""`{% load stage %}`: the signs and pictures that a game names for its stage."""

import json
from urllib.parse import parse_qs, urlsplit

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.engine.stage import Choice, Deed, Icon, Part, Question, Way
from companion.tables.guiding import Taught
from companion.tables.templatetags.tables import drawn

register = template.Library()


@register.simple_tag
def sign(icon: Icon | None, look: str = "") -> SafeString:
    """A sign by its name and sheet, for the eye alone; nothing where there is none."""
    if not icon:
        return SafeString()
    shape = f"icon icon--{look}" if look else icon.look
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', shape, static(icon.sheet), icon.name
    )


@register.simple_tag
def picture(part: Part) -> SafeString:
    """A picture of the game's own, painted once for the same values."""
    return drawn(part.template, signs=static(part.signs), **part.values)


@register.filter
def taught(each: Choice | Deed | Question | Way, lesson: Taught | None) -> bool:
    """Whether this is to be tapped now, by what the lesson on this screen says."""
    return lesson is not None and bool(lesson.taps & _names(each))


def _names(each: Choice | Deed | Question | Way) -> set[str]:
    """What a lesson may call it: its key, the kinds of deeds that it does, what its address chooses."""
    actions = json.loads(getattr(each, "action", "") or "[]")
    kinds = {one.get("type", "") for one in (actions if isinstance(actions, list) else [actions])}
    chosen = parse_qs(urlsplit(getattr(each, "href", "")).query)
    return {getattr(each, "key", ""), *kinds, *chosen, *chosen.get("do", ())} - {""}
