"""`{% load stage %}`: signs and pictures that a game names, and parts painted once for the same values.

A tap moves one thing; all else is as it was, and most of it the same for every seat. A part prints nothing
but the values that it is given: whoever is shown it from memory would have been painted the same.
"""

import json
import pickle
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import parse_qs, urlencode, urlsplit

from django import template
from django.template import Context, Engine
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from companion.engine.stage import Choice, Deed, Fold, Icon, Own, Part, Piece, Question, Way
from companion.tables.live import Taught
from companion.tables.play import THEN

register = template.Library()
KEPT = 2048
AROUND = ("rules", "lesson", "corrected")
"""Which rules open, what is taught here, what the line that is being corrected said."""
AROUND_OWN = (*AROUND, "place")
"""A game's own picture prints who sits at its table and where its rooms are, too."""


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


@register.simple_tag
def sign(icon: Icon | None, look: str = "") -> SafeString:
    """A sign by its name and sheet, for the eye alone; nothing where there is none."""
    if not icon:
        return SafeString()
    shape = f"icon icon--{look}" if look else icon.look
    return _drawn(shape, icon.sheet, icon.name)


@cache
def _drawn(shape: str, sheet: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', shape, static(sheet), name
    )


@register.simple_tag
def picture(part: Part) -> SafeString:
    """A picture of the game's own, painted once for the same values."""
    return drawn(part.template, signs=static(part.signs), **part.values)


@register.simple_tag(takes_context=True)
def shown(context: dict[str, object], piece: Piece) -> SafeString:
    """A piece of a question, painted once for the same: of its page it prints what `AROUND` names."""
    around = AROUND_OWN if isinstance(piece, Own | Fold) else AROUND
    return kept(piece.template, piece=piece, **{name: context.get(name) for name in around})


@register.filter
def then(way: str) -> str:
    """What the address of a deed says of the half-made choice that stays once it is done."""
    return urlencode({THEN: way})


@register.filter
def named(urls: Mapping[str, str], name: str) -> str:
    return urls[name]


@register.filter
def taught(each: Choice | Deed | Question | Way, lesson: Taught | None) -> bool:
    """Whether this is to be tapped now, by what the lesson on this screen says.

    Where it is done in another room, that is the way there.
    """
    if lesson is None or not lesson.taps:
        return False
    return (isinstance(each, Way) and each.leaves) or bool(lesson.taps & _names(each))


def _names(each: Choice | Deed | Question | Way) -> set[str]:
    """What a lesson may call it: its key, its sort, the deeds that it does, what its address chooses.

    A kind may be said with a word of the deed's own: “play_card:commands”.
    """
    actions = json.loads(getattr(each, "action", "") or "[]")
    deeds = [one for one in (actions if isinstance(actions, list) else [actions]) if one]
    kinds = {one.get("type", "") for one in deeds}
    kinds |= {f"{one.get('type')}:{word}" for one in deeds for word in one.values() if isinstance(word, str)}
    chosen = parse_qs(urlsplit(getattr(each, "href", "")).query)
    named = getattr(each, "key", ""), getattr(each, "kind", "")
    return {*named, *kinds, *chosen, *chosen.get("do", ())} - {""}
