"""`{% load stage %}`: the signs and pictures that a game names for its stage."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.engine.stage import Icon, Part
from companion.tables.templatetags.tables import drawn

register = template.Library()


@register.simple_tag
def sign(icon: Icon | None, look: str = "") -> SafeString:
    """A sign by its name and sheet, for the eye alone; nothing where there is none."""
    if not icon:
        return SafeString()
    shape = f"icon icon--{look}" if look else "icon"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', shape, static(icon.sheet), icon.name
    )


@register.simple_tag
def picture(part: Part) -> SafeString:
    """A picture of the game's own, painted once for the same values."""
    return drawn(part.template, signs=static(part.signs), **part.values)
