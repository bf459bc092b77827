"""What every template has: what a tap carries, people's names, links to rules, a game's signs and pictures.

A rule's number, and a ruling's wherever it stands in a text, lead to what they say. Parts are painted once
for the same values: a tap moves one thing; all else is as it was, and most of it the same for every seat. A
part prints nothing but the values that it is given: whoever is shown it from memory would have been painted
the same.
"""

import json
import pickle
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django import template
from django.contrib.staticfiles.finders import find
from django.middleware.csrf import get_token
from django.template import Context, Engine
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from companion import shelf
from companion.engine import wording
from companion.engine.errors import InvalidInput
from companion.engine.player import STRENGTHS
from companion.engine.rulebook import NO_RULES, Rulebook, rulebook
from companion.engine.stage import Choice, Deed, Fold, Icon, Laid, Own, Part, Piece, Question, Way
from companion.engine.stage.screen import short
from companion.press.text import BODY, missing, refusal
from companion.static_files import scripts_of, sheets_of
from companion.tables.devices import new_key
from companion.tables.live import Taught
from companion.tables.play import THEN
from companion.tables.screen import RulesHere

register = template.Library()
register.filter("short", short)


@register.simple_tag
def sheets(name: str) -> SafeString:
    """The style sheets that a kind of page has in common, as one where the house is packed."""
    return format_html_join(
        "\n", '<link rel="stylesheet" href="{}">', ((static(each),) for each in sheets_of(name))
    )


@register.simple_tag
def scripts(name: str) -> SafeString:
    """The scripts that go together on a kind of page, as one where the house is packed."""
    return format_html_join(
        "\n", '<script src="{}" type="module"></script>', ((static(each),) for each in scripts_of(name))
    )


@register.simple_tag
def game_styles(slug: str) -> SafeString:
    """The game's own style sheet, `<slug>/<slug>.css` of its static folder, where it has one."""
    sheet = f"{slug}/{slug}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(sheet)) if find(sheet) else SafeString()


@register.filter
def strength(house: str) -> str:
    """How strongly the house plays, in words."""
    return STRENGTHS.get(house, "")


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


LINKS_KEPT = 512

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


@lru_cache(LINKS_KEPT)
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


PARTS_KEPT = 2048
USE = '<use href="{}#{}" class="{}" transform="translate({} {})scale({})"/>'
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


@lru_cache(maxsize=PARTS_KEPT)
def _painted(name: str, values: bytes) -> SafeString:
    # Numbers here are spaces, places and codes: written as they are.
    part = Engine.get_default().get_template(name)
    return mark_safe(part.render(Context(pickle.loads(values), use_l10n=False)))


@register.simple_tag
def sign(icon: Icon | None, look: str = "") -> SafeString:
    """A sign by its name and sheet, or a picture of parts, for the eye alone; nothing where there is none."""
    if not icon:
        return SafeString()
    if icon.parts:
        return _composed(icon.look, icon.sheet, icon.parts)
    shape = f"icon icon--{look}" if look else icon.look
    return _drawn(shape, icon.sheet, icon.name)


@cache
def _drawn(shape: str, sheet: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', shape, static(sheet), name
    )


@lru_cache(maxsize=PARTS_KEPT)
def _composed(shape: str, sheet: str, parts: tuple[Laid, ...]) -> SafeString:
    file = static(sheet)
    uses = format_html_join("", USE, ((file, name, look, x, y, size) for name, x, y, size, look in parts))
    return format_html('<svg class="{}" viewBox="0 0 100 100" aria-hidden="true">{}</svg>', shape, uses)


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


def _deeds(action: str) -> list[dict[str, Any]]:
    """What a button does; none where it says a word, which is no deed."""
    try:
        deeds = json.loads(action or "[]")
    except ValueError:
        return []
    return [one for one in (deeds if isinstance(deeds, list) else [deeds]) if isinstance(one, dict)]


def _names(each: Choice | Deed | Question | Way) -> set[str]:
    """What a lesson may call it: its key, its sort, the deeds that it does, what its address chooses.

    A kind may be said with a word of the deed's own: “play_card:commands”.
    """
    deeds = _deeds(getattr(each, "action", ""))
    kinds = {one.get("type", "") for one in deeds}
    kinds |= {f"{one.get('type')}:{word}" for one in deeds for word in one.values() if isinstance(word, str)}
    chosen = parse_qs(urlsplit(getattr(each, "href", "")).query)
    named = getattr(each, "key", ""), getattr(each, "kind", "")
    return {*named, *kinds, *chosen, *chosen.get("do", ())} - {""}
